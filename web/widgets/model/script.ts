// model.js: the widget of the language model to break, beside ridgepoint.js, whose parts it uses.

import { define } from "#shared";
import { RidgeModel } from "./element.js";

define("ridge-model", RidgeModel);

export { RidgeModel };
