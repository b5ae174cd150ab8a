// routing.js: the widget of the router lab, beside ridgepoint.js, whose parts it uses.

import { define } from "#shared";
import { RidgeRouting } from "./element.js";

define("ridge-routing", RidgeRouting);

export { RidgeRouting };
