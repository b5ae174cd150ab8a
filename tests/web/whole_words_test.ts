import { describe, expect, it } from "vitest";
import { renderer } from "../../web/build/labs/markdown.js";
import { wholeWords } from "../../web/build/whole-words.js";

const whole = (text: string): string => `<span class="whole">${text}</span>`;

describe("what a line may not part", () => {
  it("is a word of code with a hyphen, unless it is longer than a phone is wide", () => {
    expect(wholeWords("<p>as-is <code>npx ridgepoint lab --labs a-b</code></p>")).toBe(`<p>as-is <code>npx ridgepoint lab ${whole("--labs")} ${whole("a-b")}</code></p>`);
    expect(wholeWords('<pre><code class="language-sh">lab a-b\n  --c d</code></pre>')).toBe(`<pre><code class="language-sh">lab ${whole("a-b")}\n  ${whole("--c")} d</code></pre>`);
    const long = "<code>--baseline-assumptions-preset</code>";
    expect(wholeWords(long)).toBe(long);
  });

  it("is a word that the glossary explains, and what closes the sentence after it", () => {
    const { inline } = renderer({ figure: () => ({ html: "", text: "" }), term: (id) => `<button class="term" data-term="${id}">` });
    const button = '<button class="term" data-term="batch">batch</button>';
    expect(inline("In a [batch](term:batch), a [batch](term:batch) of `--batch`.")).toBe(`In a ${whole(`${button},`)} a ${button} of <code>${whole("--batch")}</code>.`);
  });
});
