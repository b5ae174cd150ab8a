// What the page that grades a class makes of files, and of what the command says.

import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { gather, MOST_SUBMISSIONS, nothing, onlyLabs, type Chosen } from "../../web/labs/grading/gather.js";
import { gradeClass } from "../../web/labs/grading/command.js";
import { spread, summary, whoIs } from "../../web/labs/grading/results.js";

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
    const { submissions } = await gathered(file("../../etc/a.json"), file("..\\b.json"), file("./c.json"), file("--labs.json"));
    expect([...submissions.keys()]).toEqual(["submissions/etc/a.json", "submissions/b.json", "submissions/c.json", "submissions/--labs.json"]);
  });

  it("takes the submissions out of a zip, and says which are too long and which zip has none", async () => {
    const zip = zipSync({ "Ada/submission.json": strToU8("1"), "../Bo/submission.json": strToU8("2"), "__MACOSX/x.json": strToU8("3"), "long.json": new Uint8Array(2 ** 20 + 1), "image.png": strToU8("4") });
    const { submissions, left } = await gathered(file("all.zip", zip), file("none.zip", zipSync({ "a.txt": strToU8("1") })), file("torn.zip", zip.slice(0, 90)));
    expect([...submissions.keys()]).toEqual(["submissions/Ada/submission.json", "submissions/Bo/submission.json"]);
    expect(left).toEqual(["all.zip, long.json: it must be at most 1048576 bytes, and is longer", "none.zip: there is no .json file in this zip", expect.stringMatching(/^torn\.zip: this zip cannot be read/)]);
  });

  it("knows a lab by the folder around its file, and says where there is none", async () => {
    const { labs, submissions, left } = await gathered(file("course/labs/load/lab.json", "1"), file("lab.json"), file("my.load/lab.json"));
    expect([...labs.keys()]).toEqual(["labs/load/lab.json"]);
    expect(submissions.size).toBe(0);
    expect(left).toEqual(["lab.json", "my.load/lab.json"].map((path) => expect.stringMatching(`^${path}: which lab this is`)));
    expect(onlyLabs([file("labs/load/lab.json"), file("labs/load/lab.md"), file("labs/courses.json")]).map(({ path }) => path)).toEqual(["labs/load/lab.json"]);
  });

  it("reads no more of a file than shows that it is too long, and takes no more than a class", async () => {
    const { submissions } = await gathered(file("long.json", new Uint8Array(2 ** 21)));
    expect(submissions.get("submissions/long.json")!.length).toBe(2 ** 20 + 1);
    const many = await gathered(...Array.from({ length: MOST_SUBMISSIONS + 2 }, (_, index) => file(`${index}.json`, "")));
    expect([many.submissions.size, many.left.length]).toEqual([MOST_SUBMISSIONS, 2]);
  });

  it("goes on after a file that cannot be read", async () => {
    const gone: Chosen = { path: "gone.json", size: 2, read: () => Promise.reject(new Error("it is gone")) };
    const { submissions, left } = await gathered(gone, file("a.json"), file("a.doc"));
    expect([...submissions.keys()]).toEqual(["submissions/a.json"]);
    expect(left).toEqual(["gone.json: the file cannot be read (it is gone)", "a.doc: a submission is a .json file, or several are in a .zip"]);
  });
});

const ada = { file: "submissions/a.json", name: "Ada", id: "a1", lab: "load", finished_at: "", points: 3, of: 4, remarks: [], exercises: {} };
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

describe("a class in a table", () => {
  it("calls a student by name and id, by either, or by the file", () => {
    expect([ada, { ...ada, id: "" }, { ...ada, name: "" }, { ...ada, name: "", id: "" }].map(whoIs)).toEqual(["Ada (a1)", "Ada", "a1", "submissions/a.json"]);
  });

  it("shows the tenths from the lowest that somebody has to the highest", () => {
    expect(spread([0, 0, 1, 0, 5, 0, 0, 0, 0, 0])).toEqual([{ from: 20, count: 1 }, { from: 30, count: 0 }, { from: 40, count: 5 }]);
    expect(spread([0, 0])).toEqual([]);
    expect(spread([2, 0, 0])).toEqual([{ from: 0, count: 2 }]);
  });
});
