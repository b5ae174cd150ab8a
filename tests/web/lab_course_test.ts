import { describe, expect, it } from "vitest";
import { progress, submissions, type Outline } from "../../web/labs/course.js";
import { fresh, type LabState } from "../../web/labs/state.js";
import { keyOf } from "../../web/labs/store.js";

const NOW = "2026-03-01T10:00:00.000Z";
const lab: Outline = {
  name: "one", title: "One", version: 1, engine: { version: "0.1.0", data: "d29c0e5fca627f0d" }, build: "one", identify: "optional", variables: {}, definitions: {}, figures: {}, tables: {}, widgets: {},
  exercises: [{ id: "time", kind: "number", prompt: "" } as Outline["exercises"][number]],
};
const answered = (of: Outline, value: number, kept_at = NOW): LabState => ({
  ...fresh(of, NOW), kept_at, student: { id: `id of ${value}` }, answers: { time: { value, at: NOW, tries: 1, predicted: false, closed: true } },
});
const storage = (items: Record<string, unknown>): Storage => {
  const all = new Map(Object.entries(items).map(([key, value]) => [key, typeof value === "string" ? value : JSON.stringify(value)]));
  return { getItem: (key: string) => all.get(key) ?? null, key: (index: number) => [...all.keys()][index] ?? null, length: all.size } as Storage;
};

describe("progress over all labs", () => {
  it("is what the lab's own page keeps; none where nothing is begun or nothing can be read", () => {
    expect(progress(lab, storage({ [keyOf(lab)]: answered(lab, 3) }), NOW)!.state.answers["time"]!.value).toBe(3);
    for (const items of [{}, { [keyOf(lab)]: "{" }, { [keyOf(lab)]: fresh(lab, NOW) }, { [keyOf({ ...lab, name: "two" })]: answered(lab, 3) }]) {
      expect(progress(lab, storage(items), NOW)).toBeUndefined();
    }
  });

  it("of a lab with variants is that of whichever was kept last", () => {
    const drawn = { ...lab, drawn: true };
    const of = (variant: string): Outline => ({ ...drawn, variant });
    const kept = { [keyOf(of("0-1"))]: answered(of("0-1"), 1, "2026-03-02T10:00:00.000Z"), [keyOf(of("2-0"))]: answered(of("2-0"), 2), [keyOf({ ...lab, name: "one-more" })]: answered(lab, 9) };
    expect(progress(drawn, storage(kept), NOW)).toMatchObject({ lab: { variant: "0-1" }, state: { answers: { time: { value: 1 } } } });
  });
});

describe("one submission for several labs", () => {
  it("names who hands it in, but keeps an id by which numbers were drawn", () => {
    const drawn: Outline = { ...lab, name: "two", drawn: true, variant: "1" };
    const whole = submissions([{ lab, state: answered(lab, 3) }, { lab: drawn, state: answered(drawn, 4) }], { name: "Ada", id: "a1" });
    expect(whole).toMatchObject({ format: "ridgepoint-submissions", version: 1 });
    expect(whole.submissions.map(({ lab: name, student, variant, finished_at }) => [name, student, variant, finished_at])).toEqual([
      ["one", { name: "Ada", id: "a1" }, undefined, NOW],
      ["two", { name: "Ada", id: "id of 4" }, "1", NOW],
    ]);
  });
});
