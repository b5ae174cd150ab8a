// A module of the build, run in Node: the engine or the widgets.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

/**
 * Imports a file as an ES module, whatever package it lies in: Node 18 takes .js for CommonJS outside one.
 * By its content, so that a file built anew is read anew.
 */
export async function importModule(file: string): Promise<Record<string, unknown>> {
  const source = readFileSync(file, "utf8").replaceAll("import.meta.url", JSON.stringify(pathToFileURL(file).href));
  return (await import(/* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(source).toString("base64")}`)) as Record<string, unknown>;
}
