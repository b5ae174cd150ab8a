// plan.js: the widget of the cheapest devices for a demand, beside ridgepoint.js, whose parts it uses.

import { define, knowAnswers } from "#shared";
import { RidgePlan } from "./element.js";

knowAnswers("%first answers%" as unknown as Record<string, string[]>);
define("ridge-plan", RidgePlan);

export { RidgePlan };
