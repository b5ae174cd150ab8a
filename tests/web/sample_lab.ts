// A small lab for the tests of what builds labs: built as it is, and with changes of one place, each in a folder of its own.

import { cpSync, mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect } from "vitest";
import { paths } from "../../web/build/bundle.js";
import { buildLab as built, type Builder, type Built } from "../../web/build/labs/compile.js";
import { onDisk } from "../../web/build/labs/on-disk.js";
import { LabError } from "../../web/build/labs/problems.js";
import { checkOf } from "../../web/build/labs/schema-check.js";
import { importing, importModule } from "../../web/build/module.js";
import { stills } from "../../web/build/still.js";
import { remembering } from "./remembering.js";

export const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
export const sample = here("labs/sample");
/** This project's own labs. */
export const labs = here("../../labs");
export const labNames = readdirSync(labs, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);
export const folder = mkdtempSync(join(tmpdir(), "ridgepoint-lab-"));
afterAll(() => rmSync(folder, { recursive: true }));

const { loadRidgepoint } = (await importModule(paths.engine)) as { loadRidgepoint(options: { calls: "all" }): Promise<Builder["engine"]> };
const engine = remembering(await loadRidgepoint({ calls: "all" }));
export const builder: Builder = {
  engine,
  still: await stills(importing(paths.widgets), engine as unknown as Record<string, unknown>),
  check: checkOf(JSON.parse(readFileSync(join(labs, "lab.schema.json"), "utf8")) as object),
};

export const buildLab = (path: string, using: Builder): Built => built(onDisk(path), using);

export const json = readFileSync(join(sample, "lab.json"), "utf8");
export const text = readFileSync(join(sample, "lab.md"), "utf8");
export const note = readFileSync(join(sample, "model-note.md"), "utf8");
export const lineOf = (source: string, part: string): number => source.slice(0, source.indexOf(part)).split("\n").length;

/** What of the sample is changed. */
export interface Change {
  json?: (text: string) => string;
  text?: (text: string) => string;
  note?: (text: string) => string;
}

let copies = 0;
/** The sample, changed, in a folder of its own. */
export function copy(change: Change): string {
  const lab = join(folder, `${(copies += 1)}`, "labs", "copy");
  mkdirSync(lab, { recursive: true });
  cpSync(sample, lab, { recursive: true });
  writeFileSync(join(lab, "lab.json"), (change.json ?? String)(json));
  writeFileSync(join(lab, "lab.md"), (change.text ?? String)(text));
  writeFileSync(join(lab, "model-note.md"), (change.note ?? String)(note));
  return lab;
}

/** A change of one place, which must be there. */
export const put = (from: string, to: string) => (source: string): string => {
  expect(source).toContain(from);
  return source.replace(from, () => to);
};

/** What the build says is wrong with the sample so changed. */
export function wrongs(change: Change): string[] {
  try {
    buildLab(copy(change), builder);
  } catch (error) {
    if (error instanceof LabError) return error.message.split("\n");
    throw error;
  }
  return [];
}

/** Pages beside those of each lab. */
export const coursePages = ["labs/index.html", "labs/course.html", "labs/grading.html", "labs/teach.html"];
/** And those with which labs are written. */
export const pagesBeside = [...coursePages, "labs/guide.html", "labs/write.html", "labs/sources.json"];
