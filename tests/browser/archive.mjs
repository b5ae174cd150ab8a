// The archive for offline use, unpacked.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { inflateRawSync } from "node:zlib";
import { dist, release } from "./harness.mjs";

const { version } = JSON.parse(readFileSync(join(dist, "package.json"), "utf8"));
let unpacked;

/** The folder that comes out of the archive; unpacked once, by its central directory. */
export function archive() {
  if (unpacked) return unpacked;
  const folder = mkdtempSync(join(tmpdir(), "ridgepoint offline "));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const bytes = readFileSync(join(release, version, `ridgepoint-${version}-offline.zip`));
  const end = bytes.lastIndexOf("PK\x05\x06");
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    assert.equal(bytes.toString("latin1", at, at + 4), "PK\x01\x02");
    const [packed, size, length] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24), bytes.readUInt16LE(at + 28)];
    const name = bytes.toString("utf8", at + 46, at + 46 + length);
    const local = bytes.readUInt32LE(at + 42);
    const data = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const content = inflateRawSync(bytes.subarray(data, data + packed));
    assert.equal(content.length, size, name);
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
    at += 46 + length;
  }
  unpacked = join(folder, `ridgepoint-${version}`);
  return unpacked;
}

/** Where a page of the archive is, as a browser has it after a double click; the path may end in a state. */
export const offlinePage = (path) => new URL(path, `${pathToFileURL(archive())}/`).href;
