// A static server for this machine alone: `node serve.mjs FOLDER` takes the first free port from 8000.
// Our own, because the small servers on npm (sirv, send) follow links out of the folder and open pipes.

import { constants, realpathSync } from "node:fs";
import { open, realpath } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";

const types = {
  ".css": "text/css; charset=utf-8",
  ".csv": "text/csv; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".whl": "application/octet-stream",
  ".woff2": "font/woff2",
  ".zip": "application/zip",
};

/**
 * What goes with every file unless the caller says otherwise: no page needs more than this policy. It names no
 * frame-ancestors, as embed.html is there to be framed by other sites.
 */
export const secure = {
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self'",
    "frame-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; "),
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

class Answer extends Error {
  constructor(status, text, headers = {}) {
    super(text);
    Object.assign(this, { status, headers: { "content-type": types[".txt"], ...headers } });
  }
}
const missing = () => new Answer(404, "not found\n");

/** A regular file's handle, or "folder"; a link out of the root, a pipe and a device are missing. */
async function enter(root, path) {
  const name = await realpath(path);
  if (name !== root && !name.startsWith(root + sep)) throw missing();
  // Without waiting: to open a pipe would otherwise last until somebody writes to it.
  const handle = await open(name, constants.O_RDONLY | constants.O_NONBLOCK);
  const found = await handle.stat();
  if (found.isFile()) return handle;
  await handle.close();
  if (found.isDirectory()) return "folder";
  throw missing();
}

/** Unlike a machine out of handles or a disk that fails: there is nothing for a visitor at this path. */
const absent = ["EACCES", "ELOOP", "ENAMETOOLONG", "ENOENT", "ENOTDIR", "ENXIO", "EPERM", "ERR_INVALID_ARG_VALUE"];

/** The file that a path means, the index.html of a folder included. */
async function find(root, path) {
  let wanted;
  try {
    wanted = decodeURIComponent(path);
  } catch {
    throw missing();
  }
  if (!wanted.startsWith("/") || wanted.split("/").includes("..")) throw missing();
  const name = join(root, wanted, wanted.endsWith("/") ? "index.html" : "");
  const handle = await enter(root, name).catch((error) => {
    throw absent.includes(error.code) ? missing() : error;
  });
  // Without the slash a page's relative links lead astray.
  if (handle === "folder") throw new Answer(302, "a folder\n", { location: `./${path.split("/").at(-1)}/` });
  try {
    return { name, body: await handle.readFile() };
  } finally {
    await handle.close();
  }
}

const encoders = { br: brotliCompressSync, gzip: (bytes) => gzipSync(bytes, { level: 9 }) };

/**
 * Serves a folder; resolves to the server and its address. Port 0 lets the system choose; `headers` go with every
 * answer; `encoding` (br or gzip) sends files compressed; `instead` gets the path and the request, and may give
 * `{ status, type, body }` in place of a file.
 */
export async function serve(folder, { port = 0, headers = secure, encoding, instead = () => undefined } = {}) {
  const root = await realpath(folder);
  // Compressed once, so that a measurement does not measure the compression.
  const compressed = new Map();
  const packed = (name, body) => {
    if (!compressed.has(name)) compressed.set(name, encoders[encoding](body));
    return compressed.get(name);
  };

  async function answer(request) {
    const [path] = request.url.split(/[?#]/, 1);
    const other = await instead(path, request);
    if (other) return { status: other.status ?? 200, body: other.body ?? "", headers: { "content-type": other.type ?? types[".html"] } };
    if (!["GET", "HEAD"].includes(request.method)) throw new Answer(405, "only GET and HEAD\n", { allow: "GET, HEAD" });
    const { name, body } = await find(root, path);
    return {
      status: 200,
      body: encoding ? packed(name, body) : body,
      headers: {
        "content-type": types[extname(name)] ?? "application/octet-stream",
        "cache-control": "no-cache",
        ...(encoding && { "content-encoding": encoding }),
      },
    };
  }

  const server = createServer(async (request, response) => {
    const given = await answer(request).catch((error) =>
      error instanceof Answer ? { ...error, body: error.message } : { status: 500, body: "the server cannot read this now\n", headers: { "content-type": types[".txt"] } },
    );
    const body = Buffer.from(given.body);
    response.writeHead(given.status, { "content-length": body.length, ...given.headers, ...headers });
    response.end(request.method === "HEAD" ? undefined : body);
  });
  await new Promise((done, failed) => server.once("error", failed).listen(port, "127.0.0.1", done));
  return { server, address: `http://127.0.0.1:${server.address().port}/` };
}

/** Serves a folder on the first free port of a range; undefined when all are taken. */
async function serveWithin(folder, first, last) {
  for (let port = first; port <= last; port++) {
    try {
      return await serve(folder, { port });
    } catch (error) {
      if (error.code !== "EADDRINUSE") throw error;
    }
  }
  return undefined;
}

if (process.argv[1] && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
  const [folder, given] = process.argv.slice(2);
  const [first, last] = given === undefined ? [8000, 8099] : [Number(given), Number(given)];
  const stop = (message) => {
    console.error(`scripts/serve: ${message}`);
    process.exit(1);
  };
  if (!Number.isInteger(first) || first < 1 || first > 65535) stop(`the port must be from 1 to 65535, given ${given}`);
  const served = await serveWithin(folder, first, last).catch((error) => stop(error.message));
  const taken = first === last ? `port ${first} is taken` : `ports ${first} to ${last} are all taken`;
  if (!served) stop(`${taken}; stop what listens there, or name another port: scripts/serve PORT`);
  console.log(`Ridgepoint is at ${served.address} (Ctrl-C stops it)`);
}
