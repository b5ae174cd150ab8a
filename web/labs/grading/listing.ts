// The submissions of a class as a list, in the order that a teacher chooses, of those whose name or lab has some words.

import { make } from "../dom.js";
import type { Student } from "./command.js";
import { studentsTable, whoIs } from "./results.js";

const share = ({ points, of }: Student): number => (of > 0 ? points / of : 0);

/** Those that are alike stay as they were: by lab, and by name within it. */
export const ORDERS: Record<string, (one: Student, other: Student) => number> = {
  "Lab and name": () => 0,
  "Fewest points first": (one, other) => share(one) - share(other),
  "Most points first": (one, other) => share(other) - share(one),
  "Last finished first": (one, other) => Number(other.finished_at > one.finished_at) - Number(other.finished_at < one.finished_at),
  "Most remarks first": (one, other) => other.remarks.length - one.remarks.length,
};

export interface Listing {
  order: string;
  words: string;
}
export const anew = (): Listing => ({ order: Object.keys(ORDERS)[0]!, words: "" });

export function listed(students: readonly Student[], titleOf: (lab: string) => string, { order, words }: Listing): Student[] {
  const wanted = words.toLocaleLowerCase().split(/\s+/);
  const text = (one: Student): string => `${whoIs(one)} ${titleOf(one.lab)}`.toLocaleLowerCase();
  return students.filter((one) => wanted.every((word) => text(one).includes(word))).sort(ORDERS[order]);
}

/** The list with its controls, which stand as `kept` says and are kept there. A row opens a submission among those listed with it. */
export function listing(students: readonly Student[], kept: Listing, titleOf: (lab: string) => string, open: (list: readonly Student[], place: number) => void): HTMLElement {
  const tableOf = (list: readonly Student[]): HTMLElement => studentsTable(list, titleOf, (place) => open(list, place));
  if (students.length === 1) return tableOf(students);

  let table = make("div");
  const words = make("input") as HTMLInputElement, order = make("select") as HTMLSelectElement, count = make("span", "", "aside");
  words.type = "search";
  order.append(...Object.keys(ORDERS).map((name) => make("option", name)));
  [words.value, order.value] = [kept.words, kept.order];
  count.setAttribute("role", "status");
  const draw = (): void => {
    Object.assign(kept, { words: words.value, order: order.value });
    const list = listed(students, titleOf, kept);
    count.textContent = list.length === students.length ? "" : `${list.length} of ${students.length}`;
    const next = tableOf(list);
    table.replaceWith(next);
    table = next;
  };
  words.addEventListener("input", draw);
  order.addEventListener("change", draw);
  const labelled = (name: string, control: HTMLElement): HTMLElement => {
    const label = make("label", `${name} `);
    label.append(control);
    return label;
  };
  const controls = make("p", "", "listing");
  controls.append(labelled("Find", words), labelled("Order", order), count);
  const whole = make("div");
  whole.append(controls, table);
  draw();
  return whole;
}
