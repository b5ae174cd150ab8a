// What the checks know of a browser: pages that run functions, take keys, save files and remember what went wrong.
// puppeteer.mjs and webkit.mjs say how each of them goes, reloads, runs, presses and types.

import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** Asks again until the answer is truthy; says what it waited for when a minute was not enough. */
export async function until(ask, what) {
  const end = Date.now() + 60_000;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`a minute went by without: ${what}`);
    await pause(50);
  }
}

/** In the page: its address, and the words of its widgets. */
const told = () => [location.href, ...[...document.querySelectorAll("*")].flatMap(({ shadowRoot }) => (shadowRoot ? [shadowRoot.textContent.replace(/\s+/g, " ").slice(0, 1000)] : []))].join("\n");

/** Names of files that are still being written, in each of the browsers. */
const PARTIAL = /\.(part|crdownload|wkdownload)$/;

export class Page {
  /** What the browser's console and error events said, where it tells; the recorder of the server has the rest. */
  faults = [];

  /** @param {string} downloads the folder that saved files come to */
  constructor(downloads) {
    this.downloads = downloads;
  }

  /** Waits until a function, run in the page, gives something truthy, and gives that; in vain, it says what stands there instead. */
  async until(condition, ...args) {
    try {
      return await until(() => this.evaluate(condition, ...args), `${condition} ${JSON.stringify(args)}`);
    } catch (error) {
      error.message += `\n${await this.evaluate(told)}`;
      throw error;
    }
  }

  /** Puts the focus on an element, its text selected; every further selector leads into the shadow root before it. */
  focus(...path) {
    return this.until((steps) => {
      const found = steps.reduce((at, selector) => (at?.shadowRoot ?? at)?.querySelector(selector), document);
      if (!found || found.matches(":disabled")) return false;
      found.scrollIntoView({ block: "center" });
      found.focus();
      if (found.matches("textarea, input[type=number], input[type=text]")) found.select();
      return true;
    }, path);
  }

  /** Where a file is that the page has saved; a page saves each name once. */
  async saved(name) {
    const file = join(this.downloads, name);
    await until(() => {
      const names = readdirSync(this.downloads);
      return names.includes(name) && !names.some((one) => PARTIAL.test(one)) && statSync(file).size > 0;
    }, `a file ${name}`);
    return file;
  }
}
