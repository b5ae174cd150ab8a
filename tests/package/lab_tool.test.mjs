// `ridgepoint lab` of the npm package: a lab of one's own with Node alone.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { path } from "../wasm/shared.mjs";

const { strFromU8, unzipSync } = createRequire(new URL("../../web/package.json", import.meta.url))("fflate");
const folder = mkdtempSync(join(tmpdir(), "ridgepoint-tool-"));
after(() => rmSync(folder, { recursive: true }));
const tool = (...args) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path("dist/lab-tool.js"), "lab", ...args], { encoding: "utf8", cwd: folder });
  return { status, out: stdout, err: stderr };
};

test("a new lab can be built as it is, and its site has all that it names", () => {
  assert.equal(tool("new", "my-lab").status, 0);
  assert.ok(existsSync(join(folder, "labs", JSON.parse(readFileSync(join(folder, "labs/my-lab/lab.json"), "utf8")).$schema.slice(3))));
  const { status, out, err } = tool("build", "--out", "site");
  assert.equal(status, 0, err);
  assert.equal(err, "");
  assert.match(out, /^site has \d+ pages of labs/);
  const page = readFileSync(join(folder, "site/labs/my-lab/index.html"), "utf8");
  assert.match(page, /<h1>My lab<\/h1>/);
  for (const [, name] of page.matchAll(/(?:src|href)="\.\.\/\.\.\/([\w-]+\.\w+)"/g)) assert.ok(existsSync(join(folder, "site", name)), name);
  assert.match(readFileSync(join(folder, "site/labs/teach.html"), "utf8"), /Labs for a course/);
});

test("the commands of the teacher's page work as they are printed", () => {
  const page = readFileSync(join(folder, "site/labs/teach.html"), "utf8").replace(/<\/?span[^>]*>/g, "");
  const printed = page.matchAll(/<code>(npx ridgepoint [^<]*)<\/code>/g);
  const commands = [...printed].map(([, line]) => line.replaceAll("&gt;", ">")).filter((line) => !line.includes("preview"));
  assert.ok(commands.length >= 8);
  const own = join(folder, "taught");
  for (const labs of ["labs", "old-labs"]) cpSync(join(folder, "labs/my-lab"), join(own, labs, "ours"), { recursive: true });
  mkdirSync(join(own, "submissions"));
  const submission = { format: "ridgepoint-submission", version: 1, lab: "ours", lab_version: 1, student: { id: "a" }, answers: {} };
  writeFileSync(join(own, "submissions/a.json"), JSON.stringify(submission));
  for (const command of commands) {
    const shell = `npx() { shift; "${process.execPath}" "${path("dist/lab-tool.js")}" "$@"; }\n${command}`;
    const { status, stderr } = spawnSync("sh", ["-c", shell], { encoding: "utf8", cwd: own });
    assert.deepEqual([command, status, stderr], [command, 0, ""]);
  }
  for (const made of ["grades.csv", "feedback", "labs/my-lab/lab.md", "site/labs/ours/index.html", "scorm/ours-1.zip"]) assert.ok(existsSync(join(own, made)), made);
});

test("a package for learning-management systems is of the labs that are named, the same each time, with all that its manifest lists", () => {
  const own = join(folder, "packed");
  for (const name of ["my-lab", "other"]) cpSync(join(folder, "labs/my-lab"), join(own, name), { recursive: true });
  const packed = (out, ...names) => tool("scorm", ...names, "--labs", own, "--out", out);
  assert.deepEqual(packed("one", "my-lab", "my-lab"), { status: 0, out: "one/my-lab-1.zip\n", err: "" });
  assert.deepEqual(readdirSync(join(folder, "one")), ["my-lab-1.zip"]);
  assert.deepEqual(packed("all"), { status: 0, out: "all/my-lab-1.zip\nall/other-1.zip\n", err: "" });
  const zip = readFileSync(join(folder, "one/my-lab-1.zip"));
  assert.ok(zip.equals(readFileSync(join(folder, "all/my-lab-1.zip"))));

  const files = unzipSync(zip);
  const text = (name) => strFromU8(files[name]);
  const listed = [...text("imsmanifest.xml").matchAll(/<file href="([^"]+)"\/>/g)].map(([, name]) => name);
  assert.deepEqual(listed.sort(), Object.keys(files).filter((name) => name !== "imsmanifest.xml").sort());
  assert.deepEqual(listed.filter((name) => name.startsWith("labs/")), ["labs/my-lab/index.html", "labs/my-lab/model-note.html"]);
  assert.match(text("labs/my-lab/index.html"), /<script type="module" src="\.\.\/\.\.\/scorm\.js"><\/script>/);
  assert.match(text("scorm.js"), /LMSInitialize/);
});

test("keys are written apart, and neither the site nor a package has any", () => {
  const key = JSON.parse(readFileSync(join(folder, "labs/my-lab/lab.json"), "utf8")).exercises[1].answer;
  const built = tool("build", "--out", "students", "--keys", "keys");
  assert.deepEqual([built.status, built.err], [0, ""]);
  assert.match(built.out, /Grade with ridgepoint grade --labs keys\n$/);
  assert.deepEqual(tool("scorm", "my-lab", "--out", "packages", "--keys", "keys"), { status: 0, out: "packages/my-lab-1.zip\n", err: "" });
  const files = new Map(readdirSync(join(folder, "students/labs"), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map(({ parentPath, path: older, name }) => join(parentPath ?? older, name)).map((file) => [file, readFileSync(file, "utf8")]));
  for (const [name, bytes] of Object.entries(unzipSync(readFileSync(join(folder, "packages/my-lab-1.zip"))))) if (/\.(html|json)$/.test(name)) files.set(name, strFromU8(bytes));
  assert.ok([...files.keys()].filter((name) => name.includes("my-lab")).length >= 2);
  // The schema and the lab that everybody may begin with are no keys of these labs; only the pages of this folder are looked at.
  for (const [name, text] of files) if (/my-lab/.test(name)) assert.ok(!text.includes(key), name);
  assert.equal(tool("build", "--out", "students", "--keys", "keys").status, 0, "again");
  const { exam, exercises } = JSON.parse(readFileSync(join(folder, "keys/my-lab/lab.json"), "utf8"));
  assert.deepEqual([exam, exercises[1].answer], [true, key]);
  assert.deepEqual(readdirSync(join(folder, "keys/my-lab")), ["lab.json"]);

  const submission = { format: "ridgepoint-submission", version: 1, lab: "my-lab", lab_version: 1, student: { id: "a" }, answers: { time_int8: { value: 2.8, tries: 1 } } };
  writeFileSync(join(folder, "a.json"), JSON.stringify(submission));
  const graded = spawnSync(process.execPath, [path("dist/lab-tool.js"), "grade", "--labs", "keys", "a.json"], { encoding: "utf8", cwd: folder });
  assert.equal(graded.status, 0, graded.stderr);

  for (const [args, said] of [
    [["build", "--out", "students", "--keys", "students/keys"], /--keys must lie outside students, which students get, given students\/keys/],
    [["build", "--out", "students", "--keys", "labs"], /--keys must lie outside labs, which has the labs themselves, given labs/],
    [["build", "--out", "site", "--keys", "keys"], /site\/labs\/my-lab\/answers\.html is there from an earlier build and may hold answers; with --keys, --out must name a new folder/],
    [["check", "--keys", "keys"], /--keys goes with build and scorm/],
    [["preview", "--keys", "keys"], /--keys goes with build and scorm/],
  ]) {
    const { status, err } = tool(...args);
    assert.equal(status, 2);
    assert.match(err, said);
  }
});

test("a preview follows the files, says what is wrong, and outlives addresses that are none", async () => {
  const own = join(folder, "previewed");
  cpSync(join(folder, "labs"), own, { recursive: true });
  cpSync(join(own, "my-lab"), join(own, "other"), { recursive: true });
  const preview = spawn(process.execPath, [path("dist/lab-tool.js"), "lab", "preview", "--labs", own, "--port", "0"], { stdio: ["ignore", "pipe", "ignore"] });
  try {
    const [line] = await once(preview.stdout, "data");
    const site = new URL(line.toString());
    const get = async (address) => {
      const answer = await fetch(new URL(address, site));
      return `${answer.status} ${new URL(answer.url).pathname} ${await answer.text()}`;
    };
    assert.match(await get("my-lab/"), /^200 [^]*<h1>My lab<\/h1>/);
    assert.match(await get("my-lab"), /^200 \/labs\/my-lab\/ /);
    for (const odd of ["/%E0%A4%A", "/labs/%00"]) assert.match(await get(odd), /^40\d /);
    const file = join(own, "my-lab/lab.json");
    writeFileSync(file, readFileSync(file, "utf8").replace('"My lab"', '"Her lab"'));
    assert.match(await get("my-lab/"), /<h1>Her lab<\/h1>/);
    rmSync(join(own, "other"), { recursive: true });
    assert.match(await get("other/"), /^404 /);
    writeFileSync(file, "{");
    assert.match(await get("my-lab/"), /^500 [^]*lab\.json:1: /);
  } finally {
    preview.kill();
  }
});

test("what is wrong is told by file, line and reason; misuse by what there is", () => {
  assert.equal(tool("check", "my-lab").out, "my-lab can be built: 3 pages\n");
  const file = join(folder, "labs/my-lab/lab.json");
  writeFileSync(file, readFileSync(file, "utf8").replace('"token.itl_s | time", "itl_int4"', '"token.nothing | time", "itl_int4"'));
  const { status, out, err } = tool("check");
  assert.deepEqual([status, out], [2, ""]);
  assert.match(err, /^labs\/my-lab\/lab\.json:\d+: .*there is no nothing/);
  for (const [args, said] of [
    [["new", "My Lab"], /named in lower case, digits and dashes, given "My Lab"/],
    [["new", "a", "b"], /makes one lab at a time, given also "b"/],
    [["build", "--out", "labs/my-lab/lab.md"], /^ridgepoint: --out must name a folder, given the file labs\/my-lab\/lab\.md\n$/],
    [["scorm", "my-lab", "kopy"], /^ridgepoint: there is no lab "kopy" in the folder labs; there are my-lab\n$/],
    [["scorm", "my-lab", "../labs/my-lab"], /there is no lab "\.\.\/labs\/my-lab"/],
    [["scorm", "--out", "labs/my-lab/lab.md"], /--out must name a folder, given the file labs\/my-lab\/lab\.md/],
    [["scorm", "--out", "labs/my-lab/lab.md/below"], /^ridgepoint: --out must name a folder that can be written, given labs\/my-lab\/lab\.md\/below: ENOTDIR[^\n]*\n$/],
    ...(existsSync("/proc/self") ? [[["scorm", "--out", "/proc/nothing"], /^ridgepoint: --out must name a folder that can be written, given \/proc\/nothing: ENOENT[^\n]*\n$/]] : []),
    [["scorm", "--labs", "nowhere"], /there is no lab in the folder nowhere/],
    [["scorm", "--out", "broken"], /^labs\/my-lab\/lab\.json:\d+: .*there is no nothing/],
    [["new", "my-lab"], /labs\/my-lab is there already/],
    [["publish"], /has new, check, build, preview and scorm, given "publish"/],
    [["check", "kopy"], /^ridgepoint: there is no lab "kopy" in the folder labs; there are my-lab\n$/],
    [["check", "my-lab"], /^labs\/my-lab\/lab\.json:\d+: .*there is no nothing/],
    [["check", "--labs", "nowhere"], /there is no lab in the folder nowhere/],
    [["preview", "--port", "x"], /--port must be a whole number up to 65535, given x/],
    [["check", "--force"], /^ridgepoint: Unknown option '--force': there are --labs, --out, --keys, --port and --help\n$/],
    [["check", "--labs", "labs/my-lab"], /labs\/my-lab is a lab; --labs must name the folder around it, labs\n/],
    [["check", "--labs", "labs/my-lab/lab.md"], /--labs must name a folder, given the file labs\/my-lab\/lab.md/],
  ]) {
    const { status, err } = tool(...args);
    assert.equal(status, 2);
    assert.match(err, said);
  }
});

test("a widget is refused for what it has not, with what it has, in a path with a space too", () => {
  const labs = "my labs, 2026";
  const made = tool("new", "fresh", "--labs", labs);
  assert.equal(made.status, 0);
  assert.match(made.out, /ridgepoint lab preview --labs 'my labs, 2026'\n$/);
  const file = join(folder, labs, "fresh/lab.json");
  const source = readFileSync(file, "utf8");
  const attributes = '"view": "roofline", "controls": "precision batch"';
  assert.ok(source.includes(attributes));
  for (const [wrong, said] of [
    ['"controls": "batch bach"', /controls names “bach”.* Its settings are .*\bbatch\b/],
    ['"hide": "everything"', /hide names “everything”.*; hide also takes answer, band, settings, tools, roofline, legs/],
    ['"lock": "modle"', /lock names “modle”/],
    ['"view": "pie"', /view takes [^\n]*, not “pie”/],
    ['"bach": 8', /bach is not a setting of this widget/],
  ]) {
    writeFileSync(file, source.replace(attributes, () => wrong));
    const { status, out, err } = tool("check", "--labs", labs);
    assert.deepEqual([status, out], [2, ""]);
    assert.match(err, /^my labs, 2026\/fresh\/lab\.json:\d+: /);
    assert.match(err, said);
  }
  writeFileSync(file, source);
  assert.equal(tool("build", "--labs", labs, "--out", "a site").status, 0);
  assert.ok(existsSync(join(folder, "a site/labs/fresh/index.html")));
});
