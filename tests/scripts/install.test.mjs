// scripts/install-deps on machines that lack things, with stand-ins for apt-get, sudo and npm.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const scripts = fileURLToPath(new URL("../../scripts", import.meta.url));
const tools = ["bash", "basename", "cat", "cp", "dirname", "env", "find", "grep", "head", "mkdir", "node", "rm", "sed", "sh", "sleep", "sort", "tee", "touch"];
const programs = ["g++", "cmake", "ninja", "em++", "ccache", "mkdocs", "sphinx-build", "hugo", "pandoc", "chromium-headless-shell"];
const version = 'case "$1" in -dump*|--version) echo 99.0; exit ;; esac\n';
const lock = { packages: { "": {}, "node_modules/vite": { version: "1.0.0" }, "node_modules/other-system": { version: "1.0.0", optional: true }, "node_modules/vitest": { version: "2.0.0", dev: true } } };

/** Installs what the lock file says, all in an instant; tells the machine's log what it was asked. */
const npm = `#!/usr/bin/env node
const { appendFileSync, mkdirSync, readFileSync, writeFileSync } = require("node:fs");
const folder = process.argv[process.argv.indexOf("--prefix") + 1];
appendFileSync("log", "npm " + folder + (process.argv.includes("--omit=dev") ? " --omit=dev" : "") + "\\n");
const lock = JSON.parse(readFileSync(folder + "/package-lock.json", "utf8"));
for (const [path, { version, dev, optional }] of Object.entries(lock.packages)) {
  if (!path || optional || (dev && process.argv.includes("--omit=dev"))) continue;
  mkdirSync(folder + "/" + path, { recursive: true });
  writeFileSync(folder + "/" + path + "/package.json", JSON.stringify({ version }));
}
writeFileSync(folder + "/node_modules/.package-lock.json", "{}");
`;
const says = (words, status) => `#!/usr/bin/env bash\ncat >&2 <<'WORDS'\n${words}\nWORDS\nexit ${status}\n`;

function real(tool) {
  const found = process.env.PATH.split(delimiter).map((folder) => join(folder, tool)).find(existsSync);
  assert.ok(found, tool);
  return found;
}

/** A tree with the scripts and its folders of npm packages, on a machine that has every program but those named. */
function machine(t, { lacks = [], uid = 0, own = {}, home = true } = {}) {
  const root = mkdtempSync(join(tmpdir(), "ridgepoint scripts "));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  cpSync(scripts, join(root, "scripts"), { recursive: true });
  for (const folder of ["web", "wasm", "tests/style", "tests/frameworks", "tests/hosts/vitepress", "tests/hosts/docusaurus"]) {
    mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, folder, "package-lock.json"), JSON.stringify(lock));
  }
  // Where the machine's Catch2 is version 3, its source was got before.
  mkdirSync(join(root, "build/catch2"), { recursive: true });
  writeFileSync(join(root, "build/catch2/catch_amalgamated.cpp"), "");
  const bin = join(root, "bin");
  mkdirSync(bin);
  for (const tool of tools) symlinkSync(real(tool), join(bin, tool));
  const fakes = {
    ...Object.fromEntries(programs.map((name) => [name, `#!/usr/bin/env bash\n${version}`])),
    npm,
    "apt-get": '#!/usr/bin/env bash\necho "apt-get $*" >>log\n',
    sudo: '#!/usr/bin/env bash\necho sudo >>log\nexec "$@"\n',
    id: `#!/usr/bin/env bash\nif [ "$1" = -u ]; then echo ${uid}; else echo student; fi\n`,
    ...own,
  };
  for (const [name, script] of Object.entries(fakes)) {
    if (lacks.includes(name)) continue;
    // A new file only: a tool in its place is a link to the real one.
    writeFileSync(join(bin, name), script, { mode: 0o755, flag: "wx" });
  }
  const start = (script, ...words) => spawn(join(root, "scripts", script), words, { cwd: root, env: { PATH: bin, ...(home && { HOME: root }) }, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  return {
    root,
    start,
    log: () => (existsSync(join(root, "log")) ? readFileSync(join(root, "log"), "utf8").trim().split("\n") : []),
    async install(...words) {
      const running = start("install-deps", ...words);
      const [stderr, [status], stdout] = await Promise.all([text(running.stderr), once(running, "close"), text(running.stdout)]);
      return { status, last: stderr.trim().split("\n").at(-1), stderr, stdout };
    },
  };
}

const headers = ["/usr/include/nlohmann/json.hpp", "/usr/include/tl/expected.hpp", "/usr/include/hwy/highway.h"].filter((file) => !existsSync(file));
if (headers.length > 0) throw new Error(`these tests stand on a machine where ${headers} are installed`);

test("serving installs what building needs, without root where nothing is missing, and once", async (t) => {
  const { install, log } = machine(t, { uid: 1000, lacks: ["ccache", "mkdocs", "chromium-headless-shell"] });
  assert.equal((await install()).status, 0);
  assert.equal((await install()).status, 0);
  assert.deepEqual(log(), ["npm wasm", "npm web --omit=dev"]);
});

test("testing installs the rest, and what it installed is enough for serving", async (t) => {
  const { install, log } = machine(t, { uid: 1000, lacks: ["ccache"] });
  assert.equal((await install()).status, 0);
  assert.equal((await install("--test")).status, 0);
  assert.equal((await install()).status, 0);
  const calls = log().filter((call) => !call.startsWith("apt-get update"));
  assert.match(calls.find((call) => call.startsWith("apt-get install")), /^apt-get install -y -q --no-install-recommends (.* )?ccache\b/);
  assert.deepEqual(calls.filter((call) => call.startsWith("npm")), ["npm wasm", "npm web --omit=dev", "npm web", "npm tests/style", "npm tests/frameworks", "npm tests/hosts/vitepress", "npm tests/hosts/docusaurus"]);
});

test("a package that was removed or came in another version is installed again", async (t) => {
  const { root, install, log } = machine(t);
  for (const harm of [
    () => rmSync(join(root, "web/node_modules/vite"), { recursive: true }),
    () => writeFileSync(join(root, "web/node_modules/vite/package.json"), '{"version":"0.9.0"}'),
    () => writeFileSync(join(root, "web/node_modules/vite/package.json"), ""),
    () => rmSync(join(root, "web/node_modules/.package-lock.json")),
  ]) {
    await install();
    harm();
    const before = log().length;
    assert.equal((await install()).status, 0);
    assert.deepEqual(log().slice(before), ["npm web --omit=dev"]);
  }
});

const causes = {
  "behind a proxy with a certificate of its own": ["npm ERR! code SELF_SIGNED_CERT_IN_CHAIN\nnpm ERR! self-signed certificate in certificate chain", 1, "this network uses a certificate of its own; set NODE_EXTRA_CA_CERTS to its file and run this again"],
  "without network": ["npm error code ENOTFOUND\nnpm error network request failed", 1, "the network cannot be reached; connect, or configure your proxy, and run this again"],
  "behind a closed port": ["npm error code ECONNREFUSED", 1, "the network cannot be reached; connect, or configure your proxy, and run this again"],
  "on a read-only disk": ["npm ERR! code EROFS", 1, "the disk is read-only; copy the project to a folder that you can write to"],
  "on a full disk": ["npm error code ENOSPC", 1, "the disk is full; free some space (a full build takes about 4 GB) and run this again"],
  "on a full disk, as npm only warns": ["npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write", 0, "the disk is full; free some space (a full build takes about 4 GB) and run this again"],
};
for (const [where, [words, status, remedy]] of Object.entries(causes)) {
  test(`npm ${where}: its own words, the cause and the remedy`, async (t) => {
    const { install } = machine(t, { own: { npm: says(words, status) } });
    const said = await install();
    assert.equal(said.status, 1);
    assert.equal(said.last, `scripts/install-deps: npm could not install the packages of wasm/: ${remedy}`);
    if (status !== 0) assert.ok(said.stderr.startsWith(words.split("\n")[0]), said.stderr);
  });
}

test("a folder that cannot be written is told as such before npm is asked", async (t) => {
  const { root, install, log } = machine(t);
  rmSync(join(root, "wasm"), { recursive: true });
  // Not even root may make a file there.
  symlinkSync("/proc/self", join(root, "wasm"));
  assert.match((await install()).last, /^scripts\/install-deps: wasm\/ cannot be written to(: |$)/);
  assert.deepEqual(log(), []);
});

test("npm without a home: the remedy names it", async (t) => {
  const { install } = machine(t, { home: false, own: { npm: says("npm error code EACCES", 1) } });
  assert.match((await install()).last, /: the home folder \(HOME is not set\) is not writable; set HOME to one that is$/);
});

test("npm fails in a way nobody foresaw: its own words stand, and nothing is made up", async (t) => {
  const { install } = machine(t, { own: { npm: says("npm error code EWHATEVER\nnpm error A complete log of this run can be found in: x", 1) } });
  assert.equal((await install()).stderr, "npm error code EWHATEVER\nscripts/install-deps: npm could not install the packages of wasm/\n");
});

test("apt-get that sudo refuses, or that is not there, is told as such with the packages to install", async (t) => {
  const lacks = ["ninja"];
  const refused = machine(t, { lacks, uid: 1000, own: { sudo: says("student is not in the sudoers file.", 1) } });
  assert.equal((await refused.install()).last, "scripts/install-deps: sudo does not let student run apt-get; ask an administrator to install these packages, or their equivalents on your system: ninja-build");
  const without = machine(t, { lacks: ["ninja", "sudo"], uid: 1000 });
  assert.equal((await without.install()).last, "scripts/install-deps: apt-get needs root, and there is no sudo; as root, install these packages, or their equivalents on your system: ninja-build");
  const elsewhere = machine(t, { lacks: ["ninja", "apt-get"] });
  assert.equal((await elsewhere.install()).last, "scripts/install-deps: there is no apt-get here; install these packages, or their equivalents on your system: ninja-build");
});

test("apt-get's own failures have a cause and a remedy too", async (t) => {
  for (const [words, remedy] of [
    ["E: Failed to fetch http://mirror/x  Temporary failure resolving 'mirror'", "the network cannot be reached; connect, or configure your proxy, and run this again"],
    ["E: You don't have enough free space in /var/cache/apt/archives/.", "the disk is full; free some space (a full build takes about 4 GB) and run this again"],
    ["E: Could not get lock /var/lib/dpkg/lock-frontend.", "another program is installing packages; run this again when it has finished"],
    ["E: Unable to locate package ninja-build", "this system does not have them; Debian 12 and 13 and Ubuntu 24.04 (with universe enabled) do"],
  ]) {
    const { install } = machine(t, { lacks: ["ninja"], own: { "apt-get": says(words, 100) } });
    assert.equal((await install()).last, `scripts/install-deps: apt-get could not install ninja-build: ${remedy}`);
  }
});

/** An Emscripten as Debian 12's and Ubuntu 24.04's, and an apt-get that has these versions of Clang. */
const old = (...has) => ({
  "em++": `#!/usr/bin/env bash\nif [ "$1" = -v ]; then echo "Debian clang version 15.0.6" >&2; fi\n${version}`,
  "apt-get": `#!/usr/bin/env bash
if [[ $1 = -qs ]]; then [[ " ${has.join(" ")} " = *" $3 "* ]]; exit; fi
echo "apt-get $*" >>log
if [[ $1 = install ]]; then cp bin/em++ "bin/\${5/clang/clang++}"; cp bin/em++ "bin/\${6/lld/wasm-ld}"; fi
`,
});

test("beside an old Emscripten the newest Clang that the system has is installed, once", async (t) => {
  for (const [has, taken] of [[["clang-19", "clang-16"], "clang-19 lld-19"], [["clang-17", "clang-18"], "clang-18 lld-18"]]) {
    const { install, log } = machine(t, { own: old(...has) });
    assert.equal((await install()).status, 0);
    assert.equal((await install()).status, 0);
    assert.deepEqual(log().filter((call) => call.startsWith("apt-get")), ["apt-get update -q", `apt-get install -y -q --no-install-recommends ${taken}`]);
  }
});

test("where no newer Clang can be installed, that is said once and all else goes on", async (t) => {
  for (const [has, options] of [[["clang-16"], {}], [["clang-19"], { uid: 1000, lacks: ["sudo"] }]]) {
    const { install, log } = machine(t, { own: old(...has), ...options });
    const { status, stdout } = await install();
    assert.equal(status, 0);
    assert.match(stdout, /^Clang 17 or newer cannot be installed here: .* without relaxed SIMD\.$/m);
    const before = log();
    assert.deepEqual([(await install()).stdout, log()], ["", before]);
  }
});

for (const [program, script] of [["npm", "install-deps"], ["cmake", "build"]]) {
  test(`an interrupt during ${program} stops scripts/${script}, though the program itself ends in peace`, { timeout: 30_000 }, async (t) => {
    const patient = `#!/usr/bin/env bash\n${version}trap 'exit 0' INT\necho started >>log\nwhile :; do sleep 0.1; done\n`;
    const { root, start, log } = machine(t, { own: { [program]: patient } });
    for (const folder of ["web", "wasm"]) if (script === "build") mkdirSync(join(root, folder, "node_modules"));
    const running = start(script);
    t.after(() => {
      if (running.exitCode === null && running.signalCode === null) process.kill(-running.pid, "SIGKILL");
    });
    running.stderr.resume();
    running.stdout.resume();
    while (log().length === 0) await new Promise((soon) => setTimeout(soon, 10));
    process.kill(-running.pid, "SIGINT");
    assert.deepEqual(await once(running, "exit"), [null, "SIGINT"]);
    assert.deepEqual(log(), ["started"]);
  });
}

test("an argument that is none is refused", async (t) => {
  assert.equal((await machine(t).install("--everything")).last, "scripts/install-deps: the argument must be --test, --all or --bench, given --everything");
});
