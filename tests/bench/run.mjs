// Prints how Ridgepoint compares, as ratios alone: a bare time says more about the machine than about the code.
// Rivals take turns within each comparison, and medians are compared.

import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromiumPath } from "../../scripts/lib/chromium.mjs";
import { serve } from "../../scripts/lib/serve.mjs";
import { felt } from "./felt.mjs";
import { machine } from "./machine.mjs";
import { median, report, times } from "./report.mjs";
import { routing } from "./router.mjs";

const root = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const frame_ms = 1000 / 60;
const configurations = 64_000;

/** Nanoseconds for one configuration, natively: the core's and plain C's. */
function native() {
  const output = execFileSync(
    root("build/bench/roofline_bench"),
    ["--benchmark_format=json", "--benchmark_enable_random_interleaving=true", "--benchmark_repetitions=5", "--benchmark_min_time=0.02"],
    { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] },
  );
  const found = JSON.parse(output).benchmarks.filter((run) => run.aggregate_name === "median");
  return Object.fromEntries(found.map((run) => [run.run_name, 1e9 / run.items_per_second]));
}

/** Milliseconds of some sweeps of 64 000 roofline configurations. */
function sweeps(engine) {
  const request = {
    call: "roofline",
    base: { model: "Llama3_8B", hardware: "H100" },
    axes: {
      batch: Float64Array.from({ length: 640 }, (_, index) => index + 1),
      "assumptions.efficiency": Float64Array.from({ length: 100 }, (_, index) => (index + 1) / 100),
    },
    outputs: ["latency_s"],
  };
  return Array.from({ length: 9 }, () => {
    const start = performance.now();
    const { rows } = engine.sweep(request);
    if (rows !== configurations) throw new Error(`the sweep has ${rows} rows`);
    return performance.now() - start;
  });
}

async function arithmetic() {
  execFileSync("cmake", ["-S", root("tests/bench"), "-B", root("build/bench"), "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release"], { stdio: "ignore" });
  execFileSync("cmake", ["--build", root("build/bench"), "--target", "roofline_bench", "router_bench"], { stdio: ["ignore", "ignore", "inherit"] });
  const { loadRidgepoint } = await import(new URL("../../build/dist/engine.js", import.meta.url));
  const engine = await loadRidgepoint();
  sweeps(engine);

  const plain = [];
  const core = [];
  const swept = [];
  for (let round = 0; round < 5; round++) {
    const one = native();
    plain.push(one.plain_c);
    core.push(one.core);
    swept.push(median(sweeps(engine)));
  }
  const sweep_ns = (median(swept) * 1e6) / configurations;
  report("one roofline, native, to the same formula in plain C", times(median(core) / median(plain)), "at most 3 x");
  report("one of a sweep of 64 000, WebAssembly, to plain C native", times(sweep_ns / median(plain)), "at most 6 x");
  report("that sweep as a share of a frame of 16.7 ms", `${((100 * median(swept)) / frame_ms).toFixed(0)} %`, "well below 100 %");
}

/** A class's submissions graded, against reading the same files in Node. */
function grading() {
  const students = 2000;
  const folder = mkdtempSync(join(tmpdir(), "ridgepoint-bench-"));
  try {
    for (const lab of readdirSync(root("labs"), { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name)) {
      const { version, variables, exercises } = JSON.parse(readFileSync(root(`labs/${lab}/lab.json`), "utf8"));
      const value = (exercise, student) =>
        ({
          choice: () => Object.keys(exercise.options)[student % Object.keys(exercise.options).length],
          number: () => 1 + student / 10,
          table: () => Object.fromEntries(Object.keys(exercise.cells).map((cell) => [cell, student / 100])),
          text: () => `Some words of student ${student}, as long as an answer usually is.`,
        })[exercise.kind]?.();
      for (let student = 0; student < students; student++) {
        const answers = exercises
          .map((exercise) => [exercise, value(exercise, student)])
          .filter(([, given]) => given !== undefined)
          .map(([{ id, predict }, given]) => [id, { value: given, at: "2026-03-01T10:30:00.000Z", tries: 1, predicted: predict === true }]);
        const whole = { format: "ridgepoint-submission", version: 1, lab, lab_version: version, student: { id: `${student}` }, answers: Object.fromEntries(answers), widgets: { all: variables } };
        writeFileSync(join(folder, `${lab}-${student}.json`), JSON.stringify(whole));
      }
    }
    const files = readdirSync(folder).map((name) => join(folder, name));
    const timed = (run) => {
      const start = performance.now();
      run();
      return performance.now() - start;
    };
    const read = [];
    const graded = [];
    for (let round = 0; round < 5; round++) {
      read.push(timed(() => files.forEach((file) => JSON.parse(readFileSync(file, "utf8")))));
      graded.push(timed(() => execFileSync(root("build/bin/ridgepoint"), ["grade", "--labs", root("labs"), "--csv", ...files], { maxBuffer: 2 ** 26 })));
    }
    report(`${files.length} submissions graded, to reading them in Node`, times(median(graded) / median(read)), "at most 10 x");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Milliseconds until a page shows its first number and until one is worked out in it, and the bytes of its transfer,
 * nothing cached. Pyodide's page shows a number once it is worked out; ours has one, of the same engine, in its HTML.
 */
async function visit(browser, address) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
  let bytes = 0;
  devtools.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.addInitScript(() => {
    window.addEventListener("ridge-ready", () => (window.firstNumber ??= performance.now()));
  });
  await page.goto(address, { waitUntil: "commit" });
  const worked = await (await page.waitForFunction(() => window.firstNumber, undefined, { timeout: 120_000, polling: 50 })).jsonValue();
  await page.waitForLoadState("load");
  const shown = await page.evaluate((instead) => {
    const inHtml = document.querySelector("ridge-roofline > p")?.textContent.match(/\d ms /);
    return inHtml ? performance.getEntriesByName("first-contentful-paint")[0].startTime : instead;
  }, worked);
  await context.close();
  return { shown, worked, bytes };
}

async function page(browser) {
  const folder = mkdtempSync(join(tmpdir(), "ridgepoint-bench-"));
  const servers = [];
  try {
    cpSync(root("tests/bench/node_modules/pyodide"), folder, { recursive: true });
    copyFileSync(root("tests/bench/pyodide.html"), join(folder, "index.html"));
    // Both are sent the same way: in Brotli, as content networks do, and in gzip, as plain hosts do.
    for (const encoding of ["br", "gzip"]) {
      const addresses = [];
      for (const [site, path] of [[root("build/site"), "roofline.html"], [folder, ""]]) {
        const { server, address } = await serve(site, { encoding, headers: {} });
        servers.push(server);
        addresses.push(address + path);
      }
      const [ours, theirs] = addresses;
      await visit(browser, ours);
      await visit(browser, theirs);
      const seen = { ours: [], theirs: [] };
      for (let round = 0; round < 5; round++) {
        seen.ours.push(await visit(browser, ours));
        seen.theirs.push(await visit(browser, theirs));
      }
      const ratio = (key) => median(seen.theirs.map((visited) => visited[key])) / median(seen.ours.map((visited) => visited[key]));
      report(`${encoding}: first number shown on the roofline's page, nothing cached, before Pyodide's`, times(ratio("shown")), "at least 20 x");
      report(`${encoding}: first number worked out in it, before Pyodide's`, times(ratio("worked")), "at least 20 x");
      report(`${encoding}: bytes transferred until then, fewer than Pyodide's`, times(ratio("bytes")), "at least 50 x");
    }
  } finally {
    for (const server of servers) server.close();
    rmSync(folder, { recursive: true });
  }
}

console.log(`${cpus().length} cores, Node ${process.version}`);
await arithmetic();
grading();
const { chromium } = createRequire(new URL("../../web/package.json", import.meta.url))("playwright-core");
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"],
});
try {
  await machine(browser);
  await routing(browser);
  await page(browser);
  await felt(browser);
} finally {
  await browser.close();
}
