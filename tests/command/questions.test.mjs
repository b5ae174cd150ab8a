// What people ask first, each answered by one command: in range of what was published where something was, else by hand.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ridgepoint } from "./shared.mjs";

/** The answer to a line of flags, as JSON. */
function answer(line) {
  const { status, out, err } = ridgepoint(...line.split(" "), "--json");
  assert.deepEqual([status, err], [0, ""], line);
  return JSON.parse(out);
}

const within = (value, low, high) => assert.ok(low <= value && value <= high, `${value} is not from ${low} to ${high}`);

test("Llama 70B on eight H100s: it fits, and a token takes longer than reading an eighth of the weights", () => {
  const { feasible, itl_s } = answer("serve --model Llama3_70B --hardware H100 --tensor 8");
  assert.equal(feasible, true);
  within(itl_s, (70.55e9 * 2) / 8 / 3.35e12, 0.02);
});

test("DeepSeek V3 on eight H200s: in 16 bits it does not fit and says which bits are usual, in FP8 it does", () => {
  const wide = answer("serve --model DeepSeek_V3 --hardware H200 --tensor 8");
  assert.equal(wide.feasible, false);
  assert.ok(wide.notes.some((note) => /usually run with 8-bit weights/.test(note)));
  assert.equal(answer("serve --model DeepSeek_V3 --hardware H200 --tensor 8 --precision fp8").feasible, true);
});

test("64 users at 8 k: they are all inside, by Little's law; their caches, 71 GB by hand, do not fit, and it says what becomes of them", () => {
  const { requests_per_s, e2e_s, mean_in_system, cache_peak, device_cache_bytes, preemptions, notes } = answer("load --model Llama3_8B --hardware H100 --concurrency 64 --prompt-tokens 8192");
  within(mean_in_system, 62, 64);
  within((requests_per_s * e2e_s.mean) / mean_in_system, 0.999, 1.001);
  // A token: 32 layers × 8 heads × 128 numbers × 2 × 2 bytes.
  assert.ok(64 * (8192 + 256) * 131072 > device_cache_bytes);
  within(cache_peak, 0.99, 1);
  assert.ok(preemptions > 0 && notes.some((note) => /lost their cache/.test(note)));
});

test("tokens a second at the most load: TensorRT-LLM's overview has 15,220 for prompts and answers of 1,000, in the band", () => {
  const most = answer('load --model Llama3_8B --hardware H100 --precision fp8 --kv-precision fp8 --requests 600 --prompt-tokens 1000 --output-tokens 1000 --max-batch 2048 --max-batched-tokens 8192 --maximum --assumptions {"preset":"calibrated","software":"tensorrt-llm"}');
  within(15220, most.tokens_low_per_s, most.tokens_high_per_s);
});

test("dollars for a million tokens: the price of an hour over the tokens of an hour", () => {
  const { tokens_per_s, usd_per_million_tokens } = answer("load --model Llama3_8B --hardware H100 --rate-per-s 10 --price-usd-per-hour 2.5");
  within(usd_per_million_tokens / ((2.5 / 3600 / tokens_per_s) * 1e6), 1 - 1e-9, 1 + 1e-9);
});

test("the largest rate with 50 ms between tokens: nine in ten keep to it there, and a tenth above it they do not or the queue grows", () => {
  const line = "load --model Llama3_70B --hardware H100 --tensor 4 --slo-itl-s 0.05 --requests 400";
  const { largest_rate_per_s } = answer(line);
  const at = (rate) => answer(`${line} --rate-per-s ${rate}`);
  assert.ok(at(largest_rate_per_s).good_share >= 0.85);
  const above = at(1.1 * largest_rate_per_s);
  assert.ok(above.saturated || above.good_share < 0.9);
});

test("GPT-3 on 1,024 A100s: Narayanan's 34 days for 300e9 tokens lie in the band", () => {
  const { time_to_train_s, step_s, step_low_s, step_high_s } = answer("train --model GPT3 --hardware A100 --devices 1024 --tensor 8 --pipeline 8 --global-batch 1536 --recomputation full --attention eager --rates-overlap 0 --rates-tensor-overlap 0 --tokens 300e9 --assumptions calibrated");
  within(34 * 86400, time_to_train_s * (step_low_s / step_s), time_to_train_s * (step_high_s / step_s));
});

test("how many H100s Llama 405B needs: two nodes of eight, whose memories hold 810 GB", () => {
  assert.equal(answer("serve --model Llama3_405B --hardware H100").devices_needed, 16);
});

test("the cheapest devices for ten requests a second within limits: what is chosen keeps them, and nothing that does is cheaper", () => {
  const { options, cheapest } = answer("plan --model Llama3_70B --rate-per-s 10 --slo-ttft-s 1 --slo-itl-s 0.05");
  const costs = options.filter(({ meets }) => meets).map(({ usd_per_hour }) => usd_per_hour);
  assert.equal(options[cheapest].usd_per_hour, Math.min(...costs));
});

test("what would help a server most: the elasticities of a load, by name", () => {
  const { elasticities } = answer("sensitivity load --model Llama3_8B --hardware H100 --rate-per-s 4 --requests 50");
  assert.ok(Object.values(elasticities).some((one) => one < -0.3));
});

test("what INT4 on a newer device brings a server: a speedup whose factors multiply to it", () => {
  const { speedup, factors } = answer("explain load --model Llama3_8B --hardware A100 --rate-per-s 4 --requests 50 --proposal-precision int4 --proposal-hardware H100");
  assert.ok(factors.length > 1);
  within(factors.reduce((product, { ratio }) => product * ratio, 1) / speedup, 1 - 1e-9, 1 + 1e-9);
});
