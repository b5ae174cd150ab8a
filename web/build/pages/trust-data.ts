// What the page on trust is made of: the command's predictions of the published measurements, under two presets, and the
// errors and parameters that scripts/fit-calibration wrote.

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { paths } from "../bundle.js";
import { sampledRuns, type SampledRuns } from "./trust-sampled.js";
import { worded } from "./registry-words.js";
import { reach } from "./trust-reach.js";
import { asked, unseenRuns, type Asked, type UnseenRun } from "./trust-unseen.js";

const data = fileURLToPath(new URL("../../../core/data/", import.meta.url));
const json = (name: string): unknown => JSON.parse(readFileSync(data + name, "utf8"));

export interface Point {
  id: string;
  kind: string;
  software: string;
  /** Kernels that unpack weights into memory first: another program under the same name, left out of the fit. */
  unfused: boolean;
  hardware: string;
  model: string;
  precision: string;
  batch: number | null;
  table: string;
  url: string;
  /** Why there is no prediction; empty where there is one. */
  missing: string;
  /** Unit of the next four: seconds, or perplexity after / before. */
  unit: "s" | "ratio";
  measured: number;
  predicted: number;
  low: number;
  high: number;
  /** Predicted / measured. */
  multiple: number;
  devices: number;
  /** Predicted from data sheets alone, in seconds; null of a perplexity. */
  first_principles_s: number | null;
  /** That / measured. */
  first_principles_multiple: number | null;
}

type Step = Point & { first_principles_s: number; first_principles_multiple: number };

export interface Errors {
  points: number;
  documents: number;
  median_error: number;
  ninth_decile: number;
  in_band?: number | null;
  /** The same measurements with the software not known. */
  median_error_unknown?: number;
}

/** For servers, several devices and training: the errors on what was left out, and those of data sheets alone. */
export interface SystemErrors extends Errors {
  first_principles: Errors;
  by_document: (Errors & { document: string; url: string; first_principles: Errors })[];
}

export interface Pairs {
  pairs: number;
  ordered: number;
  median_error: number;
}

type ThreeWays = Record<"software_known" | "software_known_device_left_out" | "software_unknown", Errors>;

export interface HeldOut {
  decode_of_one_sequence: ThreeWays & { kernels_not_fitted: Errors };
  decode_by_software: Record<string, Errors>;
  prompts: ThreeWays;
  prompts_by_software: Record<string, Errors>;
  batches: ThreeWays;
  batches_by_software: Record<string, Errors>;
  by_document: Record<"decode_of_one_sequence" | "prompts" | "batches" | "images", (Errors & { document: string; url: string })[]>;
  order_of_devices: Pairs;
  order_of_devices_left_out: Pairs;
  int4_over_fp16: Pairs;
  by_kind: Record<string, Record<"software_known" | "software_unknown", Errors>>;
  systems: Record<string, SystemErrors>;
  perplexity: Record<"quant_ppl" | "prune_ppl", PerplexityOf>;
}

export interface PerplexityOf {
  points: number;
  /** Measured, but with settings of which no figure is given. */
  not_predicted: number;
  in_band: number;
  by_group: Record<string, PerplexityErrors>;
  by_document: (PerplexityErrors & { document: string; url: string })[];
}

export interface PerplexityErrors {
  points: number;
  documents: number;
  median_measured: number;
  median_points_off: number;
  ninth_decile_points_off: number;
}

export interface Software {
  id: string;
  name: string;
  [parameter: string]: unknown;
  prompts?: Record<string, number>;
  moving: { points: number; documents: number; median_error: number; low: number; high: number };
  computing: { points: number; documents: number; median_error: number; low: number; high: number };
  /** What each parameter was fitted to, and its range with one document left out; `why` where no measurements tell. */
  estimated: { field: string; points?: number; documents?: number; low?: number; high?: number; why?: string }[];
}

export interface Trust {
  points: Point[];
  heldOut: HeldOut;
  software: Software[];
  unseen: UnseenRun[];
  sampled: SampledRuns;
  /** Why predictions beyond what was measured have no band. */
  reach: string[];
}

/** RFC 4180: a row an object by the names of the header. */
export function csvRows(text: string): Record<string, string>[] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1)!.push(quoted?.replace(/""/g, '"') ?? plain ?? "");
    if (end !== ",") rows.push([]);
  }
  const [head, ...body] = rows.filter(({ length }) => length > 1);
  return body.map((row) => Object.fromEntries(head!.map((name, column) => [name, row[column] ?? ""])));
}

/** What `ridgepoint validate --csv` said of the published measurements under a preset; scripts/build asks it. */
const predicted = (preset: string): Record<string, string>[] => csvRows(readFileSync(`${paths.predicted}/${preset}.csv`, "utf8"));

export function trustData(ask: Asked = asked): Trust {
  const before = new Map(predicted("first-principles").map((row) => [`${row["kind"]} ${row["id"]}`, row]));
  const points = predicted("calibrated").map((row): Point => {
    const text = (name: string): string => {
      if (row[name] === undefined) throw new Error(`validate --csv has no column ${name}`);
      return row[name]!;
    };
    const value = (name: string): number => (text(name) === "" ? NaN : Number(text(name)));
    const unit = text("measured_ratio") === "" ? "s" : "ratio";
    const bound = unit === "s" ? before.get(`${text("kind")} ${text("id")}`)! : null;
    return {
      id: text("id"), kind: text("kind"), software: text("software"), unfused: text("fitted") === "false",
      hardware: text("hardware"), model: text("model"), precision: text("precision"), batch: text("batch") === "" ? null : value("batch"), table: text("table"),
      url: text("url"), missing: worded(text("left_out")), unit, measured: value(`measured_${unit}`), predicted: value(`predicted_${unit}`),
      low: value(`low_${unit}`), high: value(`high_${unit}`), multiple: value("predicted_over_measured"),
      first_principles_s: bound && Number(bound["predicted_s"]), first_principles_multiple: bound && Number(bound["predicted_over_measured"]), devices: value("devices"),
    };
  });
  const software = readdirSync(`${data}software`).sort().map((name) => json(`software/${name}`) as Software).map((one) => ({ ...one, name: worded(one.name) }));
  return { points, heldOut: json("held-out.json") as HeldOut, software, unseen: unseenRuns(ask), sampled: sampledRuns(ask), reach: reach(ask) };
}

/** One sequence decoding: what most measurements are of, and what the drawings show. */
export const decoding = ({ points }: Trust): Step[] =>
  points.filter((point): point is Step => point.kind.startsWith("decode") && point.batch === 1 && !point.missing);
