// The elements in Node, made from their sources and drawn as the site's build draws them: for tests that need many states.

import fc from "fast-check";
import { loadRidgepoint } from "#engine";
import { text } from "../../web/build/still.js";
import { WIDGETS as FOUND } from "../../web/build/widgets.js";
import { define } from "../../web/ui/define.js";
import type { Entry, EngineContext } from "../../web/ui/engine.js";
import { fieldsOf, type Field } from "../../web/ui/fields.js";
import { stops } from "../../web/ui/stops.js";
import { tools } from "../../web/ui/tools.js";
import { csv } from "../../web/tools/csv.js";
import type { Table } from "../../web/ui/table.js";
import { remembering } from "./remembering.js";

type Class = new () => object;

/** By the names of their classes, registered, as they are on a page. */
const CLASSES: Record<string, Class> = {};
for (const { tag, className, folder } of FOUND) {
  const module = (await import(`${folder}/element.ts`)) as Record<string, Class>;
  CLASSES[className] = module[className]!;
  define(tag, CLASSES[className] as CustomElementConstructor);
}
export type Kind = string;
export const KINDS: Kind[] = Object.keys(CLASSES);

const engine = remembering(await loadRidgepoint({ calls: "all" }));
// What is refused is put into words there.
await tools();

export const lab = {
  engine,
  models: engine.models() as unknown as Entry[],
  hardware: engine.hardware() as unknown as Entry[],
} as unknown as EngineContext;

/** Lets the runner's messages through: it gives up on a worker that computes for a minute. */
export const breathe = (): Promise<void> => new Promise((done) => setImmediate(done));

/** What these tests use of an element; some of it is for its own class only. */
export interface Made {
  request: Record<string, unknown>;
  result: unknown;
  inputs: readonly { path: string; call: string }[];
  attributeChangedCallback(name: string, before: string | null, after: string | null): void;
  described(path: string): { field: Field | undefined };
  edit(values: Record<string, unknown>): void;
  /** Answers at once; what a reader moves some widgets simulate in the background, once they are on a page. */
  recompute(): boolean;
  reset(): void;
  connectedCallback(): void;
  frame(result: unknown): unknown;
  tables(result: unknown): Table[];
  render(): unknown;
}

export interface Placed {
  element: Made;
  /** Errors told since the last look, the newest last. */
  told: { code: string; field: string; message: string }[];
}

/** An element as it is once its engine is there. */
export function place(kind: Kind, width = 640, attributes: Record<string, string> = {}): Placed {
  const element = new CLASSES[kind]!() as unknown as Made;
  const told: Placed["told"] = [];
  const dispatchEvent = (event: CustomEvent): boolean => {
    if (event.type === "ridge-error") told.push(event.detail as Placed["told"][number]);
    return true;
  };
  Object.assign(element, { lab, width, requestUpdate: () => {}, dispatchEvent, getAttribute: (name: string) => attributes[name] ?? null, closest: () => null });
  element.reset();
  return { element, told };
}

/** All that a reader may see of a widget, and save. */
export const seen = (element: Made): string => `${text(element.render())}\n${element.result === undefined ? "" : csv(element.tables(element.result))}`;

/** A value that a control of the field could give. */
function setting(field: Field): fc.Arbitrary<unknown> {
  const pick = (list: unknown[]): fc.Arbitrary<unknown> => fc.constantFrom(...list);
  switch (field.kind) {
    case "model":
      return pick(lab.models.map(({ id }) => id));
    case "hardware":
      return pick(lab.hardware.map(({ id }) => id));
    case "enum":
      return pick([...field.choices, null]);
    case "boolean":
      return fc.boolean();
    case "number": {
      const { range, limits, integer } = field;
      const [low, high] = range ? [range.low, range.high] : [limits?.[0] ?? 1, limits?.[1] ?? 1000];
      const typed = integer ? fc.integer({ min: Math.ceil(low), max: Math.floor(Math.min(high, 1e6)) }) : fc.double({ min: low, max: high, noNaN: true });
      return range ? fc.oneof(pick(stops(range)), typed) : typed;
    }
    default:
      return fc.constant(null);
  }
}

/** Some of a widget's fields, set to what its controls offer. */
export function states(kind: Kind): fc.Arbitrary<Record<string, unknown>> {
  const { element } = place(kind);
  const fields = element.inputs.flatMap(({ path, call }): [string, Field][] => {
    if (!path.endsWith("assumptions")) {
      const { field } = element.described(path);
      return field ? [[path, field]] : [];
    }
    const prefix = path.slice(0, -"assumptions".length);
    return [...fieldsOf(call).values()].filter((field) => field.path.startsWith("assumptions.")).map((field) => [prefix + field.path, field]);
  });
  // A few at a time: with every assumption at random, most requests are refused.
  const one = fc.oneof(...fields.map(([path, field]) => fc.tuple(fc.constant(path), setting(field))));
  return fc.array(one, { minLength: 1, maxLength: 8 }).map((some) => Object.fromEntries(some) as Record<string, unknown>);
}
