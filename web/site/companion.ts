// Beside the widget of a page: a line to try brings the widget into sight, and the links to the zoo follow what it shows.

import names from "#names";

interface Shown {
  request: Record<string, unknown>;
  result: unknown;
}

const widget = document.querySelector<HTMLElement>(".widget > *")!;
const entries = document.querySelector("#entries");
const tries = [...document.querySelectorAll<HTMLAnchorElement>(".try")];

/** The line whose state the address has. */
const mark = (): void => {
  for (const line of tries) line.ariaCurrent = line.hash === location.hash ? "true" : null;
};
for (const line of tries) {
  line.addEventListener("click", () => {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    widget.scrollIntoView({ behavior: calm ? "auto" : "smooth", block: "start" });
  });
}
addEventListener("hashchange", mark);
mark();

const idsIn = (value: unknown): string[] => (typeof value === "string" ? [value] : typeof value === "object" && value !== null ? Object.values(value).flatMap(idsIn) : []);

const list = (request: unknown): void => {
  const ids = new Set(idsIn(request).filter((id) => Object.hasOwn(names, id)));
  entries?.replaceChildren(...[...ids].map((id) => {
    const item = document.createElement("li");
    const link = item.appendChild(document.createElement("a"));
    link.href = `./zoo.html#${encodeURIComponent(id)}`;
    link.textContent = names[id]!;
    return item;
  }));
};

// The widget's first answer may have been there before this script.
const { request, result } = widget as HTMLElement & Partial<Shown>;
if (result) list(request);
widget.addEventListener("ridge-change", ({ detail }: CustomEventInit<Shown>) => list(detail!.request));
