// Types for templates of frameworks: what JSX (React 19, Preact, Solid) and Vue know of the elements, from custom-elements.json.
// A file each, since a page has the types of one framework only: import "ridgepoint/react".

import { eventTypes } from "./events.js";

interface Manifest {
  modules: { declarations: { tagName: string; name: string; description: string; attributes: { name: string; description: string; type: { text: string } }[] }[] }[];
}

/** An attribute's type: what may also stand as a text in the tag. */
const typeOf = (text: string): string =>
  text === "number" ? "number | string" : text === "boolean" ? "boolean | \"\"" : text.includes("|") ? `${text} | (string & {})` : "string";

const FRAMEWORKS: Record<string, (tags: string[]) => string> = {
  react: (tags) => `import type { DetailedHTMLProps, HTMLAttributes } from "react";
import type { RidgeAttributes, RidgeEvents } from "./elements.js";

type Element<Tag extends keyof RidgeAttributes> = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & RidgeAttributes[Tag] & { [Name in keyof RidgeEvents as \`on\${Name}\`]?: (event: RidgeEvents[Name]) => void };

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
${tags.map((tag) => `      "${tag}": Element<"${tag}">;`).join("\n")}
    }
  }
}
`,
  preact: (tags) => `import type { JSX } from "preact";
import type { RidgeAttributes, RidgeEvents } from "./elements.js";

type Element<Tag extends keyof RidgeAttributes> = JSX.HTMLAttributes<HTMLElement> & RidgeAttributes[Tag] & { [Name in keyof RidgeEvents as \`on\${Name}\`]?: (event: RidgeEvents[Name]) => void };

declare module "preact" {
  namespace JSX {
    interface IntrinsicElements {
${tags.map((tag) => `      "${tag}": Element<"${tag}">;`).join("\n")}
    }
  }
}
`,
  solid: (tags) => `import type { JSX } from "solid-js";
import type { RidgeAttributes, RidgeEvents } from "./elements.js";

type Element<Tag extends keyof RidgeAttributes> = JSX.HTMLAttributes<HTMLElement> & RidgeAttributes[Tag] & { [Name in keyof RidgeEvents as \`on:\${Name}\`]?: (event: RidgeEvents[Name]) => void };

declare module "solid-js" {
  namespace JSX {
    interface IntrinsicElements {
${tags.map((tag) => `      "${tag}": Element<"${tag}">;`).join("\n")}
    }
  }
}
`,
  vue: (tags) => `import type { DefineComponent } from "vue";
import type { RidgeAttributes, RidgeEvents } from "./elements.js";

type Element<Tag extends keyof RidgeAttributes> = DefineComponent<RidgeAttributes[Tag] & { [Name in keyof RidgeEvents as \`on\${Capitalize<Name>}\`]?: (event: RidgeEvents[Name]) => void }>;

declare module "vue" {
  interface GlobalComponents {
${tags.map((tag) => `    "${tag}": Element<"${tag}">;`).join("\n")}
  }
}
`,
};

/** The files by their names: elements.d.ts, and one a framework. */
export function frameworkTypes(manifest: unknown): Record<string, string> {
  const elements = (manifest as Manifest).modules.flatMap(({ declarations }) => declarations);
  const attributes = elements.map(
    ({ tagName, attributes: list, description }) =>
      `  /** ${description.replace(/\s+/g, " ")} */\n  "${tagName}": {\n${[...new Map(list.map((one) => [one.name, one])).values()].map(({ name, description: what, type }) => `    /** ${what.replace(/\*\//g, "")} */\n    "${name}"?: ${typeOf(type.text)};`).join("\n")}\n  };`,
  );
  const tags = elements.map(({ tagName }) => tagName);
  return {
    "elements.d.ts": `${eventTypes()}\n/** The attributes of each element. */\nexport interface RidgeAttributes {\n${attributes.join("\n")}\n}\n`,
    ...Object.fromEntries(Object.entries(FRAMEWORKS).map(([name, written]) => [`${name}.d.ts`, written(tags)])),
  };
}
