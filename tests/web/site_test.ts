import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { around, overlap, type Box } from "../../web/charts/labels.js";
import { textWidth } from "../../web/charts/shared.js";
import { inOrder, KINDS, names, planeHtml, spotOf, type Placed } from "../../web/build/pages/plane.js";
import { stateLink, tries } from "../../web/build/pages/states.js";
import { glossaryPage, termsHtml } from "../../web/build/pages/glossary-page.js";
import { heroOf, placed, said, markup, scene, type HeroEngine } from "../../web/site/hero.js";
import { read } from "../../web/ui/state.js";

const folder = new URL("../../core/data/hardware/", import.meta.url);
const devices = readdirSync(folder).filter((name) => name.endsWith(".json")).flatMap((name): Placed[] => {
  const entry = JSON.parse(readFileSync(new URL(name, folder), "utf8")) as { id: string; name: string; class: string; peak_flop_per_s: Record<string, number>; memory_bandwidth_bytes_per_s: number; memory_capacity_bytes: number };
  // As the page has them: in FP16 where there is that.
  const rates = Object.entries(entry.peak_flop_per_s).filter(([, one]) => one);
  const [precision, rate] = rates.find(([name]) => name === "fp16") ?? rates[0] ?? [];
  return precision && rate && entry.memory_bandwidth_bytes_per_s
    ? [{ id: entry.id, name: entry.name, kind: entry.class === "cloud" || entry.class === "workstation" ? entry.class : "edge", bandwidth_bytes_per_s: entry.memory_bandwidth_bytes_per_s, flop_per_s: rate, precision, memory_bytes: entry.memory_capacity_bytes }]
    : [];
});

describe("the plane of all devices", () => {
  it.each([[320, 420], [680, 480], [1080, 560]])("names devices at %i px so that no two names lie over one another, the known ones among them", (width, height) => {
    const found = names(devices, { width, height });
    expect(found.length).toBeGreaterThan(width / 40);
    expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining(["H100", "A100", "B200"]));
    // No circle is drawn over a name.
    for (const { id, text, dx, dy, anchor } of found) {
      const { x, y } = spotOf(devices.find((one) => one.id === id)!);
      const [middle, reach] = [x * width + dx + (anchor === "middle" ? 0 : (textWidth(text) / 2) * (anchor === "start" ? 1 : -1)), textWidth(text) / 2];
      const order = inOrder(devices);
      const crossing = order.slice(0, order.findIndex((one) => one.id === id)).filter((one) => {
        const at = spotOf(one);
        return Math.hypot(Math.max(0, Math.abs(at.x * width - middle) - reach), Math.max(0, Math.abs(at.y * height - (y * height + dy - 4)) - 4)) < at.reach;
      });
      expect([id, ...crossing.map((one) => one.id)]).toEqual([id]);
    }
    // A name stands at its device: nowhere else would one look for it.
    for (const { dx, dy } of found) expect(Math.abs(dy) + (dy === 4 ? 0 : Math.abs(dx))).toBeLessThan(36);
  });

  it("has a shape for each kind of device, the same in its key, so that none is told by its colour alone", () => {
    const html = planeHtml(devices);
    const shapes = Object.values(KINDS).map(({ shape }) => shape);
    expect(new Set(shapes).size).toBe(3);
    const [picture, key] = html.split("<figcaption>") as [string, string];
    for (const { id, kind } of devices) expect(new RegExp(`data-device="${id}" class="${kind}[^]*?<path d="([^"]*)"`).exec(picture)![1]).toBe(KINDS[kind].shape);
    expect(new Set(devices.map(({ kind }) => kind)).size).toBe(3);
    expect([...key.matchAll(/<b class="\w+"><svg [^>]*aria-hidden="true"><path d="([^"]*)"[^>]*\/><\/svg> ([^<]*)<\/b>/g)].map(([, shape, words]) => [shape, words])).toEqual(Object.values(KINDS).map(({ shape, words }) => [shape, words]));
  });

  it("would not pass with names wherever they fall", () => {
    const box = (text: string, x: number, y: number): Box => ({ left: x, right: x + textWidth(text), top: y - 11, bottom: y + 4 });
    expect(overlap(box("H100", 10, 20), box("H200", 30, 24))).toBe(true);
    expect(overlap(box("H100", 10, 20), around(200, 200))).toBe(false);
  });
});

describe("lines to try", () => {
  it("become links whose address the widget reads as the state that they name", () => {
    const html = tries(`<ol><li data-try='{"batch": 512, "assumptions.execution": "eager"}'>Do it</li><li>Look</li></ol>`, "roofline");
    const [, href] = /<a class="try" href="([^"]*)">Do it<\/a>/.exec(html)!;
    expect({ ...read(href!, "roofline") }).toEqual({ batch: 512, "assumptions.execution": "eager" });
    expect(html).toContain("<li>Look</li>");
  });

  it("lead to a page without a state where there is none", () => expect(stateLink("load")).toBe("./load.html"));
});

describe("the glossary", () => {
  const page = glossaryPage();
  it("lists every term once, in the order of letters", () => {
    const index = [...page.matchAll(/<li><a href="#([\w-]+)">([^<]+)</g)].map(([, id, term]) => ({ id, term: term! }));
    expect(index.map(({ term }) => term)).toEqual(index.map(({ term }) => term).sort((one, other) => one.localeCompare(other, "en")));
    expect(new Set(index.map(({ id }) => id)).size).toBe(index.length);
    for (const { id } of index) expect(page).toContain(`<div id="${id}">`);
  });

  it("refuses a term that it has not", () => expect(() => termsHtml(["no-such-word"])).toThrow(/no-such-word/));
});

describe("the first page's roofline", () => {
  const solved = { feasible: true, regime: "memory", bandwidth_bytes_per_s: 1e12, peak_flop_per_s: 1e14, flop_per_s: 5e13, attainable_ridge_flop_per_byte: 50, peak_ridge_flop_per_byte: 100, arithmetic_intensity_flop_per_byte: 1, achieved_flop_per_s: 1e12, latency_s: 0.01, latency_low_s: null, latency_high_s: null, throughput_per_s: 100 };
  const engine: HeroEngine = {
    roofline: ({ batch, assumptions }) => ({ ...solved, feasible: batch <= 64, arithmetic_intensity_flop_per_byte: batch, ...(assumptions ? { latency_s: 0.015, latency_low_s: 0.012, latency_high_s: 0.02 } : {}) }),
  };
  const hero = heroOf(engine, "Llama3_8B", "H100");

  it("goes as far as the memory holds", () => expect(hero.stops.at(-1)!.batch).toBe(64));

  it("says the bound, and what to expect with its band", () => {
    expect(said(hero.stops[0]!)).toMatchObject({ least: "at least", value: "10.0\u00a0ms", word: "memory-bound" });
    expect(said(hero.stops[0]!).expected).toMatch(/^about 15\sms \(12 to 20\sms\) with current software$/);
  });

  it("is no bound where current software is quicker, and says why", () => {
    const slow = { ...hero.stops[0]!, at_least_s: 0.018, regime: "compute" as const };
    expect(said(slow).least).toBe("");
    expect(said(slow).expected).toMatch(/^about 15\sms \(12 to 20\sms\) with current software, whose kernels reach more of the peak than assumed$/);
  });

  it("begins its band at the bound", () => {
    expect(said({ ...hero.stops[0]!, at_least_s: 0.0135 }).expected).toMatch(/^about 15\sms \(14 to 20\sms\)/);
  });

  it("moves the point to the right as the batch grows, within the picture", () => {
    const places = hero.stops.map((stop) => Number.parseFloat(placed(stop).x));
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect(Math.min(...places)).toBeGreaterThan(0);
    expect(Math.max(...places)).toBeLessThan(100);
    expect(markup(scene(hero))).toContain("1.00 TB/s from memory".replace(" ", "\u00a0"));
  });

  it("shows one sequence where nothing fits, and calls it so", () => {
    const none = heroOf({ roofline: (request) => ({ ...engine.roofline(request), feasible: false }) }, "Llama3_70B", "L4");
    expect(none.stops.map(({ regime }) => regime)).toEqual(["capacity"]);
    expect(said(none.stops[0]!).expected).toBe("");
  });
});
