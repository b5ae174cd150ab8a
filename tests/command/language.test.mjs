// --language: what it reaches, and that the catalogue of its words keeps step with the English ones.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { ridgepoint } from "./shared.mjs";

const read = (file) => readFileSync(new URL(`../../core/${file}`, import.meta.url), "utf8");
const words = (file) => Object.keys(JSON.parse(read(`prose/spanish/${file}.json`)));
const request = ["--model", "Llama3_8B", "--hardware", "H100"];

test("a result in Spanish: descriptions, sentences, numbers and what the command adds; names of fields stay", () => {
  const { status, out } = ridgepoint("roofline", ...request, "--language", "es");
  assert.equal(status, 0);
  assert.match(out, /^latency_s +5,19 ms +tiempo de un paso$/m);
  assert.match(out, /^feasible +sí /m);
  assert.match(out, /El paso está limitado por la memoria: 5,19 ms con un lote de 1\./);
  assert.match(out, /los tiempos medidos de la decodificación de una secuencia son de 1,04 a 46,3 veces/);
});

test("JSON keeps its numbers; the sentences in it are in the language asked for", () => {
  const answer = (...more) => JSON.parse(ridgepoint("serve", ...request, "--json", ...more).out);
  const { notes: englishNotes, trace: englishTrace, ...english } = answer();
  const { notes, trace, ...spanish } = answer("--language=es");
  assert.deepEqual(spanish, english);
  assert.equal(notes.length, englishNotes.length);
  assert.match(trace[0], /^Primer token: /);
  assert.match(englishTrace[0], /^First token: /);
});

test("what a solver refuses is said in Spanish too", () => {
  const { status, err } = ridgepoint("roofline", ...request, "--parallel-tensor", "7", "--language", "es");
  assert.equal(status, 2);
  assert.equal(err, "ridgepoint: parallel.tensor debe dividir las 32 cabezas de atención del modelo; se dio 7\n");
});

test("another language, and a command whose answer has one language only", () => {
  assert.deepEqual(ridgepoint("roofline", ...request, "--language", "fr"), { status: 2, out: "", err: 'ridgepoint: --language must be one of en or es, given "fr"\n' });
  assert.match(ridgepoint("grade", "--language", "es").err, /--language is not a flag of grade/);
});

test("every description of a field, type or call has Spanish words, but for those of what is measured here", () => {
  const { $defs, calls, "x-assumed": assumed, "x-certainty": certainty } = JSON.parse(ridgepoint("schema").out);
  const stated = Object.values(certainty).flatMap((fields) => Object.values(fields)).map(({ stated }) => stated);
  const found = new Set([...Object.values(assumed).map(({ why }) => why), ...stated.filter(Boolean)]);
  const look = (node) => {
    if (typeof node !== "object" || node === null) return;
    if (typeof node.description === "string") found.add(node.description);
    if (node.$ref) look($defs[node.$ref.split("/").pop()]);
    Object.values(node).forEach(look);
  };
  for (const [name, call] of Object.entries(calls)) if (name !== "route_analyze" && name !== "quantize") look(call);
  for (const type of ["Model", "Hardware"]) look($defs[type]);
  const translated = words("descriptions");
  assert.deepEqual([...found].filter((text) => !translated.includes(text)), [], "core/prose/spanish/descriptions.json lacks these");
  assert.deepEqual(translated.filter((text) => !found.has(text)), [], "core/prose/spanish/descriptions.json has these for nothing");
});

test("so has everything that the command says in the language spoken", () => {
  const sources = readdirSync(new URL("../../core/cli", import.meta.url)).filter((name) => name.endsWith(".cpp")).map((name) => read(`cli/${name}`)).join("\n");
  const said = [...sources.matchAll(/\bsaid\(\s*(?:[^"();]*\? )?"([^"]*)"(?:\s*:\s*"([^"]*)")?/g)].flatMap(([, ...both]) => both.filter(Boolean));
  assert.ok(said.length > 5);
  const translated = words("command");
  assert.deepEqual(said.filter((text) => !translated.includes(text)), []);
});
