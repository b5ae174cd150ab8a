// Items to put in order, with a button up and one down on each.

import { all, find } from "../dom.js";
import { escapeHtml, plain } from "../html.js";
import type { BuildKind, Of, PageKind } from "../kind.js";

type Order = Of<"order">;

/** The items as they stand. */
const itemsOf = (home: HTMLElement): HTMLElement[] => all("[data-item]", home);

/** The first item cannot go up, nor the last one down; their buttons keep the focus all the same. */
function markEnds(home: HTMLElement): void {
  for (const [way, end] of [["up", 0], ["down", -1]] as const) {
    const last = itemsOf(home).at(end);
    for (const item of itemsOf(home)) {
      const move = find(`.${way}`, item);
      if (item === last) move.setAttribute("aria-disabled", "true");
      else move.removeAttribute("aria-disabled");
    }
  }
}

/** Moves an item by moving its neighbour, so that the focus stays where it is; says where it stands. */
function moveItem({ items }: Order, home: HTMLElement, item: HTMLElement, up: boolean, changed: () => void): void {
  const other = up ? item.previousElementSibling : item.nextElementSibling;
  if (other) {
    item[up ? "after" : "before"](other);
    markEnds(home);
    changed();
  }
  const all = itemsOf(home);
  const at = all.indexOf(item) + 1;
  find(".moved", home).textContent = `${plain(items[item.dataset["item"]!]!.text)}: ${other ? "now" : "already"} ${at}${["st", "nd", "rd"][at - 1] ?? "th"} of ${all.length}`;
}

const fits = ({ items }: Order, value: unknown): boolean => {
  const keys = Object.keys(items);
  return Array.isArray(value) && value.length === keys.length && keys.every((key) => value.includes(key));
};

export const page: PageKind<Order> = {
  graded: true,
  fits,
  isDraft: fits,
  draft: (_, home) => itemsOf(home).map(({ dataset }) => dataset["item"]!),
  fill({ items }, home, draft) {
    const keys = Array.isArray(draft) ? draft : Object.keys(items);
    find(".order", home).append(...itemsOf(home).sort((one, other) => keys.indexOf(one.dataset["item"]) - keys.indexOf(other.dataset["item"])));
    find(".moved", home).textContent = "";
    markEnds(home);
  },
  given: (_, draft, { begun }) =>
    begun ? { value: draft } : { refused: "Move an item first: the order shown at the start is not the right one.", field: "button:not([aria-disabled])" },
  listen(exercise, home, changed) {
    for (const item of itemsOf(home)) {
      find(".up", item).addEventListener("click", () => moveItem(exercise, home, item, true, changed));
      find(".down", item).addEventListener("click", () => moveItem(exercise, home, item, false, changed));
    }
  },
  inWords: ({ items }, value) => (Array.isArray(value) ? value.map((key, index) => `${index + 1}.\u00a0${plain(items[String(key)]?.text ?? "—")}`).join(", ") : "—"),
  interaction: ({ items }, value, { letter }) => ({ type: "sequencing", response: (value as string[]).map((key) => letter(items, key)).join(",") }),
};

/** An item with its buttons; those of the ends are marked by the script. */
function itemHtml([key, { text }]: [string, { text: string }]): string {
  const move = (way: string): string => `<button type="button" class="${way}" aria-label="Move ${way}: ${escapeHtml(plain(text))}">${way === "up" ? "↑" : "↓"}</button>`;
  return `<li data-item="${escapeHtml(key)}"><div><span>${text}</span> <span class="moves needs-script">${move("up")}${move("down")}</span></div></li>`;
}

export const build: BuildKind<Order> = {
  inputs: ({ items }) => `<ol class="order">
${Object.entries(items).map(itemHtml).join("\n")}
</ol>
<p class="moved unseen" role="status"></p>`,
  answer: (exercise, expected) => escapeHtml(page.inWords(exercise, expected, "lab")),
  keyed(exercise, { at, wrong, sound, rendered, hint, numeric, score, trying }) {
    const { value: items, sound: worked } = sound(() => {
      for (const [index, { before }] of (exercise.hints ?? []).entries()) {
        for (const name of before) if (!Object.hasOwn(exercise.items, name)) wrong(at("hints", index, "before"), `there is no item ${name}; there are ${Object.keys(exercise.items).join(", ")}`);
      }
      return Object.fromEntries(
        Object.entries(exercise.items).map(([name, item]) => {
          numeric(item.value, at("items", name, "value"));
          return [name, { ...item, text: rendered(at("items", name), item.text) }];
        }),
      );
    });
    const verdict = worked ? trying(at("items"), () => score(exercise, Object.keys(exercise.items))) : undefined;
    if (verdict?.correct) wrong(at("items"), `exercise ${exercise.id}: the items stand in the right order before anything is moved`);
    const hints = exercise.hints?.map(({ before, text }, index) => ({ before, text: hint(index, text, at("hints", index, "text")) }));
    return { changed: { items, ...(hints ? { hints } : {}) }, expected: verdict?.expected };
  },
};
