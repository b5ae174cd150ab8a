// What the page says of keeping: saved or not, why not, and the ways out.

import { button, find } from "./dom.js";
import type { Notices } from "./notices.js";
import type { Contested, Saved, Store } from "./store.js";

const TAKE: Record<Contested, string> = { elsewhere: "Use the other window’s answers", deleted: "Start over here too", unreadable: "" };

/** What is not saved goes with the page: the browser asks before it does. */
const ask = (event: Event): void => event.preventDefault();

export interface Ways {
  atRisk(): boolean;
  keepOver(): void;
  /** Loads what the store has. */
  reload(): void;
  share(): void;
  download(): void;
  /** What the page calls an exercise. */
  called(exercise: string): string;
}

export class Saving {
  constructor(
    private readonly line: HTMLElement,
    private readonly notices: Notices,
    private readonly store: Store,
    private readonly ways: Ways,
  ) {}

  untouched(): void {
    delete this.line.dataset["saved"];
    this.line.textContent = "Nothing to save yet";
  }

  /** Where keeping takes its time, the page says that it is about to. */
  pending(): void {
    if (this.store.pause > 1000) this.line.textContent = "Saving…";
  }

  mark(saved: boolean): void {
    this.line.dataset["saved"] = String(saved);
    const said = saved ? `Saved ${this.store.where}` : "Not saved";
    if (this.line.textContent !== said) this.line.textContent = said;
  }

  kept(saved: Saved): void {
    this.mark(saved.saved);
    if (saved.saved) {
      this.settle();
      this.notices.dismiss("not-saved");
      if (saved.remark) this.notices.show("remark", saved.remark);
      if (saved.cut.length > 0) this.cut("cut", saved.cut, "is", "Download the submission before you leave: it has all of it.");
      else this.notices.dismiss("cut");
      return;
    }
    if (this.ways.atRisk()) addEventListener("beforeunload", ask);
    // Said once, and again when the reason is another.
    if (this.notices.text("not-saved") === saved.why) return;
    this.notices.show("not-saved", saved.why, ...(saved.contested ? this.choices(saved.contested) : []), ...this.rescues());
  }

  /** Only the beginning of these exercises had room. */
  cut(id: string, exercises: string[], verb: string, then: string): void {
    const names = exercises.map(this.ways.called).join(", ");
    const text = `There is no room for all that you wrote: only the beginning of ${names} ${verb} saved ${this.store.where}. ${then}`;
    if (this.notices.text(id) !== text) this.notices.show(id, text, button("Download the submission", this.ways.download));
  }

  /** The page may go. */
  settle(): void {
    removeEventListener("beforeunload", ask);
  }

  private choices(contested: Contested): HTMLElement[] {
    const over = button(contested === "unreadable" ? "Replace it" : "Keep this window’s answers", this.ways.keepOver);
    return contested === "unreadable" ? [over] : [button(TAKE[contested], this.ways.reload), over];
  }

  private rescues(): HTMLElement[] {
    return [...(this.store.links ? [button("Copy a link to these answers", this.ways.share)] : []), button("Download the submission", this.ways.download)];
  }
}

/** The button that shares, where a link can hand the page on. */
export const shareButton = (home: ParentNode, links: boolean): HTMLElement => {
  const share = find("#share", home);
  share.hidden = !links;
  return share;
};
