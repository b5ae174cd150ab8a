// train.js: the widget of training over many devices, beside ridgepoint.js, whose parts it uses.

import { define, knowAnswers } from "#shared";
import { RidgeTrain } from "./element.js";

knowAnswers("%first answers%" as unknown as Record<string, string[]>);
define("ridge-train", RidgeTrain);

export { RidgeTrain };
