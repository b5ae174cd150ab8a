// The first page's roofline, alive: the batch by its slider or by itself, and another model or device, for which the engine is fetched.

import { address, elements, heroOf, placed, said, scene, tables, type Hero, type Stop } from "./hero.js";
import { number } from "../ui/format.js";

const part = <Kind extends Element>(id: string): Kind => document.querySelector<Kind>(`#${id}`)!;
const slider = part<HTMLInputElement>("batch");
const travel = part<HTMLButtonElement>("travel");
const point = part<SVGSVGElement>("point");
const status = part<HTMLElement>("hero-status");
const choices = { model: part<HTMLSelectElement>("model"), hardware: part<HTMLSelectElement>("device") };

let hero = JSON.parse(part("hero-data").textContent!) as Hero;

/** From the first batch to the last. */
const JOURNEY_MS = 4500;

const put = (stop: Pick<Stop, "intensity" | "achieved_flop_per_s">): void => {
  const { x, y } = placed(stop);
  point.setAttribute("x", x);
  point.setAttribute("y", y);
};

/** Everything that the page says of a stop. */
function show(index: number): void {
  const stop = hero.stops[index]!;
  const words = said(stop);
  put(stop);
  for (const one of [point, part<HTMLElement>("regime")]) one.dataset["regime"] = words.regime;
  part("least").textContent = words.least;
  part("value").textContent = words.value;
  part("regime").querySelector("span")!.textContent = words.word;
  part("expected").textContent = words.expected;
  part("rate").textContent = `${words.tokens} tokens a second`;
  part("batch-now").textContent = number(stop.batch);
  part<HTMLAnchorElement>("more").href = `./${address(hero, stop.batch)}`;
  slider.value = String(index);
  slider.ariaValueText = number(stop.batch);
  for (const one of document.querySelectorAll<SVGElement>("#scene .stop")) one.classList.toggle("passed", Number(one.dataset["batch"]) <= stop.batch);
}

/** Once the reader has stopped, for those who hear the page. */
function tell(): void {
  const stop = hero.stops[Number(slider.value)]!;
  const words = said(stop);
  status.textContent = `Batch ${number(stop.batch)}: ${words.least} ${words.value} a step, ${words.word}, ${words.tokens} tokens a second.`;
}

let frame = 0;
function halt(): void {
  cancelAnimationFrame(frame);
  frame = 0;
  travel.ariaPressed = "false";
}

/** Between two stops the point moves along the line that joins them; the words are those of the stop behind it. */
function go(from: number): void {
  const last = hero.stops.length - 1;
  let start: number | undefined;
  let shown = -1;
  const step = (now: number): void => {
    start ??= now - (from / Math.max(last, 1)) * JOURNEY_MS;
    const at = Math.min(last, ((now - start) / JOURNEY_MS) * last);
    const index = Math.floor(at);
    if (index !== shown) show((shown = index));
    const [one, next] = [hero.stops[index]!, hero.stops[Math.min(last, index + 1)]!];
    const between = (a: number, b: number): number => a * (b / a) ** (at - index);
    put({ intensity: between(one.intensity, next.intensity), achieved_flop_per_s: between(one.achieved_flop_per_s, next.achieved_flop_per_s) });
    if (at < last) frame = requestAnimationFrame(step);
    else halt();
  };
  travel.ariaPressed = "true";
  frame = requestAnimationFrame(step);
}

slider.addEventListener("input", () => {
  halt();
  show(Number(slider.value));
});
slider.addEventListener("change", tell);
travel.addEventListener("click", () => {
  if (frame) return halt();
  const at = Number(slider.value);
  go(at < hero.stops.length - 1 ? at : 0);
});

/** The batch stays, as far as it fits. */
async function choose(): Promise<void> {
  halt();
  const [model, hardware] = [choices.model.value, choices.hardware.value];
  const batch = hero.stops[Number(slider.value)]!.batch;
  const [modelName, deviceName] = Object.values(choices).map((select) => select.selectedOptions[0]!.text);
  status.classList.add("unseen");
  const stay = (words: string): void => {
    choices.model.value = hero.model;
    choices.hardware.value = hero.hardware;
    status.classList.remove("unseen");
    status.textContent = words;
  };
  let next: Hero;
  try {
    const { loadRidgepoint } = await import("#engine");
    const engine = await loadRidgepoint();
    if (choices.model.value !== model || choices.hardware.value !== hardware) return;
    next = heroOf(engine as unknown as Parameters<typeof heroOf>[0], model, hardware);
  } catch (error) {
    return stay(`The engine did not load, so nothing has changed: ${(error as Error).message}`);
  }
  if (next.stops[0]!.regime === "capacity") {
    stay(`${modelName} does not fit the ${deviceName}, so nothing has changed. `);
    const link = document.createElement("a");
    link.href = `./${address(next, 1)}`;
    link.textContent = "See what spilling over the host link costs";
    return status.append(link);
  }
  hero = next;
  part("scene").replaceChildren(...elements(scene(hero), "http://www.w3.org/2000/svg"));
  part("hero-title").textContent = `The roofline of the ${deviceName}, and ${modelName} on it.`;
  part("hero-tables").replaceChildren(...elements(tables(hero, `${modelName} on the ${deviceName}`), "http://www.w3.org/1999/xhtml"));
  slider.max = String(hero.stops.length - 1);
  show(Math.max(0, hero.stops.filter((stop) => stop.batch <= batch).length - 1));
  tell();
}
for (const select of Object.values(choices)) select.addEventListener("change", () => void choose());

// Browsers keep what was chosen before a reload.
choices.model.value = hero.model;
choices.hardware.value = hero.hardware;
show(0);
if (!matchMedia("(prefers-reduced-motion: reduce)").matches) go(0);
