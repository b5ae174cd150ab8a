// What the first labs said and was false: none says it again. What is true instead is asked of the engine where it has a number.

import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { paths } from "../../web/build/bundle.js";
import { importModule } from "../../web/build/module.js";

const labs = new URL("../../labs/", import.meta.url);
const texts = (readdirSync(labs, { recursive: true }) as string[])
  .filter((name) => /\.(md|json)$/.test(name))
  .map((name) => [name, readFileSync(new URL(name, labs), "utf8").replace(/\s+/g, " ")] as const);

describe("no lab says", () => {
  it.each<[string, RegExp, string]>([
    ["that pruning half of a language model goes unnoticed", /prun[^.]*unnoticed|unnoticed[^.]*prun/i, "perplexity grows by a fifth and more"],
    ["one number for structures and for zeros anywhere", /7\.70×/, "removing whole rows costs more accuracy"],
    ["that either of two conditions for quantizing will do", /hesitation when memory binds, when[^.]* or /i, "all of them must hold"],
    ["that weight-only INT4 divides the memory leg of images by four", /shortens the memory leg by/i, "activations stay in 16 bits"],
    ["that gates need no measurement", /no measurement (is )?needed/i, "a gate is a launch too"],
    ["that work per byte grows without end", /ever more work per byte/i, "attention's does not"],
    ["that no distribution of experts can pass a bound that was measured beyond", /no distribution (passes|exceeds)/i, "1.98× was measured"],
    ["that three bits cost what they do whatever shares a scale", /three bits raise the perplexity/i, "without groups the loss is a hundred times as large"],
    ["that large batches of images wait for launches", /compil[^.]*(would|will) help[^.]*images/i, "launches run ahead of long kernels"],
  ])("%s", (_, claim, why) => expect(texts.filter(([, text]) => claim.test(text)).map(([name]) => name), why).toEqual([]));
});

/** The calls asked here. */
interface Engine {
  compress(request: object): { accuracy_delta: number | null; notes: string[] };
  roofline(request: object): { latency_s: number; regime: string };
}

describe("the engine", () => {
  let engine: Engine;
  beforeAll(async () => {
    const { loadRidgepoint } = (await importModule(paths.engine)) as { loadRidgepoint(): Promise<Engine> };
    engine = await loadRidgepoint();
  });

  it("says of a pruned language model that its accuracy curve does not hold", () => {
    const pruned = engine.compress({ model: "Llama3_8B", hardware: "H100", method: "pruning", sparsity: 0.5 });
    expect(pruned.notes.join(" ")).toContain("The estimate does not hold for language models");
    expect(engine.compress({ model: "Llama3_8B", hardware: "H100", method: "pruning", sparsity: 0.5, assumptions: "calibrated" }).accuracy_delta).toBeNull();
  });

  it("has next to no gain of weight-only INT4 for a batch of images, which does not wait for launches", () => {
    const images = { model: "ResNet50", hardware: "H100", batch: 256, scheme: "weight_only" };
    const [before, after] = ["fp16", "int4"].map((precision) => engine.roofline({ ...images, precision }));
    expect(before!.latency_s / after!.latency_s).toBeLessThan(1.1);
    expect(before!.regime).toBe("compute");
  });
});
