// The compiler of labs in a worker of the page that writes them. A worker has no document, as Node has none, so that the
// widgets' scripts are read here as there: for their stills.

import check from "#lab-check";
import adapter from "../../../labs/scorm.ts?script";
import type { Asked, Draft, Found, Outcome, Told, Wanted } from "../../../labs/writing/draft.js";
import { registeredElements, stills } from "../../still.js";
import { WIDGETS } from "../../widgets.js";
import { builtLab, type Builder } from "../compile.js";
import { pagesAlone, scormPackage, webPackage, type InSite } from "../package.js";
import { LabError, message, type Problem } from "../problems.js";

const script = (name: string) => (): Promise<object> => import(/* @vite-ignore */ new URL(name, import.meta.url).href);
const scripts = [...new Set(["ridgepoint.js", ...WIDGETS.map(({ script }) => script)])].map(script);

async function makeBuilder(): Promise<Builder> {
  // First of all, for a script runs only where it finds what it registers with.
  for (const one of scripts) await registeredElements(one);
  const { loadRidgepoint } = (await scripts[0]!()) as { loadRidgepoint(options: { calls: "all" }): Promise<Builder["engine"]> };
  const engine = await loadRidgepoint({ calls: "all" });
  return { engine, still: await stills(scripts, engine as unknown as Record<string, unknown>), check };
}
let builder: Promise<Builder> | undefined;

const found = ({ file, line, reason }: Problem): Found => ({ file: file.replace(/^.*\//, ""), line, reason });

function inSite(name: string, pages: ReadonlyMap<string, string>): InSite {
  const site = async (path: string): Promise<Uint8Array | undefined> => {
    const own = pages.get(path);
    if (own !== undefined) return new TextEncoder().encode(own);
    const answer = await fetch(new URL(path, import.meta.url));
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : undefined;
  };
  return { site, name, pages: pagesAlone(name, pages) };
}

async function outcome({ name, files }: Draft, wanted: Wanted): Promise<Outcome> {
  try {
    const folder = { name, shown: `labs/${name}`, read: (file: string) => (Object.hasOwn(files, file) ? files[file] : undefined) };
    const { built, pages } = builtLab(folder, await (builder ??= makeBuilder()));
    if (wanted === "pages") return { pages: [...pages], remarks: built.remarks.map(found) };
    return await (wanted === "scorm" ? scormPackage(inSite(name, pages), adapter) : webPackage(inSite(name, pages)));
  } catch (error) {
    if (error instanceof LabError) return { wrong: error.problems.map(found) };
    // Asked again, it tries to load again.
    builder = undefined;
    return { failed: message(error) };
  }
}

const tell = postMessage as (told: Told) => void;
addEventListener("message", ({ data }: MessageEvent<Asked>) => void outcome(data.draft, data.wanted).then((came) => tell({ id: data.id, outcome: came })));
