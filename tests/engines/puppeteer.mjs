// Chromium over its own protocol and Firefox over WebDriver BiDi. Each page is a browser of its own, with a new profile.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import puppeteer from "puppeteer-core";
import { chromiumPath } from "../../scripts/lib/chromium.mjs";
import { Page } from "./page.mjs";

const CHROMIUM = (dark, downloads) => ({
  browser: "chrome",
  executablePath: chromiumPath(),
  // The sandbox needs privileges that containers do not give; the pages here are our own.
  args: ["--no-sandbox", "--disable-dev-shm-usage", `--blink-settings=preferredColorScheme=${dark ? 0 : 1}`],
  downloadBehavior: { policy: "allow", downloadPath: downloads },
});

const FIREFOX = (dark, downloads) => ({
  browser: "firefox",
  executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr",
  extraPrefsFirefox: {
    "browser.download.folderList": 2, // the folder below
    "browser.download.dir": downloads,
    "browser.download.alwaysOpenPanel": false, // it would take the keys
    "layout.css.prefers-color-scheme.content-override": dark ? 0 : 1,
  },
});

class PuppeteerPage extends Page {
  #browser;
  #page;

  static async open(options, dark) {
    const downloads = mkdtempSync(join(tmpdir(), "ridgepoint-downloads-"));
    const opened = new PuppeteerPage(downloads);
    opened.#browser = await puppeteer.launch(options(dark, downloads));
    const page = (opened.#page = await opened.#browser.newPage());
    await page.setViewport({ width: 1280, height: 900 });
    page.on("console", (message) => message.type() === "error" && opened.faults.push(message.text()));
    page.on("pageerror", (error) => opened.faults.push(String(error)));
    page.on("request", (request) => {
      const { protocol, hostname } = new URL(request.url());
      if (["http:", "https:"].includes(protocol) && hostname !== "127.0.0.1") opened.faults.push(`foreign request: ${request.url()}`);
    });
    return opened;
  }

  go(address) {
    return this.#page.goto(address);
  }
  reload() {
    return this.#page.reload();
  }
  evaluate(body, ...args) {
    return this.#page.evaluate(body, ...args);
  }
  press(key) {
    return this.#page.keyboard.press(key);
  }
  type(text) {
    return this.#page.keyboard.type(text);
  }
  async close() {
    await this.#browser.close();
    rmSync(this.downloads, { recursive: true });
  }
}

export const chromium = ({ dark = false } = {}) => PuppeteerPage.open(CHROMIUM, dark);
export const firefox = ({ dark = false } = {}) => PuppeteerPage.open(FIREFOX, dark);
