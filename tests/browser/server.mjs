// A static server for the browser tests: a folder on a free port, with the headers a test asks for.

import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { text } from "node:stream/consumers";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

/** Goes first into every page: what goes wrong there is told before the page goes on. */
const RECORDER = `{
  const tell = (text) => { const post = new XMLHttpRequest(); post.open("POST", "/fault", false); post.send(text); };
  addEventListener("error", ({ message, target }) => tell(message ?? "not loaded: " + (target.src ?? target.href)), true);
  addEventListener("unhandledrejection", ({ reason }) => tell("unhandled: " + reason));
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => tell("against the policy: " + violatedDirective + " " + blockedURI));
  const { error } = console;
  console.error = (...words) => { tell(words.join(" ")); error.apply(console, words); };
}`;

/**
 * @param {string} root the folder served
 * @param {{headers?: Record<string, string>, pages?: Record<string, string>, faults?: string[]}} options headers of
 *   every answer, pages that exist in the test only, and where pages are to record what goes wrong on them, for browsers
 *   that do not tell
 * @returns {Promise<{address: string, requests: string[], close: () => Promise<void>}>}
 */
export function serve(root, { headers = {}, pages = {}, faults } = {}) {
  const requests = [];
  const recorded = (html) => (faults ? html.replace(/(?<=<head>)/, '<script src="/recorder.js"></script>') : html);
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname)).replace(/\/$/, "/index.html");
    requests.push(path);
    if (path in pages) {
      response.writeHead(200, { "content-type": TYPES[".html"], ...headers }).end(recorded(pages[path]));
      return;
    }
    if (faults && path === "/recorder.js") {
      response.writeHead(200, { "content-type": TYPES[".js"], ...headers }).end(RECORDER);
      return;
    }
    if (faults && path === "/fault") {
      faults.push(await text(request));
      response.writeHead(204).end();
      return;
    }
    const file = join(root, path);
    const found = await stat(file).catch(() => undefined);
    if (!found?.isFile()) {
      response.writeHead(404, { "content-type": "text/plain", ...headers }).end("not found");
      return;
    }
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream", ...headers });
    if (faults && extname(file) === ".html") response.end(recorded(await readFile(file, "utf8")));
    else createReadStream(file).pipe(response);
  });
  return new Promise((ready) => {
    server.listen(0, "127.0.0.1", () => {
      ready({
        address: `http://127.0.0.1:${server.address().port}`,
        requests,
        close: () =>
          new Promise((closed) => {
            server.closeAllConnections();
            server.close(closed);
          }),
      });
    });
  });
}
