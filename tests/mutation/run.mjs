// Which small mistakes the tests would not notice: `node tests/mutation/run.mjs COUNT SEED [part of a path]`. Works in a
// copy of the tree in build/mutation; the core's tests judge mutants of C++, the web's units those of TypeScript.
// A mutant that never ends is stopped by the processor time it takes, not by the clock: a busy machine changes no verdict.

import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { knownOf } from "./known.mjs";
import { mutantsOf, mutated, nearTests, random, sample } from "./mutants.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const home = join(root, "build/mutation");
const tree = join(home, "tree");
const built = join(home, "core");
const [count, seed, part = ""] = [Number(process.argv[2]), Number(process.argv[3]), process.argv[4]];
/** What share of the mutants must be noticed. */
const GOAL = 0.92;
/** Processor time of a test program; what is right takes a third of it. */
const MOST_S = { core: 60, web: 300 };

const run = (command, args, options = {}) => spawnSync(command, args, { encoding: "utf8", maxBuffer: 2 ** 28, ...options });
const must = (command, args, options) => {
  const { status, stdout, stderr } = run(command, args, options);
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed:\n${stdout}${stderr}`);
  return stdout;
};

const tracked = must("git", ["ls-files", "-z"], { cwd: root }).split("\0").filter((file) => file && existsSync(join(root, file)));
const MUTATED = /^(core\/(model|course|calibration)\/(?!phrases).*\.(cpp|hpp)|web\/(ui|labs|charts)\/.*(?<!\.d)\.ts)$/;
const files = tracked.filter((file) => MUTATED.test(file) && file.includes(part));

// Copied with the date of today: an object of a mutant that an earlier run was stopped at is then older than its source.
rmSync(tree, { recursive: true, force: true });
// Besides what is tracked, the schema of labs, which scripts/build makes and the tests of labs read.
for (const file of [...tracked, "labs/lab.schema.json"]) {
  mkdirSync(dirname(join(tree, file)), { recursive: true });
  cpSync(join(root, file), join(tree, file));
}
symlinkSync(join(root, "web/node_modules"), join(tree, "web/node_modules"));
symlinkSync(join(root, "build"), join(tree, "build"));

const jobs = String(cpus().length);
/** Runs a program whose processes may each take so many seconds of processor time. */
const limited = (most_s, command, args, options) => run("bash", ["-c", `ulimit -t ${most_s}; exec "$0" "$@"`, command, ...args], options);

/** Of a folder, the test files that noticed mutants of it: they are the likeliest to notice the next. */
const telling = new Map();
const nearAndTelling = (file) => [...new Set([...nearTests(file, tracked), ...(telling.get(dirname(file)) ?? [])])];

const core = {
  prepare() {
    must("cmake", ["-S", tree, "-B", built, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG", "-DRIDGEPOINT_COMPILE_APART=ON"]);
    must("cmake", ["--build", built, "--target", "core_tests"]);
  },
  compiles: () => run("cmake", ["--build", built, "--target", "core_tests"]).status === 0,
  // First the tests that are called like the file, and those that told before: most mutants end there.
  passes(file) {
    const near = nearAndTelling(file).map((name) => `[#${name}]~[record]`).join();
    if (near && limited(MOST_S.core, join(built, "core_tests"), ["--abort", "--filenames-as-tags", near], { cwd: tree }).status !== 0) return false;
    const { status, stdout } = core.whole();
    const told = telling.get(dirname(file)) ?? new Set();
    for (const [, name] of stdout.matchAll(/tests\/core\/(\w+_test)\.cpp:\d+: FAILED/g)) telling.set(dirname(file), told.add(name));
    return status === 0;
  },
  whole: () => limited(MOST_S.core, "ctest", ["--test-dir", built, "--stop-on-failure", "--output-on-failure", "--parallel", jobs]),
};
/** Vitest, again where it lost its own workers on a busy machine, which says nothing of a test. */
function units(...what) {
  const result = limited(MOST_S.web, "node_modules/.bin/vitest", [...what, "--run", "--bail=1", "-c", "vitest.config.ts"], { cwd: join(tree, "web") });
  return /Timeout calling "/.test(result.stdout + result.stderr) ? units(...what) : result;
}
const web = {
  prepare() {},
  compiles: () => true,
  // First those that are called like the file, then whatever reaches it.
  passes(file) {
    const near = nearAndTelling(file).map((name) => `/${name}.ts`);
    return (near.length === 0 || units("run", ...near).status === 0) && units("related", join(tree, file)).status === 0;
  },
  whole: () => units("run"),
};
const judgeOf = (file) => (file.startsWith("core/") ? core : web);

const chosen = sample(files.flatMap((file) => mutantsOf(readFileSync(join(root, file), "utf8")).map((mutant) => ({ file, ...mutant }))), count, random(seed)).sort((a, b) => (a.file < b.file ? -1 : 1));
console.log(`${chosen.length} mutants of ${files.length} files`);

for (const judge of [core, web]) {
  if (!chosen.some(({ file }) => judgeOf(file) === judge)) continue;
  judge.prepare();
  // A test that fails anyway would seem to notice every mutant.
  const { status, stdout, stderr } = judge.whole();
  if (status !== 0) throw new Error(`the tests fail on the tree as it is:\n${stdout.slice(-4000)}${stderr.slice(-4000)}`);
}

const found = { killed: 0, survived: 0, invalid: 0, known: 0 };
for (const mutant of chosen) {
  const judge = judgeOf(mutant.file);
  const path = join(tree, mutant.file);
  const source = readFileSync(path, "utf8");
  const started = Date.now();
  const mistaken = mutated(source, mutant);
  const known = knownOf(mutant.file, source, mistaken);
  writeFileSync(path, mistaken);
  const verdict = known ? "known" : !judge.compiles() ? "invalid" : judge.passes(mutant.file) ? "survived" : "killed";
  writeFileSync(path, source);
  found[verdict] += 1;
  console.log(`${verdict.padEnd(8)} ${mutant.file}:${mutant.line}: ${mutant.from.trim()} → ${mutant.to.trim()}  (${Math.round((Date.now() - started) / 1000)} s)\n         ${source.split("\n")[mutant.line - 1].trim()}${known ? `\n         ${known.why}` : ""}`);
}
const judged = found.killed + found.survived;
console.log(`${found.killed} of ${judged} noticed, ${found.survived} not; ${found.invalid} did not compile, ${found.known} are known`);
process.exitCode = found.killed >= GOAL * judged ? 0 : 1;
