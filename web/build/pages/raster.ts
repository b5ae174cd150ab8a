// A drawing as a PNG file, without a browser: by resvg, in a typeface of the site's list of them, so that the picture is the
// same wherever the site is built.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { deflateSync, inflateSync } from "node:zlib";
import { initWasm, Resvg } from "@resvg/resvg-wasm";

const { resolve } = createRequire(import.meta.url);

/** WOFF 1.0 (W3C) is a font whose tables are deflated one by one; resvg reads none but whole ones. */
function unpacked(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const directory = Buffer.alloc(12 + 16 * count);
  directory.writeUInt32BE(woff.readUInt32BE(4), 0);
  directory.writeUInt16BE(count, 4);
  const parts = [directory];
  let at = directory.length;
  for (let table = 0; table < count; table += 1) {
    const entry = 44 + 20 * table;
    const [from, packed, size, checksum] = [4, 8, 12, 16].map((place) => woff.readUInt32BE(entry + place)) as [number, number, number, number];
    const bytes = woff.subarray(from, from + packed);
    // Each begins at a multiple of four bytes.
    const padded = Buffer.alloc(Math.ceil(size / 4) * 4);
    (packed < size ? inflateSync(bytes) : bytes).copy(padded);
    woff.copy(directory, 12 + 16 * table, entry, entry + 4);
    [checksum, at, size].forEach((value, place) => directory.writeUInt32BE(value, 16 + 16 * table + 4 * place));
    parts.push(padded);
    at += padded.length;
  }
  return Buffer.concat(parts);
}

/** What Noto Sans has no sign for, such as ≤. */
const signs = (): Buffer => readFileSync(resolve("katex").replace(/[\w.]+$/, "fonts/KaTeX_Main-Regular.ttf"));

const font = (weight: number): Buffer => unpacked(readFileSync(resolve(`@fontsource/noto-sans/files/noto-sans-latin-${weight}-normal.woff`)));

/** PNG's check of a chunk: CRC-32 of ISO 3309. */
function checked(bytes: Buffer): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), content]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(content.length, 0);
  ends.writeUInt32BE(checked(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** With a palette: 16 shades of each colour, of which drawings like these have less than 256. A quarter of the size of true colours. */
function indexed(width: number, height: number, pixels: Uint8Array): Buffer {
  const palette = new Map<number, number>();
  // Each row begins with its filter: none.
  const rows = Buffer.alloc((width + 1) * height);
  for (let at = 0; at < width * height; at += 1) {
    const shade = (part: number): number => Math.round(pixels[4 * at + part]! / 17);
    const colour = (shade(0) << 8) | (shade(1) << 4) | shade(2);
    if (!palette.has(colour)) palette.set(colour, palette.size);
    rows[at + Math.floor(at / width) + 1] = palette.get(colour)!;
  }
  if (palette.size > 256) throw new Error(`a picture of ${palette.size} colours has no palette`);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits a pixel, by palette.
  header.set([8, 3], 8);
  const colours = Buffer.from([...palette.keys()].flatMap((colour) => [colour >> 8, (colour >> 4) & 15, colour & 15].map((shade) => 17 * shade)));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header), chunk("PLTE", colours), chunk("IDAT", deflateSync(rows, { level: 9 })), chunk("IEND", Buffer.alloc(0)),
  ]);
}

let fonts: Promise<Buffer[]> | undefined;

/** The picture of an SVG file, in its size. */
export async function png(svg: string): Promise<Buffer> {
  const fontBuffers = await (fonts ??= initWasm(readFileSync(resolve("@resvg/resvg-wasm/index_bg.wasm"))).then(() => [...[400, 600, 700].map(font), signs()]));
  const image = new Resvg(svg, { font: { fontBuffers, defaultFontFamily: "Noto Sans" } }).render();
  const picture = indexed(image.width, image.height, image.pixels);
  image.free();
  return picture;
}
