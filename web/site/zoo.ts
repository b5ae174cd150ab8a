// The zoo's filter, and opening the entry that an address names.

const input = document.querySelector<HTMLInputElement>("#filter")!;
const count = document.querySelector<HTMLElement>("#count")!;
const captions = [...document.querySelectorAll<HTMLTableCaptionElement>(".overview caption")].map((caption) => ({ caption, all: caption.textContent! }));
const items = [...document.querySelectorAll<HTMLElement>("[data-find]")];

input.addEventListener("input", () => {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const item of items) item.hidden = !words.every((word) => item.dataset["find"]!.includes(word));
  for (const { caption, all } of captions) {
    const shown = caption.closest("table")!.querySelectorAll("tbody tr:not([hidden])").length;
    caption.textContent = words.length === 0 ? all : `${shown} of ${all}`;
  }
  const left = items.filter((item) => item.localName === "details" && !item.hidden).length;
  count.textContent = words.length === 0 ? "" : left === 1 ? "1 entry" : `${left} entries`;
});

const reveal = (): void => {
  const entry = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (entry instanceof HTMLDetailsElement) {
    entry.open = true;
    entry.scrollIntoView();
  }
};
addEventListener("hashchange", reveal);
reveal();
