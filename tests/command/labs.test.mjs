// The labs as they stand: what a formula asks holds after a change of the lab, and what was measured is measured still.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { test } from "node:test";
import { command, path } from "../wasm/shared.mjs";

const at = (place) => new URL(`../../${place}`, import.meta.url);
const lab = (name) => JSON.parse(readFileSync(at(`labs/${name}/lab.json`), "utf8"));
const labs = readdirSync(at("labs"), { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);

/** What a formula comes to in a lab whose variables are changed so. */
function value({ variables, definitions }, formula, changed = {}) {
  const { status, answer } = command("evaluate", { formula, variables: { ...variables, ...changed }, definitions });
  assert.equal(status, 0, formula);
  return answer.value;
}

test("explainer: widgets start with the assumptions that its figures and keys are worked out with", () => {
  const { variables, definitions, widgets } = lab("explainer");
  // The first shows the textbook's own count, and its figures say so.
  const { book, ...others } = widgets;
  assert.deepEqual([book.attributes["baseline-assumptions"], book.attributes["proposal-assumptions"]], ["=added", "=added"]);
  assert.equal(variables.added.preset, "textbook");
  const assumed = Object.values(others).flatMap(({ attributes }) => Object.entries(attributes).filter(([name]) => name.endsWith("assumptions")));
  assert.ok(assumed.length > 10);
  assert.deepEqual([...new Set(assumed.map(([, formula]) => formula))], ["=launches"]);
  assert.match(definitions.work, /assumptions: launches/);
  // An object without a preset would leave it to the widget, whose own start is another.
  assert.equal(variables.launches.preset, "first-principles");
});

test("explainer: a factor keeps its meaning where the new device changes more", () => {
  const explainer = lab("explainer");
  const { cells } = explainer.exercises.find(({ id }) => id === "factors");
  for (const another of ["H100", "MI300X"]) {
    const ask = (formula) => value(explainer, formula, { another });
    const factors = Object.fromEntries(ask("to_int8.factors").map(({ name, ratio }) => [name, ratio]));
    assert.equal("memory_capacity" in factors, another === "MI300X");
    assert.equal(ask(cells.bandwidth.answer), factors.memory_bandwidth);
    assert.equal(ask(cells.bytes.answer), factors.bytes_per_value);
  }
});

test("quantization: the hint on native arithmetic is for what the reader has left out", () => {
  const quantization = lab("quantization");
  const { hints } = quantization.exercises.find(({ id }) => id === "native_arithmetic");
  const { compute_model: model, compute_hardware: hardware, compute_batch: batch } = quantization.variables;
  const told = (changes) => hints.find(({ when }) => value(quantization, when, { state: { model, hardware, batch, precision: "fp16", ...changes } }))?.text ?? "";
  assert.match(told({ scheme: "native" }), /^Native arithmetic runs at the rate of the format/);
  assert.match(told({ precision: "int4" }), /^Nothing gained/);
  assert.match(told({ precision: "int8", scheme: "native" }), /^The right idea/);
  assert.match(told({ batch: 512 }), /^The work has changed/);
});

test("routing: the gates' share is no answer to what their absence would gain", () => {
  const routing = lab("routing");
  const exercise = routing.exercises.find(({ id }) => id === "gate_gain");
  const gain = value(routing, exercise.answer);
  assert.ok(Math.abs(value(routing, "gates.router_share") - gain) > 1.5 * exercise.tolerance * gain);
});

test("routing: where no distribution reaches the target, the key says so", () => {
  const routing = lab("routing");
  assert.ok(value(routing, "most_learned") > 0);
  assert.match(value(routing, "most_learned", { learned_us: 20 }), /^No distribution reaches 1\.3×/);
});

test("break a model: what was measured is measured still", () => {
  const { runs, drafts } = lab("break-a-model").variables;
  const measure = (request) => {
    const { status, answer } = command("quantize", request);
    assert.equal(status, 0, JSON.stringify(request));
    return answer;
  };
  const near = (measured, said, what) => assert.ok(Math.abs(measured / said - 1) < 1e-4, `${what}: ${measured}, and the lab says ${said}`);
  for (const [name, { request, perplexity, bits, bytes }] of Object.entries(runs)) {
    const found = measure(request);
    near(found.perplexity, perplexity, name);
    near(found.bits_per_weight, bits, name);
    if (bytes) assert.equal(found.bytes, bytes, name);
  }
  const found = measure(drafts.request);
  for (const [field, said] of [[found.tokens_per_round, drafts.tokens_per_round], [found.expected_tokens_per_round, drafts.expected], [found.expected_acceptance, drafts.acceptance], [found.acceptance, drafts.kept]]) near(field, said, "drafts");
});

test("load: the served runs that it quotes are in the data", () => {
  const { runs } = JSON.parse(readFileSync(new URL("../../core/data/measured/served.json", import.meta.url), "utf8"));
  for (const { id, ...said } of Object.values(lab("load").variables.served)) {
    const { request, measured } = runs.find((run) => run.id === id);
    for (const [field, value] of Object.entries(said)) assert.equal(field === "rate_per_s" ? request[field] : measured[field], value, `${id} ${field}`);
  }
});

test("routing: so many skipped decisions are the gating network's as the lab says", () => {
  const run = spawnSync(path("bin/ridgepoint"), ["route", "analyze", "--json", "--repetitions", "1", "--sequence-lengths", "16"], { encoding: "utf8", maxBuffer: 2 ** 26 });
  assert.equal(run.status, 0, run.stderr);
  const { fast, cached, agreement_by_path: same } = JSON.parse(run.stdout).var.var_stats;
  const skipped = (fast * same.fast + cached * same.cached) / (fast + cached);
  assert.ok(Math.abs(skipped - lab("routing").variables.skipped_agree) < 0.005, `${skipped}`);
});

test("what a lab says was measured is what the measurements have", () => {
  const measured = new Map(readdirSync(at("core/data/measured")).filter((name) => name.endsWith(".json")).flatMap((name) => (JSON.parse(readFileSync(at(`core/data/measured/${name}`), "utf8")).points ?? []).map(({ id, value }) => [id, value])));
  const said = labs.flatMap((name) => Object.entries(lab(name).variables?.published ?? {}));
  assert.ok(said.length > 20);
  for (const [id, value] of said) assert.equal(value, measured.get(id.replace("_", "-")), id);
});

/** The blocks of code of a lab's text, with their figures filled in. */
function blocks(name) {
  const { variables, definitions, figures } = lab(name);
  const filled = (place) => value({ variables, definitions }, (figures[place] ?? place).replace(/\|[^|]*$/, ""));
  return [...readFileSync(at(`labs/${name}/lab.md`), "utf8").matchAll(/^```(\w+)\n([^]*?)^```/gm)].map(([, language, code]) => ({ language, code: code.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, place) => filled(place)) }));
}

const RUNS = { sh: (code) => ["sh", "-ec", code], python: (code) => ["python3", "-c", code], js: (code) => [process.execPath, "--input-type=module", "-e", code] };

/** In what each lab prints code, and which of its own figures come out of its commands. */
const CODE = {
  quantization: { languages: ["sh", "js", "python"], figures: [] },
  sensitivity: { languages: ["sh", "js", "python"], figures: [] },
  explainer: { languages: ["sh", "js", "python"], figures: [] },
  routing: { languages: ["sh", "js", "python"], figures: [] },
  "memory-wall": { languages: ["sh", "js"], figures: ["ttft", "itl"] },
  load: { languages: ["sh", "js"], figures: ["largest"] },
  training: { languages: ["sh", "js"], figures: ["run_step", "run_days"] },
  "break-a-model": { languages: ["sh", "js"], figures: ["tensor3"] },
  "your-machine": { languages: ["sh"], figures: ["seen_metal"] },
};

/** A figure as the lab's page prints it. */
const printed = (name, figure) => new RegExp(`data-figure="${figure}"[^>]*>([^<]*)<`).exec(readFileSync(path(`site/labs/${name}/index.html`), "utf8"))[1].replaceAll("\u00a0", " ");

test("each lab has code that a reader can run", () => assert.deepEqual(Object.keys(CODE).sort(), [...labs].sort()));

for (const [name, { languages, figures }] of Object.entries(CODE)) {
  test(`${name}: the code it prints runs as it stands`, () => {
    const folder = mkdtempSync(join(tmpdir(), "ridgepoint-code-"));
    try {
      // As a reader has it: the command to be called, and the package installed.
      mkdirSync(join(folder, "node_modules"));
      symlinkSync(path("dist"), join(folder, "node_modules", "ridgepoint"));
      writeFileSync(join(folder, "package.json"), "{}");
      const found = blocks(name);
      assert.deepEqual(found.map(({ language }) => language), languages);
      for (const { language, code } of found) {
        const [program, ...args] = RUNS[language](code);
        const run = spawnSync(program, args, { cwd: folder, encoding: "utf8", maxBuffer: 2 ** 26, env: { ...process.env, PATH: `${path("bin")}${delimiter}${process.env.PATH}` } });
        assert.equal(run.status, 0, `${language}: ${run.stderr}`);
        assert.match(run.stdout + (language === "sh" ? readdirSync(folder).join(" ") : ""), /\w/, language);
        if (language === "sh") for (const figure of figures) assert.ok(run.stdout.includes(printed(name, figure)), `${figure}, ${printed(name, figure)}: ${run.stdout.slice(0, 2000)}`);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}
