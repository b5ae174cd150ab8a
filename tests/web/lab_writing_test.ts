// The page that writes labs, without a browser: which labs may be begun with, and the draft that is kept.

import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { buildLabs } from "../../web/build/labs/all.js";
import type { Beginning, Draft } from "../../web/labs/writing/draft.js";
import { buildLab, builder, folder, here, labs, sample } from "./sample_lab.js";

describe("labs to begin with", () => {
  const offered = (more: string): Beginning[] => {
    const labs = join(folder, `begin${more.replace(/\W/g, "")}`, "labs");
    cpSync(sample, join(labs, "one"), { recursive: true });
    const file = join(labs, "one", "lab.json");
    writeFileSync(file, readFileSync(file, "utf8").replace('"minutes": 5,', `"minutes": 5, ${more}`));
    const { pages } = buildLabs(labs, builder);
    const sources = JSON.parse(pages.get("labs/sources.json")!) as Beginning[];
    for (const { title } of sources) expect(pages.get("labs/write.html")).toContain(`<option value="one">${title}</option>`);
    return sources;
  };

  it("are given with all their files as they stand", () => {
    const [{ name, files }, ...others] = offered("") as [Beginning, ...Beginning[]];
    expect([name, others]).toEqual(["one", []]);
    for (const file of ["lab.md", "model-note.md"]) expect(files[file]).toBe(readFileSync(join(sample, file), "utf8"));
  });

  it.each(['"exam": true,', '"course": "ml-101",', '"answers": "none",'])("are none whose keys are not published: %s", (more) => {
    expect(offered(more)).toEqual([]);
  });
});

it("the guide’s exercises of each kind build in the lab that one begins with", () => {
  const [, examples] = /One of each kind.*?```json\n(.*?)```/s.exec(readFileSync(join(labs, "README.md"), "utf8"))!;
  const exercises = JSON.parse(`[${examples}]`) as { id: string; kind: string }[];
  expect(exercises.map(({ kind }) => kind).sort()).toEqual(["choice", "estimates", "number", "order", "setting", "table", "text"]);
  const lab = join(folder, "guide", "labs", "my-lab");
  cpSync(here("../../web/build/labs/template"), lab, { recursive: true });
  const [data, text] = ["lab.json", "lab.md"].map((name) => join(lab, name)) as [string, string];
  const spec = JSON.parse(readFileSync(data, "utf8")) as { exercises: unknown[] };
  writeFileSync(data, JSON.stringify({ ...spec, exercises: [...spec.exercises, ...exercises] }));
  writeFileSync(text, [readFileSync(text, "utf8"), ...exercises.map(({ id }) => `::exercise ${id}`)].join("\n\n"));
  const { html, remarks } = buildLab(lab, builder);
  for (const { id } of exercises) expect(html).toContain(`id="exercise-${id}"`);
  expect(remarks).toEqual([]);
});

describe("the draft that is kept", () => {
  const draft: Draft = { name: "mine", files: { "lab.md": "## One", "lab.json": "{}" } };
  afterEach(() => vi.unstubAllGlobals());

  /** A browser's storage, and the page's own memory of it as after a load. */
  async function storage(more: Partial<Storage> = {}, there = new Map<string, string>()): Promise<typeof import("../../web/labs/writing/kept.js")> {
    vi.stubGlobal("localStorage", { getItem: (key: string) => there.get(key) ?? null, setItem: (key: string, value: string) => void there.set(key, value), ...more });
    vi.resetModules();
    return import("../../web/labs/writing/kept.js");
  }

  it("is read back as it was, by a page that is loaded again", async () => {
    const there = new Map<string, string>();
    const { keepDraft } = await storage({}, there);
    expect(keepDraft(draft)).toBeUndefined();
    expect((await storage({}, there)).keptDraft()).toEqual(draft);
  });

  it("is not written over what another window has written, unless that is wanted", async () => {
    const there = new Map<string, string>();
    const one = await storage({}, there);
    one.keepDraft(draft);
    const other = await storage({}, there);
    other.keptDraft();
    other.keepDraft({ ...draft, name: "theirs" });
    expect(one.keepDraft(draft)).toBe("another window has written another draft since");
    expect(other.keptDraft()!.name).toBe("theirs");
    expect(one.keepDraft(draft, true)).toBeUndefined();
  });

  it.each<[string, Partial<Storage>, string]>([
    ["keeps nothing", { setItem: () => {} }, "this browser saves nothing"],
    ["is full", { setItem: () => { throw Object.assign(new Error(), { name: "QuotaExceededError" }); } }, "the browser’s storage is full"],
    ["is blocked", { getItem: () => { throw new Error("SecurityError"); } }, "this browser blocks storage"],
  ])("is said not to be kept where storage %s", async (_, more, why) => {
    const { keepDraft, keptDraft } = await storage(more);
    expect([keepDraft(draft), keptDraft()]).toEqual([why, undefined]);
  });

  it.each([["no JSON", "{"], ["a file that no lab has", '{"name": "x", "files": {"../x.js": ""}}'], ["a number", "3"], ["texts that are none", '{"name": "x", "files": {"lab.md": 3}}']])("is not taken from %s", async (_, text) => {
    const there = new Map([["ridgepoint.draft", text]]);
    expect((await storage({}, there)).keptDraft()).toBeUndefined();
  });
});
