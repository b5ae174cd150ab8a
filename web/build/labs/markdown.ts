// A lab's prose to HTML: Markdown, LaTeX as MathML, {{figures}}, and the ::directives of a lab.

import katex from "katex";
import MarkdownIt from "markdown-it";
import { wholeWords } from "../whole-words.js";

/** A mistake at a line of the text, counted from 1. */
export class TextError extends Error {
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

export interface Prose {
  /** {{name}} or {{=FORMULA | FORMAT}} as HTML, and as plain text for mathematics. Throws for an unknown name. */
  figure(name: string): { html: string; text: string };
  /** `::kind name` as HTML. Throws for an unknown one. */
  directive?(kind: string, name: string): string;
  /** A code block marked `worked` as HTML. */
  worked?(block: string): string;
  /** The drawing of `![what it shows](FILE.svg)` as HTML. Throws for one that cannot be shown. */
  picture?(file: string, shows: string): string;
  /** What opens the explanation of `[a word](term:ID)`, as the start tag of a button. Throws for a word that nobody explains. */
  term?(id: string): string;
  /** Gets each heading of a part, and gives its id. Throws for one that is there already. */
  part?(heading: string): string;
}

/** Where a figure stands in a text: by its name, or as it would stand in lab.json. */
export const PLACE = /\{\{\s*([\w-]+|=[^|]*\|[^|{}]*?|=[^|{}]*?)\s*\}\}/;

/** For a bar in a place while Markdown is parsed, which takes any other for the end of a table's cell. */
const BAR = "\uE000";
const withBars = (text: string): string => text.replaceAll(BAR, "|");
const withoutBars = (text: string): string => text.replace(new RegExp(PLACE, "g"), (place) => place.replaceAll("|", BAR));

/** What stands in the places of all texts of a part of a lab. */
export function placesIn(part: unknown): string[] {
  if (typeof part === "string") return [...part.matchAll(new RegExp(PLACE, "g"))].map(([, place]) => place!);
  return typeof part === "object" && part !== null ? Object.values(part).flatMap(placesIn) : [];
}

const math = (tex: string, display: boolean, prose: Prose): string =>
  katex.renderToString(
    tex.replace(/\{\{\s*([\w-]+)\s*\}\}/g, (_, name: string) => `\\text{${prose.figure(name).text}}`),
    { output: "mathml", displayMode: display, throwOnError: true, strict: "error" },
  );

/** Where a narrow page may break a formula: between two of them, and where its author lets it, but within no braces or brackets that grow. */
function broken(tex: string): { part: string; after: string }[] {
  const found: { part: string; after: string }[] = [];
  let [depth, from] = [0, 0];
  for (const { 0: sign, index } of tex.matchAll(/\\(?:begin|end|left|right|qquad|allowbreak)\b|\\.|[{}]/g)) {
    if (/^(\{|\\begin|\\left)$/.test(sign)) depth += 1;
    else if (/^(\}|\\end|\\right)$/.test(sign)) depth -= 1;
    else if (depth === 0 && sign.length > 2) {
      found.push({ part: tex.slice(from, index), after: sign === "\\qquad" ? " " : "<wbr>" });
      from = index + sign.length;
    }
  }
  return [...found, { part: tex.slice(from), after: "" }];
}

/** A formula in lines of its own. An operator that begins a part has something before it, and so its space. */
const displayed = (tex: string, prose: Prose): string =>
  broken(tex)
    .map(({ part, after }, index, all) => math(all[index - 1]?.after === "<wbr>" ? `{}${part}` : part, true, prose).replace('display="block"', 'displaystyle="true"') + after)
    .join("");

const message = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A button is a box, after which a line may break: what closes the sentence stays with it. */
const closed = (html: string): string => html.replace(/<button(?:(?!<button).)*?<\/button>[,.;:?!)”’]+/g, '<span class="whole">$&</span>');

/** The renderer. Raw HTML in a lab is text: what a page runs comes from this repository alone. */
export function renderer(prose: Prose): { block(text: string): string; inline(text: string): string } {
  const md = new MarkdownIt({ html: false, linkify: false, typographer: false });
  let source: string[] = [];
  let current = 1;

  /** Runs a part; what it throws is told with the line where the part's text stands. */
  const at = <T>(needle: string, run: () => T): T => {
    try {
      return run();
    } catch (error) {
      if (error instanceof TextError) throw error;
      const ahead = source.slice(current - 1).findIndex((line) => line.includes(needle.split("\n")[0]!));
      throw new TextError(current + Math.max(0, ahead), message(error));
    }
  };

  md.inline.ruler.before("escape", "figure", (state, silent) => {
    if (!state.src.startsWith("{{", state.pos)) return false;
    const found = new RegExp(`^${PLACE.source}`).exec(withBars(state.src.slice(state.pos)));
    if (!found) return false;
    if (!silent) state.push("lab_figure", "", 0).content = found[1]!;
    state.pos += found[0].length;
    return true;
  });
  md.renderer.rules["lab_figure"] = (tokens, index) => at(tokens[index]!.content, () => prose.figure(tokens[index]!.content).html);

  md.renderer.rules["image"] = (tokens, index) => {
    const { content } = tokens[index]!;
    const file = String(tokens[index]!.attrGet("src"));
    return at(file, () => {
      if (!prose.picture) throw new Error(`a picture may only stand in lab.md, not ${file}`);
      return prose.picture(file, content);
    });
  };

  let isTerm = false;
  const link = md.renderer.rules["link_open"] ?? ((tokens, index, options, _env, self) => self.renderToken(tokens, index, options));
  md.renderer.rules["link_open"] = (tokens, index, ...rest) => {
    const address = String(tokens[index]!.attrGet("href"));
    isTerm = address.startsWith("term:");
    return isTerm ? at(address, () => prose.term?.(address.slice("term:".length)) ?? "<span>") : link(tokens, index, ...rest);
  };
  md.renderer.rules["link_close"] = () => (isTerm ? (prose.term ? "</button>" : "</span>") : "</a>");

  md.inline.ruler.before("escape", "math", (state, silent) => {
    // A sum of money is no formula: the opening mark touches what follows, the closing one what precedes.
    const found = /^(\$\$?)(?=\S)((?:\\.|[^\\$])+?)(?<=\S)\1(?!\d)/.exec(state.src.slice(state.pos));
    if (!found) return false;
    if (!silent) Object.assign(state.push("lab_math", "", 0), { content: found[2]!, hidden: found[1] === "$$" });
    state.pos += found[0].length;
    return true;
  });
  md.renderer.rules["lab_math"] = (tokens, index) => {
    const { content, hidden } = tokens[index]!;
    return at(content, () => math(content, hidden, prose));
  };

  md.block.ruler.before(
    "fence",
    "math_block",
    (state, start, end, silent) => {
      const line = (index: number): string => state.src.slice(state.bMarks[index]! + state.tShift[index]!, state.eMarks[index]);
      if (line(start).trim() !== "$$") return false;
      let last = start + 1;
      while (last < end && line(last).trim() !== "$$") last += 1;
      if (silent) return true;
      if (last >= end) throw new TextError(start + 1, "a formula opened by $$ is not closed");
      const token = state.push("lab_math_block", "", 0);
      token.content = Array.from({ length: last - start - 1 }, (_, index) => line(start + 1 + index)).join("\n");
      token.map = [start, last + 1];
      state.line = last + 1;
      return true;
    },
    { alt: ["paragraph"] },
  );
  md.renderer.rules["lab_math_block"] = (tokens, index) => {
    const { content, map } = tokens[index]!;
    current = map![0]! + 1;
    return at(content, () => `<div class="formula" tabindex="0" role="group" aria-label="Formula">${displayed(content, prose)}</div>\n`);
  };

  md.block.ruler.before(
    "fence",
    "directive",
    (state, start, _end, silent) => {
      const text = state.src.slice(state.bMarks[start]! + state.tShift[start]!, state.eMarks[start]).trimEnd();
      if (!text.startsWith("::")) return false;
      // Asked silently, the rule only says that a paragraph or a list ends here.
      if (silent) return true;
      const found = /^::(\w+)((?:\s+[\w-]+)*)$/.exec(text);
      if (!found) throw new TextError(start + 1, `a directive is ::kind and a name, not ${text}`);
      if (state.level > 0) throw new TextError(start + 1, `${text} must stand outside lists and quotations`);
      const token = state.push("lab_directive", "", 0);
      token.content = text;
      token.meta = { kind: found[1]!, name: found[2]!.trim().replace(/\s+/g, " ") };
      token.map = [start, start + 1];
      state.line = start + 1;
      return true;
    },
    { alt: ["paragraph", "list", "blockquote"] },
  );
  md.renderer.rules["lab_directive"] = (tokens, index) => {
    const { content, map, meta } = tokens[index]!;
    current = map![0]! + 1;
    const { kind, name } = meta as { kind: string; name: string };
    return at(content, () => {
      if (!prose.directive) throw new Error(`${content} may only stand in lab.md`);
      return `${prose.directive(kind, name)}\n`;
    });
  };

  const code = md.renderer.rules["code_inline"]!;
  md.renderer.rules["code_inline"] = (...given) => wholeWords(code(...given));

  // What is wide all the same scrolls by itself, and can be reached to do so.
  for (const kind of ["fence", "code_block"] as const) {
    const block = md.renderer.rules[kind]!;
    md.renderer.rules[kind] = (tokens, index, ...rest) => {
      const { info, content } = tokens[index]!;
      if (info === "worked" && prose.worked) return at("```worked", () => prose.worked!(content));
      return wholeWords(block(tokens, index, ...rest))
        .replace("<pre", '<pre tabindex="0"')
        .replace(/\{\{\s*([\w-]+)\s*\}\}/g, (place, name: string) => at(place, () => prose.figure(name).html));
    };
  }
  md.renderer.rules["table_open"] = () => '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>\n';
  md.renderer.rules["table_close"] = () => "</table></div>\n";

  /** A picture that is a paragraph by itself stands in none: it is a figure. */
  const isPicture = (token: ReturnType<typeof md.parse>[number] | undefined): boolean => token?.children?.length === 1 && token.children[0]!.type === "image";

  /** Renders top to bottom, remembering the line of each block for what goes wrong inside it. */
  const render = (tokens: ReturnType<typeof md.parse>): string => {
    let html = "";
    tokens.forEach((token, index) => {
      if (token.map) current = token.map[0]! + 1;
      if (token.type === "heading_open" && token.tag === "h1") throw new TextError(current, "headings of a lab begin at ##; its title stands in lab.json");
      if (token.type === "heading_open" && token.tag === "h2" && prose.part) token.attrSet("id", at(tokens[index + 1]!.content, () => prose.part!(tokens[index + 1]!.content)));
      if (token.type === "inline") html += closed(md.renderer.renderInline(token.children ?? [], md.options, {}));
      else if (token.type.startsWith("paragraph_") && isPicture(tokens[token.nesting > 0 ? index + 1 : index - 1])) return;
      else {
        const rule = md.renderer.rules[token.type];
        html += rule ? rule(tokens, index, md.options, {}, md.renderer) : md.renderer.renderToken(tokens, index, md.options);
      }
    });
    return html;
  };

  const begin = (text: string): void => {
    source = text.split("\n");
    current = 1;
  };
  return {
    block(text) {
      begin(text);
      return withBars(render(md.parse(withoutBars(text), {})));
    },
    inline(text) {
      begin(text);
      return withBars(render(md.parseInline(withoutBars(text), {})));
    },
  };
}
