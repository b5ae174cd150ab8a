// The site and the widgets in Chromium. `node tests/browser/run.mjs [part of a name]`; needs the build.

import { cpus } from "node:os";
import { run } from "./harness.mjs";
import "./roofline.mjs";
import "./quantization.mjs";
import "./sensitivity.mjs";
import "./explainer.mjs";
import "./load.mjs";
import "./train.mjs";
import "./plan.mjs";
import "./simulated.mjs";

import "./calibrated.mjs";
import "./tools.mjs";
import "./widgets.mjs";
import "./addresses.mjs";
import "./routing.mjs";
import "./machine.mjs";
import "./model.mjs";
import "./embedding.mjs";
import "./guests.mjs";
import "./language.mjs";
import "./numbers.mjs";
import "./failure.mjs";
import "./waiting.mjs";
import "./security.mjs";
import "./states.mjs";
import "./access.mjs";
import "./site.mjs";
import "./home.mjs";
import "./visits.mjs";
import "./trust.mjs";
import "./truth.mjs";
import "./frame.mjs";
import "./offline.mjs";
import "./releases.mjs";
import "./labs.mjs";
import "./labs-every.mjs";
import "./labs-keyboard.mjs";
import "./labs-course.mjs";
import "./labs-jumps.mjs";
import "./labs-locks.mjs";
import "./labs-readers.mjs";
import "./labs-saving.mjs";
import "./labs-variants.mjs";
import "./scorm.mjs";

await run({ browsers: Math.min(2, cpus().length) });
