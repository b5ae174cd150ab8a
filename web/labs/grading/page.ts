// The page that grades a class: files in, tables out. The command itself does the grading, in this page.

import "./grading.css";
import { strToU8, zipSync } from "fflate";
import { save } from "../../ui/save.js";
import { button, find, make } from "../dom.js";
import { ofDrop, ofField } from "./chosen.js";
import { DOWNLOADS, gradeClass, type Graded, type Run, type Student } from "./command.js";
import { gather, nothing, onlyLabs, type Chosen } from "./gather.js";
import { answersTable, histogram, itemsTable, studentsTable, summary, textsOf, whoIs } from "./results.js";

const page = find("#grading");
/** The labs that this site publishes with their keys, by name. */
const published = JSON.parse(find("#labs", page).textContent!) as Record<string, { title: string }>;
const labs = new Map(Object.entries(published).map(([name, lab]) => [`labs/${name}/lab.json`, strToU8(JSON.stringify(lab))]));
const status = find("#status", page), results = find("#results", page), opened = find("#opened", page);
let given = nothing();

const run: Run = async (flags, only = [...given.submissions.keys()]) => {
  const { grade } = await import("#grade");
  return grade(["--labs", "labs", ...flags, ...only], new Map([...labs, ...given.labs, ...given.submissions]));
};

const titleOf = (lab: string): string => {
  const own = given.labs.get(`labs/${lab}/lab.json`);
  try {
    return own ? (JSON.parse(new TextDecoder().decode(own)) as { title: string }).title : published[lab]!.title;
  } catch {
    return lab;
  }
};

/** Where the exercises of one of the site's labs can be read. */
const addressOf = (lab: string): string | undefined => (Object.hasOwn(published, lab) ? `./${lab}/index.html` : undefined);

/** A task that may fail, said where the reader looks. */
const telling = (task: () => Promise<void>): void =>
  void task().catch((error: unknown) => {
    status.textContent = `This did not work: ${(error as Error).message}`;
  });

/** What a student answered, and the report of it that the command writes. */
async function open(student: Student): Promise<void> {
  const { output, errors } = await run(["--markdown"], [student.file]);
  if (!output) throw new Error(errors);
  const heading = make("h2", `${whoIs(student)}: ${titleOf(student.lab)}`);
  heading.tabIndex = -1;
  const report = document.createElement("details");
  report.append(make("summary", "The whole report, with the questions"), make("pre", output));
  opened.replaceChildren(heading, answersTable(student, addressOf(student.lab)), report);
  opened.hidden = false;
  heading.focus();
}

async function download(label: string): Promise<void> {
  const { name, type, flags } = DOWNLOADS[label]!;
  save(new Blob([(await run(flags)).output], { type }), name);
}

async function feedback(): Promise<void> {
  const { written } = await run(["--feedback", "written"]);
  save(new Blob([zipSync(Object.fromEntries(written)) as BlobPart], { type: "application/zip" }), "feedback.zip");
}

function downloads(): HTMLElement {
  const row = make("p", "", "buttons");
  row.append(...Object.keys(DOWNLOADS).map((label) => button(label, () => telling(() => download(label)))), button("A page for each student (zip)", () => telling(feedback)));
  return row;
}

function shown(graded: Graded): Node[] {
  const { students, statistics } = graded;
  if (students.length === 0) return [];
  const parts: Node[] = [make("h2", "Students"), studentsTable(students, titleOf, (one) => telling(() => open(one)))];
  for (const { lab, points_by_tenth } of statistics.labs) {
    const items = statistics.exercises.filter((one) => one.lab === lab);
    parts.push(make("h2", titleOf(lab)), histogram(titleOf(lab), points_by_tenth), itemsTable(titleOf(lab), items, addressOf(lab)), ...textsOf(items));
  }
  return [...parts, make("h2", "Take away"), downloads()];
}

function list(reasons: readonly string[]): Node[] {
  if (reasons.length === 0) return [];
  const items = make("ul");
  items.append(...reasons.map((reason) => make("li", reason)));
  return [items];
}

async function regrade(): Promise<void> {
  opened.hidden = true;
  if (given.submissions.size === 0) {
    status.replaceChildren(given.labs.size > 0 ? make("p", `Your labs are here: ${[...given.labs.keys()].map((path) => path.split("/")[1]).join(", ")}. Now the submissions.`) : "", ...list(given.left));
    results.replaceChildren();
    return;
  }
  status.textContent = "Grading…";
  const graded = await gradeClass(run);
  status.replaceChildren(make("p", summary(graded)), ...list([...graded.refused.map(({ file, reason }) => `${file}: ${reason}`), ...given.left]));
  results.replaceChildren(...shown(graded));
}

const add = (chosen: () => Promise<Chosen[]>): void =>
  telling(async () => {
    given.left = [];
    await gather(await chosen(), given);
    await regrade();
  });

const files = find<HTMLInputElement>("#submissions", page), folder = find<HTMLInputElement>("#own-labs", page), drop = find("#drop", page);
/** A field that is emptied takes the same files again. */
const taken = (field: HTMLInputElement): Chosen[] => {
  const chosen = ofField(field);
  field.value = "";
  return chosen;
};
files.addEventListener("change", () => add(async () => taken(files)));
folder.addEventListener("change", () =>
  add(async () => {
    const found = onlyLabs(taken(folder));
    if (found.length === 0) throw new Error("there is no lab in this folder; choose one that contains NAME/lab.json");
    return found;
  }),
);
for (const kind of ["dragenter", "dragover", "dragleave", "drop"] as const) {
  drop.addEventListener(kind, (event) => {
    event.preventDefault();
    drop.classList.toggle("over", kind === "dragenter" || kind === "dragover");
    const { dataTransfer } = event as DragEvent;
    if (kind === "drop" && dataTransfer) {
      const chosen = ofDrop(dataTransfer);
      add(() => chosen);
    }
  });
}
find("#forget", page).addEventListener("click", () => {
  given = nothing();
  telling(regrade);
});
document.documentElement.classList.add("lab-live");
