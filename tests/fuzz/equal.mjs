// What builds answer to the same random requests, compared to the bit: the native program, that under sanitizers where it is
// built, and the shipped WebAssembly.
//     node tests/fuzz/equal.mjs [COUNT] [SEED] [QUANTIZED]     after cmake --build --preset release --target answers
// The default suite runs a sample: tests/wasm/equal.test.mjs.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const dist = (name) => pathToFileURL(`${root}build/dist/${name}`);

const { loadRidgepoint } = await import(dist("engine.js"));
const whole = await loadRidgepoint({ calls: "all" });
const systems = await loadRidgepoint({ calls: "systems" });
let languageModel;

const bits = new DataView(new ArrayBuffer(8));
const stored = (number) => {
  if (number === undefined || Number.isNaN(number)) return "none"; // a choice, or a number, that has no value
  bits.setFloat64(0, number);
  return bits.getBigUint64(0).toString();
};

/** As the native program writes a sweep: its header, then every double of its columns. */
function swept(engine, request) {
  const { rows, columns } = engine.sweep(request);
  const header = { rows, columns: [] };
  const values = [];
  for (const [name, column] of Object.entries(columns)) {
    header.columns.push(name);
    for (const value of column) values.push(typeof value === "string" ? value : stored(value));
  }
  return { header, values };
}

/** The native line of a sweep in the same form. */
function sweptNatively(answer) {
  const end = answer.lastIndexOf("}") + 1;
  const { rows, columns } = JSON.parse(answer.slice(0, end));
  const numbers = answer.slice(end).trim().split(" ").filter(Boolean);
  const float = (text) => (bits.setBigUint64(0, BigInt(text)), bits.getFloat64(0));
  const values = numbers.map((text, at) => {
    const { labels } = columns[Math.floor(at / rows)];
    return labels && text !== "none" ? labels[float(text)] : text;
  });
  return { header: { rows, columns: columns.map(({ name }) => name) }, values };
}

/** The answer of the WebAssembly, an error in the same form as the core's. */
async function answerOf(call, request) {
  try {
    if (call === "quantize") {
      languageModel ??= await (await import(dist("language-model.js"))).loadLanguageModel();
      const { tokens_per_s, reference_tokens_per_s, ...result } = languageModel.quantize(request);
      return { result: { ...result, tokens_per_s: null, reference_tokens_per_s: null } };
    }
    const engine = (call === "sweep" ? request.call : call) in systems && !["hardware", "models"].includes(call) ? systems : whole;
    if (call === "sweep") return swept(engine, request);
    const [holder, short] = call.startsWith("route_") ? [engine.route, call.slice(6)] : [engine, call];
    return { result: holder[short](request) };
  } catch ({ code, field, message }) {
    return { error: { code, field, message } };
  }
}

/** Texts alike in the order of no object's members. */
const canonical = (value) =>
  JSON.stringify(value, (_, one) => (one && typeof one === "object" && !Array.isArray(one) ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))) : one));

const lines = (program, args) => {
  const child = spawn(program, args, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => child.on("close", (status, signal) => resolve(signal ?? status)));
  return { each: createInterface({ input: child.stdout })[Symbol.asyncIterator](), ended };
};

/** What the page's engine goes without: words that no solver reads. */
const UNSHIPPED = ["sources", "estimated", "notes"];

export async function compare(count, seed, quantized = 0) {
  const args = [String(count), String(seed), String(quantized)];
  const native = lines(`${root}${process.env.RIDGEPOINT_ANSWERS ?? "build/release/answers"}`, args);
  const sanitized = existsSync(`${root}build/sanitizers/answers`) ? lines(`${root}build/sanitizers/answers`, args) : undefined;
  const told = { requests: 0, results: 0, calls: {}, sanitized: Boolean(sanitized), differences: [] };
  for await (const line of native.each) {
    const [call, request, answer] = line.split("\t");
    const asked = JSON.parse(request);
    told.requests += 1;
    told.calls[call] = (told.calls[call] ?? 0) + 1;
    if (sanitized && (await sanitized.each.next()).value !== line) told.differences.push(`under sanitizers: ${call} ${request}`);
    const failed = answer.startsWith('{"error"');
    if (!failed) told.results += 1;
    const actual = await answerOf(call, asked);
    const expected = call === "sweep" && !failed ? sweptNatively(answer) : JSON.parse(answer);
    if (["hardware", "models"].includes(call) && expected.result) for (const one of [expected.result, actual.result]) for (const name of UNSHIPPED) delete one[name];
    if (canonical(actual) !== canonical(expected)) told.differences.push(`as WebAssembly: ${call} ${request}\n  ${canonical(expected).slice(0, 2000)}\n  ${canonical(actual).slice(0, 2000)}`);
  }
  for (const one of [native, sanitized]) if (one && (await one.ended) !== 0) told.differences.push(`a program ended with ${await one.ended}`);
  return told;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [count = 1000, seed = 1, quantized = 5] = process.argv.slice(2).map(Number);
  const told = await compare(count, seed, quantized);
  for (const difference of told.differences.slice(0, 20)) console.log(difference);
  console.log(`${told.requests} requests, ${told.results} with a result; ${Object.entries(told.calls).map(([call, times]) => `${call} ${times}`).join(", ")}`);
  console.log(`native, WebAssembly${told.sanitized ? ", sanitizers" : ""}: ${told.differences.length} differences`);
  process.exitCode = told.differences.length > 0 ? 1 : 0;
}
