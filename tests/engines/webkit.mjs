// WebKitGTK: the MiniBrowser that comes with its library, under Xvfb, driven over the W3C WebDriver protocol.

import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Page, until } from "./page.mjs";

function miniBrowser() {
  const lib = "/usr/lib";
  for (const machine of readdirSync(lib).filter((name) => name.endsWith("-linux-gnu"))) {
    const found = readdirSync(join(lib, machine)).find((name) => name.startsWith("webkit2gtk-4."));
    if (found) return join(lib, machine, found, "MiniBrowser");
  }
  throw new Error(`${lib}/*/webkit2gtk-4.*/MiniBrowser is not there; scripts/install-deps --all installs it`);
}

const freePort = () =>
  new Promise((done) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });

/** Keys by the numbers that the protocol has for them. */
const KEYS = { Enter: "\uE007", End: "\uE010", Home: "\uE011", ArrowRight: "\uE014" };

const running = new Set();
process.once("exit", () => running.forEach((child) => child.kill()));

/** A program that ends with this one at the latest. */
function start(command, args, options) {
  const child = spawn(command, args, options);
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

/** One screen for all, until this program ends; resolves to its display. */
let screen;
const display = () =>
  (screen ??= new Promise((done, failed) => {
    const server = start("Xvfb", ["-displayfd", "3", "-screen", "0", "1280x1000x24", "-nolisten", "tcp", "-noreset"], { stdio: ["ignore", "ignore", "ignore", "pipe"] });
    server.once("error", failed);
    server.stdio[3].once("data", (number) => {
      server.unref();
      server.stdio[3].unref();
      done(`:${String(number).trim()}`);
    });
  }));

class WebKitPage extends Page {
  #home;
  #process;
  #driver;
  #session;

  static async open(dark) {
    // Saved files go where the desktop says, and that is read from here.
    const home = mkdtempSync(join(tmpdir(), "ridgepoint-webkit-"));
    const downloads = join(home, "saved");
    mkdirSync(downloads);
    writeFileSync(join(home, "user-dirs.dirs"), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
    const page = new WebKitPage(downloads);
    page.#home = home;
    const port = await freePort();
    const driver = start("WebKitWebDriver", [`--port=${port}`], {
      stdio: "ignore",
      env: {
        ...process.env,
        HOME: home,
        XDG_CONFIG_HOME: home,
        DISPLAY: await display(),
        WEBKIT_DISABLE_DMABUF_RENDERER: "1",
        ...(dark && { GTK_THEME: "Adwaita:dark" }),
        // Its sandbox refuses root; the pages here are our own.
        ...(process.getuid() === 0 && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" }),
      },
    });
    page.#process = driver;
    page.#driver = `http://127.0.0.1:${port}`;
    await until(async () => {
      if (driver.exitCode !== null) throw new Error(`WebKitWebDriver ended with status ${driver.exitCode}`);
      return fetch(`${page.#driver}/status`).then(({ ok }) => ok, () => false);
    }, "WebKitWebDriver's answer");
    const { sessionId } = await page.#call("POST", "/session", {
      capabilities: { alwaysMatch: { "webkitgtk:browserOptions": { binary: miniBrowser(), args: ["--automation"] } } },
    });
    page.#session = `/session/${sessionId}`;
    await page.#command("POST", "/window/rect", { x: 0, y: 0, width: 1280, height: 1000 });
    return page;
  }

  async #call(method, path, body) {
    const answer = await fetch(this.#driver + path, { method, signal: AbortSignal.timeout(60_000), ...(body && { body: JSON.stringify(body) }) });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
    return value;
  }
  #command(method, path, body) {
    return this.#call(method, this.#session + path, body);
  }
  #keys(keys) {
    const actions = keys.flatMap((value) => ["keyDown", "keyUp"].map((type) => ({ type, value })));
    return this.#command("POST", "/actions", { actions: [{ type: "key", id: "keyboard", actions }] });
  }

  go(address) {
    return this.#command("POST", "/url", { url: address });
  }
  reload() {
    return this.#command("POST", "/refresh", {});
  }
  evaluate(body, ...args) {
    return this.#command("POST", "/execute/sync", { script: `return (${body})(...arguments)`, args });
  }
  press(key) {
    if (!(key in KEYS)) throw new Error(`no number is known of the key ${key}`);
    return this.#keys([KEYS[key]]);
  }
  type(text) {
    return this.#keys([...text]);
  }
  async close() {
    try {
      await this.#call("DELETE", this.#session);
    } finally {
      this.#process.kill();
      rmSync(this.#home, { recursive: true, force: true });
    }
  }
}

export const webkit = ({ dark = false } = {}) => WebKitPage.open(dark);
