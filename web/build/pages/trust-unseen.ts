// Runs that no fit has seen, held against what the command predicts when the site is built.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { number } from "../../ui/format.js";
import { shortName } from "../../ui/short-name.js";
import { paths } from "../bundle.js";

interface Band {
  low: number | null;
  high: number | null;
}

interface Recorded {
  id: string;
  source: string;
  locator: string;
  request: { model: string; hardware: string; parallel?: { tensor: number } };
}

interface Recording {
  sources: Record<string, string>;
  /** Of the runs, those that the registry has not. */
  models: Record<string, { id: string; name: string }>;
  /** Of vLLM unless a server is named. */
  runs: (Recorded & { server?: string; software?: string; request: { concurrency?: number; prompt_tokens: number | { mean: number } }; measured: { itl_s?: number; ttft_s?: number } })[];
  training: (Recorded & { request: { micro_batch: number; sequence: number }; step_s: number })[];
  decode: (Recorded & { request: { context: number }; software?: string; tokens_per_s: number })[];
}

export interface UnseenRun extends Band {
  /** What people ran: a model on a device, under a software. */
  run: string;
  /** Which time of it was measured. */
  time: string;
  measured_s: number;
  predicted_s: number;
  locator: string;
  url: string;
}

const recording = (): Recording => JSON.parse(readFileSync(new URL("../../../core/data/unseen-runs.json", import.meta.url), "utf8")) as Recording;

const answers = new Map<string, unknown>();

/** What the command answers; asked once, since pages in several languages say the same figures. */
export function asked<Answer>(call: string, request?: object): Answer {
  const key = `${call} ${JSON.stringify(request)}`;
  if (!answers.has(key)) answers.set(key, answerTo(call, request));
  return answers.get(key) as Answer;
}

export type Asked = typeof asked;

function answerTo(call: string, request?: object): unknown {
  const output = execFileSync(paths.command, request ? [...call.split(" "), "--json", "--input", "-"] : [...call.split(" "), "--json"], {
    ...(request && { input: JSON.stringify(request) }),
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  return JSON.parse(output);
}

/** Names of devices or models, by id. */
export const namesOf = (kind: string, ask: Asked): Map<string, string> =>
  new Map(ask<{ id: string; name: string }[]>(`zoo ${kind}`).map(({ id, name }) => [id, shortName(name)]));

export function unseenRuns(ask: Asked): UnseenRun[] {
  const { sources, models: own, runs, training, decode } = recording();
  const models = new Map([...namesOf("models", ask), ...Object.values(own).map(({ id, name }) => [id, name] as const)]), devices = namesOf("hardware", ask);
  const called = ({ request: { model, hardware, parallel } }: Recorded, software: string): string =>
    `${models.get(model)} on ${parallel ? `${parallel.tensor} × ` : ""}${devices.get(hardware)}, ${software}`;
  const origin = ({ source, locator }: Recorded): { locator: string; url: string } => ({ locator, url: sources[source]! });
  const served = runs.flatMap((one): UnseenRun[] => {
    const told = ask<Record<"itl_s" | "ttft_s", Band & { mean: number }>>("load", { ...one.request, model: own[one.request.model] ?? one.request.model, assumptions: { preset: "calibrated", software: one.software ?? "unknown" } });
    const { concurrency: users = 1, prompt_tokens: prompt } = one.request;
    const length = number(typeof prompt === "number" ? prompt : prompt.mean);
    const run = called(one, `${one.server ?? "vLLM"}, ${users === 1 ? "1 user" : `${users} users`}, prompts of ${length} tokens`);
    return (["itl_s", "ttft_s"] as const).flatMap((figure) => {
      const measured_s = one.measured[figure];
      const { mean, low, high } = told[figure];
      return measured_s === undefined ? [] : [{ run, time: figure === "itl_s" ? "Between tokens" : "First token", measured_s, predicted_s: mean, low, high, ...origin(one) }];
    });
  });
  const written = decode.map((one): UnseenRun => {
    const software = one.software ?? "llama.cpp-cuda";
    const told = ask<{ itl_s: number; itl_low_s: number | null; itl_high_s: number | null }>("serve", { ...one.request, assumptions: { preset: "calibrated", software } });
    const run = called(one, `llama.cpp with ${software === "llama.cpp-cuda" ? "CUDA" : "Metal"}, context ${number(one.request.context)}`);
    return { run, time: "Between tokens", measured_s: 1 / one.tokens_per_s, predicted_s: told.itl_s, low: told.itl_low_s, high: told.itl_high_s, ...origin(one) };
  });
  const trained = training.map((one): UnseenRun => {
    const { step_s, step_low_s, step_high_s } = ask<Record<"step_s" | "step_low_s" | "step_high_s", number>>("train", { ...one.request, assumptions: "calibrated" });
    const { micro_batch: sequences, sequence } = one.request;
    const run = called(one, `PyTorch${one.locator.includes("compiled") ? ", compiled" : ""}, ${number(sequences)} × ${number(sequence)} tokens`);
    return { run, time: "Training step", measured_s: one.step_s, predicted_s: step_s, low: step_low_s, high: step_high_s, ...origin(one) };
  });
  return [...served, ...written, ...trained];
}
