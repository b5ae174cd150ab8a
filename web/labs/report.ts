// A student's answers as a page to print.

import { find, make } from "./dom.js";
import { plain } from "./html.js";
import { inWords, kindOf, worth } from "./kinds.js";
import type { LabState } from "./state.js";
import type { Submission } from "./submission.js";
import type { PageLab } from "./types.js";
import { inPoints } from "./verdict.js";

const row = (cells: string[], tag: "td" | "th"): HTMLElement => {
  const line = make("tr");
  line.append(
    ...cells.map((cell, index) => {
      const isHead = tag === "th" || index === 0;
      const element = make(isHead ? "th" : "td", cell);
      if (isHead) element.setAttribute("scope", tag === "th" ? "col" : "row");
      return element;
    }),
  );
  return line;
};

/** `called`: what the page calls an exercise. */
export function printReport(home: HTMLElement, page: PageLab, answers: LabState["answers"], called: (exercise: string) => string, { student, started_at, finished_at, shown }: Submission): void {
  const report = find("#report", home);
  const table = make("table");
  table.append(row(["Exercise", "Your answer", "Tries", "Points"], "th"));
  for (const exercise of page.exercises) {
    const kept = answers[exercise.id];
    const got = page.exam ? "—" : !kindOf(exercise).graded ? "not graded" : `${inPoints(kept?.verdict?.points ?? 0)} of ${inPoints(worth(exercise))}`;
    table.append(row([plain(exercise.prompt), kept ? `${exercise.predict ? "Predicted: " : ""}${inWords(exercise, kept.value, "reader")}` : "—", kept ? String(kept.tries) : "—", got], "td"));
  }
  const who = [student.name, student.id].filter(Boolean).join(", ");
  const missing = page.exercises.filter(({ id }) => !answers[id]).map(({ id }) => called(id));
  report.replaceChildren(
    make("h2", `Report: ${page.title}`),
    ...(who ? [make("p", who)] : []),
    make("p", `Started ${new Date(started_at).toLocaleString("en-GB")}, printed ${new Date(finished_at).toLocaleString("en-GB")}.${page.exam ? "" : ` ${inPoints(shown.points)} of ${inPoints(shown.of)} points.`}`),
    ...(missing.length > 0 ? [make("p", `Not answered: ${missing.join(", ")}.`)] : []),
    table,
  );
  report.hidden = false;
  document.documentElement.dataset["print"] = "report";
  addEventListener("afterprint", () => {
    delete document.documentElement.dataset["print"];
    report.hidden = true;
  }, { once: true });
  print();
}
