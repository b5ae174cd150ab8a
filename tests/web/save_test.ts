// Files that a reader saves.

import { afterEach, expect, it, vi } from "vitest";
import { save } from "../../web/ui/save.js";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("a file is handed over under its name, and its address is let go only then", () => {
  vi.useFakeTimers();
  const [clicked, let_go]: [object[], string[]] = [[], []];
  const link = { click: () => clicked.push({ ...link }) } as unknown as HTMLAnchorElement;
  vi.stubGlobal("document", { createElement: () => link });
  vi.stubGlobal("URL", { createObjectURL: () => "blob:1", revokeObjectURL: (address: string) => let_go.push(address) });
  save(new Blob(["batch,latency"]), "roofline.csv");
  expect(clicked).toMatchObject([{ href: "blob:1", download: "roofline.csv" }]);
  expect(let_go).toEqual([]);
  vi.runAllTimers();
  expect(let_go).toEqual(["blob:1"]);
});
