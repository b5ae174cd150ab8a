// sensitivity.js: the widget of sensitivity, beside ridgepoint.js, whose parts it uses.

import { define, knowAnswers } from "#shared";
import { RidgeSensitivity } from "./element.js";

knowAnswers("%first answers%" as unknown as Record<string, string[]>);
define("ridge-sensitivity", RidgeSensitivity);

export { RidgeSensitivity };
