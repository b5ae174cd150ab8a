// A reader's progress as the fragment of a link. Anybody can write one: it is inflated to a bound and no further.

import type { LabState } from "./state.js";

/** Far more than any lab needs, essays included. */
export const MOST_BYTES = 256_000;
/** Deflate makes up to 1,032 bytes of one, so a piece of this size can never overshoot the bound by much. */
const PIECE_BYTES = 128;

const collected = async (bytes: Uint8Array, pipe: GenericTransformStream): Promise<Uint8Array> =>
  new Uint8Array(await new Response(new Blob([bytes as BlobPart]).stream().pipeThrough(pipe as ReadableWritablePair)).arrayBuffer());

/** A state as a fragment, compressed. Whose it is stays out of it: a link travels. */
export async function pack(state: LabState): Promise<string> {
  const text = JSON.stringify({ ...state, student: {} });
  const bytes = await collected(new TextEncoder().encode(text), new CompressionStream("deflate"));
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return `#lab=1.${letters.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")}`;
}

class TooMuch extends Error {}

/** Piece by piece, as the reader asks for more, so that what is refused has never been built. */
async function inflated(bytes: Uint8Array): Promise<string> {
  let at = 0;
  const pieces = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        controller.enqueue(bytes.slice(at, at + PIECE_BYTES));
        at += PIECE_BYTES;
        if (at >= bytes.length) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const reader = pieces.pipeThrough(new DecompressionStream("deflate") as ReadableWritablePair<Uint8Array, Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > MOST_BYTES) {
      await reader.cancel();
      throw new TooMuch();
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}

const UNREADABLE = "The link you followed holds no progress that this lab can read.";
const TOO_MUCH = `The link you followed unpacks to more than ${MOST_BYTES / 1000} kB, more than any progress in a lab. It was not read.`;

/** What a fragment holds, not yet checked, or why it is refused. */
export async function unpack(fragment: string): Promise<{ raw: unknown } | { refused: string }> {
  const found = /^#lab=1\.([\w-]+)$/.exec(fragment);
  if (!found) return { refused: UNREADABLE };
  if (found[1]!.length > MOST_BYTES) return { refused: TOO_MUCH };
  try {
    const letters = atob(found[1]!.replace(/-/g, "+").replace(/_/g, "/"));
    return { raw: JSON.parse(await inflated(Uint8Array.from(letters, (letter) => letter.charCodeAt(0)))) };
  } catch (error) {
    return { refused: error instanceof TooMuch ? TOO_MUCH : UNREADABLE };
  }
}
