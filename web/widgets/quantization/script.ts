// quantization.js: the widget of quantization, beside ridgepoint.js, whose parts it uses.

import { define, knowAnswers } from "#shared";
import { RidgeQuantization } from "./element.js";

knowAnswers("%first answers%" as unknown as Record<string, string[]>);
define("ridge-quantization", RidgeQuantization);

export { RidgeQuantization };
