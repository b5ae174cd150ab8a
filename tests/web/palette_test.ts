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

describe("the lines of drawings", () => {
  const source = (name: string): string => readFileSync(fileURLToPath(new URL(`../../web/${name}`, import.meta.url)), "utf8");
  const custom = new Map([...source("site/site.css").matchAll(/--(\w+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name, light, dark]) => [name!, [light!, dark!] as const]));
  /** What drawings stand on: widgets on the page, stills in the gallery on cards, those of the first page and of the zoo on a ground of their own. */
  const grounds = ["page", "raised", "ground"].map((name) => custom.get(name)!);
  const named: Record<string, readonly [string, string]> = { ...Object.fromEntries(Object.entries(REGIMES).map(([name, { light, dark }]) => [name, [light, dark] as const])), ...GREYS };

  const files = ["ui/styles/drawings.css", "site/home.css", "site/zoo.css", "site/trust.css"];
  const strokes = files.flatMap((file) =>
    [...source(file).matchAll(/([^{}]*)\{[^{}]*?[ ;]stroke: var\(--([\w-]+)\)/g)].map(([, selector, colour]) => ({ of: `${file}: ${selector!.replace(/\/\*[^]*?\*\//g, "").trim()}`, colour: colour! })),
  );
  /**
   * WCAG 1.4.11 asks 3:1 of what is needed to understand a drawing. The grid is not: it leads the eye from a point to the axes, which
   * pass, while the point itself says its values, and the table has them. So it alone may be fainter, and stays behind what is drawn.
   */
  const isGrid = ({ colour }: { colour: string }): boolean => colour === "line";
  /** What sets a mark or a letter off from what lies below it is in the colour of the ground. */
  const isOutline = ({ colour }: { colour: string }): boolean => colour === "page" || colour === "ground";

  it("that may be faint are those of the grid, and no others", () => {
    expect(strokes.filter(isGrid).map(({ of }) => of)).toEqual(["ui/styles/drawings.css: .drawing .grid", "site/home.css: .roofline .grid", "site/zoo.css: .plane line", "site/trust.css: .plot .grid"]);
    expect(strokes.filter((one) => !isGrid(one) && !isOutline(one)).length).toBeGreaterThan(20);
  });

  it.each(strokes.filter((one) => !isGrid(one) && !isOutline(one) && !/^(dot|s\d)$/.test(one.colour)))("are 3:1 on whatever they stand: $of in $colour", ({ colour }) => {
    for (const theme of [0, 1] as const) for (const ground of grounds) expect(contrast(named[colour]![theme], ground[theme])).toBeGreaterThanOrEqual(3);
  });

  it("have around every mark of the plane of devices a colour that is 3:1 on its ground", () => {
    const dots = [...source("site/zoo.css").matchAll(/--dot: var\(--(\w+)\)/g)].map(([, name]) => name!);
    expect(dots).toHaveLength(3);
    for (const name of dots) for (const theme of [0, 1] as const) expect(contrast(custom.get(name)![theme], custom.get("ground")![theme])).toBeGreaterThanOrEqual(3);
  });

  it("are the same greys on the pages as in the widgets", () => {
    for (const name of ["page", "line", "edge", "muted", "ink", "accent"] as const) expect(custom.get(name)).toEqual(GREYS[name]);
  });

  it("are axes too wherever there is a grid", () => {
    const drawings = ["charts", "widgets", "build/pages"].flatMap((folder) => readdirSync(fileURLToPath(new URL(`../../web/${folder}`, import.meta.url)), { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts")).map((name) => `${folder}/${name}`));
    const gridded = drawings.filter((name) => /["`]grid["`]/.test(source(name)));
    expect(gridded.length).toBeGreaterThan(6);
    // That of the plane of devices is its border, that of the first page's roofline its lower one.
    const framed: Record<string, [file: string, rule: RegExp]> = { "build/pages/plane.ts": ["site/zoo.css", /\.plane > svg \{[^}]*border: 1px solid var\(--edge\)/], "site/hero.ts": ["site/home.css", /\.roofline \{[^}]*border-bottom: 1px solid var\(--edge\)/] };
    for (const [file, rule] of Object.values(framed)) expect(source(file)).toMatch(rule);
    expect(gridded.filter((name) => !framed[name] && !/["`]axis["`]|frame\(box\)/.test(source(name)))).toEqual([]);
  });
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
