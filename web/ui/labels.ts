// The words for names of fields and for choices.

const WORDS: Record<string, string> = {
  kv: "KV", ttft: "TTFT", itl: "ITL", lora: "LoRA", moe: "MoE", zero: "ZeRO", itl_s: "ITL", fp: "FP", mfu: "MFU", tdp: "TDP",
  mlp: "MLP", vocab: "vocabulary", sram: "SRAM", flop: "FLOP", flops: "FLOPs", hbm: "HBM", model_bytes: "model size",
  qk: "QK", rope: "RoPE", nope: "no-RoPE", dt: "Δt", conv: "convolution", fp16: "FP16", price_usd_per_hour: "rental price",
};

/** A label for a field's name, its unit suffix dropped: kv_precision → KV precision. */
export function label(path: string): string {
  const whole = path.split(".").pop() ?? path;
  const name = WORDS[whole] ?? whole.replace(/_(bytes_per_s|flop_per_s|per_s|bytes|usd|s|j|w)$/, "");
  const words = name.split("_").map((word) => WORDS[word] ?? word);
  const first = words[0] ?? "";
  return [first.charAt(0).toUpperCase() + first.slice(1), ...words.slice(1)].join(" ");
}

/** What runs a model, and how its weights were chosen, as core/data/software and core/data/compression name them. */
const NAMES: Record<string, string> = {
  unknown: "software not known", exllamav2: "ExLlamaV2", "llama.cpp-cuda": "llama.cpp with CUDA",
  "llama.cpp-cuda-2024": "llama.cpp with CUDA, until May 2024", "llama.cpp-metal": "llama.cpp with Metal",
  "llama.cpp-metal-2024": "llama.cpp with Metal, until May 2024",
  lmdeploy: "LMDeploy TurboMind", sglang: "SGLang", "sglang-0.5.9": "SGLang, up to 0.5.9", "tensorrt-llm": "TensorRT-LLM", tinychat: "TinyChat", transformers: "Hugging Face Transformers", vllm: "vLLM",
  mxnet: "MXNet, images", pytorch: "PyTorch, images", "tensorflow-xla": "TensorFlow with XLA, images", tensorrt: "TensorRT, images",
  weights: "like the weights", rtn: "round-to-nearest", gptq: "GPTQ", awq: "AWQ", omniquant: "OmniQuant", exl2: "EXL2", hqq: "HQQ", floating: "floating-point formats",
};

/** Further ones, of the script of a widget that has them. */
export const knowChoices = (names: Record<string, string>): void => void Object.assign(NAMES, names);

/** A choice as people write it: weight_only → weight only, fp16 → FP16. */
export function choice(name: string): string {
  if (/^(fp|bf|tf|int)\d+$/.test(name)) return name.toUpperCase();
  return NAMES[name] ?? (WORDS[name] ?? name).replace(/^moe_/, "mixture-of-experts ").replace("_flop_per_s", " FLOP/s").replace(/_/g, " ").replace(/^n m$/, "N:M").replace("weight only", "weight-only");
}
