// All calls of the engine in one object, for what is drawn when the pages are built.

import { paths } from "./bundle.js";
import { importModule } from "./module.js";

type Load = (options: { calls: "all" }) => Promise<Record<string, unknown>>;

export async function everyCall(dist = paths.dist): Promise<Record<string, unknown>> {
  const { loadRidgepoint } = (await importModule(`${dist}/engine.js`)) as { loadRidgepoint: Load };
  return loadRidgepoint({ calls: "all" });
}
