// Handing in: who the student is, the submission as a file, and the report to print.

import { save as saveFile } from "../ui/save.js";
import { all, find, onSubmit } from "./dom.js";
import type { Notices } from "./notices.js";
import { printReport } from "./report.js";
import type { Session } from "./session.js";
import type { Submission } from "./submission.js";

/** An opaque origin that no file: page has, but a frame in a sandbox, where a download may come to nothing without a word. */
const sandboxed = (): boolean => origin === "null" && location.protocol !== "file:";

export class HandIn {
  constructor(
    private readonly home: HTMLElement,
    private readonly session: Session,
    private readonly notices: Notices,
    private readonly finished: () => Submission,
    private readonly handed: (submission: Submission) => void,
    typed: () => void,
  ) {
    for (const section of all(".hand-in", home)) section.hidden = false;
    for (const fieldset of all<HTMLFieldSetElement>("#submission fieldset", home)) fieldset.disabled = false;
    this.fields((key, field) =>
      field.addEventListener("input", () => {
        session.state.student[key] = field.value.trim();
        typed();
      }),
    );
    home.querySelector("#print")?.addEventListener("click", () => {
      if (this.identified()) printReport(home, session.lab, session.state, finished());
    });
    const form = home.querySelector<HTMLElement>("#submission");
    if (form) onSubmit(form, () => this.download());
  }

  /** Who reads, as the state has it. */
  show(): void {
    this.fields((key, field) => (field.value = this.session.state.student[key] ?? ""));
  }

  download({ unnamed = false } = {}): void {
    if (!unnamed && !this.identified()) return;
    const submission = this.finished();
    const text = `${JSON.stringify(submission, null, 2)}\n`;
    saveFile(new Blob([text], { type: "application/json" }), "submission.json");
    this.handed(submission);
    if (sandboxed()) this.notices.offer("unsent", "This page is in a frame that may not be allowed to download. If no file arrived, copy this text into a file named submission.json:", text);
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
