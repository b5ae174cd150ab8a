// Links, attributes, storage and `.request` are written by anybody. Whatever they hold, no shared prototype changes, nothing
// but fields of the schema is asked of the engine, and no text of theirs becomes markup.

import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { load, set, type Figures } from "../../web/site/own-state.js";
import { attributes, differences } from "../../web/site/snippets.js";
import { fieldsOf } from "../../web/ui/fields.js";
import { attributeName } from "../../web/ui/names.js";
import { assemble, flatten, knownPaths, unknownField } from "../../web/ui/request.js";
import { read, write } from "../../web/ui/state.js";
import { breathe, KINDS, lab, place, seen, type Kind } from "./widgets.js";

afterEach(breathe);

const SHARED = [Object.prototype, Array.prototype, Function.prototype, String.prototype, Map.prototype];
const snapshot = (): unknown[] => SHARED.map((one) => Object.entries(Object.getOwnPropertyDescriptors(one)).map(([name, { value, get }]) => [name, value ?? get]));

/** Names that lead to prototypes, alone and as paths, among harmless ones. */
const hostile = fc.constantFrom("__proto__", "constructor", "prototype", "constructor.prototype", "constructor.prototype.hint", "__proto__.polluted", "toString", "hasOwnProperty");
const name = fc.oneof(hostile, fc.constantFrom("assumptions", "baseline", "model", "hardware", "batch", "preset", "efficiency", "costs_us", "compute"), fc.string({ maxLength: 6 }));
const MARKUP = `"><img src=x onerror=alert(1)><script>alert(2)</script>`;
const leaf = fc.oneof(fc.constant(MARKUP), fc.integer(), fc.constant(null), fc.boolean());
/** As JSON.parse gives them: even __proto__ is a name like any other. */
const nested = fc.letrec<{ any: unknown; record: Record<string, unknown> }>((tie) => ({
  any: fc.oneof({ maxDepth: 3 }, leaf, tie("record"), fc.array(leaf, { maxLength: 2 })),
  record: fc.array(fc.tuple(name, tie("any")), { maxLength: 4 }).map((entries) => JSON.parse(`{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join()}}`) as Record<string, unknown>),
})).record;
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((steps) => steps.join("."));

/** Runs and tells whether any shared prototype is another afterwards. */
function safely(run: () => void): void {
  const before = snapshot();
  run();
  expect(snapshot()).toEqual(before);
}

const pathsOf = (kind: Kind): Set<string> => knownPaths(place(kind).element.inputs, (call) => fieldsOf(call).keys());

/** Every path of a request that is no model or device written out is one of the schema. */
function onlyKnown(kind: Kind, request: Record<string, unknown>): void {
  const known = pathsOf(kind);
  const walk = (values: Record<string, unknown>, prefix: string): void => {
    expect(Object.getPrototypeOf(values)).toBeNull();
    for (const [step, value] of Object.entries(values)) {
      const here = prefix + step;
      if (known.has(here) && !here.endsWith("assumptions")) continue;
      walk(value as Record<string, unknown>, `${here}.`);
    }
  };
  walk(request, "");
}

const unmarked = (text: string): void => {
  expect(text).not.toMatch(/<img src=x|<script/);
};

describe.each(KINDS)("%s", (kind) => {
  // A server under load is simulated a dozen times for an answer.
  const numRuns = kind === "RidgeLoad" ? 10 : 40;

  it("takes a hostile request without harm", () => {
    fc.assert(fc.property(nested, (request) => safely(() => {
      const { element } = place(kind);
      element.request = request;
      onlyKnown(kind, element.request);
      unmarked(seen(element));
    })), { numRuns });
  });

  it("takes hostile attributes without harm", () => {
    const { element } = place(kind);
    const paths = fc.constantFrom(...element.inputs.map((one) => one.path));
    fc.assert(fc.property(paths, fc.oneof(nested.map((one) => JSON.stringify(one)), fc.constant(MARKUP), fc.string()), (one, value) => safely(() => {
      const { element: fresh } = place(kind);
      fresh.attributeChangedCallback(attributeName(one), null, value);
      onlyKnown(kind, fresh.request);
      unmarked(seen(fresh));
    })), { numRuns });
  });

  it("takes hostile addresses without harm", () => {
    fc.assert(fc.property(fc.array(fc.tuple(path, fc.oneof(nested, leaf)), { maxLength: 4 }), (state) => safely(() => {
      const hash = `#x=1;${state.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(JSON.stringify(value))}`).join(";")}`;
      const decoded = read(hash, "x")!;
      expect(Object.getPrototypeOf(decoded)).toBeNull();
      expect(Object.keys(decoded).length).toBe(new Set(state.map(([key]) => key)).size - (state.some(([key]) => key === "") ? 1 : 0));
      const { element } = place(kind);
      element.edit(Object.fromEntries(Object.entries(decoded).filter(([key]) => element.described(key).field)));
      onlyKnown(kind, element.request);
      unmarked(seen(element));
      void read(write(hash, "x", decoded), "x");
    })), { numRuns });
  });
});

it("the link that once ran a script is refused by name, and the last result stays", () => safely(() => {
  const { element, told } = place("RidgeRoofline");
  const before = element.result;
  element.attributeChangedCallback("assumptions", null, JSON.stringify({ "constructor.prototype.polluted": "yes" }));
  expect(told.at(-1)).toMatchObject({ code: "unknown_field", field: "assumptions.constructor.prototype.polluted" });
  expect(told.at(-1)!.message).toMatch(/^assumptions has no field "constructor\.prototype\.polluted"; it has preset, /);
  expect(element.result).toBe(before);
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
}));

it("an unknown field is refused as the engine refuses it", () => {
  const known = pathsOf("RidgeRoofline");
  const asked = { model: "Llama3_8B", hardware: "H100", assumptions: { efficency: 1 } };
  let told: unknown;
  try {
    lab.engine.roofline(asked as never);
  } catch (error) {
    told = error;
  }
  const own = unknownField("assumptions.efficency", known);
  expect([own.code, own.field, own.message]).toEqual([(told as typeof own).code, (told as typeof own).field, (told as typeof own).message]);
});

it("paths come back from the request that they make", () => {
  const inputs = place("RidgeExplainer").element.inputs;
  const entries: [string, unknown][] = [["baseline.batch", 2], ["proposal.model", { name: "Mine", layers: 2 }]];
  expect(flatten(assemble(entries), inputs)).toEqual(entries);
});

it("figures of one's own and what was kept of them do no harm", () => {
  fc.assert(fc.property(nested, path, nested, (figures, where, kept) => safely(() => {
    void set(figures as Figures, where, 1);
    vi.stubGlobal("localStorage", { getItem: () => JSON.stringify(kept) });
    for (const one of Object.entries(load())) expect(["hardware", "model"]).toContain(one[0]);
    vi.unstubAllGlobals();
  })));
});

it("what the builder writes of a hostile state does no harm", () => {
  fc.assert(fc.property(fc.array(path), nested, nested, (paths, initial, request) => safely(() => void attributes(differences(paths, initial, request), request))),
    { examples: [[["assumptions"], { assumptions: { assumptions: {} } }, {}]] });
});

/** Ways from text to markup or code. Lit's templates, textContent and made elements need none of them. */
const MARKUP_FROM_TEXT = /\b(innerHTML|outerHTML|insertAdjacentHTML|unsafeHTML|unsafeSVG|unsafeStatic|setHTMLUnsafe|createContextualFragment|DOMParser|srcdoc)\b|document\.write|\bcontentDocument\b|\beval\(|new Function\(/;

it("no source of the pages turns text into markup or code", () => {
  const root = new URL("../../web/", import.meta.url);
  const sources = ["charts", "ui", "widgets", "site", "labs", "host", "quarto", "sphinx"].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" }).filter((file) => /\.(ts|js|html|lua|py)$/.test(file)).map((file) => `${folder}/${file}`),
  );
  expect(sources.length).toBeGreaterThan(50);
  // The frame of a lab that is being written becomes the page that the compiler made, which escapes what it is given.
  expect(sources.filter((file) => MARKUP_FROM_TEXT.test(readFileSync(new URL(file, root), "utf8")))).toEqual(["labs/writing/shown.ts"]);
});
