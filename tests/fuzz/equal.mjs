// What builds answer to the same random requests, compared to the bit: the native program, that under sanitizers where it is
// built, and the shipped WebAssembly.
//     node tests/fuzz/equal.mjs [COUNT] [SEED] [QUANTIZED]     after cmake --build --preset release --target answers
// The default suite runs a sample, tests/wasm/equal.test.mjs; tests/engines asks a smaller one of each browser.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { answering } from "./answer.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));

const bits = new DataView(new ArrayBuffer(8));
const float = (text) => (bits.setBigUint64(0, BigInt(text)), bits.getFloat64(0));

/** The native line of a sweep in the same form. */
function sweptNatively(answer) {
  const end = answer.lastIndexOf("}") + 1;
  const { rows, columns } = JSON.parse(answer.slice(0, end));
  const numbers = answer.slice(end).trim().split(" ").filter(Boolean);
  const values = numbers.map((text, at) => {
    const { labels } = columns[Math.floor(at / rows)];
    return labels && text !== "none" ? labels[float(text)] : text;
  });
  return { header: { rows, columns: columns.map(({ name }) => name) }, values };
}

/** Texts alike in the order of no object's members. */
const canonical = (value) =>
  JSON.stringify(value, (_, one) => (one && typeof one === "object" && !Array.isArray(one) ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))) : one));

const lines = (program, ...numbers) => {
  const child = spawn(program, numbers.map(String), { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => child.on("close", (status, signal) => resolve(signal ?? status)));
  return { each: createInterface({ input: child.stdout })[Symbol.asyncIterator](), ended };
};

/** What the page's engine goes without: words that no solver reads. */
const UNSHIPPED = ["sources", "estimated", "notes"];

const NATIVE = `${root}${process.env.RIDGEPOINT_ANSWERS ?? "build/release/answers"}`;
const SANITIZED = `${root}build/sanitizers/answers`;

/** A line of the native program: the call, the request, and what was answered. */
function read(line) {
  const [call, request, answer] = line.split("\t");
  return { call, request: JSON.parse(request), answer, failed: answer.startsWith('{"error"') };
}

/** So many requests with what the native program answers. */
export async function drawn(count, seed) {
  const native = lines(NATIVE, count, seed);
  const asked = [];
  for await (const line of native.each) asked.push(read(line));
  if ((await native.ended) !== 0) throw new Error(`the native program ended with ${await native.ended}`);
  return asked;
}

/** How an answer of the WebAssembly differs from the native one; empty where it does not. */
export function difference({ call, request, answer, failed }, actual) {
  const expected = call === "sweep" && !failed ? sweptNatively(answer) : JSON.parse(answer);
  if (["hardware", "models"].includes(call) && expected.result) for (const one of [expected.result, actual.result]) for (const name of UNSHIPPED) delete one[name];
  if (canonical(actual) === canonical(expected)) return "";
  return `as WebAssembly: ${call} ${JSON.stringify(request)}\n  ${canonical(expected).slice(0, 2000)}\n  ${canonical(actual).slice(0, 2000)}`;
}

export async function compare(count, seed, quantized = 0) {
  const native = lines(NATIVE, count, seed, quantized);
  const sanitized = existsSync(SANITIZED) ? lines(SANITIZED, count, seed, quantized) : undefined;
  const told = { requests: 0, results: 0, calls: {}, sanitized: Boolean(sanitized), differences: [] };
  const answerOf = await answering(new URL("../../build/dist/", import.meta.url));
  for await (const line of native.each) {
    const asked = read(line);
    told.requests += 1;
    told.calls[asked.call] = (told.calls[asked.call] ?? 0) + 1;
    if (!asked.failed) told.results += 1;
    if (sanitized && (await sanitized.each.next()).value !== line) told.differences.push(`under sanitizers: ${asked.call} ${JSON.stringify(asked.request)}`);
    const found = difference(asked, await answerOf(asked.call, asked.request));
    if (found) told.differences.push(found);
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
