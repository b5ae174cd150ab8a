// Each control counts: what a widget shows is what moves the engine's answer, field by field and state by state.

import { beforeAll, describe, expect, it } from "vitest";
import { paths } from "../../web/build/bundle.js";
import { importModule } from "../../web/build/module.js";
import { arithmetic, reads, type Timed } from "../../web/ui/reads.js";

type Json = Record<string, unknown>;
type Entry = { id: string; family?: string; name: string; host_link_bytes_per_s?: number | null; peak_flop_per_s: Record<string, number> };
type Call = "roofline" | "sensitivity" | "synthesize";
type Engine = { models(): Entry[]; hardware(): Entry[] } & Record<Call, (request: Json) => Json>;

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
  "assumptions.scheme": ["native", "weight_only"], "assumptions.kv_precision": ["weights", "int4", "fp32"],
  "assumptions.embedding_read": ["rows", "all"], "assumptions.attention": ["eager", "flash"], "assumptions.reserve_bytes": [0, 5e10], "assumptions.decode_compute": [true, false], "assumptions.prefill_memory": [true, false],
  "assumptions.moe_weights": ["all", "touched"], "assumptions.default_host_link_bytes_per_s": [1e9, 6e10], "assumptions.accounting": ["textbook", "corrected"],
};

const asked = new Map<string, string | undefined>();

/** Every figure of an answer; notes name assumptions that change none. Nothing where the engine refuses. */
const answer = (call: Call, request: Json): string | undefined => {
  const key = call + JSON.stringify(request);
  if (!asked.has(key)) {
    try {
      asked.set(key, JSON.stringify(engine[call](request), (name, value: unknown) => (name === "notes" || name === "trace" ? undefined : value)));
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
const STATES: { timed: Timed; wanted?: Timed; calls: [Call, Json][] }[] = [
  { timed: "forward", calls: [["roofline", { phase: "inference" }]] },
  { timed: "training", calls: [["roofline", { phase: "training", zero_stage: 2, data_parallel: 4 }]] },
  ...(["latency", "itl", "ttft"] as const).flatMap((target) =>
    (["decode", "prefill"] as const).map((wanted) => ({
      timed: ({ latency: "forward", itl: "decode", ttft: "prefill" } as const)[target],
      wanted,
      calls: [["sensitivity", { target }], ["synthesize", { phase: wanted, target_s: 0.5 }]] as [Call, Json][],
    })),
  ),
];

describe.each(STATES)("asked for $timed, and a device for $wanted", ({ timed, wanted, calls }) => {
  it("a field counts where it has a control, and nowhere else", () => {
    const missing: string[] = [];
    // Whether a spill or a limit comes about is for the reader to find, so a control need not count for each model and
    // device; it must for one. The fields of the request itself must in each family.
    const shown = new Set<string>();
    const used = new Set<string>();
    const models = new Map(engine.models().map((model) => [model.id, model]));
    const families = new Map<string, string[]>();
    for (const id of MODELS) families.set(models.get(id)!.family!, [...(families.get(models.get(id)!.family!) ?? []), id]);
    for (const [family, ids] of families) {
      for (const devices of [["A100", "H100"], ["DGX_Spark", "nRF52840"]]) {
        for (const precision of ["fp16", "int8"]) {
          const bases = ids.flatMap((model) => devices.flatMap((hardware) => [1, 1024].flatMap((batch) => ["first-principles", "textbook"].map((preset) =>
            ({ model, hardware, batch, precision, assumptions: { preset } })))));
          const pairs = bases.flatMap((base) => calls.map(([call, more]) => {
            const request: Json = { ...base, ...more };
            if (call === "synthesize") delete request["hardware"];
            return { call, request, before: answer(call, request) };
          })).filter(({ before }) => before !== undefined);
          // A model without tokens has none to time, and the engine refuses.
          if (!pairs.some(({ call }) => call === calls[0]![0])) continue;
          const hardware = engine.hardware().find(({ id }) => id === devices[0])!;
          for (const [path, values] of Object.entries(OTHERS)) {
            if (precision === "int8" && path !== "assumptions.scheme") continue;
            if (calls[0]![0] === "sensitivity" && /^(zero|data|lora|activation_r)/.test(path)) continue;
            const counts = pairs.some(({ call, request, before }) => values.some((value) => {
              const after = answer(call, withField(request, path, value));
              return after !== undefined && after !== before;
            }));
            const key = path.startsWith("assumptions.") ? path : `${path}, ${family}`;
            if (counts) used.add(key);
            if (reads(path, { timed, ...(wanted ? { wanted } : {}), precision, model: { family }, hardware })) shown.add(key);
            else if (counts) missing.push(`${path}: ${family}, ${devices[0]}, ${precision}`);
          }
        }
      }
    }
    expect({ missing, idle: [...shown].filter((key) => !used.has(key)) }).toEqual({ missing: [], idle: [] });
  }, 60_000);
});

describe("the precision of the arithmetic", () => {
  it("is FP16 for weights stored smaller", () => {
    const { peak_flop_per_s: rates } = engine.hardware().find(({ id }) => id === "H100")!;
    expect(arithmetic(rates, 989e12, "fp8", undefined)).toBe("fp16");
    expect(arithmetic(rates, 1979e12, "fp8", "native")).toBe("fp8");
  });

  it("is what the engine says in its notes, on every device, for every format and scheme", () => {
    for (const { id, peak_flop_per_s: rates } of engine.hardware()) {
      for (const precision of ["fp32", "tf32", "fp16", "bf16", "fp8", "int8", "int4", "fp4"]) {
        for (const scheme of ["weight_only", "native"]) {
          const result = engine.roofline({ model: "Llama3_8B", hardware: id, precision, scheme }) as { peak_flop_per_s: number; notes: string[] };
          const said = result.notes.map((note) => /runs at the (\w+) rate|timed at its (\w+) rate/.exec(note)).find(Boolean);
          expect([id, precision, scheme, arithmetic(rates, result.peak_flop_per_s, precision, scheme)]).toEqual([id, precision, scheme, said?.[1] ?? said?.[2] ?? precision]);
        }
      }
    }
  });

  it("is not named where no rate of the device is the one used", () => expect(arithmetic({ fp16: 1 }, 2, "fp16", "native")).toBeUndefined());
});
