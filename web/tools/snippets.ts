// A widget's state as a command and as Python, with what differs from the engine's defaults.

import { fieldsOf, type Called } from "#shared";

type Values = Record<string, unknown>;

const isRecord = (value: unknown): value is Values => typeof value === "object" && value !== null && !Array.isArray(value);

/** What the engine would not take unasked. */
function requestOf({ call, request }: Called): Values {
  const fields = fieldsOf(call);
  const kept = (values: Values, prefix: string): Values =>
    Object.fromEntries(
      Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
        const field = fields.get(prefix + name);
        if (value === null || value === undefined || (field && field.fallback === value)) return [];
        if (!isRecord(value) || field?.kind === "model" || field?.kind === "hardware") return [[name, value]];
        const inner = kept(value, `${prefix}${name}.`);
        return Object.keys(inner).length > 0 ? [[name, inner]] : [];
      }),
    );
  return kept(request, "");
}

/** The command's name of a call: route_model is `route model`. */
const words = (call: string): string[] => call.split(/_(?=model|breakeven|project)/);

const shell = (text: string): string => (/^[\w.,:/@%+-]+$/.test(text) ? text : `'${text.replace(/'/g, `'\\''`)}'`);

/** These flags take JSON; of other objects the command reads a whole request. */
const TAKES_JSON = ["model", "hardware", "assumptions"];

/** One line for a shell, or a request on standard input. */
export function command(called: Called): string {
  const given = requestOf(called);
  const start = ["ridgepoint", ...words(called.call)].join(" ");
  if (Object.entries(given).some(([name, value]) => typeof value === "object" && !TAKES_JSON.includes(name)))
    return `${start} --input - <<'JSON'\n${JSON.stringify(given, null, 2)}\nJSON`;
  const flags = Object.entries(given).map(([name, value]) => {
    const only = isRecord(value) && Object.keys(value).length === 1 ? value["preset"] : undefined;
    const text = typeof value === "object" ? (typeof only === "string" ? only : JSON.stringify(value)) : String(value);
    return `--${name.replace(/_/g, "-")} ${shell(text)}`;
  });
  return [start, ...flags].join(" ");
}

/** JSON as Python writes it. */
function literal(value: unknown, indent = ""): string {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map((one) => literal(one, indent)).join(", ")}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  const inner = `${indent}    `;
  return `{\n${Object.entries(value).map(([name, one]) => `${inner}${JSON.stringify(name)}: ${literal(one, inner)},\n`).join("")}${indent}}`;
}

/** A program that asks the command and has its results. */
export function python(called: readonly Called[]): string {
  const asks = called.map(({ call }, index) => `print(ask(${words(call).map((word) => JSON.stringify(word)).join(", ")}, request=${literal(requestOf(called[index]!))}))`);
  // Line by line: the build takes the indentation out of longer templates.
  return [
    "import json",
    "import subprocess",
    "",
    "",
    "def ask(*call, request):",
    '    """The result of a call of the command ridgepoint, which must be installed."""',
    '    command = ["ridgepoint", *call, "--json", "--input", "-"]',
    "    done = subprocess.run(command, input=json.dumps(request), capture_output=True, text=True, check=True)",
    "    return json.loads(done.stdout)",
    "",
    "",
    ...asks,
    "",
  ].join("\n");
}
