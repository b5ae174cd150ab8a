// Findings about a router as tables.

import { html, nothing, number, times, type TemplateResult } from "#shared";
import type { Bottleneck } from "#engine";

const FOUND: Record<Bottleneck["name"], { name: string; shown: (figure: number) => string; sign: string }> = {
  slowdown: { name: "Slower than without it", shown: times, sign: "below" },
  high_learned_routing: { name: "Many tokens learned", shown: (figure) => `${number(figure)} %`, sign: "over" },
  low_cache_utilization: { name: "Few tokens cached", shown: (figure) => `${number(figure)} %`, sign: "below" },
  poor_scaling: { name: "Time of a token grows with the sequence", shown: times, sign: "over" },
};

const SETTINGS: Record<string, string> = {
  frequency_threshold: "frequency threshold", entropy_threshold: "entropy threshold", cache_size: "cache size", cache_ttl_seconds: "time to live, s",
};

/** What holds the router back, and the setting to change. */
export const bottlenecks = (found: readonly Bottleneck[]): TemplateResult =>
  found.length === 0
    ? html`<p class="aside">No bottleneck found.</p>`
    : html`<div class="scroll" tabindex="0" role="group" aria-label="Bottlenecks">
        <table>
          <caption>Bottlenecks</caption>
          <thead>
            <tr><th scope="col">What</th><th scope="col">Found</th><th scope="col">Setting to change</th></tr>
          </thead>
          <tbody>
            ${found.map(({ name, severity, figure, limit, setting, from, to, recommendation }) => {
              const { name: what, shown, sign } = FOUND[name];
              return html`<tr>
                <th scope="row">${what}<small>${severity}</small></th>
                <td>${shown(figure)}, ${sign} ${shown(limit)}</td>
                <td>${setting ? html`<b>${SETTINGS[setting]} ${number(from)} → ${number(to)}</b><br />` : nothing}${recommendation}</td>
              </tr>`;
            })}
          </tbody>
        </table>
      </div>`;
