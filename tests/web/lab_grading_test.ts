// What the page that grades a class makes of files, and of what the command says.

import { strToU8, zipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { gather, gatherLabs, MOST_SUBMISSIONS, nothing, remarksOf, type Chosen } from "../../web/labs/grading/gather.js";
import { gradeClass } from "../../web/labs/grading/command.js";
import { reportParts } from "../../web/labs/grading/report.js";
import { anew, listed, ORDERS } from "../../web/labs/grading/listing.js";
import { howMany, inOrder, missed, spread, summary, whoIs } from "../../web/labs/grading/results.js";
import { stubPage } from "./parts.js";

const file = (path: string, content: string | Uint8Array = "{}"): Chosen => {
  const bytes = typeof content === "string" ? strToU8(content) : content;
  return { path, size: bytes.length, read: async (most) => bytes.slice(0, most) };
};
async function gathered(...chosen: Chosen[]): Promise<ReturnType<typeof nothing>> {
  const to = nothing();
  await gather(chosen, to);
  return to;
}

describe("what is chosen or dropped", () => {
  it("puts submissions in one folder and keeps both of two with one name", async () => {
    const { submissions, left } = await gathered(file("a.json", "1"), file("/class/a.json", "2"), file("a.json", "3"), file("a.json", "4"));
    expect([...submissions].map(([path, bytes]) => [path, String.fromCharCode(...bytes)])).toEqual([["submissions/a.json", "1"], ["submissions/class/a.json", "2"], ["submissions/a (2).json", "3"], ["submissions/a (3).json", "4"]]);
    expect(left).toEqual([]);
  });

  it("lets no path lead out of that folder, and none pass for a flag", async () => {
    const { submissions } = await gathered(file("../../etc/a.json", "1"), file("..\\b.json", "2"), file("./c.json", "3"), file("--labs.json", "4"));
    expect([...submissions.keys()]).toEqual(["submissions/etc/a.json", "submissions/b.json", "submissions/c.json", "submissions/--labs.json"]);
  });

  it("takes the submissions out of a zip, and says which are too long and which zip has none", async () => {
    const zip = zipSync({ "Ada/SUBMISSION.JSON": strToU8("1"), "../Bo/submission.json": strToU8("2"), "__MACOSX/x.json": strToU8("3"), "long.json": new Uint8Array(2 ** 20 + 1), "image.png": strToU8("4"), "inner.zip": strToU8("5") });
    const { submissions, left, others } = await gathered(file("ALL.ZIP", zip), file("none.zip", zipSync({ "a.txt": strToU8("1") })), file("torn.zip", zip.slice(0, 90)));
    expect([...submissions.keys()]).toEqual(["submissions/Ada/SUBMISSION.JSON", "submissions/Bo/submission.json"]);
    expect(left).toEqual(["ALL.ZIP, long.json: it must be at most 1 MiB, and is larger", "ALL.ZIP, inner.zip: unpack this zip first", "none.zip: there is no submission in this zip", expect.stringMatching(/^torn\.zip: this zip cannot be read/)]);
    expect(others).toBe(2);
  });

  it("takes no lab from where submissions are, alone or in a zip", async () => {
    const { labs, submissions, left } = await gathered(file("load/lab.json", "1"), file("LAB.JSON", "2"), file("all.zip", zipSync({ "Mallory/load/lab.json": strToU8("3") })));
    expect([labs.size, submissions.size]).toEqual([0, 0]);
    expect(left).toEqual(["load/lab.json", "LAB.JSON", "Mallory/load/lab.json"].map((path) => `${path}: this is a lab and not a submission; labs are chosen under “Labs of your own”`));
  });

  it("knows a lab by the folder around its file, among whatever else is in a folder of labs", async () => {
    const to = nothing();
    expect(await gatherLabs([file("labs/load/lab.json", "1"), file("labs/load/lab.md"), file("labs/courses.json"), file("lab.json"), file("my.load/lab.json")], to)).toBe(1);
    expect([...to.labs.keys()]).toEqual(["labs/load/lab.json"]);
  });

  it("counts a file that was there already, and files of other kinds in a folder, and no more", async () => {
    const found = await gathered(file("a.json", "1"), file("b.json", "1"), file("class/.DS_Store"), file("class/notes.pdf"), file("c.json", "2"));
    expect([...found.submissions.keys()]).toEqual(["submissions/a.json", "submissions/c.json"]);
    expect(remarksOf(found)).toEqual(["1 file was here already", "2 files of other kinds were skipped"]);
    expect(remarksOf(nothing())).toEqual([]);
  });

  it("reads no more of a file than shows that it is too long, and takes no more than a class", async () => {
    const { submissions } = await gathered(file("long.json", new Uint8Array(2 ** 21)));
    expect(submissions.get("submissions/long.json")!.length).toBe(2 ** 20 + 1);
    const many = await gathered(...Array.from({ length: MOST_SUBMISSIONS + 2 }, (_, index) => file(`${index}.json`, String(index))));
    expect([many.submissions.size, many.left.length]).toEqual([MOST_SUBMISSIONS, 2]);
  });

  it("goes on after a file that cannot be read", async () => {
    const gone: Chosen = { path: "gone.json", size: 2, read: () => Promise.reject(new Error("it is gone")) };
    const { submissions, left } = await gathered(gone, file("a.json"), file("a.doc"));
    expect([...submissions.keys()]).toEqual(["submissions/a.json"]);
    expect(left).toEqual(["gone.json: the file cannot be read (it is gone)", "a.doc: a submission is a .json file, and several can be in a .zip"]);
  });
});

const ada = { file: "submissions/a.json", name: "Ada", id: "a1", lab: "load", finished_at: "", points: 3, of: 4, remarks: [] };
const outcome = (output: unknown, errors = "") => ({ status: 0, output: typeof output === "string" ? output : JSON.stringify(output), errors, written: new Map<string, Uint8Array>() });

describe("what the command says of a class", () => {
  it("is split into what was graded and what was refused", async () => {
    const statistics = { exercises: [], labs: [] };
    const graded = await gradeClass(async (flags) => outcome(flags.includes("--stats") ? statistics : [ada, { file: "b.json", error: { message: "the file is empty" } }]));
    expect(graded).toEqual({ students: [ada], refused: [{ file: "b.json", reason: "the file is empty" }], statistics });
    expect(summary(graded)).toBe("1 submission is graded; 1 cannot be.");
    expect(summary({ ...graded, students: [ada, ada], refused: [] })).toBe("2 submissions are graded.");
  });

  it("is passed on where it is no JSON", async () => {
    await expect(gradeClass(async () => outcome("", "ridgepoint: no memory"))).rejects.toThrow("ridgepoint: no memory");
    await expect(gradeClass(async () => outcome(""))).rejects.toThrow("ridgepoint grade --json printed nothing");
  });
});

describe("a report", () => {
  beforeEach(() => void stubPage());
  afterEach(() => vi.unstubAllGlobals());

  it("is headings, facts, lists and lines, with what was kept from meaning anything as it was typed", () => {
    const parts = reportParts("# A \\<lab\\>\n\n| | |\n|:--|:--|\n| student | a\\|b |\n\n## time: 1 of 2\n\nHow long?\n\n- Answered: \\*5\\* ms\n- Right: 6 ms\n", 3);
    expect(parts.map(({ localName, textContent }) => [localName, textContent])).toEqual([["h3", "A <lab>"], ["dl", "studenta|b"], ["h4", "time: 1 of 2"], ["p", "How long?"], ["ul", "Answered: *5* msRight: 6 ms"]]);
  });
});

describe("a class in a table", () => {
  it("calls a student by name and id, by either, or by the file", () => {
    expect([ada, { ...ada, id: "" }, { ...ada, name: "" }, { ...ada, name: "", id: "" }].map(whoIs)).toEqual(["Ada (a1)", "Ada", "a1", "submissions/a.json"]);
  });

  it("has its submissions by lab, and by name with numbers as numbers", () => {
    const all = [["b", "Student 10"], ["a", "Zoe"], ["b", "Student 9"]].map(([lab, name]) => ({ ...ada, lab: lab!, name: name!, id: "" }));
    expect(inOrder(all, (lab) => ({ a: "Load", b: "Break" })[lab]!).map(({ name }) => name)).toEqual(["Student 9", "Student 10", "Zoe"]);
  });

  it("lists them in other orders, where those alike stay as they were, and finds some by name, id or lab", () => {
    const all = [["Ada", "s1", 2, 8, "2026-03-02", []], ["Bo", "s2", 1, 2, "2026-03-01", ["late"]], ["Zoë", "s3", 4, 8, "2026-03-03", ["a", "b"]], ["Cy", "s1", 0, 0, "", []]]
      .map(([name, id, points, of, finished_at, remarks]) => ({ ...ada, name, id, points, of, finished_at, remarks, lab: id === "s2" ? "load" : "wall" }) as typeof ada);
    const titleOf = (lab: string): string => ({ load: "A GPU under load", wall: "The memory wall" })[lab]!;
    const found = (order: string, words = ""): string => listed(all, titleOf, { order, words }).map(({ name }) => name).join(" ");
    expect(Object.keys(ORDERS).map((order) => found(order))).toEqual(["Ada Bo Zoë Cy", "Cy Ada Bo Zoë", "Bo Zoë Ada Cy", "Zoë Ada Bo Cy", "Zoë Bo Ada Cy"]);
    expect(anew()).toEqual({ order: "Lab and name", words: "" });
    expect(["ZOË", "s1", "wall memory", "gpu", " ", "nobody"].map((words) => found("Lab and name", words))).toEqual(["Zoë", "Ada Cy", "Ada Zoë Cy", "Bo", "Ada Bo Zoë Cy", ""]);
    expect(all.map(({ name }) => name).join(" ")).toBe("Ada Bo Zoë Cy");
  });

  it("counts in words", () => {
    expect([0, 1, 2].map((count) => howMany(count, "remark"))).toEqual(["0 remarks", "1 remark", "2 remarks"]);
  });

  it("says what was predicted, or else what was wrong, of the most frequent first", () => {
    const counts = [{ answer: "few", text: "Between 1 and 7", students: 9 }, { answer: "-0.06", students: 4 }, { answer: "c", students: 2 }, { answer: "d", students: 1 }];
    expect(missed({ predictions: counts, wrong_answers: [] })).toBe("predicted: Between 1 and 7 (9); −0.06 (4); c (2)");
    expect(missed({ predictions: [], wrong_answers: counts.slice(1, 2) })).toBe("−0.06 (4)");
    expect(missed({ predictions: [], wrong_answers: [] })).toBe("–");
  });

  it("shows the tenths from the lowest that somebody has to the highest", () => {
    expect(spread([0, 0, 1, 0, 5, 0, 0, 0, 0, 0])).toEqual([{ from: 20, count: 1 }, { from: 30, count: 0 }, { from: 40, count: 5 }]);
    expect(spread([0, 0])).toEqual([]);
    expect(spread([2, 0, 0])).toEqual([{ from: 0, count: 2 }]);
  });
});
