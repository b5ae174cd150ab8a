// What stands beside every drawing: a sentence of what it shows now, and a table with all that is read of it.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { galleryPage } from "../../web/build/pages/gallery-page.js";
import { text } from "../../web/build/still.js";
import { DEVICES, heroOf, markup, MODELS, said, scene, tables, type HeroEngine } from "../../web/site/hero.js";
import type { Figure } from "../../web/ui/figure.js";
import { tableView } from "../../web/ui/table.js";
import { builder } from "./sample_lab.js";
import { breathe, KINDS, lab, place, states, type Made } from "./widgets.js";

/** The figures that a widget draws now, by their names. */
function figuresOf(element: Made): Map<string, Figure> {
  const found = new Map<string, Figure>();
  const own = element as unknown as { figure(figure: Figure): string };
  own.figure = (figure) => {
    found.set(figure.name, figure);
    return "";
  };
  element.frame(element.result);
  return found;
}

/** Numbers as they are shown, signs and all; those within a name, as of INT4, are none. */
const numbersIn = (words: string): string[] => [...words.replace(/−/g, "-").matchAll(/(?<![\w.-])-?\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+)?/g)].map(([number]) => number.replaceAll(",", ""));

/** Every number of a page's part, a cell apart from the next. */
const numbersOf = (html: string): number[] => numbersIn(html.replace(/<[^>]*>/g, " | ")).map(Number);

const tableNumbers = ({ table }: Figure): number[] => [table].flat().flatMap((one) => numbersOf(text(tableView(one))));

/** Whether a number is in a table: one that was read may be rounded once more than there. */
function stands(read: string, table: readonly number[]): boolean {
  const number = Number(read);
  const decimals = read.split(".")[1]?.length;
  const unsure = Math.max(0.0051 * Math.abs(number), decimals === undefined ? 0 : 0.51 * 10 ** -decimals);
  return table.some((other) => Math.abs(other - number) <= unsure);
}

/** Settings that change what each figure shows: all that stand before anything is run, which the browser's tests do. */
const CHANGES: Record<string, Record<string, Record<string, unknown>>> = {
  RidgeRoofline: { roofline: { batch: 64 }, legs: { batch: 64 } },
  RidgeQuantization: { curve: { batch: 64 }, frontier: { "assumptions.preset": "calibrated" }, roofline: { "compute.batch": 1 } },
  RidgeSensitivity: { tornado: { batch: 64 } },
  RidgeExplainer: { waterfall: { "proposal.hardware": "B200" }, roofline: { "proposal.batch": 8 } },
  RidgeLoad: { latency: { rate_per_s: 20 }, timeline: { rate_per_s: 20 }, spent: { rate_per_s: 20 } },
  RidgeTrain: { memory: { micro_batch: 4 }, times: { global_batch: 512 } },
  RidgePlan: { front: { "demand.rate_per_s": 100 } },
  RidgeRouting: { shares: { "distribution_pct.fast": 20, "distribution_pct.cached": 40, "distribution_pct.learned": 40 }, skipping: { target_speedup: 1.4 }, bound: { "project.batch": 64 }, measured: { "costs_us.learned": 80 } },
  // A run is what changes it.
  RidgeModel: { frontier: {} },
  RidgeMachine: { roofs: { hardware: "H100" } },
};

describe.each(KINDS)("the figures of %s", (kind) => {
  it("have another sentence once a setting changes what they show", () => {
    const { element } = place(kind);
    const before = figuresOf(element);
    expect(Object.keys(CHANGES[kind]!).sort()).toEqual([...before.keys()].sort());
    for (const [name, values] of Object.entries(CHANGES[kind]!)) {
      if (Object.keys(values).length === 0) continue;
      element.reset();
      element.edit(values);
      element.recompute();
      expect(figuresOf(element).get(name)!.summary, name).not.toBe(before.get(name)!.summary);
    }
  });

  it("have a table with all numbers that are read of the drawing, and a sentence with some of them, whatever is set", async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(states(kind), async (values) => {
        await breathe();
        const { element } = place(kind);
        element.edit(values);
        element.recompute();
        for (const [name, figure] of figuresOf(element)) {
          seen.add(name);
          const table = tableNumbers(figure);
          const { summary, drawing } = figure;
          expect(summary, name).toMatch(/^\S.*\.$/);
          expect(summary, name).not.toMatch(/undefined|NaN|null|object/);
          expect(numbersIn(summary).filter((number) => stands(number, table)).length, `${name}: ${summary} ${table}`).toBeGreaterThan(0);
          for (const { text: said } of drawing.points) expect(numbersIn(said).filter((number) => !stands(number, table)), `${name}: ${said}: ${table}`).toEqual([]);
        }
      }),
      { numRuns: 20 },
    );
    expect(seen.size).toBeGreaterThan(0);
  });
});

describe("the drawings of a page without a script", () => {
  const folded = /^<details> ?<summary>The numbers<\/summary> ?(?:<div class="scroll"[^>]*> ?<table>.*?<\/table> ?<\/div> ?)+<\/details>$/;
  const summaryOf = (drawing: string): string => /<p>([^]*)<\/p><\/figure>$/.exec(drawing)![1]!;
  const widgets = KINDS.map((kind) => kind.replace("Ridge", "ridge-").toLowerCase());

  it.each(widgets)("have each of %s a sentence, and below it a table with some of its numbers", (widget) => {
    const { drawings, numbers } = builder.still(widget, {});
    expect(numbers).toHaveLength(drawings.length);
    for (const [index, drawing] of drawings.entries()) {
      expect(numbers[index]).toMatch(folded);
      // Nothing opens a number here.
      expect(numbers[index]).not.toContain("<button");
      const table = numbersOf(numbers[index]!);
      expect(numbersIn(summaryOf(drawing)).filter((number) => stands(number, table)).length, summaryOf(drawing)).toBeGreaterThan(0);
    }
  });

  it("stand in the gallery each over its own table", () => {
    const examples = galleryPage(builder.still).split("<li>").slice(1);
    expect(examples.length).toBeGreaterThan(5);
    for (const example of examples) {
      const [, drawing, numbers] = /<div class="still">(<figure>[^]*<\/figure>)(<details>[^]*<\/details>)<\/div>/.exec(example)!;
      expect(example.match(/<svg class="drawing"/g)).toHaveLength(1);
      expect(numbers).toMatch(folded);
      expect(numbersIn(summaryOf(drawing!)).filter((number) => stands(number, numbersOf(numbers!))).length, example).toBeGreaterThan(0);
    }
  });
});

describe("the first page's roofline", () => {
  const each = Object.keys(MODELS).flatMap((model) => DEVICES.map((device) => [model, device] as const));

  it.each(each)("has with %s on %s tables with all numbers that it shows and says", (model, device) => {
    const hero = heroOf(lab.engine as unknown as HeroEngine, model, device);
    const table = numbersOf(markup(tables(hero, "")));
    // The ends of the axes are no numbers of what is drawn.
    const drawn = [...markup(scene(hero)).matchAll(/<text class="halo"[^]*?<\/text>/g)].map(([label]) => label.replace(/<[^>]*>/g, ""));
    expect(drawn).toHaveLength(3);
    const words = hero.stops.flatMap((stop) => [String(stop.batch), ...Object.values(said(stop))]);
    for (const one of [...drawn, ...words]) expect(numbersIn(one).filter((number) => !stands(number, table)), one).toEqual([]);
  });
});
