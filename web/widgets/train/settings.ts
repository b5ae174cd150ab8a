// The fields that the widget takes: what is trained, on which devices and how they share it, and the run as a whole.

import { TRAIN } from "#fields/train";
import { knowChoices, knowFields, type Input } from "#shared";
import { inputsOf } from "../inputs.js";

knowFields(TRAIN);
knowChoices({ flash: "FlashAttention", adam: "Adam", adam8: "Adam in 8 bits", sgd: "SGD", full: "everything", selective: "attention only" });

const input = inputsOf("train");

export const TRAINED = ["model", "hardware", "precision", "sequence", "global_batch", "micro_batch"];
export const LAYOUT = ["parallel.tensor", "parallel.pipeline", "parallel.data", "zero_stage", "sequence_parallel", "interleaving"];
export const MEMORY = ["recomputation", "attention", "optimizer", "lora", "weight_precision", "gradient_precision"];
export const RUN = ["tokens", "price_usd_per_hour", "device_mtbf_s", "checkpoint_interval_s", "checkpoint_bytes_per_s", "restart_s"];

/** What the line under the headline always says; the others only once they are set. */
export const HEADLINED = ["model", "hardware", "precision", "sequence", "global_batch", "parallel.tensor", "parallel.pipeline", "parallel.data", "zero_stage", "recomputation", "tokens"];

export const INPUTS: readonly Input[] = [
  { path: "model", call: "train", start: "Llama3_70B", lists: ({ family }) => family === "transformer" || family === "moe_transformer" },
  input("hardware", "Device", "H100"),
  input("precision", undefined, "bf16"),
  input("sequence", "Sequence, tokens", 8192),
  input("global_batch", "Global batch, sequences", 1024),
  input("micro_batch", "Micro-batch, sequences"),
  input("parallel.tensor", "Devices that share each layer (tensor parallel)", 8),
  input("parallel.pipeline", "Pipeline stages", 4),
  input("parallel.data", "Copies of the model (data parallel)", 16),
  input("zero_stage", "ZeRO stage", 1),
  input("sequence_parallel", "Sequence parallelism", true),
  input("interleaving", "Chunks of layers per stage"),
  input("recomputation", "Recomputed in the backward pass"),
  input("attention"),
  input("optimizer"),
  input("lora"),
  input("weight_precision", "Weights stored in"),
  input("gradient_precision", "Gradients kept in"),
  input("tokens", "Tokens to train on", 1e12, "not set"),
  { path: "price_usd_per_hour", call: "train", label: "Price of one device", assumed: "price_usd_per_hour", unset: "not known" },
  input("device_mtbf_s", "Mean time between failures of a device", undefined, "no failure"),
  input("checkpoint_interval_s", "Time between checkpoints"),
  input("checkpoint_bytes_per_s", "Checkpoint write rate"),
  input("restart_s", "Time to restart after a failure"),
  { path: "assumptions", call: "train" },
];
