// load.js: the widget of a server under load, beside ridgepoint.js, whose parts it uses.

import { define, knowAnswers } from "#shared";
import { RidgeLoad } from "./element.js";

knowAnswers("%first answers%" as unknown as Record<string, string[]>);
define("ridge-load", RidgeLoad);

export { RidgeLoad };
