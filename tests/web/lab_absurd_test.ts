// What a reader may type out of haste, spite or curiosity: every exercise of every lab says something that helps, in plain
// words, takes no try for what it could not read, and gives no points for it.

import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { decimal } from "../../web/labs/numbers.js";
import { inWords, kindOf } from "../../web/labs/kinds.js";
import { Session } from "../../web/labs/session.js";
import type { Exercise, PageLab, Verdict } from "../../web/labs/types.js";
import { answerSaid, ended, predictionSaid } from "../../web/labs/verdict.js";
import type { WidgetStanding } from "../../web/labs/widget-state.js";
import { plain } from "../../web/labs/html.js";
import { buildLab, builder, labNames, labs } from "./sample_lab.js";

class Said {
  className = "";
  textContent = "";
  append(...parts: (string | Said)[]): void {
    this.textContent += parts.map((part) => (typeof part === "string" ? part : part.textContent)).join("");
  }
}
beforeAll(() => void vi.stubGlobal("document", { createElement: () => new Said() }).stubGlobal("CSS", { escape: String }));
afterAll(() => void vi.unstubAllGlobals());

const LONG = "very long ".repeat(2000);
const UNREAD = ["", "   ", "abc", "NaN", "undefined", "1e400", "-1e400", "Infinity", "--5", "1,2,3.4.5", "😀", "5 😀", LONG, `${LONG}5`, "<b>5</b>", "{{itl}}", "5 bananas"];
const SIZES = ["-5", "0", "-0", "1e9", "-1e9", "1e300", "1e-300", "123456789012345678901234567890"];

const plainWords = /NaN|undefined|null|Infinity|\[object|\{\{|\d[eE][+-]?\d|<\/?[a-z]/;
const round = (value: number, times: number): string => decimal(value * times);

/** Every order that is not the first, or of many items the first swaps of them. */
function orders(keys: string[]): string[][] {
  if (keys.length <= 1) return [keys];
  return keys.flatMap((one, index) => orders([...keys.slice(0, index), ...keys.slice(index + 1)]).map((rest) => [one, ...rest])).slice(0, 1000);
}

describe.each(labNames)("%s answers what is absurd:", (name) => {
  const { html, spec } = buildLab(join(labs, name), builder);
  const lab = JSON.parse(/<script type="application\/json" id="lab">([\s\S]*?)<\/script>/.exec(html)![1]!.replaceAll("\\u003c", "<")) as PageLab;
  const hints = new Map([...html.matchAll(/<template data-hint="([^"]*)">([\s\S]*?)<\/template>/g)].map(([, key, words]) => [key!, plain(words!)]));
  const hint = (key: string): Node | undefined => (hints.has(key) ? (Object.assign(new Said(), { textContent: hints.get(key) }) as unknown as Node) : undefined);
  const { variables, definitions } = lab;
  const expected = (exercise: Exercise): unknown => {
    const any = { choice: (one: { options?: object }) => Object.keys(one.options!)[0], number: () => 1, table: () => ({}), order: (one: { items?: object }) => Object.keys(one.items!), setting: () => undefined, text: () => "", estimates: () => ({}) }[exercise.kind] as (one: object) => unknown;
    return builder.engine.score({ exercise, answer: any(exercise), tries: 1, variables, definitions }).expected;
  };

  /** What the page says of a first answer as typed; refused, or kept with what is said and whether a try was spent. */
  async function tried(exercise: Exercise, draft: unknown, standing?: WidgetStanding): Promise<{ refused: string } | { said: string; beyond: string; verdict: Verdict; spent: boolean }> {
    const session = new Session(lab, { engine: async () => builder.engine, now: () => "2026-01-01T00:00:00Z" });
    const given = await kindOf(exercise).given(exercise, draft, { begun: true, widget: async () => standing! });
    if ("refused" in given) return { refused: given.refused };
    const kept = await session.answer(exercise, given.value);
    if (typeof kept === "string") throw new Error(kept);
    const parts = exercise.predict ? predictionSaid(exercise, kept, hint) : answerSaid(exercise, kept, hint);
    const before = exercise.predict ? `${kept.verdict.points > 0 ? "Partly right" : "Not so"}. You said: ${ended(inWords(exercise, given.value, "reader"))}` : "";
    const said = (parts as unknown as Said[]).map(({ textContent }) => textContent).join(" ");
    if (exercise.predict && kept.verdict.correct === false) expect(said.startsWith(before)).toBe(true);
    return { beyond: said.slice(before.length), said: said.replace(/\u00a0/g, " "), verdict: kept.verdict, spent: !session.triesLeft(exercise).free };
  }

  const helps = ({ id }: Exercise, { said, beyond }: { said: string; beyond: string }): void => {
    const words = beyond.replace(/^(Not yet|Not right|Partly right)\./, "").replace(/[\d.]+ of [\d.]+ points?\./, "").trim();
    expect(words, `${id}: ${said}`).toMatch(/^.{10,}[.?!)”]$/s);
    expect(said, id).not.toMatch(plainWords);
  };

  it("what cannot be read is refused with words that say what is wanted, and costs no try", async () => {
    for (const exercise of lab.exercises.filter(({ kind }) => kind === "number" || kind === "table")) {
      for (const typed of UNREAD) {
        const drafts = exercise.kind === "table" ? [Object.fromEntries(Object.keys(exercise.cells).map((cell) => [cell, typed]))] : [typed];
        for (const draft of drafts) {
          const answer = await tried(exercise, draft);
          expect(answer, `${exercise.id}: ${typed.slice(0, 30)}`).toHaveProperty("refused");
          if (!("refused" in answer)) continue;
          expect(answer.refused, `${exercise.id}: ${typed.slice(0, 30)}`).toMatch(/number|factor|point|comma|either/i);
          expect(answer.refused.length).toBeLessThan(200);
          expect(answer.refused).not.toMatch(/undefined|\[object|\{\{/);
        }
      }
      const ambiguous = await tried(exercise, exercise.kind === "table" ? { [Object.keys(exercise.cells)[0]!]: "1,234" } : "1,234");
      expect(ambiguous, exercise.id).toHaveProperty("refused");
    }
  });

  it("numbers of any size get a sentence and no points, and a slip of a thousand costs no try", async () => {
    for (const exercise of lab.exercises) {
      if (exercise.kind !== "number" && exercise.kind !== "table") continue;
      const right = expected(exercise);
      const scaled = (times: number): unknown => (exercise.kind === "number" ? round(right as number, times) : Object.fromEntries(Object.entries(right as Record<string, number>).map(([cell, one]) => [cell, round(one, times)])));
      const all = (typed: string): unknown => (exercise.kind === "number" ? typed : Object.fromEntries(Object.keys(exercise.cells).map((cell) => [cell, typed])));
      for (const draft of [...SIZES.map(all), scaled(1000), scaled(0.001), scaled(-1)]) {
        const answer = await tried(exercise, draft);
        if ("refused" in answer) continue;
        expect(answer.verdict.points, `${exercise.id}: ${JSON.stringify(draft)}`).toBe(0);
        helps(exercise, answer);
      }
      if (exercise.predict) continue;
      for (const times of [1000, 0.001, -1]) {
        const answer = await tried(exercise, scaled(times));
        if ("refused" in answer && times < 0) continue;
        // It may be the number of a known mistake, whose hint it then gets.
        expect(answer, `${exercise.id} × ${times}`).toMatchObject({ spent: "verdict" in answer && answer.verdict.hint !== undefined });
      }
    }
  });

  it("zero and less are asked again before anything is recorded, where the unit has nothing of the kind", async () => {
    const asked = /^(.+: i|I)t cannot be zero or less: give a (factor|number (in|of) .+) above zero\.$/s;
    for (const exercise of lab.exercises) {
      const keys = exercise.kind === "number" ? { "": exercise } : exercise.kind === "table" || exercise.kind === "estimates" ? exercise.cells : {};
      for (const [cell, key] of Object.entries(keys)) {
        const others = exercise.kind === "estimates" ? Object.fromEntries(Object.keys(keys).map((one) => [one, "1"])) : {};
        for (const typed of ["-5", "0", "-0.0", `-3 ${key.unit ?? ""}`]) {
          const answer = await tried(exercise, cell === "" ? typed : { ...others, [cell]: typed });
          const where = `${exercise.id} ${cell}: ${typed}`;
          if (key.unit === undefined || key.unit === "%" || key.unit === "USD") expect(answer, where).not.toHaveProperty("refused");
          else expect("refused" in answer && answer.refused, where).toMatch(asked);
        }
      }
    }
  });

  it("guesses are kept when all are filled in, and none of them is judged", async () => {
    for (const exercise of lab.exercises) {
      if (exercise.kind !== "estimates") continue;
      const all = (typed: string): Record<string, string> => Object.fromEntries(Object.keys(exercise.cells).map((cell) => [cell, typed]));
      for (const typed of UNREAD) expect(await tried(exercise, all(typed)), typed.slice(0, 30)).toHaveProperty("refused");
      expect(await tried(exercise, { ...all("5"), [Object.keys(exercise.cells)[0]!]: "" })).toHaveProperty("refused");
      expect(await tried(exercise, all("5"))).toMatchObject({ verdict: { of: 0, correct: null, expected: null }, said: "Recorded." });
    }
  });

  it("every wrong choice and every wrong order is told why", async () => {
    for (const exercise of lab.exercises) {
      if (exercise.kind !== "choice" && exercise.kind !== "order") continue;
      for (const draft of exercise.kind === "choice" ? Object.keys(exercise.options) : orders(Object.keys(exercise.items))) {
        const answer = await tried(exercise, draft);
        if ("refused" in answer) throw new Error(answer.refused);
        if (answer.verdict.correct) continue;
        expect(answer.verdict.points, exercise.id).toBe(0);
        if (!exercise.predict || exercise.kind === "choice") helps(exercise, answer);
      }
    }
  });

  it("a widget that is moved the wrong way is told what to look at", async () => {
    for (const exercise of lab.exercises) {
      if (exercise.kind !== "setting") continue;
      const { element, attributes = {} } = spec.widgets![exercise.widget]!;
      const given = Object.entries(attributes).map(([key, value]) => {
        const set = typeof value === "string" && value.startsWith("=") ? builder.engine.evaluate({ formula: value.slice(1), variables, definitions }).value : value;
        return [key, typeof set === "string" ? set : JSON.stringify(set)];
      });
      const initial = builder.still(element, Object.fromEntries(given) as Record<string, string>).request;
      let moved = 0;
      for (const [field, value] of Object.entries(initial)) {
        if (typeof value !== "number") continue;
        for (const other of [value * 3, value / 3, 1]) {
          let answer: Awaited<ReturnType<typeof tried>>;
          try {
            answer = await tried(exercise, undefined, { initial, request: { ...initial, [field]: other } });
          } catch {
            // What the engine refuses costs no try and is told in its words.
            continue;
          }
          if ("refused" in answer || answer.verdict.correct) continue;
          helps(exercise, answer);
          moved += 1;
        }
      }
      if (Object.values(initial).some((value) => typeof value === "number")) expect(moved, exercise.id).toBeGreaterThan(0);
    }
  });

  it("a free text takes anything but nothing", async () => {
    for (const exercise of lab.exercises.filter(({ kind }) => kind === "text")) {
      for (const draft of ["", "  \n "]) expect(await tried(exercise, draft), exercise.id).toHaveProperty("refused");
      for (const draft of ["😀", LONG, "<script>alert(1)</script>", "{{itl}}"]) expect(await tried(exercise, draft), exercise.id).toMatchObject({ verdict: { of: 0, correct: null } });
    }
  });
});
