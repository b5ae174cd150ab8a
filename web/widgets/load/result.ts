// What the widget shows: one simulated run, and the same server at other rates.

import type { LoadResult } from "#engine";
import type { Called } from "#shared";

/** Latencies that nine in ten requests keep, at a rate or with so many users. */
export interface Loaded {
  load: number;
  ttft_s: number;
  itl_s: number;
}

/** A run at a load, by which its latencies open. */
export interface Run extends Loaded {
  called: Called;
}

export interface ServerResult {
  run: LoadResult;
  /** By rising load; it fills up after the run is there. Shared by results that have the same. */
  curve: Run[];
}

export type Request = Record<string, unknown> & { arrival?: string; rate_per_s?: number; concurrency?: number; output_tokens: { mean: number }; requests: number; slo: { ttft_s?: number; itl_s?: number } };

/** Users send their next request after the answer; otherwise requests come at a rate. */
export const isClosed = ({ arrival }: Request): boolean => arrival === "closed";

/** Tokens of answers that are simulated while a reader moves a control. */
const TOKENS = 6e5;

/**
 * As the engine is asked: users or a rate, as requests come. Fewer requests where answers are long: the engine would refuse more, and
 * the page would stand still.
 */
export const sized = ({ concurrency, rate_per_s, ...request }: Request): Request => ({
  ...request,
  ...(isClosed(request as Request) ? { concurrency: concurrency! } : { rate_per_s: rate_per_s! }),
  requests: Math.min(request.requests, Math.max(64, Math.ceil(TOKENS / request.output_tokens.mean))),
});

/** The request at another load. Searching for the largest rate again would take most of the time. */
export const atLoad = (request: Request, load: number): Request => ({ ...sized(request), [isClosed(request) ? "concurrency" : "rate_per_s"]: load, slo: {} });

/** What the curve depends on. */
export const curveKey = (request: Request, run: LoadResult): string => JSON.stringify([run.loads, atLoad(request, 0)]);

export const loaded = (load: number, request: Request, result: LoadResult): Run => ({ load, ttft_s: result.ttft_s.p90, itl_s: result.itl_s.p90, called: { call: "load", request, result } });

/** Where the time of a request goes, in the order in which it passes. */
export const SHARES: readonly [name: string, field: keyof LoadResult["time_share"]][] = [
  ["waiting", "queue"],
  ["reading the prompt", "prefill"],
  ["writing the answer", "decode"],
  ["links between devices", "links"],
  ["outside the devices", "host"],
];
