// The page of a lab come alive: predictions, exercises, progress and handing in. The page's HTML is
// complete before this runs; nothing here moves it. Widgets live by themselves and are only listened to.

import "./lab.css";
import { save as saveFile } from "../src/export.js";
import { answer as figureAnswer, tableRows } from "./figures.js";
import { changes, fresh, hasBegun, pack, restore, submission, totals, typedNumber, unpack, worth, type Kept, type LabState } from "./state.js";
import { browserStore, type Contested } from "./store.js";
import { isRecord, type Asked, type Exercise, type PageLab, type Verdict } from "./types.js";
import { inWords, plain } from "./words.js";

/** After this many wrong answers the explanation is shown. */
const TRIES = 3;

type Engine = Asked & { models(): { id: string; name: string }[]; hardware(): { id: string; name: string }[] };
type Widget = HTMLElement & { request: Record<string, unknown>; result: unknown; reset(): void };

const find = <T extends Element = HTMLElement>(selector: string, within: ParentNode = document): T => within.querySelector<T>(selector)!;
const all = <T extends Element = HTMLElement>(selector: string, within: ParentNode = document): T[] => [...within.querySelectorAll<T>(selector)];
const now = (): string => new Date().toISOString();

const make = (tag: string, text = "", className = ""): HTMLElement => {
  const element = document.createElement(tag);
  element.textContent = text;
  if (className) element.className = className;
  return element;
};

/** Words that end a sentence, whether or not the lab's author ended them. */
const ended = (words: string): string => (/[.!?…]$/.test(words) ? words : `${words}.`);

const button = (text: string, act: () => void): HTMLButtonElement => {
  const element = make("button", text) as HTMLButtonElement;
  element.type = "button";
  element.addEventListener("click", act);
  return element;
};

/** The engine is loaded when it is needed, so its error class is not known here; every error has a message. */
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).replace(/\.$/, "");

const page = JSON.parse(find("#lab").textContent!) as PageLab;

// The engine, which is also the widgets': begun before any of them asks for the smaller one

let started: Promise<Engine> | undefined;
function engine(): Promise<Engine> {
  started ??= import("#engine").then(({ loadRidgepoint }) => loadRidgepoint({ calls: "all" }) as unknown as Promise<Engine>);
  // A failed start is not kept: the next check may find the network back.
  started.catch(() => (started = undefined));
  return started;
}
void engine();

// Notices: what has happened to the page as a whole, and what the reader can do about it.

const notices = find("#notices");

function notice(id: string, text: string, ...actions: HTMLElement[]): void {
  document.getElementById(id)?.remove();
  const box = make("div", "", "notice");
  box.id = id;
  box.append(make("p", text), ...actions);
  notices.append(box);
}

const dismiss = (id: string): void => document.getElementById(id)?.remove();

// State

let state: LabState = fresh(page, now());
const widgets = new Map<string, { element: Widget; initial: Record<string, unknown> | undefined }>();

const host = window.ridgepointHost;
const store = host?.store?.(page) ?? browserStore(page);

let waiting: ReturnType<typeof setTimeout> | undefined;

function mark(saved: boolean): void {
  const line = find("#saved");
  line.dataset["saved"] = String(saved);
  const said = saved ? `Saved ${store.where}` : "Not saved";
  if (line.textContent !== said) line.textContent = said;
}

/** What is not saved goes with the page: the browser asks before it does. */
const ask = (event: Event): void => event.preventDefault();

/** All that can get lost. */
const asText = (): string => JSON.stringify({ ...state, kept_at: "" });
let lastSaved = "";

function keepNow({ over = false } = {}): void {
  clearTimeout(waiting);
  waiting = undefined;
  state.kept_at = now();
  const scored = Object.values(state.answers).every(({ verdict }) => verdict);
  const saved = store.keep(state, { ...totals(page, state), exercises: page.exercises.length, scored }, over);
  mark(saved.saved);
  if (saved.saved) {
    lastSaved = asText();
    removeEventListener("beforeunload", ask);
    dismiss("not-saved");
    if (saved.remark) notice("remark", saved.remark);
    return saved.cut.length > 0 ? tellCut("cut", saved.cut, "is", "Download the submission before you leave: it has all of it.") : dismiss("cut");
  }
  if (hasBegun(state) && asText() !== lastSaved) addEventListener("beforeunload", ask);
  // Said once, and again when the reason is another.
  if (document.querySelector("#not-saved p")?.textContent === saved.why) return;
  notice("not-saved", saved.why, ...(saved.contested ? choices(saved.contested) : []), ...rescues());
}

function tellCut(id: string, exercises: string[], verb: string, then: string): void {
  const names = exercises.map((one) => place(one).getAttribute("aria-label")).join(", ");
  const text = `There is no room for all that you wrote: only the beginning of ${names} ${verb} saved ${store.where}. ${then}`;
  if (document.querySelector(`#${id} p`)?.textContent !== text) notice(id, text, button("Download the submission", () => download({ unnamed: true })));
}

const TAKE: Record<Contested, string> = { elsewhere: "Take the other window’s answers", deleted: "Start over here too", unreadable: "" };

function choices(contested: Contested): HTMLElement[] {
  const take = button(TAKE[contested], () => {
    leaving();
    location.reload();
  });
  const over = button(contested === "unreadable" ? "Replace it" : "Keep the answers of this window", () => keepNow({ over: true }));
  return contested === "unreadable" ? [over] : [take, over];
}

/** Ways out for what is not saved. */
const rescues = (): HTMLElement[] => [
  ...(store.links ? [button("Copy a link to these answers", () => void share())] : []),
  button("Download the submission", () => download({ unnamed: true })),
];

/** Saves when the reader pauses: typing and sliders change the state many times a second. */
function keepSoon(): void {
  clearTimeout(waiting);
  waiting = setTimeout(keepNow, store.pause);
  if (store.pause > 1000) find("#saved").textContent = "Saving…";
}

function showProgress(): void {
  const { points, of, done } = totals(page, state);
  find<HTMLProgressElement>("#progress").value = done;
  find("#progress-text").textContent = `${done} of ${page.exercises.length} done`;
  const score = document.getElementById("score");
  if (score) score.textContent = `So far ${inPoints(points)} of ${inPoints(of)} points, ${done} of ${page.exercises.length} done.`;
}

// Exercises

const place = (id: string): HTMLElement => find(`#exercise-${CSS.escape(id)}`);

/** The first control of an exercise that does something. */
const FIRST = "input, textarea, button:not([aria-disabled])";

/** The items of an order as they stand. */
const itemsOf = (home: HTMLElement): HTMLElement[] => all("[data-item]", home);

/** The first item cannot go up, nor the last one down; their buttons keep the focus all the same. */
function markEnds(home: HTMLElement): void {
  for (const [way, end] of [["up", 0], ["down", -1]] as const) {
    const last = itemsOf(home).at(end);
    for (const item of itemsOf(home)) {
      const move = find(`.${way}`, item);
      if (item === last) move.setAttribute("aria-disabled", "true");
      else move.removeAttribute("aria-disabled");
    }
  }
}

/** Moves an item by moving its neighbour, so that the focus stays where it is; says where it stands. */
function moveItem(exercise: Exercise & { kind: "order" }, item: HTMLElement, up: boolean): void {
  const home = place(exercise.id);
  const other = up ? item.previousElementSibling : item.nextElementSibling;
  if (other) {
    item[up ? "after" : "before"](other);
    markEnds(home);
    state.drafts[exercise.id] = draftOf(exercise);
    keepSoon();
  }
  const items = itemsOf(home);
  const at = items.indexOf(item) + 1;
  find(".moved", home).textContent = `${plain(exercise.items[item.dataset["item"]!]!.text)}: ${other ? "now" : "already"} ${at}${["st", "nd", "rd"][at - 1] ?? "th"} of ${items.length}`;
}

/** What the controls hold, as text; choices and fields alike. */
function draftOf(exercise: Exercise): unknown {
  const home = place(exercise.id);
  if (exercise.kind === "choice") return find<HTMLInputElement>("input:checked", home)?.value;
  if (exercise.kind === "table") {
    return Object.fromEntries(Object.keys(exercise.cells).map((name) => [name, find<HTMLInputElement>(`#answer-${CSS.escape(`${exercise.id}-${name}`)}`, home).value]));
  }
  if (exercise.kind === "order") return itemsOf(home).map(({ dataset }) => dataset["item"]!);
  return find<HTMLInputElement | HTMLTextAreaElement>("input, textarea", home)?.value;
}

function fill(exercise: Exercise, draft: unknown): void {
  const home = place(exercise.id);
  if (exercise.kind === "choice") {
    for (const option of all<HTMLInputElement>("input", home)) option.checked = option.value === draft;
  } else if (exercise.kind === "table") {
    for (const name of Object.keys(exercise.cells)) {
      const field = find<HTMLInputElement>(`#answer-${CSS.escape(`${exercise.id}-${name}`)}`, home);
      field.value = isRecord(draft) && draft[name] !== undefined ? String(draft[name]) : "";
    }
  } else if (exercise.kind === "order") {
    const keys = Array.isArray(draft) ? draft : Object.keys(exercise.items);
    find(".order", home).append(...itemsOf(home).sort((one, other) => keys.indexOf(one.dataset["item"]) - keys.indexOf(other.dataset["item"])));
    find(".moved", home).textContent = "";
    markEnds(home);
  } else if (exercise.kind !== "setting") {
    find<HTMLInputElement>("input, textarea", home).value = draft === undefined ? "" : String(draft);
  }
}

/** The answer in the controls, or what is wrong with it. */
async function given(exercise: Exercise): Promise<{ value: unknown } | { refused: string; field?: HTMLElement }> {
  const home = place(exercise.id);
  const draft = draftOf(exercise);
  switch (exercise.kind) {
    case "choice":
      return draft === undefined ? { refused: "Choose one of the answers first.", field: find<HTMLElement>("input", home) } : { value: draft };
    case "number": {
      const value = typedNumber(String(draft));
      return value === undefined ? { refused: `Give a number${exercise.unit ? ` in ${exercise.unit}` : ""}, such as 12.5.`, field: find<HTMLElement>("input", home) } : { value };
    }
    case "table": {
      const value: Record<string, number> = {};
      for (const [name, text] of Object.entries(draft as Record<string, string>)) {
        if (text.trim() === "") continue;
        const cell = typedNumber(text);
        if (cell === undefined) return { refused: `${plain(exercise.cells[name]!.label)}: give a number, such as 12.5.`, field: find<HTMLElement>(`#answer-${CSS.escape(`${exercise.id}-${name}`)}`, home) };
        value[name] = cell;
      }
      return Object.keys(value).length === 0 ? { refused: "Fill in at least one number.", field: find<HTMLElement>("input", home) } : { value };
    }
    case "order":
      return exercise.id in state.drafts || exercise.id in state.answers ? { value: draft } : { refused: "Move an item first: the order shown at the start is not the right one.", field: find<HTMLElement>(FIRST, home) };
    case "setting":
      return { value: await requestOf(exercise.widget) };
    case "text":
      return String(draft).trim() === "" ? { refused: "Write a few words first.", field: find<HTMLElement>("textarea", home) } : { value: draft };
  }
}

/** A widget's request; one that has not been in view yet is started for it. */
async function requestOf(name: string): Promise<Record<string, unknown>> {
  const widget = widgets.get(name)!;
  if (!widget.initial) {
    await new Promise<void>((ready, failed) => {
      widget.element.addEventListener("ridge-ready", () => ready(), { once: true });
      widget.element.addEventListener("ridge-error", (event) => !widget.initial && failed(new Error(((event as CustomEvent).detail as { message: string }).message)), { once: true });
      widget.element.setAttribute("loading", "eager");
    });
  }
  return widget.element.request;
}

const score = async (exercise: Exercise, value: unknown): Promise<Verdict> => (await engine()).score({ exercise, answer: value, variables: page.variables });

/** Points as the command prints a share of them too: 15.67, not 15.7. */
const inPoints = (points: number): string => String(Number(points.toFixed(2)));

const outOf = ({ points, of }: Verdict): string => (of === 0 ? "" : ` ${inPoints(points)} of ${inPoints(of)} ${of === 1 ? "point" : "points"}.`);

/** Which cells of a table are right, by asking for each alone. */
async function cellsRight(exercise: Exercise & { kind: "table" }, value: Record<string, unknown>): Promise<string[]> {
  const right: string[] = [];
  for (const [name, cell] of Object.entries(exercise.cells)) {
    if (name in value && (await score({ ...exercise, cells: { [name]: cell } }, { [name]: value[name] })).correct) right.push(name);
  }
  return right;
}

/** Of a table answered in part: which cells are right, and which of those filled in are not. */
function cellsInWords(exercise: Exercise, { value, right }: Kept): string {
  if (exercise.kind !== "table" || !right || !isRecord(value)) return "";
  const named = (title: string, cells: string[]): string => (cells.length > 0 ? ` ${title}: ${cells.map((cell) => plain(exercise.cells[cell]!.label)).join(", ")}.` : "");
  return named("Right", right) + named("Not right", Object.keys(exercise.cells).filter((cell) => cell in value && !right.includes(cell)));
}

function refuse(exercise: Exercise, text: string, field?: HTMLElement): void {
  const feedback = find(".feedback", place(exercise.id));
  feedback.replaceChildren(make("p", text, "refused"));
  for (const input of all("[aria-invalid]", place(exercise.id))) input.removeAttribute("aria-invalid");
  if (field?.matches("textarea, [type=text]")) field.setAttribute("aria-invalid", "true");
  field?.focus();
}

/** Puts an exercise as the state has it: controls, verdict, explanation, and what its prediction opens. */
function show(exercise: Exercise): void {
  const home = place(exercise.id);
  const kept = state.answers[exercise.id];
  const closed = kept?.closed === true;
  home.dataset["state"] = closed ? (kept.verdict?.correct === false ? "wrong" : "right") : kept ? "tried" : "open";
  find<HTMLFieldSetElement>("fieldset", home).disabled = closed;
  find(".buttons", home).hidden = closed;
  const explanation = home.querySelector<HTMLDetailsElement>(".explanation");
  if (explanation) {
    explanation.hidden = !closed;
    explanation.open = closed;
  }
  const feedback = find(".feedback", home);
  feedback.replaceChildren();
  for (const input of all("[aria-invalid]", home)) input.removeAttribute("aria-invalid");
  if (kept && exercise.kind === "text") feedback.append(make("p", "Kept. It goes into your submission and is not graded."));
  else if (kept && exercise.predict) feedback.append(make("p", `Recorded: ${ended(inWords(exercise, kept.value))} What it was about is open now.`));
  else if (kept?.verdict) {
    const { correct, points, hint } = kept.verdict;
    const verdict = make("p", "", correct ? "verdict right" : "verdict wrong");
    verdict.append(make("b", correct ? "Right." : points > 0 ? "Partly right." : closed ? "Not right." : "Not yet."), outOf(kept.verdict), correct ? "" : cellsInWords(exercise, kept));
    feedback.append(verdict);
    if (!correct && hint) {
      // Written when the page was built, from the lab's own text.
      const told = make("p", "", "hint");
      told.innerHTML = hint;
      feedback.append(told);
    }
    if (!closed) {
      const left = TRIES - kept.tries;
      const line = make("p", "", "buttons");
      line.append(
        make("span", left === 1 ? "One try left." : `${left} tries left.`, "aside"),
        button("Show the explanation", () => close(exercise)),
      );
      feedback.append(line);
    }
  } else if (closed) feedback.append(make("p", `Your answer: ${ended(inWords(exercise, kept.value))}`));
  if (exercise.predict) showReveals(exercise, kept);
}

function close(exercise: Exercise): void {
  state.answers[exercise.id]!.closed = true;
  delete state.drafts[exercise.id];
  show(exercise);
  toFeedback(exercise);
  showProgress();
  keepNow();
}

/** The button that had the focus is gone; the reader goes on where the answer is discussed. */
function toFeedback(exercise: Exercise): void {
  const feedback = find(".feedback", place(exercise.id));
  feedback.tabIndex = -1;
  feedback.focus({ preventScroll: true });
}

function showReveals(exercise: Exercise, kept: Kept | undefined): void {
  for (const reveal of all<HTMLDetailsElement>(`[data-reveal="${CSS.escape(exercise.id)}"]`)) {
    const summary = find("summary", reveal);
    find(".until", summary).hidden = kept !== undefined;
    if (kept) summary.removeAttribute("aria-disabled");
    else summary.setAttribute("aria-disabled", "true");
    reveal.open = kept !== undefined;
    // Browsers open folded parts for a search, and for a link to words in them; what is not laid out they do not find.
    reveal.classList.toggle("shut", kept === undefined);
    const line = find(".predicted", reveal);
    line.textContent = "";
    if (!kept) continue;
    line.append("You predicted: ", make("b", ended(inWords(exercise, kept.value))));
    if (kept.verdict && exercise.kind !== "text") {
      const { correct, expected } = kept.verdict;
      line.append(correct ? " The engine agrees." : " The engine says: ", ...(correct ? [] : [make("b", ended(inWords(exercise, expected)))]), outOf(kept.verdict));
    }
  }
}

async function submitAnswer(exercise: Exercise): Promise<void> {
  const before = state.answers[exercise.id];
  if (before?.closed) return;
  let verdict: Verdict;
  let right: string[] | undefined;
  let value: unknown;
  try {
    const answered = await given(exercise);
    if ("refused" in answered) return refuse(exercise, answered.refused, answered.field);
    value = answered.value;
    verdict = await score(exercise, value);
    if (exercise.kind === "table") right = await cellsRight(exercise, value as Record<string, unknown>);
  } catch (error) {
    return refuse(exercise, `It could not be checked: ${messageOf(error)}. Your answer is kept; try again.`);
  }
  const tries = (before?.tries ?? 0) + 1;
  const predicted = exercise.predict === true;
  const closed = predicted || (exercise.kind !== "text" && (verdict.correct === true || tries >= TRIES));
  state.answers[exercise.id] = { value, at: now(), tries, predicted, closed, verdict, ...(right ? { right } : {}) };
  delete state.drafts[exercise.id];
  store.graded?.(exercise, state.answers[exercise.id]!);
  show(exercise);
  if (closed) toFeedback(exercise);
  showProgress();
  keepNow();
  const { points, of, correct } = verdict;
  tell("ridge-lab-answer", { exercise: exercise.id, answer: value, tries, predicted, points, of, correct });
}

/** What happens in the lab, for scripts that a teacher adds to the page; the lab itself keeps and sends nothing of it. */
function tell(name: "ridge-lab-answer" | "ridge-lab-submission", detail: Record<string, unknown>): void {
  document.dispatchEvent(new CustomEvent(name, { detail: { lab: page.name, version: page.version, ...detail } }));
}

/** Enter in a field clicks the button too; a sandbox without allow-forms lets no submit event come. */
function onSubmit(form: HTMLElement, act: () => void): void {
  find("button[type=submit]", form).addEventListener("click", (event) => {
    event.preventDefault();
    act();
  });
}

function listenTo(exercise: Exercise): void {
  const home = place(exercise.id);
  onSubmit(find("form", home), () => void submitAnswer(exercise));
  if (exercise.kind === "order") {
    for (const item of itemsOf(home)) {
      find(".up", item).addEventListener("click", () => moveItem(exercise, item, true));
      find(".down", item).addEventListener("click", () => moveItem(exercise, item, false));
    }
  }
  home.addEventListener("input", () => {
    state.drafts[exercise.id] = draftOf(exercise);
    keepSoon();
  });
}

/** The whole page as the state has it. */
function showAll(): void {
  for (const exercise of page.exercises) {
    const kept = state.answers[exercise.id];
    fill(exercise, state.drafts[exercise.id] ?? kept?.value);
    show(exercise);
  }
  for (const key of ["name", "id"] as const) {
    const field = document.getElementById(`student-${key}`) as HTMLInputElement | null;
    if (field) field.value = state.student[key] ?? "";
  }
  for (const [name, widget] of widgets) if (widget.initial) placeWidget(name);
  showProgress();
}

/** What the page shows of earlier answers is asked again: the lab or the engine may have changed. */
async function scoreAgain(): Promise<void> {
  const asked = await engine();
  let changed = false;
  for (const exercise of page.exercises) {
    const kept = state.answers[exercise.id];
    if (!kept) continue;
    let verdict: Verdict;
    try {
      verdict = asked.score({ exercise, answer: kept.value, variables: page.variables });
    } catch {
      // An answer the engine no longer takes is open again.
      delete state.answers[exercise.id];
      changed = true;
      show(exercise);
      continue;
    }
    if (JSON.stringify(verdict) === JSON.stringify(kept.verdict)) continue;
    changed = true;
    kept.verdict = verdict;
    if (exercise.kind === "table") kept.right = await cellsRight(exercise, kept.value as Record<string, unknown>);
    if (verdict.correct) kept.closed = true;
    show(exercise);
  }
  showProgress();
  if (changed) keepNow();
}

// Widgets

/** Anybody can write a link: only what the widget has a control for is taken from it. */
function placeWidget(name: string): void {
  const { element, initial } = widgets.get(name)!;
  const changed = state.widgets[name]?.changed;
  if (!changed) {
    if (JSON.stringify(element.request) !== JSON.stringify(initial)) element.reset();
    return;
  }
  const known = new Set((element.constructor as unknown as { inputs: { path: string }[] }).inputs.map(({ path }) => path.split(".")[0]!));
  element.request = Object.fromEntries(Object.entries(changed).filter(([key]) => known.has(key)));
}

function listen(home: HTMLElement): void {
  const name = home.dataset["widget"]!;
  const element = home.firstElementChild as Widget;
  const widget: { element: Widget; initial: Record<string, unknown> | undefined } = { element, initial: undefined };
  widgets.set(name, widget);
  element.addEventListener("ridge-ready", () => {
    widget.initial = element.request;
    placeWidget(name);
  });
  element.addEventListener("ridge-change", () => {
    if (!widget.initial) return;
    const request = element.request;
    const changed = changes(widget.initial, request);
    if (Object.keys(changed).length > 0) state.widgets[name] = { changed, request };
    else if (name in state.widgets) delete state.widgets[name];
    else return;
    keepSoon();
  });
}

// Figures: the page's numbers, asked again here. They differ only when the page is older than its engine.

async function refreshFigures(): Promise<void> {
  const asked = await engine();
  const entries = [...asked.models(), ...asked.hardware()];
  const put = (element: HTMLElement, { value, text }: { value: unknown; text: string }): void => {
    if (element.textContent === text) return;
    element.textContent = text;
    element.setAttribute("value", typeof value === "string" ? value : JSON.stringify(value));
  };
  const pause = (): Promise<void> => new Promise((next) => setTimeout(next));
  for (const [name, figure] of Object.entries(page.figures)) {
    const found = figureAnswer(asked, figure, page.variables, entries);
    for (const element of all(`[data-figure="${CSS.escape(name)}"]`)) put(element, found);
    await pause();
  }
  for (const [name, table] of Object.entries(page.tables)) {
    const rows = tableRows(asked, table, page.variables, entries, (_, error) => {
      throw error;
    });
    for (const element of all(`[data-table="${CSS.escape(name)}"] tbody`)) all("data", element).forEach((cell, index) => put(cell, rows.flat()[index]!));
    await pause();
  }
}

// Links, starting over, handing in

async function share(): Promise<void> {
  keepNow();
  const address = `${location.href.split("#")[0]}${await pack(state)}`;
  let copied = true;
  try {
    await navigator.clipboard.writeText(address);
  } catch {
    copied = false;
  }
  offer("shared", copied ? "The link is copied. It holds your answers as they stand now, without your name:" : "This link holds your answers as they stand now, without your name:", address);
}

/** Text to take away, selected. */
function offer(id: string, said: string, text: string): void {
  const from = document.activeElement as HTMLElement | null;
  const label = make("label", said) as HTMLLabelElement;
  const field = make(text.includes("\n") ? "textarea" : "input") as HTMLInputElement | HTMLTextAreaElement;
  field.readOnly = true;
  field.value = text;
  field.id = `${id}-text`;
  label.htmlFor = field.id;
  notice(id, "", label, field, button("Close", () => {
    dismiss(id);
    from?.focus();
  }));
  find(`#${id} p`).remove();
  field.focus();
  field.select();
}

function startOver(): void {
  const dialog = make("dialog") as HTMLDialogElement;
  dialog.setAttribute("aria-labelledby", "over-title");
  const title = make("h2", "Start over?");
  title.id = "over-title";
  const line = make("p", "", "buttons");
  line.append(
    button("Delete my answers", () => {
      dialog.close();
      leaving();
      store.forget?.();
      history.replaceState(null, "", location.pathname + location.search);
      begin();
      if (!store.forget) keepNow();
      scrollTo(0, 0);
    }),
    button("Keep them", () => dialog.close()),
  );
  dialog.append(title, make("p", "This deletes your answers and predictions in this browser and puts the widgets back. It cannot be undone."), line);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

const finished = (): ReturnType<typeof submission> => {
  const requests: Record<string, unknown> = {};
  for (const [name, { element, initial }] of widgets) {
    const request = initial ? element.request : state.widgets[name]?.request;
    if (request) requests[name] = request;
  }
  return submission(page, state, requests, now());
};

/** Whether the lab knows enough to hand in; says what is missing. */
function identified(): boolean {
  const error = find("#submission-error");
  const missing = page.identify === "required" && !state.student.name && !state.student.id;
  error.textContent = missing ? "Enter your name or your id first." : "";
  if (missing) find("#student-name").focus();
  return !missing;
}

/** An opaque origin that no file: page has, but a frame in a sandbox, where a download may come to nothing without a word. */
const sandboxed = (): boolean => origin === "null" && location.protocol !== "file:";

function download({ unnamed = false } = {}): void {
  if (!unnamed && !identified()) return;
  const submission = finished();
  const text = `${JSON.stringify(submission, null, 2)}\n`;
  saveFile(new Blob([text], { type: "application/json" }), "submission.json");
  tell("ridge-lab-submission", { submission });
  if (sandboxed()) offer("unsent", "This page stands in a frame that may not be allowed to download. If no file has come, copy this text into a file submission.json:", text);
}

function printReport(): void {
  if (!identified()) return;
  const { student, started_at, finished_at, shown } = finished();
  const report = find("#report");
  const head = ["", "Your answer", "Tries", "Points"];
  const table = make("table");
  const row = (cells: string[], tag: string): HTMLElement => {
    const line = make("tr");
    line.append(...cells.map((cell, index) => {
      const element = make(index === 0 && tag === "td" ? "th" : tag, cell);
      element.setAttribute("scope", tag === "th" ? "col" : "row");
      if (element.localName === "td") element.removeAttribute("scope");
      return element;
    }));
    return line;
  };
  head[0] = "Exercise";
  table.append(row(head, "th"));
  for (const exercise of page.exercises) {
    const kept = state.answers[exercise.id];
    const of = worth(exercise);
    const got = exercise.kind === "text" ? "not graded" : `${inPoints(kept?.verdict?.points ?? 0)} of ${inPoints(of)}`;
    table.append(row([plain(exercise.prompt), kept ? `${exercise.predict ? "Predicted: " : ""}${inWords(exercise, kept.value)}` : "—", kept ? String(kept.tries) : "—", got], "td"));
  }
  const who = [student.name, student.id].filter(Boolean).join(", ");
  report.replaceChildren(
    make("h2", `Report: ${page.title}`),
    ...(who ? [make("p", who)] : []),
    make("p", `Begun ${new Date(started_at).toLocaleString("en-GB")}, printed ${new Date(finished_at).toLocaleString("en-GB")}. ${inPoints(shown.points)} of ${inPoints(shown.of)} points.`),
    table,
  );
  report.hidden = false;
  document.documentElement.dataset["print"] = "report";
  addEventListener("afterprint", () => {
    delete document.documentElement.dataset["print"];
    report.hidden = true;
  }, { once: true });
  print();
}

const flush = (): void => {
  if (waiting !== undefined) keepNow();
};

const leave = (): void => {
  flush();
  store.leave?.();
};

/** Nothing more of this page is to be kept. */
function leaving(): void {
  clearTimeout(waiting);
  waiting = undefined;
  removeEventListener("beforeunload", ask);
}

// Start

/** The lab as nobody has touched it. A learning-management system would end its session if the page were loaded anew. */
function begin(): void {
  state = fresh(page, now());
  if (page.identify !== "none") Object.assign(state.student, store.student);
  for (const { id } of all("#notices > .notice")) if (id !== "host") dismiss(id);
  const line = find("#saved");
  delete line.dataset["saved"];
  line.textContent = "Nothing to save yet";
  showAll();
}

function take(found: { state: LabState; updated: boolean }): void {
  state = found.state;
  if (found.updated) notice("updated", "This lab has changed since you began. Your answers were kept where the question is still asked, and are scored again.");
  showAll();
}

async function readLink(): Promise<void> {
  if (!location.hash.startsWith("#lab=")) return;
  const linked = restore(await unpack(location.hash), page, now());
  history.replaceState(null, "", location.pathname + location.search);
  if (!linked) return notice("linked", "The link you followed holds no progress that this lab can read.");
  const use = (): void => {
    const { student } = state;
    take({ ...linked, state: { ...linked.state, student } });
    dismiss("linked");
    keepNow();
    void scoreAgain();
  };
  if (!hasBegun(state)) return use();
  notice(
    "linked",
    "The link you followed holds answers, and so does this browser. Taking the link’s replaces yours.",
    button("Take the link’s answers", use),
    button("Keep mine", () => dismiss("linked")),
  );
}

for (const home of all("[data-widget]")) listen(home);
for (const exercise of page.exercises) listenTo(exercise);

if (host?.told) notice("host", host.told);
find("#share").hidden = !store.links;
const kept = store.load(now());
if (kept) {
  take(kept);
  mark(true);
  lastSaved = asText();
  const cut = kept.cut?.filter((id) => page.exercises.some((exercise) => exercise.id === id));
  if (cut?.length) tellCut("was-cut", cut, "was", "Where the end was cut off stands […].");
} else begin();
if (kept === null) keepNow();
for (const section of all(".hand-in")) section.hidden = false;
for (const fieldset of all<HTMLFieldSetElement>("#submission fieldset")) fieldset.disabled = false;
for (const reveal of all<HTMLDetailsElement>("[data-reveal]")) {
  find("summary", reveal).addEventListener("click", (event) => {
    if (!state.answers[reveal.dataset["reveal"]!]) {
      event.preventDefault();
      find<HTMLElement>(FIRST, place(reveal.dataset["reveal"]!)).focus();
    }
  });
}
// Paper has all that is behind a prediction: by the style sheet where it can reach into closed details, else by opening them.
if (!CSS.supports("selector(::details-content)")) {
  let opened: HTMLDetailsElement[] = [];
  addEventListener("beforeprint", () => {
    opened = all<HTMLDetailsElement>(".reveal:not([open])");
    for (const reveal of opened) reveal.open = true;
  });
  addEventListener("afterprint", () => {
    for (const reveal of opened) reveal.open = false;
  });
}
for (const key of ["name", "id"] as const) {
  document.getElementById(`student-${key}`)?.addEventListener("input", (event) => {
    state.student[key] = (event.target as HTMLInputElement).value.trim();
    keepSoon();
  });
}
find("#share").addEventListener("click", () => void share());
find("#reset").addEventListener("click", startOver);
document.getElementById("print")?.addEventListener("click", printReport);
const handIn = document.getElementById("submission");
if (handIn) onSubmit(handIn, download);
addEventListener("pagehide", leave);
addEventListener("visibilitychange", flush);
addEventListener("hashchange", () => void readLink());
store.watch?.(keepNow);
document.documentElement.classList.add("lab-live");

void readLink();
const later = (run: () => void): unknown => (typeof requestIdleCallback === "function" ? requestIdleCallback(run) : setTimeout(run, 200));
addEventListener("load", () => later(() => void scoreAgain().then(refreshFigures).catch(() => {
  // Without the engine the page keeps the numbers it was built with; a check says what is wrong.
})));
