// The Chromium that tests drive: the one named in CHROMIUM, else the first on the PATH that runs. Ubuntu's packages are
// stubs that only name a snap. `node chromium.mjs` says which it is, or fails and says what to install.

import { spawnSync } from "node:child_process";
import { pathToFileURL } from "node:url";

const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

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
    "no Chromium runs on this machine; install Debian's chromium or Google Chrome, or name another one in CHROMIUM (Ubuntu's own is a snap, which tests cannot drive)",
  );
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    console.log(chromiumPath());
  } catch ({ message }) {
    console.error(message);
    process.exitCode = 1;
  }
}
