// Findings about a router as tables.

import { html, nothing, number, of, percent, times, type Quantity, type Table, type TemplateResult } from "#shared";
import type { Bottleneck, RouteModelResult } from "#engine";
import type { SystemsAnalysis } from "#router";
import type { RoutingResult } from "./result.js";

const FOUND: Record<Bottleneck["name"], { name: string; shown: (figure: number) => string; sign: string }> = {
  slowdown: { name: "Slower than without it", shown: times, sign: "below" },
  high_learned_routing: { name: "Many tokens learned", shown: (figure) => percent(figure / 100), sign: "over" },
  low_cache_utilization: { name: "Few tokens cached", shown: (figure) => percent(figure / 100), sign: "below" },
  poor_scaling: { name: "A token’s time varies with the length", shown: times, sign: "over" },
};

const SETTINGS: Record<string, string> = {
  frequency_threshold: "frequency threshold", entropy_threshold: "entropy threshold", cache_size: "cache size", cache_ttl_seconds: "time to live",
};

const grid = (caption: string, head: string[], rows: TemplateResult[]): TemplateResult => html`<div class="scroll" tabindex="0" role="group" aria-label=${caption}>
  <table>
    <caption>${caption}</caption>
    <thead><tr>${head.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
    <tbody>${rows}</tbody>
  </table>
</div>`;

/** What holds the router back, and the setting to change. */
export const bottlenecks = (found: readonly Bottleneck[], speedup: number | null): TemplateResult =>
  found.length === 0
    ? html`<p class="aside">${(speedup ?? 1) < 1 ? "None of the known bottlenecks was found, and still the layer is slower than without the shortcuts: its look-ups cost more than they save." : "No bottleneck found."}</p>`
    : grid(
        "Bottlenecks",
        ["What", "Found", "Setting to change"],
        found.map(({ name, severity, figure, limit, setting, from, to, recommendation }) => {
          const { name: what, shown, sign } = FOUND[name];
          const change = setting && typeof from === "number" && typeof to === "number";
          return html`<tr>
            <th scope="row">${what}<small>${severity}</small></th>
            <td>${shown(figure)}, ${sign} ${shown(limit)}</td>
            <td>${change ? html`<b>${SETTINGS[setting]} ${number(from)} → ${number(to)}</b><br />` : nothing}${recommendation}</td>
          </tr>`;
        }),
      );

const CRITERIA: Record<SystemsAnalysis["criteria"][number]["name"], string> = {
  speedup_verified: "Speedup", prediction_accurate: "Prediction", bottlenecks_resolved: "Bottlenecks", scaling_verified: "Scaling",
};

export const criteria = (list: SystemsAnalysis["criteria"]): TemplateResult =>
  grid(
    "Success criteria",
    ["Criterion", "Met", "Found"],
    list.map(
      ({ name, met, text }) => html`<tr>
        <th scope="row">${CRITERIA[name]}</th>
        <td>${typeof met === "boolean" ? (met ? "✓ yes" : "✗ no") : "not measured"}</td>
        <td>${text}</td>
      </tr>`,
    ),
  );

/** Every number of a measurement that is shown. */
export function measuredTables({ analysis: { systems_analysis: found, profile_report: profile }, model }: NonNullable<RoutingResult["measured"]>): Table[] {
  const { baseline, var: adaptive, comparison, calibration, scaling } = found;
  const { distribution_pct: taken, agreement_by_path: agreement, ...stats } = adaptive.var_stats;
  const share = (path: keyof RouteModelResult["share"]): Quantity => of(model && 100 * model.share[path], "%");
  const micro = (value: number | null | undefined) => of(typeof value === "number" ? value / 1e6 : null, "s");
  return [
    {
      caption: "Predicted against measured",
      head: ["Quantity", "Predicted", "Measured", "Quartiles or extremes"],
      rows: [
        ["Speedup", comparison.predicted_speedup ?? null, comparison.actual_speedup ?? null, `${times(comparison.low_speedup)} to ${times(comparison.high_speedup)}`],
        ["Error of the prediction", null, of(comparison.prediction_error_pct, "%"), ""],
        ["Bound", comparison.max_speedup ?? null, null, ""],
        ["A token, adaptive", micro(calibration.time_per_token_us), micro(adaptive.time_per_token_us), `${number(adaptive.low_us)} to ${number(adaptive.high_us)} µs`],
        ["A token, all learned", null, micro(baseline.time_per_token_us), `${number(baseline.low_us)} to ${number(baseline.high_us)} µs`],
      ],
    },
    {
      caption: "Measured costs and decisions",
      head: ["Path", "Cost", "Tokens", "Of the tokens", "Of the time", "Same experts as the gating network"],
      rows: [
        ...(["fast", "cached", "learned"] as const).map((path) => [
          path,
          micro(calibration[`${path}_us`]),
          stats[path],
          of(taken[path], "%"),
          share(path),
          of(typeof agreement[path] === "number" ? 100 * agreement[path] : null, "%"),
        ]),
        ["experts", micro(calibration.expert_us), stats.tokens, null, share("expert"), of(100 * stats.agreement, "%")],
      ],
    },
    {
      caption: "Tokens given to each expert",
      head: ["Expert", "All learned", "Adaptive"],
      rows: [
        ...baseline.expert_load.tokens.map((tokens, index) => [String(index), tokens, adaptive.expert_load.tokens[index]!]),
        ["Busiest over the mean", of(baseline.expert_load.busiest_over_mean, "×"), of(adaptive.expert_load.busiest_over_mean, "×")],
      ],
    },
    {
      caption: "Time of a token over the sequence length",
      head: ["Tokens in a sequence", "Median", "Quickest", "Slowest"],
      rows: Object.values(scaling).map(({ sequence_length: tokens, time_per_token_ms: median, low_ms: low, high_ms: high }) => [
        number(tokens),
        ...[median, low, high].map((value) => of(typeof value === "number" ? value / 1e3 : null, "s")),
      ]),
    },
    {
      caption: "What was timed",
      head: ["Scope", "Times", "Mean", "Deviation", "p50", "p95"],
      rows: profile.scopes.map(({ name, count, mean_s, std_s, p50_s, p95_s }) => [
        name,
        count,
        ...[mean_s, std_s, p50_s, p95_s].map((value) => of(value, "s")),
      ]),
    },
  ];
}
