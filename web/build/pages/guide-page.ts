// The instructor's page, labs/README.md, as a page of the site.

import MarkdownIt from "markdown-it";
import { escapeHtml } from "../../labs/html.js";

const slug = (heading: string): string => heading.toLowerCase().replace(/[^\w]+/g, "-").replace(/^-|-$/g, "");

export function guideMain(source: string): string {
  const md = new MarkdownIt({ html: false });
  const [, title = ""] = /^# (.+)$/m.exec(source) ?? [];
  const text = source.replace(/^# .+$/m, "");
  const parts = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading!);
  const linked = parts.map((heading) => `<li><a href="#${slug(heading)}">${md.renderInline(heading)}</a></li>`).join("");
  const body = md
    .render(text)
    .replace(/<h2>(.*?)<\/h2>/g, (_, heading: string) => `<h2 id="${slug(heading.replace(/<[^>]+>/g, ""))}">${heading}</h2>`)
    .replace(/<table>[^]*?<\/table>/g, (table) => `<div class="scroll" tabindex="0" role="group" aria-label="Table">${table}</div>`)
    .replace(/<code>labs\/(\w+\.html)<\/code>/g, '<a href="./$1">$&</a>')
    .replace(/<pre>/g, '<pre tabindex="0">');
  return `<main id="main" class="lab guide">
      <p class="tag"><a href="./teach.html">For teachers</a></p>
      <h1>${escapeHtml(title)}</h1>
      <nav class="before" aria-label="On this page"><ol>${linked}</ol></nav>
      <div class="prose">
${body}
      </div>
    </main>`;
}
