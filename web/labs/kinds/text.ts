// A free text, kept and not graded.

import { find } from "../dom.js";
import { escapeHtml } from "../html.js";
import type { BuildKind, Of, PageKind } from "../kind.js";

type Free = Of<"text">;

export const page: PageKind<Free> = {
  graded: false,
  asItStands: true,
  fits: (_, value) => typeof value === "string",
  draft: (_, home) => find<HTMLTextAreaElement>("textarea", home).value,
  fill(_, home, draft) {
    find<HTMLTextAreaElement>("textarea", home).value = draft === undefined ? "" : String(draft);
  },
  given: (_, draft) => (String(draft).trim() === "" ? { refused: "Write a few words first.", field: "textarea" } : { value: draft }),
  inWords: (_, value) => String(value ?? ""),
  interaction: (_, value, { free }) => ({ type: "fill-in", response: free(String(value)) }),
};

export const build: BuildKind<Free> = {
  act: "Keep the answer for good",
  inputs: (_, id) => `<p class="entry-line wide"><label for="${escapeHtml(id)}">Your answer</label> <textarea id="${escapeHtml(id)}" rows="4"></textarea></p>`,
  keyed: () => ({}),
};
