import fc from "fast-check";
import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { MOST_BYTES, pack, unpack } from "../../web/labs/link.js";
import { fresh, restore } from "../../web/labs/state.js";
import type { PageLab } from "../../web/labs/types.js";

const NOW = "2026-03-01T10:00:00.000Z";
const lab: PageLab = { name: "one", title: "One", version: 3, engine: { version: "0.1.0", data: "d29c0e5fca627f0d" }, build: "one", identify: "optional", variables: {}, definitions: {}, figures: {}, tables: {}, widgets: {}, exercises: [{ id: "why", kind: "text", prompt: "?" }] };
const link = (content: string | Uint8Array): string => `#lab=1.${deflateSync(content).toString("base64url")}`;

describe("a link", () => {
  it("holds the exact state but the name", async () => {
    const state = { ...fresh(lab, NOW), student: { name: "Ada" }, drafts: { why: "Because of bytes, größer als erwartet" } };
    const fragment = await pack(state);
    expect(fragment).toMatch(/^#lab=1\.[\w-]+$/);
    const found = await unpack(fragment);
    expect(restore("raw" in found && found.raw, lab, NOW)!.state).toEqual({ ...state, student: {} });
  });

  it.each(["", "#x", "#lab=1.", "#lab=1.AAAA", "#lab=2.AAAA", "#lab=1.%%", link("no JSON")])("that is none is refused: %s", async (fragment) => {
    expect(await unpack(fragment)).toEqual({ refused: expect.stringMatching(/no progress that this lab can read/) });
  });

  it("with anything in it, or with letters changed, is refused or holds what is there, and never ends the page's script", async () => {
    const damage = fc.array(fc.tuple(fc.nat(), fc.stringMatching(/^[\w%-]{0,2}$/)), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), damage, async (content, slips) => {
        const sound = link(JSON.stringify(content));
        const fragment = slips.reduce((text, [at, by]) => text.slice(0, at % text.length) + by + text.slice((at % text.length) + 1), sound);
        const found = await unpack(fragment);
        if (fragment === sound) expect(found).toEqual({ raw: JSON.parse(JSON.stringify(content)) });
        if ("raw" in found) restore(found.raw, lab, NOW);
        else expect(found.refused).toMatch(/^The link you followed /);
      }),
    );
  });

  it("is read up to its bound", async () => {
    const most = JSON.stringify("a".repeat(MOST_BYTES - 2));
    expect(await unpack(link(most))).toEqual({ raw: "a".repeat(MOST_BYTES - 2) });
    expect(await unpack(link(`${most} `))).toEqual({ refused: expect.stringMatching(/more than 256 kB/) });
  });

  it("that would unpack to megabytes is refused long before they are there", async () => {
    const bomb = link(Buffer.alloc(20_000_000, 32));
    expect(bomb.length).toBeLessThan(30_000);
    let made = 0;
    const Original = DecompressionStream;
    class Counting {
      readonly writable: unknown;
      readonly readable: unknown;
      constructor(format: CompressionFormat) {
        const { readable, writable } = new Original(format);
        this.writable = writable;
        this.readable = (readable as ReadableStream<Uint8Array>).pipeThrough(new TransformStream<Uint8Array, Uint8Array>({ transform: (part, to) => ((made += part.length), to.enqueue(part)) }));
      }
    }
    globalThis.DecompressionStream = Counting as unknown as typeof DecompressionStream;
    try {
      expect(await unpack(bomb)).toEqual({ refused: expect.stringMatching(/more than 256 kB/) });
    } finally {
      globalThis.DecompressionStream = Original;
    }
    expect(made).toBeLessThan(4 * MOST_BYTES);
  });

  it("longer than what it may unpack to is not even begun", async () => {
    expect(await unpack(`#lab=1.${"A".repeat(MOST_BYTES + 1)}`)).toEqual({ refused: expect.stringMatching(/256 kB/) });
  });
});
