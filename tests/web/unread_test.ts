// Each control counts: what a result does not list as unread is what moves the engine's answer, field by field and state by
// state.

import { beforeAll, describe, expect, it } from "vitest";
import { paths } from "../../web/build/bundle.js";
import { importModule } from "../../web/build/module.js";

type Json = Record<string, unknown>;
type Entry = { id: string; family?: string };
type Call = "roofline" | "sensitivity" | "synthesize";
type Engine = { models(): Entry[] } & Record<Call, (request: Json) => Json>;

let engine: Engine;
beforeAll(async () => {
  const { loadRidgepoint } = (await importModule(paths.engine)) as { loadRidgepoint(): Promise<Engine> };
  engine = await loadRidgepoint();
});

/** Other values of every field with a rule; the first that changes an answer will do. */
const OTHERS: Record<string, unknown[]> = {
  context: [512, 8192], zero_stage: [1, 3], data_parallel: [8], lora: [true], activation_recomputation: [true],
  "assumptions.efficiency": [0.1, 1], "assumptions.bandwidth_efficiency": [0.3], "assumptions.overlap": [0],
  "assumptions.execution": ["eager"], "assumptions.layer_overhead_s": [1e-3], "assumptions.host_launch_s": [1], "assumptions.activation_fraction": [0, 0.5],
  "assumptions.offload": ["ignore", "all", "spill"], "assumptions.serving_offload": ["ignore", "all", "spill"],
  "assumptions.scheme": ["native", "weight_only"], "assumptions.kv_precision": ["weights", "int4", "fp32"], "assumptions.embedding_read": ["rows", "all"],
  "assumptions.attention": ["eager", "flash"], "assumptions.reserve_bytes": [0, 5e10], "assumptions.decode_compute": [true, false], "assumptions.prefill_memory": [true, false],
  "assumptions.moe_weights": ["all", "touched"], "assumptions.default_host_link_bytes_per_s": [1e9, 6e10], "assumptions.accounting": ["textbook", "corrected"],
};

type Answer = { figures: string; unread: string[] };
const asked = new Map<string, Answer | undefined>();

/** Every figure of an answer; notes name assumptions that change none. Nothing where the engine refuses. */
const answer = (call: Call, request: Json): Answer | undefined => {
  const key = call + JSON.stringify(request);
  if (!asked.has(key)) {
    try {
      const { notes: _, trace: __, unread, ...figures } = engine[call](request);
      asked.set(key, { figures: JSON.stringify(figures), unread: unread as string[] });
    } catch {
      asked.set(key, undefined);
    }
  }
  return asked.get(key);
};

const withField = (request: Json, path: string, value: unknown): Json =>
  path.startsWith("assumptions.")
    ? { ...request, assumptions: { ...(request["assumptions"] as Json), [path.slice(12)]: value } }
    : { ...request, [path]: value };

const MODELS = ["Llama3_8B", "Llama3_70B", "Mixtral_8x22B", "ResNet50", "BERT_Base", "Mamba_2_8B", "DLRM_v2", "StableDiffusion_v1_5", "WakeVision"];

/** What a widget asks in a state: one call, or the sensitivity widget's two. */
const STATES: { state: string; calls: [Call, Json][] }[] = [
  { state: "a forward pass", calls: [["roofline", { phase: "inference" }]] },
  { state: "a training step", calls: [["roofline", { phase: "training", zero_stage: 2, data_parallel: 4 }]] },
  ...["latency", "itl", "ttft"].flatMap((target) =>
    ["decode", "prefill"].map((phase) => ({
      state: `${target}, and a device for ${phase}`,
      // So short a prompt does not touch every expert.
      calls: [["sensitivity", { target, context: 16 }], ["synthesize", { phase, target_s: 0.5, context: 16 }]] as [Call, Json][],
    })),
  ),
];

describe.each(STATES)("asked for $state", ({ calls }) => {
  it("a field that is listed moves no figure, and one that is not does somewhere", () => {
    const missing: string[] = [];
    // Whether a spill or a limit comes about is for the reader to find, so a control need not count for each model and
    // device; it must for one. The fields of the request itself must in each family.
    const shown = new Set<string>();
    const used = new Set<string>();
    const families = new Map(engine.models().map((model) => [model.id, model.family!]));
    for (const model of MODELS) {
      for (const hardware of ["A100", "H100", "DGX_Spark", "nRF52840"]) {
        for (const precision of ["fp16", "int8"]) {
          for (const batch of [1, 1024]) {
            for (const preset of ["first-principles", "textbook"]) {
              const pairs = calls.map(([call, more]) => {
                const request: Json = { model, hardware, batch, precision, assumptions: { preset }, ...more };
                if (call === "synthesize") delete request["hardware"];
                return { call, request, before: answer(call, request) };
              });
              // A model without tokens has none to time, and the engine refuses.
              if (!pairs[0]!.before) continue;
              for (const [path, values] of Object.entries(OTHERS)) {
                if (precision === "int8" && path !== "assumptions.scheme") continue;
                if (calls[0]![0] === "sensitivity" && /^(zero|data|lora|activation_r)/.test(path)) continue;
                const key = path.startsWith("assumptions.") ? path : `${path}, ${families.get(model)}`;
                for (const { call, request, before } of pairs.filter((one) => one.before)) {
                  const counts = values.some((value) => {
                    const after = answer(call, withField(request, path, value));
                    return after !== undefined && after.figures !== before!.figures;
                  });
                  const listed = before!.unread.includes(path);
                  if (counts && listed) missing.push(`${path} of ${call}: ${model}, ${hardware}, ${precision}, ${batch}, ${preset}`);
                  if (counts) used.add(key);
                  if (!listed) shown.add(key);
                }
              }
            }
          }
        }
      }
    }
    expect({ missing, idle: [...shown].filter((key) => !used.has(key)) }).toEqual({ missing: [], idle: [] });
  }, 60_000);
});
