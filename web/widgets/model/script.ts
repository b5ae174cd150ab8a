// model.js: the widget of the language model to break, beside ridgepoint.js, whose parts it uses.

import { define, knowAnswers } from "#shared";
import { RidgeModel } from "./element.js";

knowAnswers("%first answers%" as unknown as Record<string, string[]>);
define("ridge-model", RidgeModel);

export { RidgeModel };
