// The first page: the roofline that moves, four questions with their answers, and what there is. Every number is asked of the engine
// here, so that all of it is on the page before any script runs.

import { readFileSync } from "node:fs";
import { escapeHtml } from "../../labs/html.js";
import { number, quantity, times } from "../../ui/format.js";
import { shortName } from "../../ui/short-name.js";
import { write, type State } from "../../ui/state.js";
import { address, CONTEXT, DEVICES, heroOf, MODELS, pointHtml, said, markup, scene, tables, type Hero, type HeroEngine } from "../../site/hero.js";
import { REGIMES } from "../../ui/palette.js";
import { inOrder, labsIn } from "../labs/order.js";
import { WIDGETS } from "../widgets.js";

type Call = (request: object) => unknown;
interface Named {
  id: string;
  name: string;
}
export type SiteEngine = HeroEngine & Record<"serve" | "explain" | "load" | "plan", Call> & { hardware(): Named[] };

/** What a widget asks where nothing but these attributes is set. */
type Asked = (element: string, attributes: Record<string, string>) => Record<string, unknown>;

const page = (widget: string, state: State = {}): string => `./${widget}.html${write("", widget, state)}`;

interface Answer {
  question: string;
  answer: string;
  link: string;
  invitation: string;
}

function bits(engine: SiteEngine): Answer {
  const ask = { model: "Llama3_8B", hardware: "H100", precision: "int4" };
  const one = engine.serve(ask) as Record<string, number>;
  const whole = engine.serve({ ...ask, precision: "fp16" }) as Record<string, number>;
  return {
    question: "Do 4-bit weights make it four times as fast?",
    answer: `Not quite: at best, Llama 3 8B on an H100 writes a token every ${quantity(one["itl_s"], "s")} instead of every ${quantity(whole["itl_s"], "s")}, ${times(one["speedup_over_fp16"])} as fast, because the cache and the gaps between layers do not shrink with the weights.`,
    link: page("quantization"),
    invitation: "See where the gain ends",
  };
}

interface Side {
  bandwidth_bytes_per_s: number;
}

function upgrade(engine: SiteEngine, asked: Asked): Answer {
  const { speedup, baseline, proposal, unused } = engine.explain(asked("ridge-explainer", { assumptions: "first-principles" })) as { speedup: number; baseline: Side; proposal: Side; unused: { name: string; bought: number }[] };
  const arithmetic = unused.find(({ name }) => name === "peak_flop_per_s")!;
  return {
    question: "Is an H100 worth three A100s?",
    answer: `Not at batch 1: Llama 3 8B writes tokens only ${times(speedup)} as fast, because the H100’s memory is only ${times(proposal.bandwidth_bytes_per_s / baseline.bandwidth_bytes_per_s)} as fast; the ${times(arithmetic.bought)} arithmetic you also pay for sits idle, waiting for memory.`,
    link: page("explainer", { "baseline.assumptions.preset": "first-principles", "proposal.assumptions.preset": "first-principles" }),
    invitation: "Take the speedup apart",
  };
}

function users(engine: SiteEngine, asked: Asked): Answer {
  const request = asked("ridge-load", {}) as { slo: { ttft_s: number; itl_s: number } };
  const found = engine.load(request) as Record<string, number>;
  return {
    question: "How many users can one GPU serve?",
    answer: `One H100 running Llama 3 8B can handle up to ${number(found["largest_rate_per_s"])} requests a second before answers take longer than ${quantity(request.slo.ttft_s, "s")} to start or tokens come more than ${quantity(request.slo.itl_s, "s")} apart; beyond ${number(found["saturation_per_s"])} the queue grows without end.`,
    link: page("load"),
    invitation: "Raise the rate until it breaks",
  };
}

function cost(engine: SiteEngine, asked: Asked): Answer {
  const request = asked("ridge-plan", {}) as { demand: { rate_per_s: number; slo: { ttft_s: number; itl_s: number } } };
  const { rate_per_s, slo } = request.demand;
  const { options, cheapest } = engine.plan(request) as { options: { hardware: string; devices: number; usd_per_hour: number; cost_usd: number }[]; cheapest: number };
  const best = options[cheapest]!;
  return {
    question: "What does a 70B model cost to serve?",
    answer: `For ${number(rate_per_s)} requests a second, ${number(best.devices)} ${best.hardware} at ${quantity(best.usd_per_hour, "USD")} an hour are the cheapest that start each answer within ${quantity(slo.ttft_s, "s")} and deliver tokens at most ${quantity(slo.itl_s, "s")} apart: ${quantity(best.cost_usd, "USD")} for a million tokens.`,
    link: page("plan"),
    invitation: "Ask for less delay, and see the price",
  };
}

const questionsHtml = (answers: Answer[]): string => `<fieldset class="questions">
        <legend><h2>Four questions to start with</h2></legend>
        ${answers.map(({ question }, index) => `<label><input type="radio" name="question" value="${index}"${index === 0 ? " checked" : ""} /> ${question}</label>`).join("\n        ")}
        <div aria-live="polite">
        ${answers.map(({ answer, link, invitation }, index) => `<p data-question="${index}">${answer} <a href="${link}">${invitation}</a></p>`).join("\n        ")}
        </div>
      </fieldset>`;

const options = (all: readonly Named[], chosen: string): string => all.map(({ id, name }) => `<option value="${id}"${id === chosen ? " selected" : ""}>${name}</option>`).join("");

function heroHtml(hero: Hero, entries: readonly Named[]): string {
  const models = Object.entries(MODELS).map(([id, name]) => ({ id, name }));
  const devices = DEVICES.map((id) => ({ id, name: shortName(entries.find((entry) => entry.id === id)!.name) }));
  const first = hero.stops[0]!;
  const words = said(first);
  const last = hero.stops.length - 1;
  return `<div class="hero" id="hero">
        <svg class="roofline drawing" role="img" aria-labelledby="hero-title" focusable="false">
          <title id="hero-title">The roofline of the H100, and Llama 3 8B on it: as the batch grows, its point climbs the slope that the memory sets, to the roof that the arithmetic sets.</title>
          <g id="scene">${markup(scene(hero))}</g>
          ${pointHtml(first)}
        </svg>
        <div class="hero-words">
          <h1>See where a model’s time goes</h1>
          <p class="lead">Grow the batch, and watch what limits it.</p>
        </div>
        <div class="hero-panel">
          <div class="hero-says">
            <p class="hero-value"><small id="least">${words.least}</small> <output id="value">${words.value}</output> <small>a step</small>
              <span class="regime" id="regime" data-regime="${words.regime}"><svg width="14" height="14" viewBox="-7.5 -7.5 15 15" aria-hidden="true">${(["memory", "compute", "overhead", "capacity"] as const).map((regime) => `<path class="${regime}" d="${REGIMES[regime].shape}"/>`).join("")}</svg> <span>${words.word}</span></span></p>
            <p class="hero-more"><span id="expected">${words.expected}</span> <span id="rate">${words.tokens} tokens a second</span></p>
          </div>
          <div class="hero-batch">
            <label for="batch">Batch <output id="batch-now" for="batch">${number(first.batch)}</output></label>
            <div><button type="button" id="travel" aria-pressed="false"><svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true"><path class="go" d="M3,1.5L12,7L3,12.5z"/><path class="stay" d="M2.5,2h3v10h-3zM8.5,2h3v10h-3z"/></svg><span class="unseen">Let the batch grow</span></button>
            <input type="range" id="batch" min="0" max="${last}" value="0" step="1" aria-valuetext="${number(first.batch)}" /></div>
          </div>
          <p class="hero-of"><label for="model">Model</label><select id="model">${options(models, hero.model)}</select></p>
          <p class="hero-of"><label for="device">Device</label><select id="device">${options(devices, hero.hardware)}</select></p>
          <p class="hero-set">FP16, ${number(CONTEXT)} tokens of context (other pages begin with 2,048), data-sheet rates. <a id="more" href="./${address(hero, first.batch)}">Open the roofline</a> to change anything else.</p>
        </div>
        <p class="hero-note unseen" role="status" id="hero-status"></p>
        <details class="hero-numbers">
          <summary>The numbers</summary>
          <div id="hero-tables">${markup(tables(hero, "Llama 3 8B on the H100"))}</div>
        </details>
        <script type="application/json" id="hero-data">${JSON.stringify(hero).replace(/</g, "\\u003c")}</script>
      </div>`;
}

export const cards = (): string =>
  `<ul class="cards">${WIDGETS.map(({ name, question, text }) => `
        <li>
          <a href="./${name}.html">${question}</a>
          <p>${text}</p>
        </li>`).join("")}
      </ul>`;

/** A lab by its title and the first of its goals, in the order of learning. */
export const labCards = (folder: string): string => {
  const { names } = inOrder(folder, labsIn(folder));
  return `<ul class="cards">${names
    .map((name) => ({ name, ...(JSON.parse(readFileSync(`${folder}/${name}/lab.json`, "utf8")) as { title: string; minutes: number; goals: string[] }) }))
    .map(({ name, title, minutes, goals }) => `
        <li>
          <a href="./labs/${escapeHtml(name)}/index.html">${escapeHtml(title)}</a>
          <p>${escapeHtml(goals[0] ?? "")} About ${minutes} minutes.</p>
        </li>`).join("")}
      </ul>`;
};

/** The parts of the page, by the comments that they take the place of. */
export const homeParts = (engine: SiteEngine, asked: Asked, labs: string): Record<string, string> => ({
  hero: heroHtml(heroOf(engine, "Llama3_8B", "H100"), engine.hardware()),
  questions: questionsHtml([bits(engine), upgrade(engine, asked), users(engine, asked), cost(engine, asked)]),
  cards: cards(),
  labs: labCards(labs),
});
