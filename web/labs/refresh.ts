// The numbers of a page that is older than its engine, asked again. Loaded for such a page alone.

import { all } from "./dom.js";
import { answer, tableRows } from "./figures.js";
import type { Asked, PageLab } from "./types.js";

type Engine = Asked & { models(): { id: string; name: string }[]; hardware(): { id: string; name: string }[] };

/** Pauses between figures, so that the page answers its reader meanwhile. */
const pause = (): Promise<void> => new Promise((next) => setTimeout(next));

function put(element: HTMLElement, { value, text }: { value: unknown; text: string }): void {
  if (element.textContent === text) return;
  element.textContent = text;
  element.setAttribute("value", typeof value === "string" ? value : JSON.stringify(value));
}

export async function refreshFigures(home: HTMLElement, { variables, definitions, figures, tables }: PageLab, engine: Asked): Promise<void> {
  const asked = engine as Engine;
  const names = { variables, definitions };
  const entries = [...asked.models(), ...asked.hardware()];
  // What is still in a template is as old as the page.
  const parts = [home, ...all<HTMLTemplateElement>("template", home).map(({ content }) => content)];
  for (const [name, figure] of Object.entries(figures)) {
    const found = answer(asked, figure, names, entries);
    for (const part of parts) for (const element of all(`[data-figure="${CSS.escape(name)}"]`, part)) put(element, found);
    await pause();
  }
  for (const [name, table] of Object.entries(tables)) {
    const rows = tableRows(asked, table, names, entries, (_, error) => {
      throw error;
    });
    for (const element of all(`[data-table="${CSS.escape(name)}"] tbody`, home)) all("data", element).forEach((cell, index) => put(cell, rows.flat()[index]!));
    await pause();
  }
}
