// How far bands reach, in the words with which the engine says that a prediction has none.

import type { Asked } from "./trust-unseen.js";

const llama = { model: "Llama3_8B", hardware: "H100" };
const images = { model: "ResNet50", hardware: "H100", software: "pytorch" };

/** One request beyond each end of what was measured. */
const BEYOND: (Record<string, unknown> & { software?: string })[] = [
  { ...llama, batch: 1e4 },
  { ...llama, hardware: "M2_Ultra", batch: 1e4 },
  { ...llama, hardware: "MI300X", batch: 1e4 },
  { ...images, batch: 1e4 },
  { ...llama, context: 1e5 },
  { ...llama, parallel: { tensor: 8, pipeline: 4 } },
  { model: "BERT_Large", hardware: "H100", software: "tensorrt", parallel: { tensor: 2 } },
  { ...llama, hardware: "EPYC_9654" },
  { ...llama, model: "Llama3_70B", hardware: "L4" },
  { ...llama, software: "sglang" },
  { ...llama, software: "transformers", precision: "int4" },
  { ...llama, model: "Mixtral_8x7B", hardware: "H200", precision: "int4", software: "llama.cpp-cuda", batch: 8 },
];

/** A sentence for each. */
export function reach(ask: Asked): string[] {
  return BEYOND.map(({ software = "unknown", ...request }) => {
    const { latency_low_s: low, notes } = ask<{ latency_low_s: number | null; notes: string[] }>("roofline --language en", { ...request, assumptions: { preset: "calibrated", software } });
    const why = notes.find((note) => note.startsWith("No band"));
    if (low !== null || !why) throw new Error(`a prediction that was to have no band has one: ${JSON.stringify(request)}`);
    return why;
  });
}
