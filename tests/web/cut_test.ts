// A number of devices is offered where the engine takes one.

import { expect, it } from "vitest";
import { place } from "./widgets.js";

const offered = (widget: string, request: Record<string, unknown>): boolean => {
  const { element, told } = place(widget);
  element.edit(request);
  expect(told).toEqual([]);
  return !(element as unknown as { unread(result: unknown): string[] }).unread(element.result).includes("parallel.tensor");
};

it.each<[string, Record<string, unknown>]>([["RidgeRoofline", {}], ["RidgeSensitivity", { target: "latency" }]])("%s: a model with attention heads can be shared by several devices, another is not asked", (widget, request) => {
  expect(offered(widget, { ...request, model: "Llama3_8B" })).toBe(true);
  expect(offered(widget, { ...request, model: "ResNet50" })).toBe(false);
});
