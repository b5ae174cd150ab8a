import { expect, it } from "vitest";
import { renderer } from "../../web/build/labs/markdown.js";

const html = (tex: string): string => renderer({ figure: () => ({ html: "", text: "" }) }).block(`$$\n${tex}\n$$`);
/** The parts of a formula, as they were written, with what stands between them. */
const parts = (tex: string): string =>
  html(tex)
    .replace(/<math[^]*?<annotation[^>]*>([^<]*)[^]*?<\/math>/g, (_, source: string) => `[${source.trim()}]`)
    .replace(/<\/?(div|span)[^>]*>|\n/g, "");

it("a formula may be broken between two formulas and where its author lets it, and nowhere else", () => {
  expect(parts("a = b, \\qquad c = d")).toBe("[a = b,] [c = d]");
  expect(parts("a = b \\allowbreak + c")).toBe("[a = b]<wbr>[{} + c]");
  for (const whole of ["\\frac{a \\qquad b}{c}", "\\left(a \\qquad b\\right)", "\\begin{gathered} a \\qquad b \\\\ c \\end{gathered}", "\\{ a \\}"]) expect(parts(whole)).toBe(`[${whole}]`);
});

it("each part of a formula is set as large as the whole, and an operator that begins one keeps its space", () => {
  const all = html("a = \\sum_i b_i \\allowbreak + c").match(/<math[^]*?<\/math>/g)!;
  for (const part of all) expect(part).toMatch(/^<math [^>]*displaystyle="true"/);
  expect(all[1]).toMatch(/<mrow><mrow><\/mrow><mo>\+/);
});
