// The worked block of a model note: its formulas, as tables of what goes in and of what comes out.

import { exact, number, whole } from "../../ui/format.js";
import { escapeHtml } from "../../labs/html.js";
import { isRecord } from "../../labs/types.js";

/** The part of a model note with its worked numbers, of which some are answers; `body`: the note as HTML. */
export const withWorkedMarked = (body: string): string =>
  body.replace(/<h2[^>]*>Worked numbers<\/h2>[\s\S]*?(?=<h2|(?![\s\S]))/, (part) => `<section class="worked-numbers">\n${part}</section>\n`);

/** The page of a note without that part, for a lab that publishes no answers. */
export const withoutWorked = (page: string): string => page.replace(/<section class="worked-numbers">[\s\S]*?<\/section>\n?/, "");

export interface Known {
  variables: Record<string, unknown>;
  /** Models and devices as the registry has them. */
  entries: readonly { id: string; name: string }[];
  /** A figure as HTML; nothing for a name that is none. */
  figure(name: string): string | undefined;
}

interface Step {
  /** With its parameters, where it has some. */
  name: string;
  formula: string;
}

/** `name = …` and `name(a, b) = …`, one a line; an indented line goes on with the one before. */
function steps(block: string): Step[] {
  const found: Step[] = [];
  for (const line of block.split("\n")) {
    const last = found.at(-1);
    if (line.trim() === "") continue;
    if (/^\s/.test(line) && last) {
      last.formula = `${last.formula} ${line.trim()}`.trim().replace("( ", "(");
      continue;
    }
    const parts = /^(\w+(?:\([\w, ]+\))?) =(.*)$/.exec(line);
    if (!parts) throw new Error(`a worked line is name = formula, not ${line}`);
    found.push({ name: parts[1]!, formula: parts[2]!.trim() });
  }
  return found;
}

const UNITS: [ending: RegExp, unit: string][] = [
  [/_bytes_per_s$/, "bytes/s"],
  [/flop_per_s\b/, "flop/s"],
  [/_bytes$/, "bytes"],
  [/_flops$/, "flop"],
  [/_s$/, "s"],
];
const unitOf = (path: string): string => UNITS.find(([ending]) => ending.test(path))?.[1] ?? "";

const reach = (entry: unknown, path: string): unknown => path.split(".").reduce<unknown>((at, step) => (isRecord(at) ? at[step] : undefined), entry);
/** A long name may end its line after each of its words, and where its parameters begin. */
const code = (text: string): string => `<code>${escapeHtml(text).replace(/[._(](?=\w)/g, "$&<wbr>")}</code>`;
const title = (text: string): string => `<th scope="col">${text}</th>`;
const figure = (text: string, tag = "td"): string => `<${tag}${tag === "th" ? ' scope="col"' : ""} class="figure">${text}</${tag}>`;

const table = (caption: string, head: string[], rows: string[][], kind = "scroll"): string => `<div class="${kind}" tabindex="0" role="group" aria-label="${escapeHtml(caption)}"><table>
<caption><span>${escapeHtml(caption)}</span></caption>
<thead><tr>${head.join("")}</tr></thead>
<tbody>${rows.map(([name, ...cells]) => `<tr><th scope="row">${name}</th>${cells.join("")}</tr>`).join("\n")}</tbody>
</table></div>`;

/** The registry's figures that the formulas name, a column for each model or each device. */
function taken(block: string, kind: "models" | "devices", { variables, entries }: Known): string {
  const sign = kind === "models" ? "parameters" : "memory_bandwidth_bytes_per_s";
  const columns = Object.entries(variables)
    .filter(([name]) => new RegExp(`\\b${name}\\b`).test(block))
    .map(([name, value]) => ({ name, entry: isRecord(value) ? value : entries.find(({ id }) => id === value) }))
    .filter(({ entry }) => reach(entry, sign) !== undefined)
    .map(({ name, entry }) => ({ name, entry, called: escapeHtml(String(reach(entry, "name") ?? "")) }));
  const paths = [...new Set([...block.matchAll(/\b[A-Za-z_]\w*\.([A-Za-z_][\w.]*)/g)].map(([, path]) => path!))];
  const rows = paths.filter((path) => columns.some(({ entry }) => typeof reach(entry, path) === "number"));
  if (rows.length === 0) return "";
  const cell = (entry: unknown, path: string): string => {
    const [value, unit] = [reach(entry, path) as number | undefined, unitOf(path)];
    return escapeHtml(unit === "" ? whole(value) : exact(value, unit));
  };
  return table(
    `What goes in: ${kind} as the registry has them.`,
    [title("Field"), ...columns.map(({ name, called }) => figure(`${code(name)} ${called}`, "th"))],
    rows.map((path) => [code(path), ...columns.map(({ name, entry, called }) => `<td class="figure" data-title="${name}: ${called}">${cell(entry, path)}</td>`)]),
    columns.length > 1 ? "scroll listed" : "scroll",
  );
}

/** Throws for a line that is no formula. */
export function workedHtml(block: string, known: Known): string {
  const values = Object.entries(known.variables).filter(([name, value]) => typeof value === "number" && new RegExp(`\\b${name}\\b`).test(block));
  return [
    taken(block, "models", known),
    taken(block, "devices", known),
    values.length > 0 ? table("What goes in: values of this lab.", [title("Value"), figure("is", "th")], values.map(([name, value]) => [code(name), figure(escapeHtml(number(value as number)))])) : "",
    table(
      "Step by step, in seconds, bytes and FLOP.",
      [title("Name"), title("Formula"), figure("Gives", "th")],
      steps(block).map(({ name, formula }) => {
        const value = known.figure(name);
        return value === undefined ? [code(name), `<td colspan="2">${code(formula)}</td>`] : [code(name), `<td>${code(formula)}</td>`, figure(value)];
      }),
    ),
  ].join("\n");
}
