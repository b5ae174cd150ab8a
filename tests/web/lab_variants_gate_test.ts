// The gate of a lab with variants, on a page made of what it touches: what it says to an empty id, and whose lab it opens.

import { afterEach, beforeEach, expect, it, vi } from "vitest";

const GATE = { name: "copy", variants: { hardware: ["H100", "A100"], model: ["Llama3_8B", "Qwen2_5_7B"] } };

interface Gate {
  querySelector(selector: string): unknown;
  replaceWith: unknown;
  connectedCallback(): void;
}

/** Parts of the page that the gate touches, and what became of them. */
const page = { refused: { textContent: "" }, input: { value: "", focus: vi.fn() }, asked: [] as string[], submit: (): void => undefined };
const own = { setAttribute: vi.fn() };
const importNode = vi.fn((_lab: object, _deep: boolean) => own);
/** What comes where the page of a variant is asked for. */
const answer = { status: 200, responseXML: { querySelector: () => ({}) } as object | null, isLost: false };
/** What the browser keeps. */
const there = new Map<string, string>();

beforeEach(() => {
  vi.resetModules();
  own.setAttribute.mockClear();
  there.clear();
  importNode.mockClear();
  Object.assign(answer, { status: 200, responseXML: { querySelector: () => ({}) }, isLost: false });
  vi.stubGlobal("localStorage", { getItem: (key: string) => there.get(key) ?? null, setItem: (key: string, value: string) => there.set(key, value) });
  Object.assign(page, { refused: { textContent: "" }, input: { value: "", focus: vi.fn() }, asked: [] });
  vi.stubGlobal("HTMLElement", class {});
  vi.stubGlobal("window", {});
  vi.stubGlobal("document", { documentElement: { classList: { add: () => undefined } }, importNode });
  vi.stubGlobal("XMLHttpRequest", class {
    status = answer.status;
    responseXML = answer.responseXML;
    onload = (): void => undefined;
    onerror = (): void => undefined;
    open(_: string, address: string): void {
      page.asked.push(address);
    }
    send(): void {
      if (answer.isLost) this.onerror();
      else this.onload();
    }
  });
});
afterEach(() => vi.unstubAllGlobals());

/** The gate, once it stands in the page. */
async function placed(spec: object = GATE): Promise<{ opened: Promise<void> }> {
  let Variants: (new () => Gate) | undefined;
  vi.stubGlobal("customElements", { define: (_: string, made: new () => Gate) => (Variants = made) });
  (await import("../../web/labs/variants.js")).defineVariants();
  const gate = new Variants!();
  const parts: Record<string, unknown> = {
    "#lab": { textContent: JSON.stringify(spec) },
    "#variant-id": page.input,
    ".refused": page.refused,
    form: { querySelector: () => ({ addEventListener: (_: string, act: (event: object) => void) => (page.submit = () => act({ preventDefault: () => undefined })) }) },
  };
  gate.querySelector = (selector) => parts[selector];
  const opened = new Promise<void>((done) => (gate.replaceWith = () => done()));
  gate.connectedCallback();
  return { opened };
}

it("asks for an id where none is given, and opens nothing", async () => {
  await placed();
  page.refused.textContent = "Your lab could not be opened.";
  page.input.value = "  ";
  page.submit();
  expect(page.refused.textContent).toBe("Enter your id first.");
  expect(page.input.focus).toHaveBeenCalledOnce();
  expect(page.asked).toEqual([]);
});

it("opens the variant that the engine draws by the id, and says whose it is", async () => {
  const { opened } = await placed();
  page.refused.textContent = "Enter your id first.";
  page.input.value = " ada ";
  page.submit();
  await opened;
  expect(page.refused.textContent).toBe("");
  expect(page.asked).toEqual([expect.stringMatching(/^\.\/variant-[01]-[01]\.html$/)]);
  expect(own.setAttribute).toHaveBeenCalledWith("data-student", "ada");
  expect(importNode.mock.calls).toEqual([[{}, true]]);
});

it.each<[string, Partial<typeof answer>, RegExp]>([
  ["is not there", { status: 404 }, /variant-[01]-[01]\.html: HTTP status 404/],
  ["is no page", { responseXML: null }, /variant-[01]-[01]\.html: HTTP status 200/],
  ["holds no lab", { responseXML: { querySelector: () => null } }, /variant-[01]-[01]\.html holds no lab/],
  ["does not come", { isLost: true }, /variant-[01]-[01]\.html did not load/],
])("says so where the variant's page %s, and leaves the id in its field", async (_, given, words) => {
  Object.assign(answer, given);
  there.set("ridgepoint.student", "ada");
  await placed();
  await vi.waitFor(() => expect(page.refused.textContent).toMatch(new RegExp(`^Your lab could not be opened: .*${words.source}\\. Try again\\.$`)), 10_000);
  expect(page.input.value).toBe("ada");
});

it("opens a lab in a browser that keeps nothing, or whose host knows who reads", async () => {
  vi.stubGlobal("localStorage", undefined);
  vi.stubGlobal("window", { ridgepointHost: { student: { id: "grace" } } });
  const { opened } = await placed();
  await opened;
  expect(own.setAttribute).toHaveBeenCalledWith("data-student", "grace");
});

it("is forgotten for the next reader, of its own course alone", async () => {
  vi.stubGlobal("localStorage", { removeItem: (key: string) => there.delete(key) });
  const { forgetStudent } = await import("../../web/labs/student.js");
  for (const key of ["ridgepoint.student", "ridgepoint.student.ml", "ridgepoint.student.systems"]) there.set(key, "ada");
  forgetStudent("ml");
  expect([...there.keys()]).toEqual(["ridgepoint.student", "ridgepoint.student.systems"]);
  forgetStudent(undefined);
  expect([...there.keys()]).toEqual(["ridgepoint.student.systems"]);
  vi.stubGlobal("localStorage", undefined);
  expect(() => forgetStudent("ml")).not.toThrow();
});

it("remembers the id, and opens the next lab of the course by it without asking", async () => {
  const { opened } = await placed({ ...GATE, course: "ml" });
  page.input.value = "ada";
  page.submit();
  await opened;
  await placed({ ...GATE, course: "ml", name: "next" });
  await vi.waitFor(() => expect(own.setAttribute.mock.calls).toEqual([["data-student", "ada"], ["data-student", "ada"]]), 10_000);
});
