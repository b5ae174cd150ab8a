// The page that writes labs: what is typed is built, shown and told; what is taken away is what the command makes.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ON_A_PHONE, passesAxe } from "./axe.mjs";
import { dist, open, site, test } from "./harness.mjs";
import { feedback, onLab, plain } from "./labs-shared.mjs";
import { serve } from "./server.mjs";

const { unzipSync, zipSync } = createRequire(new URL("../../web/package.json", import.meta.url))("fflate");
const root = mkdtempSync(join(tmpdir(), "ridgepoint-writing-"));
process.on("exit", () => rmSync(root, { recursive: true, force: true }));

const at = (more = {}) => ({ root: () => site, path: "labs/write.html", ...more });
const said = async (page, pattern) => {
  await page.waitForFunction((source) => { const status = document.querySelector("#status"); return !status.hasAttribute("aria-busy") && new RegExp(source).test(status.textContent); }, pattern.source);
  return plain(await page.locator("#status").innerText());
};
const built = (page) => said(page, /The lab can be built/);
const texts = (page) => page.locator("#writing textarea:not([hidden])");
const file = (page, name) => page.getByRole("button", { name, exact: true }).click();
const change = async (page, from, to) => {
  const text = await texts(page).inputValue();
  assert.ok(text.includes(from), `${from} is in the text`);
  await texts(page).fill(text.replace(from, () => to));
};
const lab = (page) => page.frameLocator("#writing iframe");
/** A large lab of the site begun with, and its data open. */
async function inQuantization(page) {
  await built(page);
  await page.locator("#begin").selectOption("quantization");
  await page.locator("#begin-now").click();
  await lab(page).getByRole("heading", { name: "Quantization", exact: false }).first().waitFor();
  await file(page, "lab.json");
}
async function downloaded(page, button) {
  const saved = page.waitForEvent("download");
  await page.locator(button).click();
  const download = await saved;
  return { name: download.suggestedFilename(), files: unzipSync(readFileSync(await download.path())) };
}

test("writing: what is typed is in the lab beside it, keys and numbers with it", onLab(async (page) => {
  await built(page);
  await lab(page).getByRole("heading", { name: "My lab" }).waitFor();
  await change(page, "## Try it", "## Try it yourself");
  await lab(page).getByRole("heading", { name: "Try it yourself" }).waitFor();
  await file(page, "lab.json");
  await change(page, '"hardware": "H100"', '"hardware": "B200"');
  await lab(page).getByText("on B200 with INT4 weights").first().waitFor();
  // The lab is alive: a prediction is taken, and opens what it locks.
  await lab(page).getByLabel("Less than four times as fast").check();
  await lab(page).locator("#exercise-predict_gain button[type=submit]").click();
  await lab(page).getByText(/^B200 takes/).waitFor();
}, at()));

test("writing: a mistake is told by file and line, leads there, and leaves the lab as it was", onLab(async (page) => {
  await built(page);
  await file(page, "lab.json");
  await change(page, "token.itl_s / token(p='int4').itl_s", "token.itl_x / token(p='int4').itl_s");
  assert.match(await said(page, /mistake/), /lab\.json, line 11: .*itl_x/);
  await lab(page).getByRole("heading", { name: "My lab" }).waitFor();
  await file(page, "lab.md");
  await page.locator("#status li button").first().click();
  assert.match(await texts(page).evaluate((field) => field.value.slice(field.selectionStart, field.selectionEnd)), /^ *"gain": "token\.itl_x/);
  // Loaded with its mistake, the page has no lab from before.
  await page.reload();
  assert.match(await said(page, /mistake/), /^One mistake\. lab\.json/);
  await file(page, "lab.json");
  await change(page, "itl_x", "itl_s");
  await built(page);
  await page.locator("#lab-name").fill("My Lab");
  assert.match(await page.locator("#named").innerText(), /“My Lab” cannot be the name: lower-case letters/);
  await page.locator("#as-scorm").click();
  await page.locator("#taken", { hasText: "no name that it can have" }).waitFor();
  await page.locator("#lab-name").fill("memory-wall");
  await page.locator("#named", { hasText: "A lab of this site has this name" }).waitFor();
}, at()));

test("writing: a mistake far down, after long lines, is in sight once it is led to", onLab(async (page) => {
  await inQuantization(page);
  await change(page, '"points": ', '"pionts": ');
  await said(page, /mistake/);
  await page.locator("#status li button").first().click();
  const [top, scrolled, height] = await texts(page).evaluate((field) => {
    const copy = field.cloneNode();
    copy.value = field.value.slice(0, field.selectionEnd);
    copy.style.height = "0";
    field.after(copy);
    const end = copy.scrollHeight;
    copy.remove();
    return [end, field.scrollTop, field.clientHeight];
  });
  assert.ok(top > height, "the line is below the first screen of the box");
  assert.ok(top - scrolled > 0 && top - scrolled <= height, `${top - scrolled} px of ${height}`);
}, at()));

test("writing: each file keeps what can be undone in it, and where one was", onLab(async (page) => {
  await built(page);
  const before = await texts(page).inputValue();
  await texts(page).focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("More");
  await file(page, "lab.json");
  await file(page, "lab.md");
  assert.equal(await texts(page).evaluate(({ selectionEnd, value }) => selectionEnd === value.length), true);
  await texts(page).focus();
  // Browsers differ in how much one step takes back.
  for (const _ of "More") await page.keyboard.press("Control+z");
  assert.equal(await texts(page).inputValue(), before);
}, at()));

test("writing: the lab stays where it is loaded again, or gone back from, within its frame", onLab(async (page) => {
  await built(page);
  await lab(page).getByRole("heading", { name: "My lab" }).waitFor();
  const written = page.frames().at(-1);
  const before = await page.evaluate(() => history.length);
  await lab(page).locator('a[href^="#part-"]').first().click();
  assert.equal(await page.evaluate(() => history.length), before);
  await written.evaluate(() => location.reload()).catch(() => {});
  await lab(page).getByRole("heading", { name: "My lab" }).waitFor();
  await change(page, "## Try it", "## Try it again");
  await lab(page).getByRole("heading", { name: "Try it again" }).waitFor();
}, at({ expected: /^Framing / })));

test("writing: a lab with variants lets the student in whose id is given", onLab(async (page) => {
  await inQuantization(page);
  await change(page, '"identify": "optional"', '"identify": "required"');
  await page.locator('#pages option[value$="/variant-0-0.html"]').waitFor({ state: "attached" });
  await page.locator("#pages").selectOption({ label: "The lab" });
  await lab(page).getByLabel("Id").fill("s13");
  await lab(page).getByLabel("Id").press("Enter");
  await lab(page).locator("ridge-lab").waitFor();
  assert.equal(await lab(page).locator("#share").isVisible(), false);
}, at()));

test("writing: a lab comes back from its zip, and what is no part of one is named", onLab(async (page) => {
  await built(page);
  const zip = join(root, "back.zip");
  writeFileSync(zip, zipSync({ "back/lab.md": Buffer.from((await texts(page).inputValue()).replace("## Try it", "## Back")), "back/lab.json": readFileSync(new URL("../../web/build/labs/template/lab.json", import.meta.url)), "back/notes.txt": Buffer.from("mine"), "__MACOSX/x": Buffer.from("") }));
  await page.locator("#lab-zip").setInputFiles(zip);
  await lab(page).getByRole("heading", { name: "Back" }).waitFor();
  assert.equal(await page.locator("#lab-name").inputValue(), "back");
  assert.match(await page.locator("#opened").innerText(), /^Not taken: notes\.txt\. A lab consists of/);
}, at()));

test("writing: two windows do not lose each other’s text unasked", onLab(async (page) => {
  await built(page);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await built(other);
  await change(other, "## Try it", "## Theirs");
  await other.locator("#kept", { hasText: "Saved in this browser" }).waitFor();
  await change(page, "## Try it", "## Mine");
  await page.locator("#kept.refused", { hasText: "another window has written another draft since" }).waitFor();
  const asked = page.waitForEvent("dialog");
  const left = page.evaluate(() => location.reload()).catch(() => {});
  await (await asked).dismiss();
  await left;
  await page.getByRole("button", { name: "Save this one over it" }).click();
  await page.locator("#kept", { hasText: "Saved in this browser" }).waitFor();
  await other.close();
}, at()));

test("writing: the text of a lab runs nothing, under a policy that lets nothing be compiled", onLab(async (page) => {
  await built(page);
  await change(page, "## Try it", "## Try it\n\n<script>parent.document.title = 'run'</script><img src=x onerror=\"parent.document.title = 'run'\">\n");
  await lab(page).getByText("<script>parent.document.title").waitFor();
  assert.equal(await page.title(), "Write a lab · Ridgepoint");
}, at({ headers: { "content-security-policy": "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:" } })));

test("writing: the draft is there after the page is loaded again, and another is not put over it unasked", onLab(async (page) => {
  await built(page);
  await change(page, "## Try it", "## Mine");
  await page.locator("#kept", { hasText: "Saved in this browser" }).waitFor();
  await page.reload();
  await built(page);
  assert.match(await texts(page).inputValue(), /## Mine/);
  await page.locator("#begin").selectOption("memory-wall");
  await page.locator("#begin-now").click();
  await page.getByRole("button", { name: "Keep it" }).click();
  assert.match(await texts(page).inputValue(), /## Mine/);
  await page.locator("#begin-now").click();
  await page.getByRole("button", { name: "Replace it" }).click();
  await lab(page).getByRole("heading", { name: "Why does the second token come so fast?" }).waitFor();
  assert.equal(await page.locator("#lab-name").inputValue(), "my-memory-wall");
  // Its other pages are the draft's too.
  await lab(page).getByRole("link", { name: "model note" }).click();
  await lab(page).locator("main.note").waitFor();
  assert.equal(await page.locator("#pages").inputValue(), "labs/my-memory-wall/model-note.html");
}, at()));

test("writing: a folder is opened, and what is taken away is what the command makes of it", onLab(async (page) => {
  await built(page);
  const labs = join(root, "labs");
  execFileSync(process.execPath, [join(dist, "lab-tool.js"), "lab", "new", "mine", "--labs", labs]);
  await page.locator("#lab-folder").setInputFiles(join(labs, "mine"));
  await page.waitForFunction(() => document.querySelector("#lab-name").value === "mine");
  await built(page);
  const folder = await downloaded(page, "#as-folder");
  assert.deepEqual(Object.keys(folder.files).sort(), ["mine/lab.json", "mine/lab.md", "mine/model-note.md"]);
  for (const [name, bytes] of Object.entries(folder.files)) assert.deepEqual(Buffer.from(bytes), readFileSync(join(labs, name)), name);

  execFileSync(process.execPath, [join(dist, "lab-tool.js"), "lab", "scorm", "mine", "--labs", labs, "--out", root]);
  const scorm = await downloaded(page, "#as-scorm");
  const bySame = unzipSync(readFileSync(join(root, "mine-1.zip")));
  assert.equal(scorm.name, "mine-1.zip");
  assert.deepEqual(Object.keys(scorm.files).sort(), Object.keys(bySame).sort());
  for (const [name, bytes] of Object.entries(scorm.files)) assert.ok(Buffer.from(bytes).equals(Buffer.from(bySame[name])), `${name} is the command’s`);
}, at()));

test("writing: the web pages that are taken away are a lab on a server that has nothing else", (browser) =>
  onLab(async (page) => {
    await built(page);
    const { files } = await downloaded(page, "#as-web");
    const folder = join(root, "web");
    for (const [name, bytes] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), bytes);
    }
    const server = await serve(folder);
    const opened = await open(browser, `${server.address}/`);
    try {
      await opened.page.waitForURL(`${server.address}/labs/my-lab/index.html`);
      await opened.page.waitForSelector("html.lab-live");
      await opened.page.getByLabel("Less than four times as fast").check();
      await opened.page.locator("#exercise-predict_gain button[type=submit]").click();
      await feedback(opened.page, "predict_gain", /Right/);
      assert.deepEqual(opened.faults, []);
    } finally {
      await opened.close();
      await server.close();
    }
  }, at())(browser));

test("writing: says so where its compiler cannot be loaded, and keeps the text", onLab(async (page) => {
  await page.route("**/writing-worker.js", (route) => route.abort());
  await page.reload();
  assert.match(await said(page, /could not be built/), /writing-worker\.js could not be loaded/);
  assert.match(await texts(page).inputValue(), /## One token at a time/);
}, at()));

test("writing: what may stand in the files is on the instructor’s page, at the heading that the link names", onLab(async (page) => {
  await page.getByRole("link", { name: "The instructor’s page" }).click();
  await page.waitForURL(/guide\.html#lab-json$/);
  assert.equal(await page.locator("h2:target").innerText(), "lab.json");
  const dead = await page.locator('nav a[href^="#"]').evaluateAll((links) => links.filter((link) => !document.querySelector(`h2${link.hash}`)).map(({ hash }) => hash));
  assert.deepEqual(dead, []);
  await passesAxe(page);
}, at({ context: ON_A_PHONE })));

test("writing: passes axe on a phone and a desk, in the light and the dark", onLab(async (page) => {
  await built(page);
  await passesAxe(page);
}, at({ context: ON_A_PHONE })));
