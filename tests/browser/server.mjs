// A static server for the browser tests: a folder on a free port, with the headers a test asks for.

import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

/**
 * @param {string} root the folder served
 * @param {{headers?: Record<string, string>, pages?: Record<string, string>}} options headers of every
 *   answer, and pages that exist in the test only
 * @returns {Promise<{address: string, requests: string[], close: () => Promise<void>}>}
 */
export function serve(root, { headers = {}, pages = {} } = {}) {
  const requests = [];
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname)).replace(/\/$/, "/index.html");
    requests.push(path);
    if (path in pages) {
      response.writeHead(200, { "content-type": TYPES[".html"], ...headers }).end(pages[path]);
      return;
    }
    const file = join(root, path);
    const found = await stat(file).catch(() => undefined);
    if (!found?.isFile()) {
      response.writeHead(404, { "content-type": "text/plain", ...headers }).end("not found");
      return;
    }
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream", ...headers });
    createReadStream(file).pipe(response);
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
