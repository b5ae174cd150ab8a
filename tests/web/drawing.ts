// Drawings in tests: as text, as pictures, and whether they hold together.

import { nothing } from "lit";
import { isDirectiveResult } from "lit/directive-helpers.js";
import { expect, it } from "vitest";
import type { Drawing } from "../../web/charts/shared.js";

/** A Lit template as text, without a browser. */
export function text(value: unknown): string {
  if (value === nothing || value === null || value === undefined || value === false) return "";
  if (Array.isArray(value)) return value.map(text).join("");
  if (typeof value === "object" && "strings" in value) {
    const { strings, values } = value as { strings: string[]; values: unknown[] };
    return strings.map((part, index) => part + (index < values.length ? text(values[index]) : "")).join("");
  }
  return String(value);
}

/** What stands behind a name such as `@click` or `.value` in a template, in the order of its elements. */
export function bound(value: unknown, name: string): unknown[] {
  if (Array.isArray(value)) return value.flatMap((one) => bound(one, name));
  if (typeof value !== "object" || value === null || !("strings" in value)) return [];
  const { strings, values } = value as { strings: string[]; values: unknown[] };
  return values.flatMap((one, index) => (strings[index]!.endsWith(` ${name}=`) ? [isDirectiveResult(one) ? (one as unknown as { values: unknown[] }).values.at(-1) : one] : bound(one, name)));
}

/** What a template does at an event such as "click", in the order of its elements. */
export const handlers = (value: unknown, event: string): ((event?: unknown) => unknown)[] => bound(value, `@${event}`).filter((one) => typeof one === "function") as (() => unknown)[];

/** A picture that opens by itself, for the eye and for the comparison. */
export const picture = ({ body, height }: Drawing, width: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">\n${text(body)
    .replace(/=(-?[\w.]+)(?=[\s>/])/g, '="$1"')
    .replace(/>\s+</g, ">\n<")
    .trim()}\n</svg>\n`;

/** All points within the drawing, no coordinate that is no number. */
export function sound({ body, height, points }: Drawing, width: number): void {
  expect(text(body)).not.toMatch(/NaN|Infinity|undefined/);
  for (const { x, y, text: said } of points) {
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x).toBeLessThanOrEqual(width);
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y).toBeLessThanOrEqual(height);
    expect(said.length).toBeGreaterThan(5);
  }
}

/** Cases that a drawing changes only when it is meant to: the picture before lies in snapshots/. */
export function asBefore(cases: readonly [name: string, drawing: Drawing][], width: number): void {
  it.each(cases)("draws %s as before, every point to be read within it", async (name, drawing) => {
    sound(drawing, width);
    await expect(picture(drawing, width)).toMatchFileSnapshot(`snapshots/${name}-${width}.svg`);
  });
}
