// Widgets and pages in another language: as a script is built or a page is written, the pieces that people read are put in from
// web/locales/LANGUAGE. The English sources know nothing of it, and English scripts are the same to the byte as without.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type ts from "typescript";
import type { Plugin } from "vite";
import { unitsOf, unitsOfPage, type Unit } from "./units.js";

const web = fileURLToPath(new URL("../../", import.meta.url));

export const ENGLISH = "en";

/** Those that there are beside English. */
export const LANGUAGES = readdirSync(`${web}locales`);

/** By the English piece; null for what is a name or a sign, the same in every language. */
export type Catalogue = Record<string, string | null>;

/** The folder of web/ whose catalogue a file's pieces are in: "ui", "widgets/roofline", or "widgets" for what those share. */
export const folderOf = (file: string): string | undefined => /\/web\/((?:ui|charts|tools|site\/data|site|build\/pages|widgets\/\w+)(?=\/)|widgets(?=\/\w+\.ts$))/.exec(file)?.[1];

/** Empty where there is none yet: what is not translated stays English, and tests/web/language_test.ts says so. */
export function catalogueOf(language: string, folder: string): Catalogue {
  const file = `${web}locales/${language}/${folder.replace("widgets/", "")}.json`;
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Catalogue) : {};
}

/** The source with what the catalogue has for its pieces. Inner pieces go with the expressions that they are in. */
export function translated(text: string, catalogue: Catalogue, name?: string): string {
  const { units, maybe, file } = unitsOf(text, name);
  const known = [...units, ...maybe].filter(({ key }) => typeof catalogue[key] === "string").sort((one, other) => one.start - other.start || other.end - one.end);
  const put = (from: number, to: number, but?: Unit): string => {
    let result = "", at = from;
    for (const unit of known) {
      if (unit === but || unit.start < at || unit.end > to) continue;
      result += text.slice(at, unit.start) + said(unit);
      at = unit.end;
    }
    return result + text.slice(at, to);
  };
  const said = (unit: Unit): string => {
    const words = catalogue[unit.key]!;
    if (unit.quoted) return JSON.stringify(unit.before + words + unit.after);
    const parts = words.split(/\{(\d+)\}/).map((one, i) => {
      const expression: ts.Expression | undefined = i % 2 === 1 ? unit.expressions[Number(one)] : undefined;
      if (i % 2 === 1 && !expression) throw new Error(`${name}: “${words}” has a place {${one}} that “${unit.key}” has not`);
      return expression ? `\${${put(expression.getStart(file), expression.end, unit)}}` : one.replace(/[`\\]|\$(?=\{)/g, "\\$&");
    });
    return unit.before + parts.join("") + unit.after;
  };
  return put(0, text.length);
}

/** A page with what the catalogue has for its pieces. */
export function translatedPage(html: string, catalogue: Catalogue): string {
  let result = "", at = 0;
  for (const { key, start, end, before, after } of unitsOfPage(html)) {
    if (typeof catalogue[key] !== "string") continue;
    result += html.slice(at, start) + before + catalogue[key] + after;
    at = end;
  }
  return result + html.slice(at);
}

/** Puts a language into what a script is built from. */
export function translate(language: string): Plugin[] {
  if (language === ENGLISH) return [];
  const own = `${web}locales/${language}/`;
  return [
    {
      // In place of a module of web/, that of the language with the same path: its numbers, its labels. It may use what it replaces.
      name: "own-modules",
      enforce: "pre",
      async resolveId(id, importer, options) {
        const found = await this.resolve(id, importer, { ...options, skipSelf: true });
        const replaced = found && own + found.id.replace(web, "");
        return replaced && found.id.startsWith(web) && existsSync(replaced) && importer !== replaced ? replaced : found;
      },
    },
    {
      name: "translate",
      enforce: "pre",
      transform(code, id) {
        const folder = /\.(ts|json)$/.test(id) ? folderOf(id) : undefined;
        return folder === undefined ? null : translated(code, catalogueOf(language, folder), id);
      },
    },
  ];
}
