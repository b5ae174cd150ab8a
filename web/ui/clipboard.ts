/** Copies a text that also stands in an element; where pages may not, it is selected there. Returns what to tell the reader. */
export async function copyText(text: string, done: string, shown: Element | null): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return done;
  } catch {
    // Clipboards are closed to pages in many frames; the reader can still take the text by hand.
    if (!shown) return "The browser blocked copying.";
    getSelection()?.selectAllChildren(shown);
    return "The browser blocked copying. The text is selected: copy it yourself.";
  }
}
