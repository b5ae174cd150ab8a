// A reader's session with a lab: answers, tries, verdicts, progress, and what they open. It knows no page, no storage and
// no clock: what is around it hands these in, and what changes here others show and keep.

import { kindOf } from "./kinds.js";
import { costsNothing, EARLIER, fresh, isDone, isOnce, RECORDED, totals, type Kept, type LabState } from "./state.js";
import type { Standing } from "./store.js";
import { submission, type Submission } from "./submission.js";
import type { Asked, Exercise, PageLab, Verdict } from "./types.js";
import { changes, type WidgetStanding } from "./widget-state.js";

export interface Surroundings {
  engine(): Promise<Asked>;
  /** As ISO 8601. */
  now(): string;
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export class Session {
  state: LabState;

  constructor(
    readonly lab: PageLab,
    private readonly around: Surroundings,
  ) {
    this.state = fresh(lab, around.now());
  }

  /** The lab as nobody has touched it. */
  begin(restarts = 0, student: LabState["student"] = {}): void {
    this.state = fresh(this.lab, this.around.now(), restarts);
    if (this.lab.identify !== "none") Object.assign(this.state.student, student);
  }

  kept({ id }: Exercise): Kept | undefined {
    return this.state.answers[id];
  }

  /** What stands in its controls: what is typed, or else what was answered. */
  typed({ id }: Exercise): unknown {
    return this.state.drafts[id] ?? this.state.answers[id]?.value;
  }

  begun({ id }: Exercise): boolean {
    return id in this.state.drafts || id in this.state.answers;
  }

  draft({ id }: Exercise, value: unknown): void {
    this.state.drafts[id] = value;
  }

  /** The exercises that are done: what waits for them is open. */
  get done(): ReadonlySet<string> {
    return new Set(this.lab.exercises.filter((exercise) => isDone(exercise, this.kept(exercise))).map(({ id }) => id));
  }

  /** How many tries are left after a wrong answer, and whether that one was free. */
  triesLeft(exercise: Exercise): { left: number; free: boolean } {
    const kept = this.kept(exercise);
    if (!kept) return { left: 1, free: false };
    const free = costsNothing(exercise, kept);
    return { left: (kept.verdict?.tries_allowed ?? 1) - kept.tries + (free ? 1 : 0), free };
  }

  /**
   * Scores an answer and keeps it. What is closed takes none; what has been checked already costs no try. Throws what the
   * engine says of an answer that cannot be scored, which changes nothing.
   */
  async answer(exercise: Exercise, value: unknown): Promise<(Kept & { verdict: Verdict }) | "closed" | "repeated"> {
    const before = this.kept(exercise);
    if (before?.closed) return "closed";
    const { graded, parts, asItStands } = kindOf(exercise);
    if (this.lab.exam) return this.record(exercise, value);
    if (before && graded && same(before.value, value)) return "repeated";
    const tries = before ? before.tries + (costsNothing(exercise, before) ? 0 : 1) : 1;
    const engine = await this.around.engine();
    const verdict = this.score(engine, exercise, value, tries);
    const right = parts ? { right: this.partsRight(engine, exercise, value) } : {};
    const predicted = exercise.predict === true;
    const spent = tries >= (verdict.tries_allowed ?? 1) && !costsNothing(exercise, { value, verdict, ...right });
    // A free text stands: what it is compared with opens.
    const closed = predicted || (graded ? verdict.correct === true || spent : asItStands === true);
    const earlier = before && graded ? { earlier: [...(before.earlier ?? []), before.value].slice(-EARLIER) } : {};
    const kept = { value, at: this.around.now(), tries, predicted, closed, verdict, ...right, ...earlier };
    this.keep(exercise, kept);
    return kept;
  }

  /** An exam keeps what is answered, and has nothing to check it with; an answer that opens nothing may be changed until it is handed in. */
  private record(exercise: Exercise, value: unknown): Kept & { verdict: Verdict } {
    const kept = { value, at: this.around.now(), tries: 1, predicted: exercise.predict === true, closed: isOnce(this.lab, exercise), verdict: RECORDED };
    this.keep(exercise, kept);
    return kept;
  }

  /** Shows the explanation: the last answer stands, with its points. */
  giveUp(exercise: Exercise): void {
    this.keep(exercise, { ...this.kept(exercise)!, closed: true });
  }

  /**
   * What another window has saved and this one cannot undo: what is recorded once, since nobody answers a second time with the answer
   * in sight, and how often it began anew or took a link. Those that are new here.
   */
  heed({ answers, restarts, linked }: LabState): Exercise[] {
    const { state } = this;
    state.restarts = Math.max(state.restarts, restarts);
    state.linked = Math.max(state.linked, linked);
    return this.lab.exercises.filter((exercise) => {
      const recorded = isOnce(this.lab, exercise) ? answers[exercise.id] : undefined;
      if (!recorded || same(this.kept(exercise)?.at, recorded.at)) return false;
      this.keep(exercise, recorded);
      return true;
    });
  }

  /** Asks again for the verdicts of earlier answers, since the lab or the engine may have changed; tells of each change. */
  async scoreAgain(changed: (exercise: Exercise) => void): Promise<void> {
    if (this.lab.exam) return;
    const engine = await this.around.engine();
    for (const exercise of this.lab.exercises) {
      const kept = this.kept(exercise);
      if (!kept) continue;
      try {
        const verdict = this.score(engine, exercise, kept.value, kept.tries);
        if (same(verdict, kept.verdict)) continue;
        kept.verdict = verdict;
        if (kindOf(exercise).parts) kept.right = this.partsRight(engine, exercise, kept.value);
        if (verdict.correct) kept.closed = true;
      } catch {
        // An answer the engine no longer takes is open again.
        delete this.state.answers[exercise.id];
      }
      changed(exercise);
    }
  }

  /** Notes where a widget stands; whether that is news. */
  moved(name: string, { initial, request }: WidgetStanding): boolean {
    const { widgets } = this.state;
    const changed = changes(initial, request);
    if (Object.keys(changed).length > 0) widgets[name] = { changed, request };
    else if (name in widgets) delete widgets[name];
    else return false;
    return true;
  }

  standing(): Standing {
    const scored = !this.lab.exam && Object.values(this.state.answers).every(({ verdict }) => verdict);
    return { ...totals(this.lab, this.state), exercises: this.lab.exercises.length, scored };
  }

  /** What is handed in, with the requests of the widgets that run; the others stand as they were left. */
  submission(requests: Record<string, unknown>): Submission {
    const left = Object.fromEntries(Object.entries(this.state.widgets).map(([name, { request }]) => [name, request]));
    return submission(this.lab, this.state, { ...left, ...requests }, this.around.now());
  }

  private keep({ id }: Exercise, kept: Kept): void {
    this.state.answers[id] = kept;
    delete this.state.drafts[id];
  }

  private score(engine: Asked, exercise: Exercise, answer: unknown, tries: number): Verdict {
    const { variables, definitions } = this.lab;
    return engine.score({ exercise, answer, tries, variables, definitions });
  }

  /** Which parts of an exercise are right, by asking for each alone. */
  private partsRight(engine: Asked, exercise: Exercise, value: unknown): string[] {
    const parts = [...(kindOf(exercise).parts?.(exercise) ?? [])];
    return parts.flatMap(([name, part]) => {
      const given = part.of(value);
      return given !== undefined && this.score(engine, part.exercise, given, 1).correct ? [name] : [];
    });
  }
}
