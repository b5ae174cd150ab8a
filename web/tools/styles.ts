// The styles of what a click opens, put beside the widget's own once.

import rules from "./tools.css?inline";

let sheet: CSSStyleSheet | undefined;

export function dressed(root: ShadowRoot): void {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
  }
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
