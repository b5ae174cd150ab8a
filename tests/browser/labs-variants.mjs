// A lab with numbers for each student, as an instructor makes it from the npm package; and words that explain themselves.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dist, site, test } from "./harness.mjs";
import { engine, onLab, plain } from "./labs-shared.mjs";

const VARIANTS = { hardware: ["H100", "A100"], model: ["Llama3_8B", "Qwen2_5_7B", "Mistral_7B"] };
let ownSite;

function drawn() {
  if (ownSite) return ownSite;
  const folder = mkdtempSync(join(tmpdir(), "ridgepoint-drawn-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const tool = (...args) => execFileSync(process.execPath, [`${dist}/lab-tool.js`, "lab", ...args], { cwd: folder });
  tool("new", "own");
  const file = join(folder, "labs/own/lab.json");
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), identify: "required", variants: VARIANTS }));
  tool("build", "--out", "site");
  return (ownSite = join(folder, "site"));
}

test("labs: a student gets numbers of their own by the id, keeps them, and can make room for another", onLab(async (page) => {
  const { variant } = await engine();
  const begin = async (id) => {
    await page.locator("#variant-id").fill(id);
    await page.getByRole("button", { name: "Begin" }).click();
  };
  const shown = async () => {
    await page.locator("ridge-lab").waitFor();
    return page.evaluate(() => JSON.parse(document.querySelector("ridge-lab #lab").textContent).variant);
  };
  await begin(" ");
  assert.equal(await page.locator(".refused").innerText(), "Enter your id first.");
  assert.equal(await page.locator("#variant-id:focus").count(), 1);
  const keys = [];
  for (const id of ["s41", "s42"]) {
    await begin(id);
    keys.push(await shown());
    assert.equal(keys.at(-1), variant({ variants: VARIANTS, lab: "own", student: id }).key);
    await page.reload();
    assert.equal(await shown(), keys.at(-1));
    const field = page.locator("#student-id");
    assert.deepEqual([await field.inputValue(), await field.getAttribute("readonly")], [id, ""]);
    await page.getByRole("button", { name: "Another id" }).click();
    await page.locator("#variant-id").waitFor();
  }
  for (const index of [0, 2]) assert.notEqual(keys[0][index], keys[1][index]);
}, { root: drawn, path: "labs/own/index.html" }));

for (const script of [true, false]) {
  test(`labs: a word of the glossary opens by keyboard and is shut by Escape, ${script ? "with" : "without"} JavaScript`, onLab(async (page) => {
    const word = page.locator("button.term").first();
    const panel = page.locator("#term-token");
    assert.equal(await panel.isVisible(), false);
    await word.press("Enter");
    assert.match(plain(await panel.innerText()), /^Token\. What a language model reads and writes/);
    const within = await panel.evaluate((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
    });
    assert.ok(within);
    await page.keyboard.press("Escape");
    assert.equal(await panel.isVisible(), false);
    assert.equal(await page.locator("button.term:focus").count(), 1);
  }, { root: () => site, path: "labs/memory-wall/index.html", context: { javaScriptEnabled: script, viewport: { width: 360, height: 740 } } }));
}
