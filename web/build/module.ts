// A module of the build, run in Node: the engine or the widgets.

import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * Imports a file as an ES module, whatever package it lies in: Node 18 takes .js for CommonJS outside one.
 * By its content, so that a file built anew is read anew; a file beside it that it imports from, likewise.
 */
export async function importModule(file: string): Promise<Record<string, unknown>> {
  return (await import(/* @vite-ignore */ inlined(file))) as Record<string, unknown>;
}

/** What imports each of these files. */
export const importing = (files: readonly string[]): (() => Promise<object>)[] => files.map((file) => () => importModule(file));

function inlined(file: string): string {
  const source = readFileSync(file, "utf8")
    .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(file).href))
    .replace(/(?<=from ?)"(\.\.?\/[\w-]+\.js)"/g, (_, beside: string) => JSON.stringify(inlined(resolve(dirname(file), beside))));
  return `data:text/javascript;base64,${Buffer.from(source).toString("base64")}`;
}
