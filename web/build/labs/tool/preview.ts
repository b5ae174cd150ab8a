// A site on this machine, whose labs are built again when they have changed.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { message } from "../problems.js";
import { builder, writeFrame, writeLabs } from "./site.js";

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".wasm": "application/wasm", ".svg": "image/svg+xml", ".png": "image/png", ".csv": "text/csv", ".txt": "text/plain; charset=utf-8",
};

/** The newest change of the folder and all in it, as removing a lab changes the folder alone. */
const newest = (folder: string): number => Math.max(statSync(folder).mtimeMs, ...readdirSync(folder, { withFileTypes: true, recursive: true }).map((entry) => statSync(join(entry.parentPath ?? entry.path, entry.name)).mtimeMs));

/** The file that an address names, below the site; null for what is no address. */
function named(address: string): string | null {
  try {
    const path = normalize(decodeURIComponent(new URL(address, "http://localhost").pathname));
    return path.endsWith("/") ? `${path}index.html` : path;
  } catch {
    return null;
  }
}

const escaped = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

/** Serves until it is interrupted. What is wrong with a lab stands in its page, and on the console. */
export async function preview(labs: string, port: number): Promise<void> {
  const using = await builder();
  const site = mkdtempSync(join(tmpdir(), "ridgepoint-preview-"));
  process.on("exit", () => rmSync(site, { recursive: true, force: true }));
  process.on("SIGINT", () => process.exit(0));
  process.on("SIGTERM", () => process.exit(0));
  writeFrame(site);
  let built = -1;
  let wrong = "";
  const refresh = (): void => {
    try {
      const changed = newest(labs);
      if (changed === built) return;
      built = changed;
      rmSync(join(site, "labs"), { recursive: true, force: true });
      writeLabs(labs, site, using);
      wrong = "";
    } catch (error) {
      wrong = message(error);
      console.error(wrong);
    }
  };
  const server = createServer((request, response) => {
    const name = named(request.url ?? "/");
    if (name === null) return response.writeHead(400).end("this is no address");
    if (name.startsWith("/labs/")) refresh();
    if (wrong && name.startsWith("/labs/")) {
      response.writeHead(500, { "content-type": "text/html; charset=utf-8" });
      return response.end(`<!doctype html><title>The labs do not build</title><h1>The labs do not build</h1><pre>${escaped(wrong)}</pre>`);
    }
    const file = join(site, name);
    if (existsSync(file) && statSync(file).isDirectory()) return response.writeHead(301, { location: `${name}/` }).end();
    if (!existsSync(file)) return response.writeHead(404).end("there is no such page");
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream", "cache-control": "no-store" });
    return response.end(readFileSync(file));
  });
  server.on("error", (error) => {
    console.error(`ridgepoint: ${error.message}; --port names another port`);
    process.exit(2);
  });
  server.listen(port, "127.0.0.1", () => {
    const address = server.address() as { port: number };
    console.log(`http://127.0.0.1:${address.port}/labs/`);
  });
}
