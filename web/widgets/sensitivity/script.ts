// sensitivity.js: the widget of sensitivity, beside ridgepoint.js, whose parts it uses.

import { define } from "#shared";
import { RidgeSensitivity } from "./element.js";

define("ridge-sensitivity", RidgeSensitivity);

export { RidgeSensitivity };
