// Labs as a site: the frame that comes with this package, and the pages of a folder of labs in it.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { unzipSync } from "fflate";
import { buildLabs } from "../all.js";
import { builtLab, type Builder } from "../compile.js";
import { onDisk } from "../on-disk.js";
import { LabError, written, type Problem } from "../problems.js";
import { givenAsExam } from "../exam.js";
import { Misuse } from "./misuse.js";
import { checkOf } from "../schema-check.js";
import { pagesAlone, scormPackage } from "../package.js";
import adapter from "../../../labs/scorm.ts?script";
import { importing, importModule } from "../../module.js";
import { stills } from "../../still.js";
import { WIDGETS } from "../../widgets.js";
import type { LabSpec } from "../../../labs/types.js";

/** A file of the package. */
export const beside = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** With the engine and the widgets of the package; no compiler is needed. */
export async function builder(): Promise<Builder> {
  const { loadRidgepoint } = (await importModule(beside("engine.js"))) as { loadRidgepoint(options: { calls: "all" }): Promise<Builder["engine"]> };
  const engine = await loadRidgepoint({ calls: "all" });
  const still = await stills(importing([...new Set(WIDGETS.map(({ script }) => beside(script)))]), engine as unknown as Record<string, unknown>);
  return { engine, still, check: checkOf(JSON.parse(readFileSync(beside("labs/lab.schema.json"), "utf8")) as object) };
}

function write(folder: string, name: string, content: string | Uint8Array): void {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/** Everything but the labs, by its address within the site. */
const frame = (): [string, Uint8Array][] => Object.entries(unzipSync(readFileSync(beside("lab-site.zip")))).filter(([name]) => !name.endsWith("/"));

export function writeFrame(folder: string): void {
  for (const [name, bytes] of frame()) write(folder, name, bytes);
}

/** Throws a Misuse where a page of an earlier build, which may hold answers, would stay beside these. */
function onlyThese(folder: string, pages: ReadonlyMap<string, string>): void {
  if (!existsSync(join(folder, "labs"))) return;
  const there = (readdirSync(join(folder, "labs"), { recursive: true }) as string[]).map((path) => `labs/${path.replaceAll("\\", "/")}`);
  const left = there.find((address) => /\.(html|json)$/.test(address) && !pages.has(address));
  if (left) throw new Misuse(`${join(folder, left)} is there from an earlier build and may hold answers; with --keys, --out must name a new folder`);
}

/** The pages of all labs; answers how many there are, and what may be a slip. Throws a LabError for what is wrong. */
export function writeLabs(labs: string, folder: string, using: Builder): { pages: number; remarks: string[] } {
  const { pages, remarks } = buildLabs(labs, using);
  if (using.exams) onlyThese(folder, pages);
  for (const [name, html] of pages) write(folder, name, html);
  return { pages: pages.size, remarks };
}

/** What grades these labs, all of them exams, and nothing else of them: for whoever grades, and for no web server. */
export function writeKeys(labs: string, names: readonly string[], folder: string): void {
  for (const name of names) write(folder, `${name}/lab.json`, `${JSON.stringify(givenAsExam(JSON.parse(readFileSync(join(labs, name, "lab.json"), "utf8")) as LabSpec), null, 2)}\n`);
}

/** The pages of these labs without those around them; what may be a slip. Throws a LabError for what is wrong with any. */
export function builtLabs(labs: string, names: readonly string[], using: Builder): { pages: Map<string, string>; remarks: string[] } {
  const pages = new Map<string, string>();
  const problems: Problem[] = [];
  const remarks: string[] = [];
  for (const name of names) {
    try {
      const { built, pages: own } = builtLab(onDisk(join(labs, name)), using);
      for (const [address, html] of own) pages.set(address, html);
      remarks.push(...built.remarks.map(written));
    } catch (error) {
      if (!(error instanceof LabError)) throw error;
      problems.push(...error.problems);
    }
  }
  if (problems.length > 0) throw new LabError(problems);
  return { pages, remarks };
}

/** A package of each of these labs for learning-management systems; answers what was written, and what may be a slip. */
export async function writePackages(labs: string, names: readonly string[], folder: string, using: Builder): Promise<{ files: string[]; remarks: string[] }> {
  const site = new Map(frame());
  const { pages, remarks } = builtLabs(labs, names, using);
  for (const [address, html] of pages) site.set(address, Buffer.from(html));
  const packages = await Promise.all(names.map((name) => scormPackage({ site: async (path) => site.get(path), name, pages: pagesAlone(name, pages) }, adapter)));
  for (const { fileName, zip } of packages) write(folder, fileName, zip);
  return { files: packages.map(({ fileName }) => join(folder, fileName)), remarks };
}
