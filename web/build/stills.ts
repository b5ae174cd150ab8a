// Stills of the widgets of a language, whose scripts and engine are built.

import { distOf } from "./bundle.js";
import { everyCall } from "./every-call.js";
import { catalogueOf } from "./language/translate.js";
import { importing } from "./module.js";
import { stills } from "./still.js";
import { SCRIPTS } from "./widgets.js";

export async function stillsIn(language: string): ReturnType<typeof stills> {
  const dist = distOf(language);
  return stills(importing(SCRIPTS.map((script) => `${dist}/${script}`)), await everyCall(dist), catalogueOf(language, "pages")["on"] ?? undefined);
}
