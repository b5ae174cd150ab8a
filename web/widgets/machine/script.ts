// machine.js: the widget that measures the reader's machine, beside ridgepoint.js, whose parts it uses.

import { define } from "#shared";
import { RidgeMachine } from "./element.js";

define("ridge-machine", RidgeMachine);

export { RidgeMachine };
