// An exercise on the page: its controls, and what is said of the answer in them.

import { all, button, find, make, onSubmit } from "./dom.js";
import type { Around } from "./kind.js";
import { inWords, kindOf } from "./kinds.js";
import type { Session } from "./session.js";
import { isDone, isOnce, type Kept } from "./state.js";
import type { Exercise, Verdict } from "./types.js";
import { answerSaid, ended, predictionBeside, predictionSaid } from "./verdict.js";

/** Seen only where the engine takes its time: otherwise the verdict is there before anything is painted. */
const WAITING = "The engine that checks answers is still loading. Yours is checked as soon as it is ready; if it never is, reload the page: what you typed is kept.";

type Scored = Kept & { verdict: Verdict };

/** What the page does about what happens in an exercise. */
export interface Events {
  widget: Around["widget"];
  /** The draft has changed. */
  typed(): void;
  /** What is open may have changed. */
  shown(): void;
  answered(kept: Scored): void;
  givenUp(): void;
}

/** The engine is loaded when it is needed, so its error class is not known here; every error has a message. */
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).replace(/\.$/, "");

export class ExerciseView {
  private readonly home: HTMLElement;
  private readonly feedback: HTMLElement;
  private readonly kind;

  constructor(
    private readonly exercise: Exercise,
    private readonly page: HTMLElement,
    private readonly session: Session,
    private readonly events: Events,
  ) {
    this.home = find(`#exercise-${CSS.escape(exercise.id)}`, page);
    this.feedback = find(".feedback", this.home);
    this.kind = kindOf(exercise);
    onSubmit(find("form", this.home), () => void this.submit());
    this.kind.listen?.(exercise, this.home, () => this.keepDraft());
    this.home.addEventListener("input", () => this.keepDraft());
  }

  /** What the page calls it. */
  get name(): string {
    return this.home.getAttribute("aria-label")!;
  }

  /** Its controls as the state has them, and the rest with them. */
  fill(): void {
    this.kind.fill(this.exercise, this.home, this.session.typed(this.exercise));
    this.show();
  }

  /** Puts it as the state has it: verdict, explanation, and what its prediction opens. */
  show(): void {
    const { exercise, home } = this;
    const kept = this.session.kept(exercise);
    const closed = kept?.closed === true;
    home.dataset["state"] = closed && !this.session.lab.exam ? (kept.verdict?.correct === false ? "wrong" : "right") : kept ? "tried" : "open";
    find<HTMLFieldSetElement>("fieldset", home).disabled = closed;
    find(".buttons", home).hidden = closed;
    home.querySelector(".explanation")?.remove();
    const explanation = home.querySelector("template");
    // A model answer opens once the student's own is kept.
    if (explanation && isDone(exercise, kept)) home.append(explanation.content.cloneNode(true));
    this.markValid();
    this.feedback.replaceChildren(...(kept ? this.said(kept) : []));
    for (const reveal of this.reveals()) find(".predicted", reveal).replaceChildren(...(kept ? predictionBeside(exercise, kept) : []));
    this.events.shown();
  }

  private said(kept: Kept): HTMLElement[] {
    const { exercise } = this;
    const hint = (key: string): Node | undefined => this.page.querySelector<HTMLTemplateElement>(`template[data-hint="${CSS.escape(key)}"]`)?.content.cloneNode(true);
    if (this.session.lab.exam) return [make("p", isOnce(this.session.lab, exercise) ? "Recorded." : "Recorded. You can change it until you hand in.")];
    if (exercise.predict) return predictionSaid(exercise, kept, hint);
    if (!this.kind.graded) return [make("p", "Kept for your submission, and not graded.")];
    const { verdict, closed } = kept;
    if (verdict) return [...answerSaid(exercise, { ...kept, verdict }, hint), ...(closed ? [] : [this.triesLeft()])];
    return closed ? [make("p", `Your answer: ${ended(inWords(exercise, kept.value, "reader"))}`)] : [];
  }

  private triesLeft(): HTMLElement {
    const { left, free } = this.session.triesLeft(this.exercise);
    const line = make("p", "", "buttons");
    const tries = `${free ? "No try used: " : ""}${left === 1 ? "one try" : `${left} tries`} left.`.replace(/^./, (letter) => letter.toUpperCase());
    const hasPoints = (this.session.kept(this.exercise)?.verdict?.points ?? 0) > 0;
    line.append(
      make("span", `${tries}${hasPoints ? " The next one counts in place of this one, even if it earns less." : ""}`, "aside"),
      button("Show the explanation", () => {
        this.session.giveUp(this.exercise);
        this.show();
        this.toFeedback();
        this.events.givenUp();
      }),
    );
    return line;
  }

  private async submit(): Promise<void> {
    const { exercise, session, kind } = this;
    if (session.kept(exercise)?.closed) return;
    let kept: Awaited<ReturnType<Session["answer"]>>;
    try {
      const given = await kind.given(exercise, kind.draft(exercise, this.home), { begun: session.begun(exercise), widget: this.events.widget });
      if ("refused" in given) return this.refuse(given.refused, given.field);
      this.feedback.replaceChildren(make("p", WAITING, "aside"));
      kept = await session.answer(exercise, given.value);
    } catch (error) {
      return this.refuse(`It could not be checked: ${messageOf(error)}. Your answer is kept; try again.`);
    }
    if (kept === "closed") return;
    if (kept === "repeated") return this.repeated();
    this.show();
    if (kept.closed) this.toFeedback();
    this.events.answered(kept);
  }

  private repeated(): void {
    this.show();
    this.feedback.prepend(make("p", this.kind.repeated ?? "You gave that answer before, so no try was used.", "refused"));
  }

  private refuse(text: string, selector?: string): void {
    this.feedback.replaceChildren(make("p", text, "refused"));
    this.markValid();
    const field = selector === undefined ? undefined : find(selector, this.home);
    if (field?.matches("textarea, [type=text]")) field.setAttribute("aria-invalid", "true");
    field?.focus();
  }

  private markValid(): void {
    for (const input of all("[aria-invalid]", this.home)) input.removeAttribute("aria-invalid");
  }

  /** The button that had the focus is gone; the reader goes on where the answer is discussed. */
  private toFeedback(): void {
    this.feedback.tabIndex = -1;
    this.feedback.focus({ preventScroll: true });
  }

  private keepDraft(): void {
    this.session.draft(this.exercise, this.kind.draft(this.exercise, this.home));
    this.events.typed();
  }

  private reveals(): HTMLElement[] {
    return all(`[data-reveal="${CSS.escape(this.exercise.id)}"]`, this.page);
  }
}
