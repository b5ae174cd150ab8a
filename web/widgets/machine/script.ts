// machine.js: the widget that measures the reader's machine, beside ridgepoint.js, whose parts it uses.

import { define, knowAnswers } from "#shared";
import { RidgeMachine } from "./element.js";

knowAnswers("%first answers%" as unknown as Record<string, string[]>);
define("ridge-machine", RidgeMachine);

export { RidgeMachine };
