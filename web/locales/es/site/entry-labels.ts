// The words for the fields of a device or a model, in Spanish: in place of site/entry-labels.ts. Widgets have them where a number is opened.

export { label } from "../tools/labels.js";
