// explainer.js: the widget of the differential explainer, beside ridgepoint.js, whose parts it uses.

import { define, knowAnswers } from "#shared";
import { RidgeExplainer } from "./element.js";

knowAnswers("%first answers%" as unknown as Record<string, string[]>);
define("ridge-explainer", RidgeExplainer);

export { RidgeExplainer };
