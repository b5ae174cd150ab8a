// explainer.js: the widget of the differential explainer, beside ridgepoint.js, whose parts it uses.

import { define } from "#shared";
import { RidgeExplainer } from "./element.js";

define("ridge-explainer", RidgeExplainer);

export { RidgeExplainer };
