// Every page of a folder of labs.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { isLabFile, type Beginning } from "../../labs/writing/draft.js";
import { builtLab, publishesAnswers, type Builder, type Built } from "./compile.js";
import { coursesOf } from "./courses.js";
import { onDisk } from "./on-disk.js";
import { inOrder, labsIn } from "./order.js";
import { coursePage, gradingPage, guidePage, indexPage, teachPage, writePage, type Listed } from "./page.js";
import { LabError, written, type Problem } from "./problems.js";
import guide from "../../../labs/README.md?raw";
import labJson from "./template/lab.json?raw";
import labText from "./template/lab.md?raw";
import labNote from "./template/model-note.md?raw";

/** A small lab to begin with. */
export const EMPTY: Beginning = { name: "my-lab", title: "A small lab to begin with", files: { "lab.json": labJson, "lab.md": labText, "model-note.md": labNote } };

/** A lab's files: those of one that publishes its answers hide nothing, and another lab may begin with them. */
function beginning(folder: string, { listed: { name, title } }: Built): Beginning {
  const lab = onDisk(join(folder, name));
  return { name, title, files: Object.fromEntries(readdirSync(join(folder, name)).filter(isLabFile).map((file) => [file, lab.read(file)!])) };
}

/** The manual without what it quotes of this project’s labs for those who change them. */
const withoutAnswers = (manual: string): string => manual.replace(/^## What changing the model can break\n[^]*?(?=^## )/m, "");

/**
 * Every page of the labs in a folder, by its address within the site; the index has them in the order of learning, with what
 * that does not name at the end. All mistakes of all labs are told at once.
 */
export function buildLabs(folder: string, builder: Builder): { pages: Map<string, string>; remarks: string[] } {
  const pages = new Map<string, string>();
  const listed: Listed[] = [];
  const all: Built[] = [];
  const problems: Problem[] = [];
  const remarks: string[] = [];
  const names = labsIn(folder);
  const collected = <T>(run: () => T): T | undefined => {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof LabError)) throw error;
      problems.push(...error.problems);
      return undefined;
    }
  };
  const order = collected(() => inOrder(folder, names));
  const taught = collected(() => coursesOf(folder, names));
  for (const name of order?.names ?? names) {
    collected(() => {
      const { built, pages: own } = builtLab(onDisk(join(folder, name)), builder);
      for (const [address, html] of own) pages.set(address, html);
      all.push(built);
      listed.push(built.listed);
      remarks.push(...built.remarks.map(written));
    });
  }
  remarks.push(...[order, taught].flatMap((beside) => beside?.remarks ?? []).map(written));
  if (problems.length > 0 || !taught) throw new LabError(problems);
  const beginnings = all.filter(({ spec }) => publishesAnswers(spec)).map((one) => beginning(folder, one));
  pages.set("labs/index.html", indexPage(listed));
  pages.set("labs/course.html", coursePage(all.map(({ listed, outline }) => ({ ...listed, outline }))));
  pages.set("labs/grading.html", gradingPage(all.map(({ listed: { name }, spec }) => ({ name, spec }))));
  pages.set("labs/teach.html", teachPage(all.map(({ listed, goals }) => ({ ...listed, goals })), taught));
  pages.set("labs/guide.html", guidePage(builder.exams ? withoutAnswers(guide) : guide));
  pages.set("labs/write.html", writePage(EMPTY, beginnings));
  pages.set("labs/sources.json", JSON.stringify(beginnings));
  return { pages, remarks };
}
