// A static server for this machine alone: `node serve.mjs FOLDER` takes the first free port from 8000.

import { createReadStream, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";

const types = {
  ".css": "text/css; charset=utf-8",
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
  ".whl": "application/octet-stream",
  ".woff2": "font/woff2",
  ".zip": "application/zip",
};

/** The file a request means, a folder's index.html included; undefined when there is none in the folder. */
function find(folder, url) {
  let file;
  try {
    file = join(folder, normalize(decodeURIComponent(new URL(url, "http://localhost").pathname)));
  } catch {
    return undefined;
  }
  if (file !== folder && !file.startsWith(folder + sep)) return undefined;
  for (const name of [file, join(file, "index.html")]) {
    const found = statSync(name, { throwIfNoEntry: false });
    if (found?.isFile()) return { name, size: found.size };
  }
  return undefined;
}

const encoders = { br: brotliCompressSync, gzip: (bytes) => gzipSync(bytes, { level: 9 }) };

/** Compressed once, so that a measurement does not measure the compression. */
const compressed = new Map();
function packed(name, encoding) {
  const key = `${encoding} ${name}`;
  if (!compressed.has(key)) compressed.set(key, encoders[encoding](readFileSync(name)));
  return compressed.get(key);
}

function answer(folder, { headers = {}, encoding }, request, response) {
  const found = find(folder, request.url);
  if (!found) {
    response.writeHead(404, { "content-type": types[".txt"] }).end("not found\n");
    return;
  }
  const body = encoding && packed(found.name, encoding);
  response.writeHead(200, {
    "content-type": types[extname(found.name)] ?? "application/octet-stream",
    "content-length": body?.length ?? found.size,
    "cache-control": "no-cache",
    ...(body && { "content-encoding": encoding }),
    ...headers,
  });
  if (request.method === "HEAD") response.end();
  else if (body) response.end(body);
  else createReadStream(found.name).pipe(response);
}

/**
 * Serves a folder; resolves to the server and its address. Port 0 lets the system choose; `headers` go with
 * every file; `encoding` (br or gzip) sends files compressed and keeps them in memory.
 */
export function serve(folder, { port = 0, ...options } = {}) {
  const root = resolve(folder);
  const server = createServer((request, response) => answer(root, options, request, response));
  return new Promise((done, failed) => {
    server.once("error", failed);
    server.listen(port, "127.0.0.1", () => {
      done({ server, address: `http://127.0.0.1:${server.address().port}/` });
    });
  });
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (let port = 8000; ; port++) {
    try {
      const { address } = await serve(process.argv[2], { port });
      console.log(`Ridgepoint is at ${address} (Ctrl-C stops it)`);
      break;
    } catch (error) {
      if (error.code !== "EADDRINUSE" || port === 8099) throw error;
    }
  }
}
