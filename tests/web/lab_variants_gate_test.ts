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
/** What the browser keeps. */
const there = new Map<string, string>();

beforeEach(() => {
  vi.resetModules();
  own.setAttribute.mockClear();
  there.clear();
  vi.stubGlobal("localStorage", { getItem: (key: string) => there.get(key) ?? null, setItem: (key: string, value: string) => there.set(key, value) });
  Object.assign(page, { refused: { textContent: "" }, input: { value: "", focus: vi.fn() }, asked: [] });
  vi.stubGlobal("HTMLElement", class {});
  vi.stubGlobal("window", {});
  vi.stubGlobal("document", { documentElement: { classList: { add: () => undefined } }, importNode: () => own });
  vi.stubGlobal("XMLHttpRequest", class {
    status = 200;
    responseXML = { querySelector: () => ({}) };
    onload = (): void => undefined;
    open(_: string, address: string): void {
      page.asked.push(address);
    }
    send(): void {
      this.onload();
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
});

it("remembers the id, and opens the next lab of the course by it without asking", async () => {
  const { opened } = await placed({ ...GATE, course: "ml" });
  page.input.value = "ada";
  page.submit();
  await opened;
  await placed({ ...GATE, course: "ml", name: "next" });
  await vi.waitFor(() => expect(own.setAttribute.mock.calls).toEqual([["data-student", "ada"], ["data-student", "ada"]]), 10_000);
});
