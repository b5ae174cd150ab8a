// What a page made of what it touches says of keeping: that answers are saved, or why not and what can be done.

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Notices } from "../../web/labs/notices.js";
import { Saving } from "../../web/labs/saving.js";
import { fresh } from "../../web/labs/state.js";
import type { Store } from "../../web/labs/store.js";
import type { PageLab } from "../../web/labs/types.js";
import { buttonOf, part, stubPage, type Part } from "./parts.js";

vi.mock("#engine", () => ({ loadRidgepoint: async () => ({}) }));

const lab: PageLab = { name: "one", title: "One", version: 3, engine: { version: "0.1.0", data: "d29c0e5fca627f0d" }, build: "one", identify: "optional", variables: {}, definitions: {}, figures: {}, tables: {}, widgets: {}, exercises: [] };
const store: Store = { where: "in this browser", pause: 250, links: true, load: () => undefined, keep: () => ({ saved: true, cut: [] }) };

beforeEach(stubPage);
afterEach(() => vi.unstubAllGlobals());

it("says why answers are not saved, and how to take them away, until they are", () => {
  const [line, home] = [part("p"), part("div")];
  const ways = { atRisk: () => true, keepOver: vi.fn(), reload: vi.fn(), share: vi.fn(), download: vi.fn(), called: String };
  const saving = new Saving(line as unknown as HTMLElement, new Notices(home as unknown as HTMLElement), store, ways);
  for (let times = 0; times < 2; times += 1) saving.kept({ saved: false, why: "No room left." });
  expect([line.textContent, home.textContent]).toEqual(["Not saved", "No room left.Copy a link to these answersDownload the submission"]);
  buttonOf(home, "Copy a link to these answers")!.click();
  buttonOf(home, "Download the submission")!.click();
  expect([ways.share, ways.download].map((way) => way.mock.calls.length)).toEqual([1, 1]);
  saving.kept({ saved: true, cut: [] });
  expect([line.textContent, home.textContent]).toEqual(["Saved in this browser", ""]);
});

it("says of which exercise it has the beginning only, until there is room for all", () => {
  const home = part("div");
  const download = vi.fn();
  const ways = { atRisk: () => false, keepOver: vi.fn(), reload: vi.fn(), share: vi.fn(), download, called: (id: string) => `Exercise ${id}` };
  const saving = new Saving(part("p") as unknown as HTMLElement, new Notices(home as unknown as HTMLElement), store, ways);
  for (let times = 0; times < 2; times += 1) saving.kept({ saved: true, cut: ["7"] });
  expect(home.textContent).toBe("There is no room for all that you wrote: only the beginning of Exercise 7 is saved in this browser. Download the submission before you leave: it has all of it.Download the submission");
  buttonOf(home, "Download the submission")!.click();
  expect(download).toHaveBeenCalledOnce();
  saving.kept({ saved: true, cut: [], remark: "Your course’s system does not record each try." });
  expect(home.textContent).toBe("Your course’s system does not record each try.");
});

/** What the page of a lab says of keeping as it opens. */
async function opened(load: Store["load"]): Promise<string> {
  const classes = new Map<string, new () => Part & { connectedCallback(): void }>();
  vi.stubGlobal("customElements", { define: (tag: string, made: new () => Part & { connectedCallback(): void }) => classes.set(tag, made) });
  vi.stubGlobal("window", { ridgepointHost: { store: (): Store => ({ ...store, load }) } });
  vi.stubGlobal("location", { hash: "" });
  vi.resetModules();
  await import("../../web/labs/lab.js");
  const page = new (classes.get("ridge-lab")!)();
  page.append(part("script", { id: "lab" }, JSON.stringify(lab)), ...["notices", "saved", "progress", "progress-text", "share", "reset"].map((id) => part("div", { id })));
  page.connectedCallback();
  return page.querySelector("#saved")!.textContent;
}

it("says at once that the answers a reader comes back to are saved, and of a lab that nobody has touched that there are none", async () => {
  expect(await opened(() => ({ state: fresh(lab, "2026-03-01T10:00:00.000Z"), updated: false }))).toBe("Saved in this browser");
  expect(await opened(() => undefined)).toBe("Nothing to save yet");
});
