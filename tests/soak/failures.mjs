// A network that drops half-way, and a service that answers the wrong file: each is said, and over once the cause is.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { dist, hostPage, open, settled } from "../browser/harness.mjs";

const TYPES = { js: "text/javascript", wasm: "application/wasm", html: "text/html" };
const PAGE = hostPage('<ridge-roofline loading="eager"><p>Words of the page.</p></ridge-roofline><script type="module" src="./ridgepoint.js"></script>');

/** A server of build/dist that cuts a file off, or answers it with another, for so many tries; a wrong file is asked for twice in each. */
async function troubled({ cut, wrong, times }) {
  let left = wrong ? 2 * times : times;
  const server = createServer(async (request, response) => {
    const name = request.url.slice(1).split("?")[0] || "index.html";
    const other = wrong?.[name];
    const is = (other || name === cut) && left-- > 0;
    const body = name === "index.html" ? Buffer.from(PAGE) : await readFile(join(dist, is && other ? other : name)).catch(() => undefined);
    if (!body) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[name.split(".").at(-1)] ?? "text/plain", "content-length": body.length, "cache-control": "no-store" });
    if (is && cut) return response.write(body.subarray(0, body.length / 2), () => setTimeout(() => response.destroy(), 50));
    return response.end(body);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { address: `http://127.0.0.1:${server.address().port}`, close: () => new Promise((done) => (server.closeAllConnections(), server.close(done))) };
}

const said = (trouble, reason) => async (browser) => {
  const server = await troubled(trouble);
  const opened = await open(browser, `${server.address}/index.html`);
  try {
    const box = opened.page.locator("ridge-roofline .failed");
    for (let at = 0; at < trouble.times; at++) {
      await box.waitFor();
      const told = (await box.locator("pre").innerText()).split("\n")[1];
      assert.match(told, reason);
      assert.ok(await opened.page.getByText("Words of the page.").isVisible());
      await box.getByRole("button", { name: "Try again" }).click();
      if (at === trouble.times - 1) {
        await settled(opened.page);
        return `told ${trouble.times} times “${told}”, then it works`;
      }
      // The same words again: another attempt's message has come once the request has.
      await opened.page.waitForTimeout(500);
    }
    return "";
  } finally {
    await opened.close();
    await server.close();
  }
};

export const cases = [
  ["the network drops half-way through the engine", said({ cut: "ridgepoint.wasm", times: 3 }, /^load_failed: the engine could not be loaded: /)],
  ["a service answers another engine", said({ wrong: { "ridgepoint.wasm": "ridgepoint-systems.wasm" }, times: 2 }, /ridgepoint\.wasm is not the file that belongs to this script/)],
  ["a service answers a script for the engine", said({ wrong: { "ridgepoint.wasm": "ridgepoint.js" }, times: 2 }, /ridgepoint\.wasm is not the file that belongs to this script/)],
];
