// What this machine reaches in a browser, to what it reaches natively: the same kernels in vectors of as many bytes, and the
// widest there are. One thread, in turns; the best of each counts, as other programs only ever slow one down. And how many
// of the figures repeat: a machine where few do is too busy for these ratios.

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { serve } from "../../scripts/lib/serve.mjs";
import { report, times } from "./report.mjs";

const root = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const rounds = 5;
/** Half of the repeats within this part of the median are steady: the widget calls more noisy. */
const STEADY = 0.05;
/** In a cache, and beyond most. */
const SIZES = { "a cache": 2 ** 18, memory: 2 ** 26 };

function native(kernels) {
  const output = execFileSync(root("build/bin/ridgepoint"), ["bench", "--kernels", kernels, "--threads", "1", "--largest-bytes", String(SIZES.memory), "--json"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  const { levels, rates, products, steps } = JSON.parse(output);
  return {
    rates: {
      ...Object.fromEntries(Object.entries(SIZES).map(([name, size]) => [`copy in ${name}`, levels.find((level) => level.working_set_bytes === size).copy_one_bytes_per_s])),
      ...Object.fromEntries(rates.map(({ what, one }) => [what, one])),
    },
    spreads: [...rates.map(({ one, one_low, one_high }) => (one_high - one_low) / one), ...[...products, ...steps].map(({ measured_s, low_s, high_s }) => (high_s - low_s) / measured_s)],
  };
}

/** In a worker of a page, as the widget measures; each module that this browser runs. */
async function inChromium(page, kernels) {
  const { copy, rates, timings } = await page.evaluate(async ([chosen, largest]) => {
    const source = `
      const { loadBench } = await import(${JSON.stringify(new URL("bench.js", location.href).href)});
      const bench = await loadBench({ kernels: ${JSON.stringify(chosen)} });
      const samples = bench.machineTasks(${largest}).map((task) => ({ task, timing: bench.time(task) }));
      const { copy, operations_per_s: rates } = bench.machine(samples);
      postMessage({ copy, rates, timings: samples.map(({ timing }) => timing) });`;
    const worker = new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })), { type: "module" });
    const found = await new Promise((done, failed) => {
      worker.onmessage = ({ data }) => done(data);
      worker.onerror = ({ message }) => failed(new Error(message));
    });
    worker.terminate();
    return found;
  }, [kernels, SIZES.memory]);
  return {
    rates: {
      ...Object.fromEntries(Object.entries(SIZES).map(([name, size]) => [`copy in ${name}`, copy.find(({ bytes }) => bytes === size).bytes_per_s.value])),
      ...Object.fromEntries(Object.entries(rates).map(([format, { value }]) => [format, value])),
    },
    spreads: timings.map(({ median_s, low_s, high_s }) => (high_s - low_s) / median_s),
  };
}

export async function machine(browser) {
  const { server, address } = await serve(root("build/dist"), { headers: {} });
  try {
    const page = await browser.newPage();
    await page.goto(new URL("moby-dick.txt", address).href);
    const modules = await page.evaluate(async (script) => (await import(script)).supportedKernels(), new URL("bench.js", address).href);
    if (!modules.includes("relaxed")) console.log("machine: no relaxed SIMD, in this browser or in this build");
    const seen = { simd128: [], widest: [], ...Object.fromEntries(modules.map((kernels) => [`${kernels} in Chromium`, []])) };
    for (let round = 0; round < rounds; round++) {
      for (const kernels of ["simd128", "widest"]) seen[kernels].push(native(kernels));
      for (const kernels of modules) seen[`${kernels} in Chromium`].push(await inChromium(page, kernels));
    }
    for (const [where, found] of Object.entries(seen)) {
      const steady = found.map(({ spreads }) => spreads.filter((spread) => spread <= STEADY).length);
      report(`machine: figures with half of their repeats within 5 %, ${where}`, `${Math.max(...steady)} of ${found[0].spreads.length}`, "all, on a quiet machine");
    }
    const of = (where, what) => Math.max(...seen[where].map(({ rates }) => rates[what]));
    for (const kernels of modules.filter((one) => one !== "scalar"))
      for (const what of Object.keys(seen.simd128[0].rates)) {
        const here = of(`${kernels} in Chromium`, what);
        report(`machine: ${what}, WebAssembly (${kernels}) to native of 16 bytes`, times(here / of("simd128", what)), kernels === "relaxed" ? "at least 0.8 x" : "at least 0.5 x");
        report(`machine: ${what}, WebAssembly (${kernels}) to the widest native`, times(here / of("widest", what)), "none");
      }
  } finally {
    server.close();
  }
}
