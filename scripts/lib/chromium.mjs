// The Chromium that tests drive: the one named in CHROMIUM, else the first on the PATH that runs, else that of the npm
// package in tests/browser, for Ubuntu's packages are stubs that only name a snap. `node chromium.mjs` says which it is, or
// fails and says what to install; with `unpack` it unpacks that of the npm package first.

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createReadStream, createWriteStream, renameSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createBrotliDecompress } from "node:zlib";

const packages = new URL("../../tests/browser/node_modules/", import.meta.url);
const unpacked = fileURLToPath(new URL("chromium", packages));
// The one without windows shows a page in half the time.
const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome", unpacked];

async function unpack() {
  // Beside it what draws without a graphics card, WebGPU's adapter too.
  const tar = spawn("tar", ["-x", "-C", fileURLToPath(packages)], { stdio: ["pipe", "inherit", "inherit"] });
  const ended = once(tar, "close");
  // tar ends at the mark for the end of an archive, and may leave the padding behind it unread: its status tells.
  const unread = ["EPIPE", "ERR_STREAM_PREMATURE_CLOSE"];
  await pipeline(createReadStream(new URL("@sparticuz/chromium/bin/swiftshader.tar.br", packages)), createBrotliDecompress(), tar.stdin).catch((error) => {
    if (!unread.includes(error.code)) throw error;
  });
  const [status] = await ended;
  if (status !== 0) throw new Error(`tar ended with status ${status}`);
  const half = `${unpacked}.half`;
  await pipeline(createReadStream(new URL("@sparticuz/chromium/bin/chromium.br", packages)), createBrotliDecompress(), createWriteStream(half, { mode: 0o755 }));
  renameSync(half, unpacked);
}

/** The path that /bin/sh finds, as the driver wants one. */
function found(name) {
  const path = spawnSync("sh", ["-c", 'command -v "$1"', "sh", name], { encoding: "utf8" }).stdout.trim();
  return path && spawnSync(path, ["--version"], { stdio: "ignore", timeout: 30_000 }).status === 0 ? path : undefined;
}

/** Throws where there is none. */
export function chromiumPath() {
  for (const name of process.env.CHROMIUM ? [process.env.CHROMIUM] : names) {
    const path = found(name);
    if (path) return path;
  }
  throw new Error(
    "no Chromium runs on this machine; scripts/install-deps --test installs one, or name your own in CHROMIUM (Ubuntu's package is a snap, which tests cannot drive)",
  );
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    if (process.argv[2] === "unpack") await unpack();
    console.log(chromiumPath());
  } catch ({ message }) {
    console.error(message);
    process.exitCode = 1;
  }
}
