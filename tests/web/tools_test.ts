// What a click opens, without a browser: formulas, the picker's order, files, snippets that run, and what was pinned beside what is.

import { execFileSync } from "node:child_process";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { html } from "lit";
import { loadRidgepoint } from "#engine";
import { paths } from "../../web/build/bundle.js";
import { text } from "../../web/build/still.js";
import { compared, factsThatDiffer, rowsOf } from "../../web/tools/comparison.js";
import { rounding } from "../../web/tools/figure.js";
import { requestIn } from "../../web/tools/file.js";
import { namesIn, comesTo, written } from "../../web/tools/formula.js";
import { arranged, found, optionOf, POPULAR, type Entry } from "../../web/tools/picker.js";
import { command, python } from "../../web/tools/snippets.js";
import { quantity } from "../../web/ui/format.js";
import { fact, opening } from "../../web/ui/parts.js";
import { of } from "../../web/ui/table.js";
import type { Moment, Toolbox } from "../../web/ui/toolbox.js";
import { place } from "./widgets.js";

const engine = await loadRidgepoint();

it("a figure printed with few digits may be off by half of the last, one in full by nothing", () => {
  expect(rounding(989e12)).toBeCloseTo(0.5 / 989, 12);
  expect(rounding(3.35e12)).toBeCloseTo(0.5 / 335, 12);
  expect(rounding(175e9)).toBeCloseTo(0.5 / 175, 12);
  // Of 1 TB/s the second digit was there, and was 0.
  expect(rounding(1e12)).toBeCloseTo(0.05, 12);
  expect(rounding(8030261248)).toBe(0);
});

describe("a formula", () => {
  const values: Record<string, number> = { a: 8, "hardware.rate": 2, b: 3 };

  it("keeps the order of arithmetic, and has no value where a name has none", () => {
    const read = (name: string): number | undefined => values[name];
    expect(comesTo("a / hardware.rate / 2 + 1", read)).toBe(3);
    expect(comesTo("max(a - b, b) * (1 - 0.5)", read)).toBe(2.5);
    expect(comesTo("min(a, b, hardware.rate)", read)).toBe(2);
    expect(comesTo("a + lacking", read)).toBeUndefined();
  });

  it("is written as people do, each name once among its inputs", () => {
    expect(written("max(a, b) + a * 2", (name) => name.toUpperCase()).join("")).toBe("max(A, B) + A × 2");
    expect(namesIn("max(a, b) + a * 2")).toEqual(["a", "b"]);
    expect(written("1000000 / a * 0.5", (name) => name).join("")).toBe("1,000,000 ÷ a × 0.5");
  });
});

describe("the picker", () => {
  const models = (engine.models() as unknown as Entry[]).map(optionOf);
  const devices = (engine.hardware() as unknown as Entry[]).map(optionOf);

  it("begins with popular entries, all of the registry", () => {
    const all = [...models, ...devices].map(({ value }) => value);
    expect(POPULAR.filter((id) => !all.includes(id))).toEqual([]);
    expect(arranged(devices)[0]![0]).toBe("Popular");
  });

  it("has the sizes of a family in numeric order, and every entry", () => {
    const groups = arranged(models).slice(1);
    expect(groups.flatMap(([, list]) => list).length).toBe(models.length);
    const [, qwen] = groups.find(([name]) => name === "Qwen")!;
    expect(qwen.length).toBeGreaterThan(5);
    for (const [, list] of groups) expect(list.map(({ size }) => size)).toEqual(list.map(({ size }) => size).sort((a, b) => a - b));
    // Names that differ in their capitals alone are one family.
    const names = groups.map(([name]) => name.toLowerCase());
    expect(names).toEqual([...new Set(names)]);
  });

  it("finds by parts of the name in any order, with memory and bandwidth beside it", () => {
    const [h100] = devices.filter(({ value }) => value === "H100");
    expect(h100!.facts.replace(/\u00a0/g, " ")).toBe("80 GB · 3.35 TB/s");
    expect([found(h100!, "sxm h100"), found(h100!, "nvidia"), found(h100!, "a100")]).toEqual([true, true, false]);
  });
});

describe("a file", () => {
  it("gives its request, saved with or without its result", () => {
    expect(requestIn('{"request": {"batch": 2}, "result": {}}')).toEqual({ batch: 2 });
    expect(requestIn('{"batch": 2}')).toEqual({ batch: 2 });
  });

  it("that holds none is refused in words", () => {
    expect(() => requestIn("hello")).toThrow(/not JSON/);
    for (const text of ["[]", "{}", '{"request": 3}', "null"]) expect(() => requestIn(text)).toThrow(/no request/);
  });
});

describe("snippets", () => {
  const request = { model: "Llama3_8B", hardware: "A100", batch: 8, precision: "fp16", lora: false, assumptions: { preset: "textbook", efficiency: 0.4 } };
  const called = { call: "roofline", request, result: {} };
  const wanted = engine.roofline(request as never).latency_s;
  const shell = (text: string): string => execFileSync("sh", ["-c", text], { encoding: "utf8", env: { ...process.env, PATH: `${dirname(paths.command)}:${process.env["PATH"]}` } });

  it("leave out what the engine takes unasked", () => {
    expect(command(called)).toBe(`ridgepoint roofline --model Llama3_8B --hardware A100 --batch 8 --assumptions '{"preset":"textbook","efficiency":0.4}'`);
    expect(command({ ...called, request: { model: { name: "it's mine" } } })).toContain(`'{"name":"it'\\''s mine"}'`);
  });

  it("give the widget's number, as a command and as Python", () => {
    expect(JSON.parse(shell(`${command(called)} --json`))).toMatchObject({ latency_s: wanted });
    expect(shell(`python3 - <<'EOF'\n${python([called])}\nEOF`)).toContain(`'latency_s': ${wanted}`);
  });

  it("hand a request with parts over whole", () => {
    const parts = command({ call: "explain", request: { baseline: { model: "Llama3_8B", hardware: "A100" }, proposal: { model: "Llama3_8B", hardware: "H100" } }, result: {} });
    expect(JSON.parse(shell(parts.replace("explain", "explain --json"))).speedup).toBeGreaterThan(1);
  });
});

describe("what was pinned", () => {
  const table = (latency: number, regime: string): { caption: string; head: string[]; rows: (string | ReturnType<typeof of>)[][] } => ({
    caption: "The step", head: ["Quantity", "Value"], rows: [["Work", of(1e9 * latency, "flop")], ["Latency", of(latency, "s")], ["Regime", regime]],
  });
  const moment = (device: string, latency: number, said = quantity(latency, "s")) => ({
    request: {}, result: {}, words: [device, "batch 1"], tables: [table(latency, "memory")],
    answer: html`<span class="what">at least</span> <span class="value"><button class="opens" @click=${() => {}}>${said}</button></span> <span class="what">a step</span>`,
  });
  const said = (...between: Parameters<typeof compared>): string => text(compared(...between)).replace(/<details>[^]*/, "").replace(/<[^>]*>/g, "").replace(/\s+/g, " ").trim();

  it("stands beside what is now, each figure that differs", () => {
    const rows = rowsOf([table(0.005, "memory")], [table(0.008, "memory")]);
    expect(rows.map(({ rows }) => rows.map(({ name }) => name))).toEqual([["Work", "Latency"]]);
    expect(rowsOf([table(0.005, "memory")], [table(0.005, "memory")])).toEqual([]);
  });

  it("is told by the two headlines, with their ratio where a table has the number", () => {
    expect(said(moment("H100", 0.005), moment("H200", 0.004))).toBe("Pinned vs. now H100 → H200: at least 5.00 ms a step → at least 4.00 ms a step (0.80×)");
    expect(said(moment("H100", 0.005, "one"), moment("H200", 0.004, "two"))).toBe("Pinned vs. now H100 → H200: at least one a step → at least two a step");
  });

  const facts = (first: string, more: string) => html`<dl class="facts">${[["First token", first, more], ["On time", "99 %", ""]].map(([name, value, aside]) => fact(name!, opening(value!, () => {}), aside))}</dl>`;

  it("has the facts that differ and that no table has, one of them beside a headline that is as before", () => {
    const [before, now] = [{ ...moment("H100", 0.005), body: facts("40.1 ms", "nine in ten within 50.7 ms") }, { ...moment("H200", 0.005), body: facts("40.1 ms", "nine in ten within 74.8 ms") }];
    expect(said(before, now)).toBe("Pinned vs. now H100 → H200: at least 5.00 ms a step (as before); First token: 40.1 ms, nine in ten within 50.7 ms → 40.1 ms, nine in ten within 74.8 ms");
    expect(factsThatDiffer(before.body, now.body, []).map(({ name }) => name)).toEqual(["First token"]);
    expect(factsThatDiffer(facts("5 ms", ""), facts("8 ms", ""), [{ name: "First token", cells: ["5 ms", "8 ms"] }])).toEqual([]);
  });

  it("has one row, by one name, for a figure that the body and a table both have", () => {
    const { element } = place("RidgeRoofline");
    const now = (): Moment => (element as unknown as { toolbox: Toolbox }).toolbox.of.now()!;
    const pinned = now();
    element.edit({ batch: 64 });
    const said = text(compared(pinned, now()));
    for (const name of ["MFU", "Memory needed", "Throughput", "Energy"]) expect(said.split(`>${name}<`).length - 1, name).toBe(1);
    expect(said).not.toMatch(/Model FLOP utilization|Footprint/);
  });

  it.each([["RidgeLoad", { rate_per_s: 20 }], ["RidgeTrain", { sequence: 4096 }], ["RidgePlan", { model: "Llama3_8B" }], ["RidgeRouting", { costs_us: { fast: 0.1, cached: 0.5, learned: 400, expert: 100 } }]])("has every fact of %s that differs", (kind, changed) => {
    const { element } = place(kind);
    const now = (): Moment => (element as unknown as { toolbox: Toolbox }).toolbox.of.now()!;
    const read = (moment: Moment): Map<string, string> => new Map([...text(moment.body).matchAll(/<dt>(.*?)<\/dt>\s*<dd>([^]*?)<\/dd>/g)].map(([, name, value]) => [name!, value!]));
    const before = now();
    element.request = { ...element.request, ...changed };
    const [was, is] = [read(before), read(now())];
    const differing = [...is].filter(([name, value]) => was.has(name) && was.get(name) !== value).map(([name]) => name);
    expect(differing.length).toBeGreaterThan(0);
    const shown = text(compared(before, now()));
    expect(differing.filter((name) => !shown.includes(name))).toEqual([]);
  });

  it("is told once where the headline is as before, and not until something differs", () => {
    expect(said(moment("H100", 0.005), moment("H200", 0.005))).toBe("Pinned vs. now H100 → H200: at least 5.00 ms a step (as before)");
    expect(said(moment("H100", 0.005), moment("H100", 0.005))).toMatch(/Change something/);
  });
});
