// Beside an estimate from data sheets a headline says what to expect of current software, where the engine knows.

import { describe, expect, it, vi } from "vitest";
import { text } from "../../web/build/still.js";
import { RidgeElement } from "../../web/ui/element.js";
import { number, quantity } from "../../web/ui/format.js";
import { lab, place, type Kind } from "./widgets.js";

/** What is read of a result here. */
interface Result {
  baseline_s: number;
  baseline_low_s: number;
  binding_constraint: string;
  largest_rate_per_s: number;
  saturation_per_s: number;
  options: { devices: number; usd_per_hour: number }[];
  cheapest: number;
}
const engine = lab.engine as unknown as Record<string, (request: object) => Result>;

// There is no page here to listen to; load and plan ask their worker, which cannot start here, once they are on one.
vi.spyOn(RidgeElement.prototype, "connectedCallback").mockImplementation(() => {});

/** What stands below a headline once everything is worked out that follows the answer. */
async function expected(kind: Kind, attributes: Record<string, string> = {}, edits: Record<string, unknown> = {}, fixed: Record<string, string> = {}): Promise<{ said: string | undefined; request: Record<string, unknown> }> {
  const { element } = place(kind, 640, fixed);
  element.connectedCallback();
  for (const [name, value] of Object.entries(attributes)) element.attributeChangedCallback(name, null, value);
  element.edit(edits);
  const drawn = (): string => text(element.frame(element.result));
  const band = (): string | undefined => /<span class="band">([^<]*)<\/span>/.exec(drawn())?.[1]?.replace(/\u00a0/g, " ");
  // An edit and what to expect are a task each.
  for (let task = 0; task < 4; ++task) {
    drawn();
    await new Promise((done) => setTimeout(done));
  }
  const said = band();
  return { said, request: element.request };
}

const plain = (words: string): string => words.replace(/\u00a0/g, " ");
const calibrated = (call: string, request: object): Result => engine[call]!({ ...request, assumptions: "calibrated" });

describe("a headline says what to expect with current software", () => {
  it("of the time whose causes sensitivity seeks, with its band", async () => {
    const { said, request: { inverse: _, ...asked } } = await expected("RidgeSensitivity", { model: "Llama3_8B" });
    const found = calibrated("sensitivity", asked);
    expect(found.baseline_low_s).toBeLessThan(found.baseline_s);
    expect(said).toContain(plain(`about ${quantity(found.baseline_s, "s", 2)} (`));
    expect(said).toMatch(/ to [\d.]+ ms\) with current software$/);
  });

  it("and names what is worth most then, where that is another figure", async () => {
    const { said, request: { inverse: _, ...asked } } = await expected("RidgeSensitivity", { model: "Qwen3_0_6B", hardware: "H100" });
    expect(engine["sensitivity"]!(asked).binding_constraint).not.toBe(calibrated("sensitivity", asked).binding_constraint);
    expect(said).toMatch(/ matters most, and it takes about /);
  });

  it("unless the page's author hides it", async () => {
    expect((await expected("RidgeSensitivity", { model: "Llama3_8B" }, {}, { hide: "band" })).said).toBeUndefined();
  });

  it("of the largest rate within the limits, and of saturation without them", async () => {
    const within = await expected("RidgeLoad");
    expect(within.said).toBe(`about ${number(calibrated("load", within.request).largest_rate_per_s)}/s with current software`);
    const without = await expected("RidgeLoad", {}, { "slo.ttft_s": null, "slo.itl_s": null });
    expect(without.said).toBe(`about ${number(calibrated("load", without.request).saturation_per_s)}/s with current software`);
  });

  it("of the cheapest layout", async () => {
    const { said, request } = await expected("RidgePlan");
    const { options, cheapest } = calibrated("plan", request);
    const { devices, usd_per_hour: price } = options[cheapest]!;
    expect(said).toContain(`${devices} × `);
    expect(said).toContain(`${plain(quantity(price, "USD", 4))} an hour with current software`);
  });

  it("of a step of training", async () => expect((await expected("RidgeTrain")).said).toMatch(/^about .+ with current software$/));
});

describe("it does not", () => {
  it("where the answer is of measured software itself", async () => {
    for (const kind of ["RidgeSensitivity", "RidgeLoad", "RidgePlan", "RidgeTrain"]) expect((await expected(kind, { assumptions: "calibrated" })).said ?? "").not.toMatch(/current software/);
  });

  it("where the model does not fit", async () => {
    expect((await expected("RidgeSensitivity", { model: "Llama3_70B", hardware: "A100" })).said).toBeUndefined();
  });
});
