// The static server of scripts/serve, attacked: after each request it still answers.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { serve } from "../../scripts/lib/serve.mjs";

const script = fileURLToPath(new URL("../../scripts/lib/serve.mjs", import.meta.url));

let above;
let root;
let server;
let port;
before(async () => {
  above = mkdtempSync(join(tmpdir(), "ridgepoint-serve-"));
  root = join(above, "site");
  mkdirSync(join(root, "labs"), { recursive: true });
  writeFileSync(join(above, "secret.txt"), "secret");
  writeFileSync(join(above, "site-neighbour"), "secret");
  writeFileSync(join(root, "index.html"), "home");
  writeFileSync(join(root, "a b.txt"), "spaced");
  writeFileSync(join(root, "engine.wasm"), "\0asm");
  writeFileSync(join(root, "labs/index.html"), "labs");
  symlinkSync(join(above, "secret.txt"), join(root, "out.txt"));
  symlinkSync(above, join(root, "up"));
  symlinkSync("index.html", join(root, "within.html"));
  symlinkSync("round", join(root, "round"));
  execFileSync("mkfifo", [join(root, "pipe")]);
  ({ server } = await serve(root));
  port = server.address().port;
});
after(() => {
  server.close();
  rmSync(above, { recursive: true });
});

/** The path is sent as it stands, with no ".." taken out of it. */
async function ask(path, { method = "GET", to = port } = {}) {
  const asked = request({ host: "127.0.0.1", port: to, path, method, agent: false });
  asked.end();
  const [response] = await once(asked, "response");
  const chunks = await response.toArray();
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks).toString() };
}

const refused = {
  "a file taken for a folder": "/index.html/",
  "a null byte": "/%00",
  "a broken escape": "/%E0%A4%A",
  "5,000 characters": `/${"a".repeat(5000)}`,
  "a path of 5,000 parts": "/a".repeat(5000),
  "the folder above": "/../secret.txt",
  "the folder above, escaped": "/%2e%2e/secret.txt",
  "the folder above, its slash escaped too": "/labs/..%2f..%2fsecret.txt",
  "a neighbour whose name starts alike": "/../site-neighbour",
  "a link to a file outside": "/out.txt",
  "a link to a folder outside": "/up/secret.txt",
  "a link to itself": "/round",
  "a pipe": "/pipe",
  "what is not there": "/nothing.html",
  "an address of another host": "http://elsewhere.example/index.html",
};
for (const [what, path] of Object.entries(refused)) {
  test(`${what} is not found, and the server goes on`, async () => {
    const { status, headers, body } = await ask(path);
    assert.deepEqual([status, body], [404, "not found\n"]);
    assert.equal(headers["content-type"], "text/plain; charset=utf-8");
    assert.equal((await ask("/")).body, "home");
  });
}

test("an unreadable file is not found, and the server goes on", async () => {
  writeFileSync(join(root, "closed.txt"), "closed");
  chmodSync(join(root, "closed.txt"), 0);
  chmodSync(above, 0o755);
  // Root may read everything: there the server is somebody else's, who may not read this folder's scripts either.
  const other = process.geteuid() === 0 ? { uid: 65534, gid: 65534 } : {};
  const copy = join(above, "serve.mjs");
  copyFileSync(script, copy);
  chmodSync(copy, 0o644);
  const running = spawn(process.execPath, [copy, root], { cwd: above, ...other, stdio: ["ignore", "pipe", "inherit"] });
  try {
    const [said] = await once(running.stdout, "data");
    const to = Number(String(said).match(/:(\d+)\//)[1]);
    assert.equal((await ask("/closed.txt", { to })).status, 404);
    assert.equal((await ask("/", { to })).body, "home");
  } finally {
    running.kill();
  }
});

test("a visitor who leaves in the middle of a request, or speaks no HTTP, does not stop it", async () => {
  for (const words of ["GET /index.html HTTP/1.1\r\nHo", "\0\0\0\r\n\r\n"]) {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    socket.write(words);
    socket.destroy();
  }
  assert.equal((await ask("/")).body, "home");
});

test("files, folders, links within and escaped names are found, whatever is asked for behind them", async () => {
  for (const [path, body] of [["/", "home"], ["/?a=/../b#c", "home"], ["/labs/", "labs"], ["/within.html", "home"], ["/a%20b.txt", "spaced"]]) {
    const answer = await ask(path);
    assert.deepEqual([answer.status, answer.body], [200, body], path);
  }
});

test("a folder without its slash is sent to the address with one, and to no other host", async () => {
  for (const path of ["/labs", "//labs"]) {
    const { status, headers } = await ask(path);
    assert.deepEqual([status, headers.location], [302, "./labs/"], path);
  }
});

test("HEAD says the same without the file; anything that would change something is refused", async () => {
  const [got, head] = [await ask("/index.html"), await ask("/index.html", { method: "HEAD" })];
  assert.equal(head.body, "");
  assert.equal(head.headers["content-length"], "4");
  assert.equal(head.headers["content-type"], got.headers["content-type"]);
  const { status, headers } = await ask("/index.html", { method: "POST" });
  assert.deepEqual([status, headers.allow], [405, "GET, HEAD"]);
});

test("every answer has a policy and forbids guessing of types; WebAssembly has its own", async () => {
  for (const path of ["/", "/engine.wasm", "/nothing"]) {
    const { headers } = await ask(path);
    assert.match(headers["content-security-policy"], /default-src 'none'; script-src 'self' 'wasm-unsafe-eval';/);
    assert.equal(headers["x-content-type-options"], "nosniff");
    assert.equal(headers["referrer-policy"], "no-referrer");
  }
  assert.equal((await ask("/engine.wasm")).headers["content-type"], "application/wasm");
});

test("a caller chooses other headers, compression, and answers in place of files", async () => {
  const own = await serve(root, { headers: { "x-own": "1" }, encoding: "gzip", instead: (path) => (path === "/made" ? { body: "made" } : undefined) });
  try {
    const response = await fetch(`${own.address}index.html`);
    assert.deepEqual([response.headers.get("content-encoding"), response.headers.get("x-own"), response.headers.get("content-security-policy")], ["gzip", "1", null]);
    assert.equal(await response.text(), "home");
    assert.equal(await (await fetch(`${own.address}made`)).text(), "made");
  } finally {
    own.server.close();
    own.server.closeAllConnections();
  }
});

/** Runs the server as scripts/serve does, until it says something. */
async function started(...words) {
  const running = spawn(process.execPath, [script, ...words], { stdio: ["ignore", "pipe", "pipe"] });
  const said = await Promise.race([once(running.stdout, "data"), text(running.stderr)]);
  running.kill();
  return { said: String(said), status: running.exitCode ?? (await once(running, "exit"))[0] };
}

test("where the port is taken, the message names it and the remedy", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const taken = String(other.address().port);
  try {
    assert.deepEqual(await started(root, taken), {
      said: `scripts/serve: port ${taken} is taken; stop what listens there, or name another port: scripts/serve PORT\n`,
      status: 1,
    });
  } finally {
    other.close();
  }
  assert.match((await started(root, "http")).said, /^scripts\/serve: the port must be from 1 to 65535, given http\n$/);
});

test("where the whole range is taken, the message names it and the remedy", async () => {
  const others = await Promise.all(Array.from({ length: 100 }, async (_, index) => {
    const other = createServer();
    const listening = once(other, "listening");
    // One that is taken already stays so.
    await Promise.race([listening, once(other.listen(8000 + index, "127.0.0.1"), "error")]).catch(() => {});
    return other;
  }));
  try {
    assert.deepEqual(await started(root), { said: "scripts/serve: ports 8000 to 8099 are all taken; stop what listens there, or name another port: scripts/serve PORT\n", status: 1 });
  } finally {
    for (const other of others) other.close();
  }
});

test("without a port it takes the first free one from 8000", async () => {
  assert.match((await started(root)).said, /^Ridgepoint is at http:\/\/127\.0\.0\.1:80\d\d\/ \(Ctrl-C stops it\)\n$/);
});
