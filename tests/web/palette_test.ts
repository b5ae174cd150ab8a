import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { GREYS, REGIMES, shownRegime } from "../../web/ui/palette.js";

/** WCAG 2 relative luminance. */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

describe.each([0, 1] as const)("theme %i", (theme) => {
  const page = GREYS.page[theme];
  const panel = GREYS.panel[theme];

  it.each(Object.entries(REGIMES))("sets %s off from the page", (_, { light, dark }) => {
    expect(contrast(theme === 0 ? light : dark, page)).toBeGreaterThanOrEqual(3);
  });

  it.each(["ink", "muted", "accent", "alert"] as const)("keeps text in %s readable", (name) => {
    expect(contrast(GREYS[name][theme], page)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(GREYS[name][theme], panel)).toBeGreaterThanOrEqual(4.5);
  });

  it("draws the edges of controls visibly", () => expect(contrast(GREYS.edge[theme], page)).toBeGreaterThanOrEqual(3));
});

describe("the series of the page on trust", () => {
  const css = readFileSync(fileURLToPath(new URL("../../web/site/trust.css", import.meta.url)), "utf8");
  const series = [...css.matchAll(/--(s\d): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name, light, dark]) => [name!, light!, dark!] as const);

  it("are seven of their own", () => expect(series).toHaveLength(7));
  it.each(series)("%s is set off from the page in both themes", (_, light, dark) => {
    expect(contrast(light, GREYS.page[0])).toBeGreaterThanOrEqual(3);
    expect(contrast(dark, GREYS.page[1])).toBeGreaterThanOrEqual(3);
  });
});

describe("regimes", () => {
  it("have each a shape and a word of their own", () => {
    for (const part of ["shape", "word", "light", "dark"] as const) {
      expect(new Set(Object.values(REGIMES).map((mark) => mark[part])).size).toBe(5);
    }
  });

  it("show not fitting before what binds while offloading", () => {
    expect(shownRegime({ regime: "memory", feasible: false })).toBe("capacity");
    expect(shownRegime({ regime: "compute", feasible: true })).toBe("compute");
  });
});

describe("colours", () => {
  const web = fileURLToPath(new URL("../../web/", import.meta.url));
  const styled = ["charts", "ui", "tools", "widgets", "site", "labs"].flatMap((folder) =>
    readdirSync(web + folder, { recursive: true, encoding: "utf8" }).filter((name) => /\.(css|ts)$/.test(name)).map((name) => `${folder}/${name}`),
  );
  const literal = /(?<![&\w])#(?:[0-9a-f]{3,4}){1,2}\b|\b(?:rgba?|hsla?|oklab|oklch)\(/i;

  // The palette becomes custom properties.
  it("are all custom properties", () => {
    const stray = styled.filter((name) => name !== "ui/palette.ts").flatMap((name) =>
      readFileSync(web + name, "utf8").split("\n").filter((line) => literal.test(line) && !/^\s*--[\w-]+:/.test(line)).map((line) => `${name}: ${line.trim()}`),
    );
    expect(stray).toEqual([]);
  });
});
