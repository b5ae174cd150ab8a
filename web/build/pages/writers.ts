// What writes the pages that are more than one file of HTML.

export { galleryPage } from "./gallery-page.js";
export { glossaryPage } from "./glossary-page.js";
export { marginHtml } from "./margin.js";
export { trustData } from "./trust-data.js";
export { trustAlone, trustPage } from "./trust-page.js";
export { asked } from "./trust-unseen.js";
export { titleOf } from "./widget.js";
export { zooPage } from "./zoo-page.js";
