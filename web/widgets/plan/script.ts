// plan.js: the widget of the cheapest devices for a demand, beside ridgepoint.js, whose parts it uses.

import { define } from "#shared";
import { RidgePlan } from "./element.js";

define("ridge-plan", RidgePlan);

export { RidgePlan };
