// routing.js: the widget of the router lab, beside ridgepoint.js, whose parts it uses.

import { define, knowAnswers } from "#shared";
import { RidgeRouting } from "./element.js";

knowAnswers("%first answers%" as unknown as Record<string, string[]>);
define("ridge-routing", RidgeRouting);

export { RidgeRouting };
