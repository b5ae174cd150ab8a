// What writes the pages of a language.

import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";
import { translate } from "./translate.js";

export type Writers = typeof import("../pages/writers.js");

const web = fileURLToPath(new URL("../../", import.meta.url));

/** Of what widgets' scripts share, pages need the labels alone. */
export const labelsAlone = { "#shared": `${web}ui/labels.ts` };

export async function writersIn(language: string): Promise<Writers> {
  const { module } = await runnerImport<Writers>(`${web}build/pages/writers.ts`, { configFile: false, logLevel: "error", resolve: { alias: labelsAlone }, plugins: translate(language) });
  return module;
}
