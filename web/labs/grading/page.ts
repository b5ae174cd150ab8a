// The page that grades a class: files in, tables out. The command itself does the grading, in this page.

import "./grading.css";
import { strToU8, zipSync } from "fflate";
import { save } from "../../ui/save.js";
import { started } from "../../ui/started.js";
import { confirmed } from "../confirm.js";
import { all, button, find, make } from "../dom.js";
import { ofDrop, ofField } from "./chosen.js";
import { CHANGES, DOWNLOADS, gradeClass, type Download, type Graded, type Run, type Student } from "./command.js";
import { gather, gatherLabs, nothing, remarksOf, type Chosen } from "./gather.js";
import { anew, listing } from "./listing.js";
import { reportParts } from "./report.js";
import { histogram, inOrder, itemsTable, summary, textsOf, whoIs } from "./results.js";

const page = find("#grading");
/** The labs that this site publishes with their keys, by name. */
const published = JSON.parse(find("#labs", page).textContent!) as Record<string, { title: string }>;
const underPath = (folder: string): [string, Uint8Array][] => Object.entries(published).map(([name, lab]) => [`${folder}/${name}/lab.json`, strToU8(JSON.stringify(lab))]);
/** The site's labs where the command looks for them, and where it compares others with them. */
const labs = [...underPath("labs"), ...underPath("site")];
const status = find("#status", page), results = find("#results", page), opened = find("#opened", page), forget = find("#forget", page);
let given = nothing(), kept = anew();

const run: Run = async (flags, only = [...given.submissions.keys()]) => {
  const { grade } = await import("#grade");
  return grade(["--labs", "labs", ...flags, ...only], new Map([...labs, ...given.labs, ...given.submissions]));
};

const ownLabs = (): string[] => [...given.labs.keys()].map((path) => path.split("/")[1]!);

const titleOf = (lab: string): string => {
  const own = given.labs.get(`labs/${lab}/lab.json`);
  try {
    return own ? `${(JSON.parse(new TextDecoder().decode(own)) as { title: string }).title} (yours)` : published[lab]!.title;
  } catch {
    return lab;
  }
};

/** Where the exercises of one of the site's labs can be read. */
const addressOf = (lab: string): string | undefined => (Object.hasOwn(published, lab) && !ownLabs().includes(lab) ? `./${lab}/index.html` : undefined);

/** A task that may fail, said above what is there. */
const telling = (task: () => Promise<void>): void =>
  void task().catch((error: unknown) => {
    find(".failed", status)?.remove();
    status.prepend(make("p", `This did not work: ${(error as Error).message}`, "failed refused"));
  });

/** What a student answered, as the command reports it, in place of the list, which it leads back to. */
async function open(students: readonly Student[], place: number): Promise<void> {
  const student = students[place]!;
  const { output, errors } = await run(["--markdown"], [student.file]);
  if (!output) throw new Error(errors);
  const heading = make("h2");
  heading.append(make("bdi", whoIs(student)));
  heading.tabIndex = -1;
  const to = (label: string, other: number): HTMLButtonElement => {
    const leads = button(label, () => telling(() => open(students, other)));
    leads.disabled = students[other] === undefined;
    return leads;
  };
  const back = button("Back to the list", () => {
    opened.hidden = true;
    results.hidden = false;
    all("th button", results)[place]!.focus();
  });
  const ways = make("p", "", "buttons");
  ways.append(back, to("Previous", place - 1), to("Next", place + 1));
  opened.replaceChildren(ways, heading, ...reportParts(output, 3));
  results.hidden = true;
  opened.hidden = false;
  heading.focus();
}

const download = async ({ name, type, flags }: Download): Promise<void> => save(new Blob([(await run(flags)).output], { type }), name);

async function feedback(): Promise<void> {
  const { written } = await run(["--feedback", "written"]);
  save(new Blob([zipSync(Object.fromEntries(written)) as BlobPart], { type: "application/zip" }), "feedback.zip");
}

function downloads(): HTMLElement {
  const row = make("p", "", "buttons");
  const offered = { ...DOWNLOADS, ...(ownLabs().some((lab) => Object.hasOwn(published, lab)) ? CHANGES : {}) };
  row.append(...Object.entries(offered).map(([label, one]) => button(label, () => telling(() => download(one)))), button("A page for each student (zip)", () => telling(feedback)));
  return row;
}

function shown({ students: graded, statistics }: Graded): Node[] {
  if (graded.length === 0) return [];
  const parts: Node[] = [make("h2", "Downloads"), downloads(), make("h2", "Submissions"), listing(inOrder(graded, titleOf), kept, titleOf, (list, place) => telling(() => open(list, place)))];
  for (const { lab, points_by_tenth } of statistics.labs) {
    const items = statistics.exercises.filter((one) => one.lab === lab);
    parts.push(make("h2", titleOf(lab)), histogram(titleOf(lab), points_by_tenth), itemsTable(titleOf(lab), items, addressOf(lab)), ...textsOf(items));
  }
  return parts;
}

function list(reasons: readonly string[]): Node[] {
  if (reasons.length === 0) return [];
  const items = make("ul");
  items.append(...reasons.map((reason) => make("li", reason)));
  return [items];
}

/** Whose labs the class is graded by. */
function gradedBy(): Node[] {
  const own = ownLabs();
  return own.length === 0 ? [] : [make("p", `Graded by your ${own.length === 1 ? "lab" : "labs"} ${own.join(", ")}${Object.keys(published).some((lab) => !own.includes(lab)) ? "; all others by this site’s." : "."}`)];
}

async function regrade(): Promise<void> {
  opened.hidden = true;
  results.hidden = false;
  forget.hidden = given.submissions.size + given.labs.size + given.left.length === 0;
  if (given.submissions.size === 0) {
    status.replaceChildren(...gradedBy(), ...(given.labs.size > 0 ? [make("p", "Now add the submissions.")] : []), ...list(remarksOf(given)));
    results.replaceChildren();
    return;
  }
  status.replaceChildren(make("p", "Grading…"));
  const graded = await gradeClass(run);
  status.replaceChildren(make("p", summary(graded)), ...gradedBy(), ...list([...graded.refused.map(({ file, reason }) => `${file}: ${reason}`), ...remarksOf(given)]));
  results.replaceChildren(...shown(graded));
}

const add = (chosen: () => Promise<Chosen[]>): void =>
  telling(async () => {
    await gather(await chosen(), given);
    await regrade();
  });

/** A field that is emptied takes the same files again. */
const taken = (field: HTMLInputElement): Chosen[] => {
  const chosen = ofField(field);
  field.value = "";
  return chosen;
};
const files = find<HTMLInputElement>("#submissions", page), folder = find<HTMLInputElement>("#own-labs", page), drop = find("#drop", page);
files.addEventListener("change", () => add(async () => taken(files)));
folder.addEventListener("change", () =>
  telling(async () => {
    if ((await gatherLabs(taken(folder), given)) === 0) throw new Error("there is no lab in this folder; choose one that contains NAME/lab.json.");
    await regrade();
  }),
);
// Anywhere on the page: a file dropped beside the box would open in its place, and the class would be gone.
for (const kind of ["dragenter", "dragover", "dragleave", "drop"] as const) {
  document.addEventListener(kind, (event) => {
    const { dataTransfer } = event as DragEvent;
    if (!dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    drop.classList.toggle("over", kind === "dragenter" || kind === "dragover");
    if (kind !== "drop") return;
    const chosen = ofDrop(dataTransfer);
    add(() => chosen);
  });
}
addEventListener("beforeunload", (event) => {
  if (given.submissions.size > 0) event.preventDefault();
});
const start = (): void => {
  given = nothing();
  kept = anew();
  telling(regrade);
};
forget.addEventListener("click", () => {
  if (given.submissions.size === 0) start();
  else confirmed({ id: "forgetting", title: "Remove all files?", text: "The files stay where you have them; this page forgets them and what it made of them.", act: "Remove them", keep: "Keep them" }, start);
});
document.documentElement.classList.add("lab-live");
started("grading");
