// The pictures that other sites show of a link.

import { inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { cardSvg } from "../../web/build/pages/card.js";
import { png } from "../../web/build/pages/raster.js";
import { social } from "../../web/build/pages/frame.js";

const drawing = '<svg class="drawing" viewBox="0 0 400 200" width="400"><path class="roof" d="M0,0L400,200"></path></svg>';
const rows = (svg: string): string[] => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, line]) => line!);

describe("a card", () => {
  it("has the heading and the sentence whole, in lines, and the drawing in the light palette", () => {
    const svg = cardSvg({ heading: "How many users can one server take?", text: "At 10 requests a second half of the first tokens arrive within 50 ms.", drawing });
    expect(rows(svg).join(" ")).toBe("Ridgepoint How many users can one server take? At 10 requests a second half of the first tokens arrive within 50 ms.");
    expect(rows(svg).length).toBeGreaterThan(4);
    expect(svg).not.toMatch(/var\(|light-dark/);
    expect(svg).toContain('width="536" height="268" viewBox="0 0 400 200"');
  });

  it("says that a long text goes on, and ends above the edge", () => {
    const svg = cardSvg({ heading: "A heading", text: "word ".repeat(200).trim(), drawing });
    expect(rows(svg).at(-1)).toMatch(/ …$/);
    expect(Math.max(...[...svg.matchAll(/<text x="64" y="([\d.]+)"/g)].map(([, y]) => Number(y)))).toBeLessThan(600);
  });
});

it("a drawing as PNG has its size, its colours and its letters", async () => {
  const file = await png('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="#ffffff"/><rect width="10" height="20" fill="#ff0000"/><text x="15" y="16" font-size="16" font-family="Noto Sans">n</text></svg>');
  expect([...file.subarray(0, 8)]).toEqual([137, 80, 78, 71, 13, 10, 26, 10]);
  expect([file.readUInt32BE(16), file.readUInt32BE(20)]).toEqual([40, 20]);
  const part = (name: string): Buffer => {
    const at = file.indexOf(name, 8, "latin1");
    return file.subarray(at + 4, at + 4 + file.readUInt32BE(at - 4));
  };
  const palette = part("PLTE"), pixels = inflateSync(part("IDAT"));
  const colour = (x: number, y: number): number[] => [...palette.subarray(3 * pixels[y * 41 + 1 + x]!).subarray(0, 3)];
  expect(colour(2, 10)).toEqual([255, 0, 0]);
  expect(colour(35, 10)).toEqual([255, 255, 255]);
  const darkest = Math.min(...Array.from({ length: 12 }, (_, x) => colour(15 + x, 12)[1]!));
  expect(darkest).toBeLessThan(120);
});

it("a page names its picture, below the site's root where no address is given", () => {
  expect(social("<title>Load · Ridgepoint</title>", "../", "es-load")).toContain('<meta property="og:image" content="../cards/es-load.png" />');
});
