// A widget's state in its page's address, without a browser.

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Address } from "../../web/ui/address.js";
import { describedBy, type Input } from "../../web/ui/input.js";
import { RequestState } from "../../web/ui/request-state.js";
import type { Field } from "../../web/ui/fields.js";

const INPUTS: Input[] = ["batch", "context"].map((path) => ({ path, call: "roofline", start: 1 }));
const fields = () => undefined;
const NUMBER: Field = { path: "", kind: "number", choices: [], integer: true, fallback: 1, unit: "", range: undefined, required: false, description: "" };

/** The second of two widgets alike, unless it has a key of its own. */
function made(key: string | null, open: readonly string[] = ["batch", "context"]): { state: RequestState; address: Address } {
  const state = new RequestState({ inputs: () => INPUTS, fields, described: (path) => describedBy(INPUTS, fields, path) });
  const element = { localName: "ridge-roofline", getAttribute: () => key, getRootNode: () => ({ querySelectorAll: () => [{}, element] }) };
  return { state, address: new Address(element as unknown as HTMLElement, state, (path) => (open.includes(path) ? NUMBER : undefined)) };
}

const nothing = (): undefined => undefined;
const written: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  written.length = 0;
  vi.stubGlobal("location", { hash: "", pathname: "/page.html", search: "" });
  vi.stubGlobal("history", { state: null, replaceState: (_: unknown, __: string, address: string) => written.push(address) });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("takes the fields that the reader may set, as their types, and says what it left out", () => {
  location.hash = "#mine=1;batch=2k;context=8;model=x";
  const { state, address } = made("mine", ["batch", "context"]);
  address.read(nothing);
  expect([...state.edits]).toEqual([["batch", 2000], ["context", 8]]);
  expect(address.unread).toEqual(["model"]);
});

it("says where an address is none of this version", () => {
  location.hash = "#mine=9;batch=2";
  const { state, address } = made("mine");
  address.read(nothing);
  expect([state.edits.size, address.unread]).toEqual([0, ["mine=…"]]);
});

it("lets go of what is refused, one after another", () => {
  location.hash = "#mine=1;batch=2;context=3";
  const { state, address } = made("mine");
  const refusals = ["batch", undefined];
  address.read(() => refusals.shift());
  expect([...state.edits]).toEqual([["context", 3]]);
  expect(address.unread).toEqual(["batch"]);
});

it("asks for nothing anew where the address says what is there already", () => {
  location.hash = "#mine=1;batch=2";
  const { state, address } = made("mine");
  state.edits.set("batch", 2);
  const recompute = vi.fn(nothing);
  address.read(recompute);
  expect(recompute).not.toHaveBeenCalled();
});

it("writes what differs from the page's own, once, under its key or its name and number", () => {
  const { state, address } = made("");
  state.edits.set("batch", 64).set("context", 1);
  address.write({}, []);
  address.write({}, []);
  vi.runAllTimers();
  expect(written).toEqual(["#roofline2=1;batch=64"]);
});

it("writes the last good value of what was refused", () => {
  const { state, address } = made("mine");
  state.edits.set("batch", -5);
  address.write({ batch: 32 }, ["batch"]);
  vi.runAllTimers();
  expect(written).toEqual(["#mine=1;batch=32"]);
});

it("leaves the address of a page that keeps none alone", () => {
  const { state, address } = made(null);
  state.edits.set("batch", 64);
  address.write({}, []);
  vi.runAllTimers();
  expect(written).toEqual([]);
});

it("is left as the page has it where nothing differs any more, and not changed once the widget has gone", () => {
  const { state, address } = made("mine");
  Object.assign(location, { hash: "#mine=1;batch=2", search: "?a=1" });
  state.edits.set("batch", 1);
  address.write({}, []);
  vi.runAllTimers();
  expect(written).toEqual(["/page.html?a=1"]);
  state.edits.set("batch", 64);
  address.write({}, []);
  vi.advanceTimersByTime(249);
  address.cancel();
  vi.runAllTimers();
  expect(written).toHaveLength(1);
});

it("makes a link to what is shown, beside what else stands in the address", () => {
  Object.assign(location, { href: "https://example.org/page.html#mine=1;batch=2&other=1;x=3", hash: "#mine=1;batch=2&other=1;x=3" });
  const { state, address } = made("mine");
  state.edits.set("batch", 64).set("context", -1);
  expect(address.link({ context: 8 }, ["context"])).toBe("https://example.org/page.html#other=1;x=3&mine=1;batch=64;context=8");
  // Of what is refused without the reader's doing there is no good value.
  expect(address.link({}, ["model"])).toBeNull();
  expect(made(null).address.link({}, [])).toBeNull();
  state.edits.set("batch", 1).delete("context");
  expect(address.link({}, [])).toBe("https://example.org/page.html#other=1;x=3");
});

it("is nobody's where the page keeps none, and drops what was typed where it says something new", () => {
  location.hash = "#mine=1;batch=2";
  const other = made(null);
  other.address.read(nothing);
  expect(other.state.edits.size).toBe(0);
  const { state, address } = made("mine");
  state.drafts.set("batch", "1e");
  address.read(nothing);
  expect([[...state.edits], state.drafts.size]).toEqual([[["batch", 2]], 0]);
});
