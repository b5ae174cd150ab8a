// Labs as a site: the frame that comes with this package, and the pages of a folder of labs in it.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { unzipSync } from "fflate";
import { buildLabs, type Builder } from "../compile.js";
import { importModule } from "../../module.js";
import { stills } from "../../still.js";

/** A file of the package. */
export const beside = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** With the engine and the widgets of the package; no compiler is needed. */
export async function builder(): Promise<Builder> {
  const { loadRidgepoint } = (await importModule(beside("engine.js"))) as { loadRidgepoint(options: { calls: "all" }): Promise<Builder["engine"]> };
  const engine = await loadRidgepoint({ calls: "all" });
  const { modules } = JSON.parse(readFileSync(beside("custom-elements.json"), "utf8")) as { modules: { path: string }[] };
  const still = await stills(modules.map(({ path }) => beside(path)), engine as unknown as Record<string, unknown>);
  return { engine, still, schema: JSON.parse(readFileSync(beside("lab.schema.json"), "utf8")) as object };
}

function write(folder: string, name: string, content: string | Uint8Array): void {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/** Everything but the labs. */
export function writeFrame(folder: string): void {
  for (const [name, bytes] of Object.entries(unzipSync(readFileSync(beside("lab-site.zip"))))) if (!name.endsWith("/")) write(folder, name, bytes);
}

/** The pages of all labs; answers how many there are, and what may be a slip. Throws a LabError for what is wrong. */
export function writeLabs(labs: string, folder: string, using: Builder): { pages: number; remarks: string[] } {
  const { pages, remarks } = buildLabs(labs, using);
  for (const [name, html] of pages) write(folder, name, html);
  return { pages: pages.size, remarks };
}
