// The list of a lab's parts, each of which it leads to.

import { escapeHtml } from "../../labs/html.js";

export class Contents {
  private readonly parts = new Map<string, string>();
  /** The last heading; empty above the first. */
  last = "";

  /** The id of a heading. */
  readonly add = (heading: string): string => {
    const id = `part-${heading.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "")}`;
    if (this.parts.has(id)) throw new Error(`two parts of the lab are called “${heading}”`);
    this.parts.set(id, heading);
    this.last = heading;
    return id;
  };

  html(): string {
    if (this.parts.size === 0) return "";
    const items = [...this.parts].map(([id, heading]) => `<li><a href="#${id}">${escapeHtml(heading)}</a></li>`);
    return `<nav aria-labelledby="contents"><h2 id="contents">In this lab</h2><ol>${items.join("")}</ol></nav>`;
  }
}
