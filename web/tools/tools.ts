// ridgepoint-tools.js: what only a click opens.

export { copies } from "./copies.js";
export { comparison } from "./comparison.js";
export { exported } from "./export.js";
export { described, openFigure } from "./figure.js";
export { requestIn } from "./file.js";
export { browse } from "./picker.js";
export { worded } from "./refusal.js";
export { save } from "../ui/save.js";
