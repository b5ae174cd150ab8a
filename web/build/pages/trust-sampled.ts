// Chats that a server sampled, which no fit has seen, held against what `load` says of them when the site is built.

import { readFileSync } from "node:fs";
import { several } from "./registry-words.js";
import { namesOf, type Asked } from "./trust-unseen.js";

interface Sampled {
  request: { model: string; hardware: string; precision: string; concurrency: number; parallel?: { tensor: number; expert?: number } };
  itl_s: number;
  watts: number;
}

const FIGURES = ["itl_s.mean", "energy_j_per_token", "tokens_per_s", "devices"] as const;
const BAND = ["itl_s.low", "itl_s.high"] as const;
const OUTPUTS = [...FIGURES, ...BAND];
type Told = Record<(typeof FIGURES)[number], number> & Record<(typeof BAND)[number], number | null>;

const { source, runs } = JSON.parse(readFileSync(new URL("../../../core/data/sampled-runs.json", import.meta.url), "utf8")) as { source: string; runs: Sampled[] };

/** Of one device, with experts spread over several or not: how many runs there are, their median errors, and the share within the band. */
export interface SampledErrors {
  runs: number;
  error: number;
  greedyError: number;
  /** Null where there is no band. */
  inBand: number | null;
  powerError: number;
}

export interface SampledRuns {
  source: string;
  /** Users of the columns. */
  users: number[];
  /** What was run, and predicted / measured for each number of users. */
  rows: { run: string; ratios: (number | undefined)[] }[];
  errors: Map<string, SampledErrors>;
}

const middle = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

export function sampledRuns(ask: Asked): SampledRuns {
  const models = namesOf("models", ask), devices = namesOf("hardware", ask);
  const found = runs.map(({ request, itl_s, watts }) => {
    const { columns } = ask<{ columns: Record<string, unknown[]> }>("sweep", {
      call: "load", base: { ...request, assumptions: "calibrated" }, axes: { sampling: ["greedy", "top_p"] }, outputs: OUTPUTS,
    });
    const [greedy, told] = [0, 1].map((at) => Object.fromEntries(OUTPUTS.map((output) => [output, columns[output]![at]])) as Told) as [Told, Told];
    const run = `${models.get(request.model)} in ${request.precision.toUpperCase()} on ${request.parallel ? `${request.parallel.tensor} × ` : ""}${devices.get(request.hardware)}`;
    return {
      run,
      group: `${several(devices.get(request.hardware)!)}${request.parallel?.expert ? " with experts spread" : ""}`,
      users: request.concurrency,
      ratio: told["itl_s.mean"] / itl_s,
      greedy: greedy["itl_s.mean"] / itl_s,
      held: told["itl_s.low"] === null ? null : told["itl_s.low"] <= itl_s && itl_s <= told["itl_s.high"]!,
      power: (told.energy_j_per_token * told.tokens_per_s) / told.devices / watts,
    };
  });
  const users = [...new Set(found.map((one) => one.users))].sort((a, b) => a - b);
  const rows = [...new Set(found.map(({ run }) => run))].map((run) => ({
    run,
    ratios: users.map((number) => found.find((one) => one.run === run && one.users === number)?.ratio),
  }));
  const off = (ratios: number[]): number => middle(ratios.map((ratio) => Math.abs(ratio - 1)));
  const errors = new Map(
    [...new Set(found.map(({ group }) => group))].map((group) => {
      const its = found.filter((one) => one.group === group);
      return [group, { runs: its.length, error: off(its.map(({ ratio }) => ratio)), greedyError: off(its.map(({ greedy }) => greedy)), inBand: its[0]!.held === null ? null : its.filter(({ held }) => held).length / its.length, powerError: off(its.map(({ power }) => power)) }];
    }),
  );
  return { source, users, rows, errors };
}
