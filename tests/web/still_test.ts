import { expect, it } from "vitest";
import { builder } from "./sample_lab.js";

const captions = (attributes: Record<string, string>): string[] => [...builder.still("ridge-sensitivity", attributes).html.matchAll(/<caption><span>([^<]*)<\/span>/g)].map(([, caption]) => caption!);

it("a still of one part of a widget has the numbers of that part, and of a whole widget all", () => {
  expect(captions({ view: "tornado" })).toEqual(["Elasticity of the time"]);
  expect(captions({})).toHaveLength(3);
});
