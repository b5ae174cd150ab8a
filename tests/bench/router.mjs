// The measured router on its default configuration and text: does the prediction hold, natively and as WebAssembly in Node
// and Chromium, and what are SIMD and WebAssembly worth. Reported and not tested, as all of it is timing.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { serve } from "../../scripts/lib/serve.mjs";
import { median, report, times } from "./report.mjs";

const root = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const runs = 10;
const comparisons = 3;

const text = readFileSync(root("build/dist/moby-dick.txt"));

function native(kernels) {
  const output = execFileSync(root("build/bench/router_bench"), [kernels], { input: text, encoding: "utf8", maxBuffer: 2 ** 26 });
  return JSON.parse(output).result.systems_analysis;
}

async function inNode(simd) {
  const { loadRouter } = await import(new URL("../../build/dist/router.js", import.meta.url));
  return (await loadRouter({ simd })).analyze({}, text).systems_analysis;
}

/** In a worker of a page, as the lab runs it. */
async function inChromium(page) {
  return page.evaluate(async () => {
    const source = `
      const { loadRouter } = await import(${JSON.stringify(new URL("router.js", location.href).href)});
      const text = await (await fetch(${JSON.stringify(new URL("moby-dick.txt", location.href).href)})).text();
      postMessage((await loadRouter()).analyze({}, text).systems_analysis);`;
    const worker = new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })), { type: "module" });
    const analysis = await new Promise((done, failed) => {
      worker.onmessage = ({ data }) => done(data);
      worker.onerror = ({ message }) => failed(new Error(message));
    });
    worker.terminate();
    return analysis;
  });
}

const throughput = (analysis) => analysis.var.throughput_tps;

function steadiness({ scaling }) {
  const points = Object.values(scaling).map(({ time_per_token_ms }) => time_per_token_ms);
  return Math.max(...points) / Math.min(...points);
}

export async function routing(browser) {
  const { server, address } = await serve(root("build/dist"), { headers: {} });
  try {
    const page = await browser.newPage();
    await page.goto(new URL("moby-dick.txt", address).href);
    const seen = { native: [], Node: [], Chromium: [] };
    for (let run = 0; run < runs; run++) {
      seen.native.push(native("simd"));
      seen.Node.push(await inNode(true));
      seen.Chromium.push(await inChromium(page));
    }
    for (const [where, analyses] of Object.entries(seen)) {
      // A run without a prediction counts as one whose prediction did not hold.
      const errors = analyses.map(({ comparison }) => comparison.prediction_error_pct ?? Infinity);
      const held = errors.filter((error) => error < 10).length;
      report(`router, ${where}: prediction within 10 % of the measured speedup`, `${held} of ${runs}`, "at least 9 of 10");
      report(`router, ${where}: median error of the prediction`, `${median(errors).toFixed(1)} %`, "below 10 %");
      report(`router, ${where}: median speedup`, times(median(analyses.map(({ comparison }) => comparison.actual_speedup))), "more than 1.2 x");
      report(`router, ${where}: longest to shortest token over 64 to 512, median`, times(median(analyses.map(steadiness))), "at most 1.2 x");
    }
    const ratio = (one, other) => times(median(one.map((analysis, index) => throughput(analysis) / throughput(other[index]))));
    report("router: tokens a second, WebAssembly in Node to native", ratio(seen.Node, seen.native), "at least 0.5 x");
    report("router: tokens a second, WebAssembly in Chromium to native", ratio(seen.Chromium, seen.native), "at least 0.5 x");
    const scalar = { native: [], Node: [] };
    const simd = { native: [], Node: [] };
    for (let run = 0; run < comparisons; run++) {
      for (const [kernels, into] of [["simd", simd], ["scalar", scalar]]) {
        into.native.push(native(kernels));
        into.Node.push(await inNode(kernels === "simd"));
      }
    }
    for (const where of ["native", "Node"])
      report(`router, ${where}: tokens a second, SIMD to scalar`, ratio(simd[where], scalar[where]), "at least 2 x");
  } finally {
    server.close();
  }
}
