// quantization.js: the widget of quantization, beside ridgepoint.js, whose parts it uses.

import { define } from "#shared";
import { RidgeQuantization } from "./element.js";

define("ridge-quantization", RidgeQuantization);

export { RidgeQuantization };
