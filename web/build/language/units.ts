// The pieces of a TypeScript source that people may read: text and labels in templates of HTML, other strings with words in them.
// A piece is what a catalogue translates: {0}, {1} … stand for its expressions, and white space is one blank.

import ts from "typescript";

/** Part of a template or a string: `key` is what the catalogue has it under. */
export interface Unit {
  key: string;
  start: number;
  end: number;
  /** White space at its ends, which stays. */
  before: string;
  after: string;
  /** The expressions inside it. */
  expressions: ts.Expression[];
  quoted: boolean;
}

const WORDS = /\p{L}{2,}/u;
/** Attributes whose value is read to people, and which says how. */
const READ = /(?:aria-label|aria-description|title|placeholder|alt|label|summary|\blang|<meta [^>]*(?:description|og:title)" content)=("|')?$/;

const blank = (text: string): string => text.replace(/\s+/g, " ");

function unit(raw: string, start: number, expressions: ts.Expression[], quoted = false): Unit | null {
  if (!WORDS.test(raw.replace(/\{\d+\}/g, ""))) return null;
  // A word with a blank at its ends is part of a sentence; the same word without may name something.
  if (quoted && /^\s*\S+\s*$/.test(raw) && raw.trim() !== raw) return { key: raw, start, end: start, before: "", after: "", expressions, quoted };
  const [before] = /^\s*/.exec(raw)!, [after] = /\s*$/.exec(raw)!;
  return { key: blank(raw.trim()), start, end: start, before: before && (quoted ? before : blank(before)), after: after && (quoted ? after : blank(after)), expressions, quoted };
}

/** A template's text with marks for its expressions, and where each character of it stands in the file. */
function flattened(node: ts.TemplateLiteral, file: ts.SourceFile): { text: string; at: number[]; expressions: ts.Expression[] } {
  const source = file.text, at: number[] = [], expressions: ts.Expression[] = [];
  let text = "";
  const add = (from: number, to: number): void => {
    for (let i = from; i < to; i += 1) at.push(i);
    text += source.slice(from, to);
  };
  if (ts.isNoSubstitutionTemplateLiteral(node)) {
    add(node.getStart(file) + 1, node.end - 1);
  } else {
    add(node.head.getStart(file) + 1, node.head.end - 2);
    for (const span of node.templateSpans) {
      const mark = `{${expressions.length}}`;
      expressions.push(span.expression);
      for (let i = 0; i < mark.length; i += 1) at.push(source.lastIndexOf("${", span.expression.getFullStart()));
      text += mark;
      const { literal } = span;
      add(literal.getStart(file) + 1, literal.end - (ts.isTemplateTail(literal) ? 1 : 2));
    }
  }
  at.push(node.end - 1);
  return { text, at, expressions };
}

/** The part of a template from one place of its text to another, its expressions counted anew. */
function part(from: number, to: number, { text, at, expressions }: ReturnType<typeof flattened>): Unit | null {
  const within: ts.Expression[] = [];
  const raw = text.slice(from, to).replace(/\{(\d+)\}/g, (_, index: string) => `{${within.push(expressions[Number(index)]!) - 1}}`);
  const found = unit(raw, at[from]!, within);
  return found && { ...found, end: at[to]! };
}

/** The text between the tags of a template, and the labels in them. */
function ofMarkup(whole: ReturnType<typeof flattened>): Unit[] {
  const found: (Unit | null)[] = [];
  const { text } = whole;
  let from = 0, opened = 0, tag = false, quote = "";
  for (let i = 0; i <= text.length; i += 1) {
    const c = text[i] ?? "<";
    if (!tag && c === "<" && (i === text.length || /[a-z/!]/.test(text[i + 1] ?? ""))) {
      found.push(part(from, i, whole));
      opened = i;
      tag = true;
    } else if (tag && quote && c === quote) {
      if (READ.test(text.slice(opened, from))) found.push(part(from, i, whole));
      quote = "";
    } else if (tag && !quote && (c === '"' || c === "'")) {
      quote = c;
      from = i + 1;
    } else if (tag && !quote && c === ">") {
      tag = false;
      from = i + 1;
    }
  }
  return found.filter((one) => one !== null);
}

/** Those of a page. */
export const unitsOfPage = (html: string): Unit[] => ofMarkup({ text: html, at: Array.from({ length: html.length + 1 }, (_, place) => place), expressions: [] });

/** One of Lit's, or one of a page that is written as the site is built. */
const isMarkup = (node: ts.Node, text: string): boolean =>
  ts.isTaggedTemplateExpression(node.parent) ? /^(html|svg)$/.test(node.parent.tag.getText()) : /<\/?[a-z]/.test(text);
const isStyle = ({ parent }: ts.Node): boolean => ts.isTaggedTemplateExpression(parent) ? !/^(html|svg)$/.test(parent.tag.getText()) : ts.isCallExpression(parent) && parent.expression.getText() === "unsafeCSS";

/** Strings that name things for programs: modules, types, keys of objects, cases; and what chooses between two of them. */
function isName(node: ts.Expression): boolean {
  const { parent } = node;
  return (
    ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isLiteralTypeNode(parent) || ts.isElementAccessExpression(parent) ||
    (ts.isPropertyAssignment(parent) && parent.name === node) || ts.isCaseClause(parent) || ts.isExternalModuleReference(parent) ||
    (ts.isCallExpression(parent) && parent.expression.kind === ts.SyntaxKind.ImportKeyword) ||
    (ts.isBinaryExpression(parent) && /^([!=]==|in)$/.test(parent.operatorToken.getText())) ||
    (ts.isConditionalExpression(parent) && isName(parent))
  );
}

/**
 * Without a blank or a capital a string is taken for a name, with an underscore too. A catalogue may have it all the same, in quotes
 * ('waiting'), so that nobody translates a name who means a word of a template.
 */
const isSaid = (text: string): boolean => /\p{L}[^\s]*\s+\S*\p{L}/u.test(text) || /^\s*\p{Lu}\p{Ll}[^_]*$/u.test(text);

export function unitsOf(text: string, name = "file.ts"): { units: Unit[]; maybe: Unit[]; file: ts.SourceFile } {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.ES2022, true);
  const units: Unit[] = [], maybe: Unit[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) && !isName(node)) {
      const found = unit(node.text, node.getStart(file), [], true);
      if (found && isSaid(node.text)) units.push({ ...found, end: node.end });
      else if (found) maybe.push({ ...found, key: /\s/.test(found.key) ? found.key : `'${found.key}'`, end: node.end });
    } else if (ts.isTemplateLiteral(node) && !isStyle(node) && !ts.isLiteralTypeNode(node.parent)) {
      const whole = flattened(node, file);
      if (isMarkup(node, whole.text)) units.push(...ofMarkup(whole));
      else {
        const found = part(0, whole.text.length, whole);
        if (found) (isSaid(found.key.replace(/\{\d+\}/g, "")) ? units : maybe).push(found);
      }
    }
    ts.forEachChild(node, look);
  };
  look(file);
  return { units, maybe, file };
}
