// Every element, registered.

import { define } from "./base.js";
import { RidgeExplainer } from "./explainer.js";
import { RidgeQuantization } from "./quantization.js";
import { RidgeRoofline } from "./roofline.js";
import { RidgeSensitivity } from "./sensitivity.js";

define("ridge-roofline", RidgeRoofline);
define("ridge-quantization", RidgeQuantization);
define("ridge-sensitivity", RidgeSensitivity);
define("ridge-explainer", RidgeExplainer);

export { RidgeExplainer, RidgeQuantization, RidgeRoofline, RidgeSensitivity };
