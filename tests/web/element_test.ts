// A widget whose drawing fails.

import { LitElement } from "lit";
import { afterEach, expect, it, vi } from "vitest";
import { place } from "./widgets.js";

afterEach(() => vi.restoreAllMocks());

it("tells an error of its drawing, and draws once more: then what it has to say of it", () => {
  const { element, told } = place("RidgeRoofline");
  const drawing = vi.spyOn(LitElement.prototype as unknown as { update(changed: unknown): void }, "update").mockImplementationOnce(() => {
    throw new Error("no such chart");
  }).mockImplementation(() => undefined);
  (element as unknown as { update(changed: Map<string, unknown>): void }).update(new Map());
  expect(drawing).toHaveBeenCalledTimes(2);
  expect(told.map(({ message }) => message)).toEqual([expect.stringContaining("no such chart")]);
});
