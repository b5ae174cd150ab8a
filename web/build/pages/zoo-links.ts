// From an entry of the zoo to the widgets, set to it: only to those in which it does something.

import type { State } from "../../ui/state.js";
import { stateLink } from "./states.js";

type Ask = (request: object) => unknown;
export type ZooEngine = Record<"roofline" | "serve", Ask>;

/** What a device is asked about, from the widgets' own choice down to what a microcontroller takes. */
const WORK: State[] = [{}, { model: "Llama3_2_1B" }, { model: "ResNet50" }, { model: "MobileNetV2", precision: "int8" }, { model: "DS_CNN", precision: "int8" }];
/** What a model is run on. */
const PLACES: State[] = [{}, { hardware: "H200" }, { precision: "int4" }];

const BASE = { model: "Llama3_8B", hardware: "H100" };

/** Whether the engine takes the request, and what it is of fits. */
const fits = (ask: Ask, request: object): boolean => {
  try {
    return (ask(request) as { feasible: boolean }).feasible;
  } catch {
    // The engine says no, as of a format that the device has no rate for.
    return false;
  }
};

const link = (widget: string, words: string, state: State): string => `<a href="${stateLink(widget, state)}">${words}</a>`;

export function deviceLinks(engine: ZooEngine, id: string): string {
  const own = { hardware: id };
  const work = WORK.find((one) => fits(engine.roofline, { ...BASE, ...own, ...one }));
  const writes = fits(engine.serve, { ...BASE, ...own, precision: "int4" });
  const against = id === "A100" ? "H100" : "A100";
  return [
    work && link("roofline", "Its roofline", { ...own, ...work }),
    writes && link("quantization", "Quantization on it", own),
    writes && link("sensitivity", "What limits it", { ...own, model: BASE.model, precision: "int4" }),
    writes && link("explainer", `Against the ${against}`, { "baseline.hardware": against, "proposal.hardware": id, "baseline.precision": "int4", "proposal.precision": "int4" }),
  ].filter(Boolean).join(" ");
}

export function modelLinks(engine: ZooEngine, { id, unit, heads }: { id: string; unit?: unknown; heads?: unknown }): string {
  const own = { model: id };
  const place = PLACES.find((one) => fits(engine.roofline, { ...BASE, ...own, ...one })) ?? {};
  return [
    link("roofline", "Its roofline", { ...own, ...place }),
    unit === "token" && Boolean(heads) && link("quantization", "In fewer bits", own),
    unit === "token" && link("plan", "The cheapest way to serve it", own),
  ].filter(Boolean).join(" ");
}
