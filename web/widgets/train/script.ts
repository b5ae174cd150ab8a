// train.js: the widget of training over many devices, beside ridgepoint.js, whose parts it uses.

import { define } from "#shared";
import { RidgeTrain } from "./element.js";

define("ridge-train", RidgeTrain);

export { RidgeTrain };
