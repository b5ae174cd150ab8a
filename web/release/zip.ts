// A zip archive: deflated files and nothing else, the same bytes for the same files.

import { deflateRawSync } from "node:zlib";

/** 1980-01-01, the first day that the format knows. */
const DATE = 0x21;
const UTF8 = 0x800;
const DEFLATED = 8;
/** Version 2.0 of the format, which all readers have. */
const NEEDED = 20;

/** The checksum of zip files, bit by bit from its polynomial; Node has its own from 20.15 on only. */
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit++) byte = byte & 1 ? (byte >>> 1) ^ 0xedb88320 : byte >>> 1;
  return byte;
});
const crc32 = (bytes: Uint8Array): number => ~bytes.reduce((crc, byte) => (crc >>> 8) ^ TABLE[(crc ^ byte) & 0xff]!, -1) >>> 0;

export function zip(files: Map<string, Uint8Array>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [path, bytes] of files) {
    const name = Buffer.from(path);
    const packed = deflateRawSync(bytes, { level: 9 });
    const common = Buffer.alloc(26);
    common.writeUInt16LE(NEEDED, 0);
    common.writeUInt16LE(UTF8, 2);
    common.writeUInt16LE(DEFLATED, 4);
    common.writeUInt16LE(DATE, 8);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(name.length, 22);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(at, 10);
    directory.push(Buffer.from("PK\x01\x02"), Buffer.from([NEEDED, 0]), common, entry, name);
    const local = [Buffer.from("PK\x03\x04"), common, name, packed];
    parts.push(...local);
    at += local.reduce((sum, { length }) => sum + length, 0);
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.size, 4);
  end.writeUInt16LE(files.size, 6);
  end.writeUInt32LE(size, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, ...directory, Buffer.from("PK\x05\x06"), end]);
}
