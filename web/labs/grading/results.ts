// A graded class as tables: its students, how the points are spread, and what was missed.

import { button, make } from "../dom.js";
import { inPoints } from "../verdict.js";
import type { Count, Graded, Item, Student } from "./command.js";

type Cell = string | Node;
interface Column {
  title: string;
  figure?: boolean;
}

/** The first cell of a row says whose it is. `label` tells one table from another for those who hear them. */
function table(label: string, caption: string, columns: Column[], rows: Cell[][]): HTMLElement {
  const whole = document.createElement("table");
  whole.createCaption().append(make("span", caption));
  const head = whole.createTHead().insertRow();
  const classOf = (column: number): string => (columns[column]!.figure ? "figure" : "");
  columns.forEach(({ title }, column) => {
    const cell = make("th", title, classOf(column));
    cell.setAttribute("scope", "col");
    head.append(cell);
  });
  const body = whole.createTBody();
  for (const cells of rows) {
    const row = body.insertRow();
    cells.forEach((cell, column) => {
      const made = make(column === 0 ? "th" : "td", "", classOf(column));
      if (column === 0) made.setAttribute("scope", "row");
      else made.dataset["title"] = columns[column]!.title;
      made.append(cell);
      row.append(made);
    });
  }
  const around = make("div", "", "scroll");
  around.tabIndex = 0;
  around.setAttribute("role", "group");
  around.setAttribute("aria-label", label);
  around.append(whole);
  return around;
}

export const whoIs = ({ name, id, file }: Pick<Student, "name" | "id" | "file">): string => (name && id ? `${name} (${id})` : name || id || file);

/** `1 remark`, `2 remarks`. */
export const howMany = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;

const two = (value: number | null): string => (value === null ? "–" : value.toFixed(2));
const minutes = (seconds: number | null): string => (seconds === null ? "–" : seconds < 60 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`);
const minus = (text: string): string => text.replace(/^-(?=[\d.])/, "−");
const answered = ({ answer, text, students }: Count): string => `${text ?? minus(answer)} (${students})`;
const when = (finished_at: string): string => finished_at.replace(/T(\d\d:\d\d).*/, " $1");

function remarks(list: readonly string[]): Cell {
  if (list.length === 0) return "–";
  const whole = document.createElement("details");
  const items = make("ul");
  items.append(...list.map((one) => make("li", one)));
  whole.append(make("summary", howMany(list.length, "remark")), items);
  return whole;
}

/** An exercise by its id, which leads to it in another tab where the site has it. */
function named(exercise: string, address: string | undefined): Cell {
  if (!address) return exercise;
  const link = make("a", exercise) as HTMLAnchorElement;
  // The class stays where it is.
  Object.assign(link, { href: `${address}#exercise-${exercise}`, target: "_blank", rel: "noopener" });
  return link;
}

/** By lab, and by name within it. */
export const inOrder = (students: readonly Student[], titleOf: (lab: string) => string): Student[] => {
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  return [...students].sort((one, other) => compare(titleOf(one.lab), titleOf(other.lab)) || compare(whoIs(one), whoIs(other)));
};

/** Letters of any direction, which leave the line around them as it is. */
const apart = (text: string): HTMLElement => make("bdi", text);

/** A row for each submission, whose first cell opens it. */
export function studentsTable(students: readonly Student[], titleOf: (lab: string) => string, open: (place: number) => void): HTMLElement {
  const opener = (one: Student, place: number): HTMLElement => {
    const name = button("", () => open(place));
    name.append(apart(whoIs(one)));
    return name;
  };
  const whole = table(
    "Submissions",
    "Select a name to see the submission.",
    [{ title: "Student" }, { title: "Lab" }, { title: "Points", figure: true }, { title: "Finished (UTC)" }, { title: "Remarks" }],
    students.map((one, place) => [opener(one, place), titleOf(one.lab), `${inPoints(one.points)} of ${inPoints(one.of)}`, when(one.finished_at) || "–", remarks(one.remarks)]),
  );
  whole.classList.add("listed");
  return whole;
}

/** How many submissions to a lab have how many tenths of its points, from the lowest tenth that somebody has to the highest. */
export function spread(points_by_tenth: readonly number[]): { from: number; count: number }[] {
  const tenths = points_by_tenth.map((count, tenth) => ({ from: 10 * tenth, count }));
  const some = tenths.flatMap(({ count }, tenth) => (count > 0 ? [tenth] : []));
  return some.length > 0 ? tenths.slice(some[0], some.at(-1)! + 1) : [];
}

export function histogram(title: string, points_by_tenth: readonly number[]): HTMLElement {
  const tenths = spread(points_by_tenth);
  const most = Math.max(...tenths.map(({ count }) => count));
  return table(
    `${title}: points`,
    "How many submissions reached which share of the points",
    [{ title: "Share" }, { title: "Submissions" }],
    tenths.map(({ from, count }) => {
      const bar = make("progress") as HTMLProgressElement;
      [bar.max, bar.value] = [most, count];
      bar.setAttribute("aria-hidden", "true");
      const cell = make("span", `${count} `, "count");
      cell.append(bar);
      return [`${from}–${from + 10} %`, cell];
    }),
  );
}

/** What is worth a teacher's time: the most frequent. */
const SHOWN = 3;
const frequent = (counts: readonly Count[]): string => counts.slice(0, SHOWN).map(answered).join("; ");

/** What was predicted, right or wrong, or else what was wrong with some try. */
export const missed = ({ predictions, wrong_answers }: Pick<Item, "predictions" | "wrong_answers">): string =>
  predictions.length > 0 ? `predicted: ${frequent(predictions)}` : frequent(wrong_answers) || "–";

export function itemsTable(title: string, items: readonly Item[], address?: string): HTMLElement {
  const whole = table(
    `${title}: exercises`,
    "Difficulty is the mean share of the points, so 1 is easy. Discrimination is how an exercise’s points go with those of all the others: 0.2 or more is good; below 0, look at the key. Time is the median since the answer before.",
    [{ title: "Exercise" }, ...["Answered", "Right", "Difficulty", "Discrimination", "Tries", "Time"].map((one) => ({ title: one, figure: true })), { title: "Predictions and wrong answers (students)" }],
    items.map((one) => [
      named(one.exercise, address),
      `${one.answered} of ${one.submissions}`,
      one.texts ? "–" : String(one.right),
      two(one.difficulty),
      two(one.discrimination),
      two(one.mean_tries),
      minutes(one.median_time_s),
      missed(one),
    ]),
  );
  whole.classList.add("listed");
  return whole;
}

/** Free texts, which are kept and not graded. */
export function textsOf(items: readonly Item[]): HTMLElement[] {
  return items.flatMap(({ exercise, texts = [] }) => {
    if (texts.length === 0) return [];
    const whole = document.createElement("details");
    const list = make("dl");
    for (const one of texts) {
      const who = make("dt"), said = make("dd", one.text, "given");
      who.append(apart(whoIs(one)));
      said.dir = "auto";
      list.append(who, said);
    }
    whole.append(make("summary", `${exercise}: ${howMany(texts.length, "text")}`), list);
    return [whole];
  });
}

/** What a graded class comes to, in a sentence. */
export function summary({ students, refused }: Graded): string {
  const graded = `${howMany(students.length, "submission")} ${students.length === 1 ? "is" : "are"} graded`;
  return refused.length === 0 ? `${graded}.` : `${graded}; ${refused.length === 1 ? "1 cannot be" : `${refused.length} cannot be`}.`;
}
