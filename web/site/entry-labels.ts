// The words for the fields of a device or a model. Another language has its own in place of this.

export { label } from "../ui/labels.js";
