// Which fields of a request count in its present state: only those get a control. The engine's own
// answers are the reason for each line here; tests/web/reads_test.ts measures that they are so.

/** What a call times: a forward pass, a training step, a token, or a prompt. */
export type Timed = "forward" | "training" | "decode" | "prefill";

export interface Asked {
  timed: Timed;
  /** What a device is sought for, beside that. */
  wanted?: Timed | undefined;
  precision: unknown;
  model: { family?: string } | undefined;
  hardware: { host_link_bytes_per_s?: number | null | undefined } | undefined;
}

/** Formats that weights are stored in and arithmetic need not run in. */
const isQuantized = (precision: unknown): boolean => /[48]$/.test(String(precision));

/** A field that is not here counts in all of them. */
const READERS: Record<string, string> = {
  context: "forward training decode prefill",
  zero_stage: "training",
  data_parallel: "training",
  lora: "training",
  activation_recomputation: "training",
  activation_fraction: "forward training",
  offload: "forward training",
  serving_offload: "decode prefill",
  decode_compute: "decode",
  prefill_memory: "prefill",
  kv_precision: "forward decode prefill",
  embedding_read: "forward decode prefill",
  attention: "training",
  // A prompt or a training batch touches every expert.
  moe_weights: "forward decode",
};

export function reads(path: string, { timed, wanted, precision, model, hardware }: Asked): boolean {
  const name = path.slice(path.lastIndexOf(".") + 1);
  const family = model?.family ?? "transformer";
  if (name === "scheme" && !isQuantized(precision)) return false;
  if (name === "moe_weights" && !family.startsWith("moe")) return false;
  if (name === "default_host_link_bytes_per_s" && hardware?.host_link_bytes_per_s) return false;
  // Images and table rows have no sequence, and only transformers keep one to decode from.
  if (name === "context" && timed === "training" && !/former|ssm|encoder/.test(family)) return false;
  if (/^(context|kv_precision|embedding_read)$/.test(name) && timed === "forward" && !family.endsWith("former")) return false;
  const by = READERS[name];
  if (!by || by.includes(timed)) return true;
  // A device is sought with room for all of the model; only transformers tell a token from a pass.
  return wanted !== undefined && !name.endsWith("offload") && by.includes(family.endsWith("former") ? wanted : "forward");
}

/** The order in which the engine looks for a rate when that of the format is not used or not there. */
const INSTEAD = ["fp16", "bf16", "fp32", "tf32", "fp8", "int8", "fp4", "int4"];

/** The precision that the arithmetic runs in, told by the rate that the result was timed with. */
export function arithmetic(rates: object, peak: number, precision: string, scheme: unknown): string | undefined {
  const own = scheme === "weight_only" && isQuantized(precision) ? [] : [precision];
  return [...own, ...INSTEAD].find((one) => (rates as Record<string, unknown>)[one] === peak);
}
