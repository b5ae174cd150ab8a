// The page that writes labs: texts in, the lab out, built by the compiler in a worker of this page.

import "./writing.css";
import { strToU8, unzipSync, zipSync } from "fflate";
import { save } from "../../ui/save.js";
import { started } from "../../ui/started.js";
import { confirmed } from "../confirm.js";
import { button, find, make } from "../dom.js";
import { ofField } from "../grading/chosen.js";
import type { Chosen } from "../grading/gather.js";
import { Compiler } from "./compiler.js";
import { Desk } from "./desk.js";
import { isLabFile, type Beginning, type Draft, type Outcome, type Wanted } from "./draft.js";
import { keepDraft, keptDraft } from "./kept.js";
import { Shown } from "./shown.js";

const page = find("#writing");
const name = find<HTMLInputElement>("#lab-name", page), begin = find<HTMLSelectElement>("#begin", page), status = find("#status", page), kept = find("#kept", page);
const named = find("#named", page), opened = find("#opened", page), taken = find("#taken", page);
const compiler = new Compiler();
const shown = new Shown(find("iframe", page), find("#pages", page));
const desk = new Desk(find("#files", page), find("textarea", page), () => touched());
const empty = JSON.parse(find("#beginning", page).textContent!) as Beginning;

/** How long typing rests before the lab is built. */
const PAUSE = 500;
/** Larger than any text that a person writes. */
const MOST_BYTES = 2 ** 20, MOST_ZIP_BYTES = 2 ** 23;

const draft = (): Draft => ({ name: name.value.trim(), files: desk.files });
/** As it was begun: only what has been changed since is worth a question. */
let begun = "";
const isTouched = (): boolean => JSON.stringify(draft()) !== begun;

let isKept = true;
function keep(over = false): void {
  const why = keepDraft(draft(), over);
  isKept = why === undefined;
  kept.className = isKept ? "aside" : "refused";
  kept.replaceChildren(why === undefined ? "Saved in this browser." : `Not saved: ${why}. `);
  if (why === undefined) return;
  kept.append(why.startsWith("another") ? button("Save this one over it", () => keep(true)) : "Download the folder before you leave.");
}
addEventListener("beforeunload", (event) => {
  if (!isKept) event.preventDefault();
});

/** What is wrong with the name of the lab's folder, or worth knowing; false where nothing can be built under it. */
function checkName(): boolean {
  const given = name.value.trim(), isName = /^[a-z0-9][a-z0-9-]*$/.test(given);
  const isTaken = given !== empty.name && [...begin.options].some(({ value }) => value === given);
  named.className = isName ? "aside" : "refused";
  named.textContent = !isName
    ? `${given === "" ? "The folder needs a name" : `“${given}” cannot be the name`}: lower-case letters, digits and dashes, as in my-lab.`
    : isTaken ? "A lab of this site has this name, and a browser saves answers by it: give yours another." : "";
  if (isName) name.removeAttribute("aria-invalid");
  else name.setAttribute("aria-invalid", "true");
  return isName;
}

/** What became of a draft, told above the lab. True where it could be built. */
function told(outcome: Outcome): boolean {
  const failed = "failed" in outcome ? [make("p", `The lab could not be built: ${outcome.failed}`, "refused")] : [];
  const wrong = "wrong" in outcome ? [make("p", `${outcome.wrong.length === 1 ? "One mistake." : `${outcome.wrong.length} mistakes.`}${shown.isEmpty ? "" : " The lab below is the last version that worked."}`, "refused"), desk.list(outcome.wrong)] : [];
  const remarks = "remarks" in outcome ? [make("p", "The lab can be built."), ...(outcome.remarks.length > 0 ? [desk.list(outcome.remarks)] : [])] : [];
  status.replaceChildren(...failed, ...wrong, ...remarks);
  return "pages" in outcome || "zip" in outcome;
}

let latest = 0;
async function build(): Promise<void> {
  if (!checkName()) return;
  const turn = (latest += 1);
  status.setAttribute("aria-busy", "true");
  const outcome = await compiler.build(draft(), "pages");
  if (turn !== latest) return;
  status.removeAttribute("aria-busy");
  if (told(outcome) && "pages" in outcome) shown.show(outcome.pages);
}

let rest: ReturnType<typeof setTimeout> | undefined;
function touched(): void {
  keep();
  clearTimeout(rest);
  rest = setTimeout(() => void build(), PAUSE);
}

/** Another lab on the desk, after a question where something would be lost. */
function start(other: Draft): void {
  const put = (): void => {
    name.value = other.name;
    desk.replace(other.files);
    begun = JSON.stringify(draft());
    touched();
  };
  if (!isTouched()) put();
  else confirmed({ id: "replacing", title: "Replace your lab?", text: "This page holds one lab at a time. To keep yours, choose “Keep it”, and download its folder at the foot of the page first.", act: "Replace it", keep: "Keep it" }, put);
}

const telling = (task: () => Promise<void>): void => void task().catch((error: unknown) => status.replaceChildren(make("p", `This did not work: ${(error as Error).message}`, "refused")));

/** The texts among chosen files: of one lab, whose folder has its lab.json. */
async function labOf(chosen: readonly Chosen[]): Promise<Draft> {
  const data = chosen.filter(({ path }) => /(^|\/)lab\.json$/.test(path));
  if (data.length !== 1) throw new Error(data.length === 0 ? "there is no lab.json in this folder." : `there are ${data.length} labs in this folder; choose the folder of one.`);
  const folder = data[0]!.path.replace(/lab\.json$/, "");
  const isOurs = ({ path }: Chosen): boolean => path.startsWith(folder) && isLabFile(path.slice(folder.length));
  const left = chosen.filter((one) => !isOurs(one)).map(({ path }) => path.slice(path.startsWith(folder) ? folder.length : 0));
  opened.textContent = left.length === 0 ? "" : `Not taken: ${left.join(", ")}. A lab consists of lab.json, lab.md, model-note.md and pictures in SVG, whose names have letters, digits, - and _ only.`;
  return { name: folder.split("/").at(-2) ?? "my-lab", files: await texts(chosen.filter(isOurs)) };
}

/** What is in a zip, as if it had been chosen file by file. */
async function unzipped({ path, size, read }: Chosen): Promise<Chosen[]> {
  if (size > MOST_ZIP_BYTES) throw new Error(`${path} must be at most 8 MiB.`);
  const sizes = new Map<string, number>();
  const files = unzipSync(await read(MOST_ZIP_BYTES), {
    filter: ({ name: file, originalSize }) => {
      if (file.endsWith("/") || file.startsWith("__MACOSX/")) return false;
      sizes.set(file, originalSize);
      return originalSize <= MOST_BYTES;
    },
  });
  return [...sizes].map(([file, bytes]) => ({ path: file, size: bytes, read: () => Promise.resolve(files[file]!) }));
}

const texts = async (chosen: readonly Chosen[]): Promise<Draft["files"]> =>
  Object.fromEntries(
    await Promise.all(
      chosen.map(async ({ path, size, read }) => {
        if (size > MOST_BYTES) throw new Error(`${path} must be at most 1 MiB.`);
        return [path.replace(/^.*\//, ""), new TextDecoder().decode(await read(MOST_BYTES))] as const;
      }),
    ),
  );

async function download(wanted: Exclude<Wanted, "pages">): Promise<void> {
  const isNamed = checkName();
  taken.textContent = isNamed ? "Building…" : "The folder has no name that it can have.";
  if (!isNamed) return;
  const outcome = await compiler.build(draft(), wanted);
  if ("zip" in outcome) save(new Blob([outcome.zip as BlobPart], { type: "application/zip" }), outcome.fileName);
  else told(outcome);
  taken.textContent = "zip" in outcome ? `${outcome.fileName} has been downloaded.` : "Not yet: what is wrong stands above the lab.";
}

let others: Promise<Beginning[]> | undefined;
async function beginWith(other: string): Promise<void> {
  if (other === empty.name) return start(empty);
  others ??= fetch("./sources.json").then((answer) => {
    if (!answer.ok) throw new Error(`sources.json, which has the labs of this site, is not there (${answer.status}).`);
    return answer.json() as Promise<Beginning[]>;
  });
  // Asked again, it is fetched again.
  others.catch(() => (others = undefined));
  const { name: taken, files } = (await others).find((one) => one.name === other)!;
  // Under a name of its own, for a browser keeps answers by the name of the lab.
  start({ name: `my-${taken}`, files });
}

name.addEventListener("input", () => {
  checkName();
  touched();
});
find("#begin-now", page).addEventListener("click", () => telling(() => beginWith(begin.value)));
const pictures = find<HTMLInputElement>("#pictures", page);
for (const field of [find<HTMLInputElement>("#lab-folder", page), find<HTMLInputElement>("#lab-zip", page)])
  field.addEventListener("change", () =>
    telling(async () => {
      const chosen = ofField(field);
      field.value = "";
      start(await labOf(field.id === "lab-zip" ? await unzipped(chosen[0]!) : chosen));
    }),
  );
pictures.addEventListener("change", () =>
  telling(async () => {
    const chosen = ofField(pictures);
    pictures.value = "";
    const strange = chosen.find(({ path }) => !/^[\w-]+\.svg$/.test(path));
    if (strange) throw new Error(`a picture is an SVG file named in letters, digits, - and _, not ${strange.path}.`);
    desk.add(await texts(chosen));
  }),
);
find("#as-folder", page).addEventListener("click", () => {
  const { name: given, files } = draft();
  // With its mistakes, and so under a name that it may not have yet.
  const lab = given.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "my-lab";
  save(new Blob([zipSync(Object.fromEntries(Object.entries(files).map(([file, text]) => [`${lab}/${file}`, strToU8(text)]))) as BlobPart], { type: "application/zip" }), `${lab}.zip`);
  taken.textContent = `${lab}.zip has been downloaded.`;
});
find("#as-web", page).addEventListener("click", () => telling(() => download("web")));
find("#as-scorm", page).addEventListener("click", () => telling(() => download("scorm")));

const before = keptDraft() ?? empty;
name.value = before.name;
desk.replace(before.files);
begun = JSON.stringify({ name: empty.name, files: empty.files });
document.documentElement.classList.add("lab-live");
started("writing");
void build();
