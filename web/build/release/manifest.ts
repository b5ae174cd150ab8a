// custom-elements.json (schema 1.0.0): every attribute, property, event and part of the elements, for editors and catalogues.
// Attributes come from the classes themselves and the engine's schema; words from the sources' documentation.

import ts from "typescript";
import { isAssumptions, PRESET } from "../../ui/input.js";
import { attributeName } from "../../ui/names.js";
import type { Field } from "../../ui/fields.js";
import { callFields } from "../schema-fields.js";
import { GREYS, REGIMES } from "../../ui/palette.js";
import { SCRIPTS } from "../widgets.js";
import { elementSources, labDocumentation, publicMembers, type Documented } from "./elements.js";

const GREY_USES: Record<keyof typeof GREYS, string> = {
  page: "The ground", panel: "The ground of what stands apart", line: "Thin lines", edge: "Borders and axes", muted: "Text of second rank", ink: "Text",
  accent: "Links, focus and what is read", alert: "What was refused",
};

/** Every property that a page may set on any of them, with its value in the light and in the dark. */
const PROPERTIES = [
  ...Object.entries(GREYS).map(([name, [light, dark]]) => ({ name: `--ridge-${name}`, description: GREY_USES[name as keyof typeof GREYS], default: `light-dark(${light}, ${dark})` })),
  ...Object.entries(REGIMES).map(([name, { light, dark, word }]) => ({ name: `--ridge-${name}`, description: `What is ${word}`, default: `light-dark(${light}, ${dark})` })),
  { name: "--ridge-shade", description: "The shadow of a box that opens, and what dims the page behind it", default: "rgb(0 0 0 / 0.24) and rgb(0 0 0 / 0.12)" },
  { name: "--ridge-font", description: "The typefaces", default: "the system’s" },
  { name: "--ridge-mono", description: "The typefaces of commands and code", default: "the system’s of fixed width" },
  { name: "--ridge-sticky-top", description: "How high the page’s own sticky header is", default: "0px" },
  { name: "--ridge-reserved-height", description: "What is kept free until the engine is there", default: "960px, and 400px with view" },
];

/** A class as it registers itself. */
export interface Registered {
  inputs: readonly { path: string; call: string; field?: string; start?: unknown }[];
  observedAttributes: readonly string[];
}

const typeOf = ({ kind, choices }: Field): string =>
  kind === "enum" ? choices.map((name) => JSON.stringify(name)).join(" | ") : kind === "number" || kind === "boolean" ? kind : "string";

const events = (listed: readonly Documented[]): unknown[] => listed.map((one) => ({ ...one, type: { text: "CustomEvent" } }));

/** The page of a lab, whose script lies in the site that `ridgepoint lab build` writes. */
export function labModule(): Record<string, unknown> {
  const { tag, className, description, attributes, events: listed } = labDocumentation();
  return {
    kind: "javascript-module",
    path: "lab.js",
    declarations: [{
      kind: "class",
      customElement: true,
      name: className,
      tagName: tag,
      description,
      superclass: { name: "HTMLElement" },
      attributes: attributes.map((one) => ({ ...one, type: { text: "string" } })),
      events: events(listed),
    }],
    exports: [{ kind: "custom-element-definition", name: tag, declaration: { name: className, module: "lab.js" } }],
  };
}

function describe(script: string, registered: Map<string, Registered>, schema: unknown): Record<string, unknown> {
  const { elements, base } = elementSources(script);
  const undocumented = [...registered.keys()].filter((tag) => !elements.some((element) => element.tag === tag));
  if (undocumented.length > 0) throw new Error(`no @element in web/widgets/ for ${undocumented.join(", ")}`);
  const members = publicMembers(base).filter((member) => !ts.isSetAccessor(member)).map((member) => {
    const [doc] = (member as unknown as { jsDoc?: ts.JSDoc[] }).jsDoc ?? [];
    const typed = "type" in member && member.type ? { text: (member.type as ts.Node).getText() } : { text: "void" };
    const common = { name: member.name!.getText(), ...(doc ? { description: (ts.getTextOfJSDocComment(doc.comment) ?? "").replace(/\s+/g, " ") } : {}) };
    if (!ts.isMethodDeclaration(member)) return { kind: "field", ...common, type: typed };
    const parameters = member.parameters.map((one) => ({
      name: one.name.getText(),
      type: { text: one.type?.getText() ?? "unknown" },
      ...(one.initializer ? { optional: true, default: one.initializer.getText() } : {}),
    }));
    return { kind: "method", ...common, parameters, return: { type: typed } };
  });
  return {
    kind: "javascript-module",
    path: script,
    declarations: elements.map((element) => {
      const made = registered.get(element.tag);
      if (!made) throw new Error(`${element.file} documents ${element.tag}, which is not registered`);
      const fields = made.inputs.map(({ path, call, field, start }) => {
        const known = callFields(schema, call);
        const described = known.get(field ?? path);
        const fallback = start ?? described?.fallback;
        return {
          name: attributeName(path),
          ...(described
            ? { description: described.description, type: { text: typeOf(described) } }
            : { description: `a preset (${known.get("assumptions.preset")!.choices.join(", ")}), or a JSON object of assumptions`, type: { text: "string" } }),
          ...(fallback === undefined ? {} : { default: typeof fallback === "string" ? fallback : JSON.stringify(fallback) }),
        };
      });
      const presets = made.inputs.flatMap(({ path, call }) => (isAssumptions(path) ? callFields(schema, call).get("assumptions.preset")!.choices : []));
      if (presets.length > 0) fields.push({ name: PRESET, description: `the assumptions to start from: ${[...new Set(presets)].join(", ")}; single ones stand in \`assumptions\``, type: { text: "string" } });
      const others = element.attributes.filter(({ name }) => !name.split(/, */).some((one) => fields.some((field) => field.name === one)));
      return {
        kind: "class",
        customElement: true,
        name: element.className,
        tagName: element.tag,
        description: element.description.trim(),
        superclass: { name: "HTMLElement" },
        attributes: [...fields, ...others.flatMap(({ name, description }) => name.split(/, */).map((one) => ({ name: one, description, type: { text: "string" } })))],
        members,
        events: events(element.events),
        cssProperties: PROPERTIES,
        cssParts: element.parts.map((name) => ({ name })),
        slots: [{ name: "", description: "What is shown until the widget runs, and where it cannot" }],
      };
    }),
    exports: elements.flatMap((element) => [
      { kind: "js", name: element.className, declaration: { name: element.className, module: script } },
      { kind: "custom-element-definition", name: element.tag, declaration: { name: element.className, module: script } },
    ]),
  };
}

/** The manifest of every script that registers widgets; `registered` gives these, made ready without a browser. */
export async function manifest(registered: (script: string) => Promise<Map<string, Registered>>, schema: unknown): Promise<{ schemaVersion: string; modules: unknown[] }> {
  const modules: unknown[] = [];
  for (const script of SCRIPTS) modules.push(describe(script, await registered(script), schema));
  return { schemaVersion: "1.0.0", modules };
}
