// Drawings look the same in a page as in a widget: the widgets' own rules, for what stands in `.still`, after all others of a style sheet.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { colours } from "../ui/styles/colours.js";

const rules = fileURLToPath(new URL("../ui/styles/drawings.css", import.meta.url));

export const drawingStyles = (file: string): Plugin => ({
  name: "drawing-styles",
  enforce: "pre",
  transform: (code, id) => (id.endsWith(file) ? `${code}\n.still {\n${colours}\n${readFileSync(rules, "utf8")}\n}\n` : null),
});
