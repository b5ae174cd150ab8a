// Text as HTML, and HTML of a lab's own text as plain words; the same in the browser and in Node.

export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (mark) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[mark]!);

/** Mathematics is said once: not as its source, too. */
export const plain = (html: string): string => html.replace(/<annotation[\s\S]*?<\/annotation>/g, "").replace(/<[^>]+>/g, "").replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&quot;/g, '"').replace(/&amp;/g, "&");
