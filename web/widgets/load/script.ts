// load.js: the widget of a server under load, beside ridgepoint.js, whose parts it uses.

import { define } from "#shared";
import { RidgeLoad } from "./element.js";

define("ridge-load", RidgeLoad);

export { RidgeLoad };
