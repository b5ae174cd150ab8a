// Handing in: who the student is, the submission as a file, and the report to print.

import { save as saveFile } from "../ui/save.js";
import { all, find, onSubmit } from "./dom.js";
import { Notices } from "./notices.js";
import { printReport } from "./report.js";
import type { Session } from "./session.js";
import { handedIn, type Submission } from "./submission.js";
import { handInAll, unchecked } from "./unchecked.js";

/** An opaque origin that no file: page has, but a frame in a sandbox, where a download may come to nothing without a word. */
const sandboxed = (): boolean => origin === "null" && location.protocol !== "file:";

export class HandIn {
  /** Beside the buttons. */
  private readonly beside: Notices;

  constructor(
    private readonly home: HTMLElement,
    private readonly session: Session,
    private readonly notices: Notices,
    private readonly called: (exercise: string) => string,
    private readonly finished: () => Submission,
    private readonly handed: (submission: Submission) => void,
    typed: () => void,
  ) {
    this.beside = new Notices(find("#left-out", home));
    for (const section of all(".hand-in", home)) section.hidden = false;
    for (const fieldset of all<HTMLFieldSetElement>("#submission fieldset", home)) fieldset.disabled = false;
    this.fields((key, field) =>
      field.addEventListener("input", () => {
        session.state.student[key] = field.value.trim();
        typed();
      }),
    );
    home.querySelector("#print")?.addEventListener("click", () => {
      if (this.identified()) handInAll(this.left(), this.beside, "Print anyway", () => this.print());
    });
    const form = home.querySelector<HTMLElement>("#submission");
    if (form) onSubmit(form, () => this.download());
  }

  /** Who reads, as the state has it. */
  show(): void {
    this.fields((key, field) => (field.value = this.session.state.student[key] ?? ""));
  }

  download({ unnamed = false } = {}): void {
    if (unnamed || this.identified()) handInAll(this.left(), unnamed ? this.notices : this.beside, "Download anyway", () => this.save());
  }

  private print(): void {
    const { lab, state } = this.session;
    const submission = this.finished();
    printReport(this.home, lab, handedIn(lab, state, submission.finished_at), this.called, submission);
  }

  private save(): void {
    const submission = this.finished();
    const text = `${JSON.stringify(submission, null, 2)}\n`;
    saveFile(new Blob([text], { type: "application/json" }), "submission.json");
    this.handed(submission);
    if (sandboxed()) this.notices.offer("unsent", "This page is in a frame that may not be allowed to download. If no file arrived, copy this text into a file named submission.json:", text);
  }

  /** What is filled in and would not be handed in. */
  private left(): { said: string; address: string }[] {
    const { lab, state } = this.session;
    return unchecked(lab, state).map(({ id, predict }) => ({ said: `${this.called(id)} is filled in but not ${predict || lab.exam ? "recorded" : "checked"}`, address: `#exercise-${id}` }));
  }

  /** Whether the lab knows enough to hand in; says what is missing. */
  private identified(): boolean {
    const { lab, state } = this.session;
    const missing = lab.identify === "required" && !state.student.name && !state.student.id;
    find("#submission-error", this.home).textContent = missing ? "Enter your name or your id first." : "";
    if (missing) find("#student-name", this.home).focus();
    return !missing;
  }

  private fields(act: (key: "name" | "id", field: HTMLInputElement) => void): void {
    for (const key of ["name", "id"] as const) {
      const field = this.home.querySelector<HTMLInputElement>(`#student-${key}`);
      if (field) act(key, field);
      if (field && key === "id" && this.session.lab.variant) field.readOnly = true;
    }
  }
}
