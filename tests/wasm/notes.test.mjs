// The model notes of the labs: every worked number is worked out from the note's own formulas and held against
// the engine's answer.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { loadRidgepoint } from "./shared.mjs";

const labs = fileURLToPath(new URL("../../labs", import.meta.url));
const engine = await loadRidgepoint({ calls: "all" });
const entries = Object.fromEntries([...engine.models(), ...engine.hardware()].map((entry) => [entry.id, entry]));

/** The smallest whole number from 1 to `last` for which `holds`, or null. */
const first = (last, holds) => {
  for (let n = 1; n <= last; n += 1) if (holds(n)) return n;
  return null;
};
const { max, min, sqrt, floor, ceil, abs } = Math;

const script = (expression) => expression.replace(/×/g, "*").replace(/−/g, "-").replace(/\^/g, "**");

/** The lines of a note's ```worked blocks: `name = …` and `name(a, b) = …`; an indented line goes on with the last. */
function definitions(note) {
  const found = [];
  let inside = false;
  note.split("\n").forEach((text, index) => {
    if (text.startsWith("```")) inside = text === "```worked";
    else if (inside && /^\s/.test(text)) found.at(-1).expression += ` ${text}`;
    else if (inside && text.trim() !== "") {
      const [, name, parameters, expression] = /^(\w+)(?:\(([\w, ]+)\))? =(.*)$/.exec(text) ?? assert.fail(`line ${index + 1}: ${text}`);
      found.push({ line: index + 1, name, parameters, expression });
    }
  });
  return found;
}

/** Whether a formula of the note can name a variable: a value, a model or a device, and no part of a request. */
const nameable = (value) => typeof value !== "object" || "parameters" in value || "memory_bandwidth_bytes_per_s" in value;

/** Each name's value in turn. A variable of the lab that is an id stands for its entry in the registry. */
function worked(note, variables) {
  const values = { first, max, min, sqrt, floor, ceil, abs };
  for (const [name, value] of Object.entries(variables)) if (nameable(value)) values[name] = entries[value] ?? value;
  // Nothing beyond the note reaches its formulas, and an unknown name is an error.
  const scope = new Proxy(values, {
    has: () => true,
    get: (_, name) => {
      if (typeof name === "symbol") return undefined;
      if (!Object.hasOwn(values, name)) throw new Error(`there is no ${name} above`);
      return values[name];
    },
  });
  const numbers = new Map();
  for (const { line, name, parameters, expression } of definitions(note)) {
    assert.ok(!Object.hasOwn(values, name), `line ${line}: ${name} is there already`);
    const code = parameters === undefined ? script(expression) : `(${parameters}) => (${script(expression)})`;
    try {
      values[name] = new Function("scope", `with (scope) { return (${code}); }`)(scope);
    } catch (error) {
      assert.fail(`line ${line}: ${name}: ${error.message}`);
    }
    if (parameters === undefined) numbers.set(name, { line, value: values[name] });
  }
  return numbers;
}

const section = (note, heading) => note.split(/^## /m).find((part) => part.startsWith(heading)) ?? "";
const named = (text) => [...new Set([...text.replace(/```.*?```/gs, "").matchAll(/\{\{\s*([\w-]+)\s*\}\}/g)].map(([, name]) => name))];

/** What is wrong with a note: numbers the engine does not give, and numbers shown that nothing works out. */
function faults(note, lab) {
  const said = [];
  const figures = Object.fromEntries(Object.entries(lab.figures).map(([name, figure]) => [name, figure.split("|").map((part) => part.trim())]));
  const ask = (name) => engine.evaluate({ formula: figures[name][0], variables: lab.variables, definitions: lab.definitions }).value;
  const numbers = worked(note, lab.variables);
  for (const [name, { line, value }] of numbers) {
    if (!lab.figures[name]) continue;
    const expected = ask(name);
    const near = typeof expected === "number" && Math.abs(value - expected) <= 1e-9 * Math.abs(expected) + 1e-15;
    if (!near) said.push(`line ${line}: ${name} is ${value} by the note, ${expected} by the engine`);
  }
  for (const name of named(note)) if (!lab.figures[name]) said.push(`there is no figure ${name}`);
  for (const name of named(section(note, "Worked numbers")).filter((one) => lab.figures[one])) {
    const [formula, format] = figures[name];
    const given = formula in lab.variables;
    if (!given && format !== "name" && !numbers.has(name)) said.push(`${name} is shown and worked out nowhere`);
  }
  return said;
}

function read(name) {
  const lab = JSON.parse(readFileSync(join(labs, name, "lab.json"), "utf8"));
  // A variable that is a word or a number is a figure of its own name.
  const own = Object.entries(lab.variables).flatMap(([key, value]) => (typeof value === "string" ? [[key, `${key} | name`]] : typeof value === "number" ? [[key, `${key} | number`]] : []));
  return { note: readFileSync(join(labs, name, "model-note.md"), "utf8"), lab: { ...lab, figures: { ...Object.fromEntries(own), ...lab.figures } } };
}

const names = readdirSync(labs, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map((entry) => entry.name);

for (const name of names) {
  test(`${name}: the note has its parts, and its worked numbers are the engine's`, () => {
    const { note, lab } = read(name);
    const headings = [...note.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
    assert.deepEqual(headings, ["Quantities", "Formulas", "Worked numbers", "What is left out", "How rough"]);
    assert.deepEqual(faults(note, lab), []);
    assert.ok(definitions(note).length > 10);
  });
}

test("a wrong formula, a wrong value of the lab, and a number worked out nowhere are found", () => {
  const { note, lab } = read("quantization");
  const changed = (from, to) => {
    assert.ok(note.includes(from), from);
    return note.replace(from, to);
  };
  assert.match(faults(changed("launches = model.layers × 10e-6", "launches = model.layers × 11e-6"), lab).join("\n"), /^line \d+: overhead is 0\.000352 by the note, 0\.00032\d* by the engine/m);
  assert.match(faults(changed("b => gain(2, 2, b, context) < low", "b => gain(2, 2, b, context) < high"), lab).join("\n"), /^line \d+: cache_below_15 is /);
  assert.deepEqual(faults(changed("itl_int8 = itl(1, 2, 1, context)\n", ""), lab), ["itl_int8 is shown and worked out nowhere"]);
  assert.deepEqual(faults(changed("{{itl_int8}}", "{{itl_int7}}"), lab), ["there is no figure itl_int7"]);
  assert.throws(() => faults(changed("itl_int8 = itl(1,", "itl_int8 = ilt(1,"), lab), /itl_int8: there is no ilt above/);
});

test("the notes' numbers follow the model", () => {
  const { note, lab } = read("quantization");
  assert.deepEqual(faults(note, { ...lab, variables: { ...lab.variables, model: "Mistral_7B", hardware: "A100" } }), []);
});
