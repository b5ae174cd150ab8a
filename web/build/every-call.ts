// All calls of the engine in one object, for what is drawn when the pages are built.

import { paths } from "./bundle.js";
import { importModule } from "./module.js";

type Load = (options: { calls: "all" }) => Promise<Record<string, unknown>>;

export async function everyCall(): Promise<Record<string, unknown>> {
  const { loadRidgepoint } = (await importModule(paths.engine)) as { loadRidgepoint: Load };
  return loadRidgepoint({ calls: "all" });
}
