// The zoo's filter, its tables sorted by a column, its picture read at the pointer, and the entry opened that an address names.

const input = document.querySelector<HTMLInputElement>("#filter")!;
const count = document.querySelector<HTMLElement>("#count")!;
const captions = [...document.querySelectorAll<HTMLTableCaptionElement>(".overview caption")].map((caption) => ({ caption, all: caption.textContent! }));
const items = [...document.querySelectorAll<HTMLElement>("[data-find]")];
const sections = [...document.querySelectorAll<HTMLElement>("main > section")];
const dots = [...document.querySelectorAll<SVGAElement>("[data-device]")];

input.addEventListener("input", () => {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const item of items) item.hidden = !words.every((word) => item.dataset["find"]!.includes(word));
  for (const { caption, all } of captions) {
    const shown = caption.closest("table")!.querySelectorAll("tbody tr:not([hidden])").length;
    caption.textContent = words.length === 0 ? all : `${shown} of ${all}`;
  }
  for (const dot of dots) dot.classList.toggle("faint", document.getElementById(dot.dataset["device"]!)!.hidden);
  // A picture and a table's head with nothing in them say nothing.
  for (const section of sections) section.hidden = !section.querySelector("details:not([hidden])");
  const left = items.filter((item) => item.localName === "details" && !item.hidden).length;
  count.textContent = words.length === 0 ? "" : left === 0 ? "No device or model has these words in its name, id or kind." : left === 1 ? "1 entry" : `${left} entries`;
});

/** Names and words from A, figures from the greatest; again the other way. What has none stands last. */
function sort(heading: HTMLTableCellElement): void {
  const { cellIndex } = heading;
  const body = heading.closest("table")!.tBodies[0]!;
  const by = ({ cells }: HTMLTableRowElement): string | undefined => (cellIndex === 0 ? cells[0]!.textContent! : cells[cellIndex]!.dataset["by"]);
  const isFigure = heading.classList.contains("figure");
  const up = heading.ariaSort === null ? !isFigure : heading.ariaSort === "descending";
  const compare = (one: string, other: string): number => (isFigure ? Number(one) - Number(other) : one.localeCompare(other, "en", { numeric: true }));
  const rows = [...body.rows].sort((one, other) => {
    const [a, b] = [by(one), by(other)];
    return a === undefined || b === undefined ? Number(a === undefined) - Number(b === undefined) : compare(a, b) * (up ? 1 : -1);
  });
  body.replaceChildren(...rows);
  for (const other of heading.parentElement!.children) other.ariaSort = null;
  heading.ariaSort = up ? "ascending" : "descending";
}

for (const heading of document.querySelectorAll<HTMLTableCellElement>(".overview thead th")) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = heading.textContent;
  button.addEventListener("click", () => sort(heading));
  heading.replaceChildren(button);
}

const reveal = (): void => {
  const entry = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (entry instanceof HTMLDetailsElement) {
    entry.open = true;
    entry.scrollIntoView();
  }
};
addEventListener("hashchange", reveal);
reveal();
