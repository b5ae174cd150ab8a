// <ridge-lab name="…">: the page of a lab come alive. The page's HTML is complete before this runs; nothing here moves
// it. The session has what the reader has done; here it is shown, kept, restored and handed in.

import "./lab.css";
import "./tables.css";
import "./exercises.css";
import "./paper.css";
import { confirmed } from "./confirm.js";
import { button, find, make } from "./dom.js";
import { ExerciseView, type Events } from "./exercise-view.js";
import { HandIn } from "./hand-in.js";
import { Keeper } from "./keeper.js";
import { pack, unpack } from "./link.js";
import { leadOn, leadToLock, placeLocks, showLocks } from "./locks.js";
import { Notices } from "./notices.js";
import { Saving, shareButton } from "./saving.js";
import { Session } from "./session.js";
import { hasBegun, restore, type LabState, type Restored } from "./state.js";
import { browserStore, type Saved } from "./store.js";
import { forgetStudent } from "./student.js";
import type { Asked, Exercise, PageLab } from "./types.js";
import { inPoints } from "./verdict.js";
import { Widgets } from "./widgets.js";

const now = (): string => new Date().toISOString();

// The engine, which is also the widgets': begun as the lab is found, before any of them asks for the smaller one.
let started: Promise<Asked> | undefined;
function engine(): Promise<Asked> {
  started ??= import("#engine").then(({ loadRidgepoint }) => loadRidgepoint({ calls: "all" }) as unknown as Promise<Asked>);
  // A failed start is not kept: the next check may find the network back.
  started.catch(() => (started = undefined));
  return started;
}
const later = (run: () => void): unknown => (typeof requestIdleCallback === "function" ? requestIdleCallback(run) : setTimeout(run, 200));

/**
 * A lab: its text, exercises and widgets, as `ridgepoint lab build` writes them. Its events are for scripts that a teacher adds to
 * the page; the lab itself sends nothing.
 *
 * @element ridge-lab
 * @attr name - the lab's name, that of its folder
 * @fires ridge-answer - an answer was checked and kept; detail {lab, version, exercise, answer, tries, predicted, points, of, correct}
 * @fires ridge-submission - submission.json was made; detail {lab, version, submission}
 */
export class RidgeLab extends HTMLElement {
  private session!: Session;
  private keeper!: Keeper;
  private saving!: Saving;
  private notices!: Notices;
  private widgets!: Widgets;
  private handIn!: HandIn;
  private exercises!: Map<string, ExerciseView>;

  connectedCallback(): void {
    // Once: the page may move the element, and it stays what it is.
    if (this.session) return;
    void engine();
    const lab = JSON.parse(find("#lab", this).textContent!) as PageLab;
    const host = window.ridgepointHost;
    const store = host?.store?.(lab) ?? browserStore(lab);
    const locks = placeLocks(this);
    const called = (id: string): string => this.exercises.get(id)!.name;
    this.session = new Session(lab, { engine, now });
    this.notices = new Notices(find("#notices", this));
    this.saving = new Saving(find("#saved", this), this.notices, store, {
      atRisk: () => this.keeper.atRisk,
      keepOver: () => {
        // Once more unasked: what another window has recorded until now stands.
        this.keeper.now();
        this.keeper.now({ over: true });
      },
      reload: () => {
        this.leaving();
        location.reload();
      },
      share: () => void this.share(),
      download: () => this.handIn.download({ unnamed: true }),
      called,
    });
    this.keeper = new Keeper(this.session, store, { pending: () => this.saving.pending(), kept: (saved) => this.kept(saved) }, now);
    const keepSoon = (): void => this.keeper.soon();
    this.widgets = new Widgets(this, () => this.session.state, (name, standing) => this.session.moved(name, standing) && keepSoon());
    this.exercises = new Map(
      lab.exercises.map((exercise) => {
        const events: Events = {
          widget: (name) => this.widgets.standing(name),
          typed: keepSoon,
          shown: () => showLocks(locks, this.session.done),
          answered: (kept) => this.answered(exercise, kept),
          givenUp: () => this.progressed(),
        };
        return [exercise.id, new ExerciseView(exercise, this, this.session, events)];
      }),
    );
    leadOn(this, locks, () => this.session.done);
    this.handIn = new HandIn(this, this.session, this.notices, called, () => this.session.submission(this.widgets.requests()), (submission) => this.tell("ridge-submission", { submission }), keepSoon);

    if (host?.message) this.notices.show("host", host.message);
    this.load();
    // What stands at no address has none to hand on.
    shareButton(this, store.links && !host?.page).addEventListener("click", () => void this.share());
    this.querySelector("#another")?.addEventListener("click", () => {
      forgetStudent(lab.course);
      location.reload();
    });
    find("#reset", this).addEventListener("click", () => this.startOver());
    addEventListener("pagehide", () => {
      this.keeper.flush();
      store.leave?.();
    });
    addEventListener("visibilitychange", () => this.keeper.flush());
    const follow = (): void => (location.hash.startsWith("#lab=") ? void this.readLink() : leadToLock(locks, location.hash));
    addEventListener("hashchange", follow);
    store.watch?.(() => this.keeper.now());
    document.documentElement.classList.add("lab-live");
    follow();
    const askAgain = (): unknown => later(() => void this.scoreAgain().then(() => this.followEngine()).catch(() => {
      // Without the engine the page keeps the numbers it was built with; a check says what is wrong.
    }));
    if (document.readyState === "complete") askAgain();
    else addEventListener("load", askAgain);
    // As a page loads, the browser takes the focus away once it finds what the address names, behind a lock too.
    addEventListener("load", () => later(() => document.activeElement === document.body && leadToLock(locks, location.hash)));
  }

  /** What the store has, or the lab as nobody has touched it. */
  private load(): void {
    const { store } = this.keeper;
    const kept = store.load(now());
    if (kept) {
      this.take(kept);
      this.saving.mark(true);
      this.keeper.loaded();
      const cut = kept.cut?.filter((id) => this.exercises.has(id));
      if (cut?.length) this.saving.cut("was-cut", cut, "was", "[…] marks where it was cut off.");
      return;
    }
    this.begin();
    // What is there and cannot be read is told at once.
    if (kept === null) this.keeper.now();
  }

  private begin(restarts = 0): void {
    this.session.begin(restarts, { ...this.keeper.store.student, ...this.drawnFor() });
    this.notices.clear();
    this.saving.untouched();
    this.showAll();
  }

  /** The id by which the lab's numbers were drawn, where they were: it is handed in with them. */
  private drawnFor(): { id?: string } {
    const id = this.dataset["student"];
    return id === undefined ? {} : { id };
  }

  private take({ state, updated }: Restored): void {
    Object.assign(state.student, this.drawnFor());
    this.session.state = state;
    if (updated) this.notices.show("updated", "This lab has changed since you began. Your answers were kept where the question is still asked, and are scored again.");
    this.showAll();
  }

  private showAll(): void {
    for (const exercise of this.exercises.values()) exercise.fill();
    this.handIn.show();
    this.widgets.place();
    this.showProgress();
  }

  private showProgress(): void {
    const { points, of, done, exercises } = this.session.standing();
    find<HTMLProgressElement>("#progress", this).value = done;
    find("#progress-text", this).textContent = `${done} of ${exercises} done`;
    const score = this.querySelector("#score");
    if (score) score.textContent = this.session.lab.exam ? `${done} of ${exercises} answered.` : `So far ${inPoints(points)} of ${inPoints(of)} points, ${done} of ${exercises} done.`;
  }

  private answered(exercise: Exercise, kept: Parameters<Events["answered"]>[0]): void {
    const { value, tries, predicted, verdict } = kept;
    const { points, of, correct } = verdict;
    this.keeper.store.graded?.(exercise, kept);
    this.progressed();
    this.tell("ridge-answer", { exercise: exercise.id, answer: value, tries, predicted, points, of, correct });
  }

  private progressed(): void {
    this.showProgress();
    this.keeper.now();
  }

  private kept(saved: Saved): void {
    if (!saved.saved && saved.there) this.heed(saved.there);
    this.saving.kept(saved);
  }

  /** What another window has recorded for good is recorded here too. */
  private heed(there: LabState): void {
    const views = this.session.heed(there).map(({ id }) => this.exercises.get(id)!);
    if (views.length === 0) return;
    for (const view of views) view.fill();
    this.showProgress();
    this.notices.show("recorded", `Recorded in another window, and so here too: ${views.map(({ name }) => name).join(", ")}. ${this.session.lab.exam ? "What opens something is recorded once." : "A prediction is made once."}`);
  }

  private async scoreAgain(): Promise<void> {
    let changed = false;
    await this.session.scoreAgain(({ id }) => {
      changed = true;
      this.exercises.get(id)!.show();
    });
    this.showProgress();
    if (changed) this.keeper.now();
  }

  /** A page that was built with its engine has that engine's numbers; an older one is given them. */
  private async followEngine(): Promise<void> {
    const { lab } = this.session;
    const asked = await engine();
    if (!asked.build.startsWith(lab.build)) await (await import("./refresh.js")).refreshFigures(this, lab, asked);
  }

  private tell(name: "ridge-answer" | "ridge-submission", detail: Record<string, unknown>): void {
    const { name: lab, version } = this.session.lab;
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, detail: { lab, version, ...detail } }));
  }

  private async share(): Promise<void> {
    this.keeper.now();
    const address = `${location.href.split("#")[0]}${await pack(this.session.state)}`;
    let copied = true;
    try {
      await navigator.clipboard.writeText(address);
    } catch {
      copied = false;
    }
    this.notices.offer("shared", copied ? "The link is copied. It holds your answers as they stand now, without your name:" : "This link holds your answers as they stand now, without your name:", address);
  }

  private async readLink(): Promise<void> {
    const unpacked = await unpack(location.hash);
    history.replaceState(null, "", location.pathname + location.search);
    if ("refused" in unpacked) return this.notices.show("linked", unpacked.refused);
    const linked = restore(unpacked.raw, this.session.lab, now());
    if (!linked) return this.notices.show("linked", "The link you followed holds no progress of this lab.");
    const use = (): void => {
      const { student } = this.session.state;
      this.take({ ...linked, state: { ...linked.state, student, linked: linked.state.linked + 1 } });
      this.notices.dismiss("linked");
      this.keeper.now();
      void this.scoreAgain();
    };
    if (!hasBegun(this.session.state)) return use();
    this.notices.show(
      "linked",
      "The link you followed holds answers, and so does this browser. Using the link’s replaces yours.",
      button("Use the link’s answers", use),
      button("Keep mine", () => this.notices.dismiss("linked")),
    );
  }

  private startOver(): void {
    const text = "This deletes your answers and predictions in this browser and puts the widgets back. It cannot be undone.";
    confirmed({ id: "over-title", title: "Start over?", text, act: "Delete my answers", keep: "Keep them" }, () => this.forget());
  }

  /** In place: a learning-management system would end its session if the page were loaded anew. */
  private forget(): void {
    const { store } = this.keeper;
    this.leaving();
    store.forget?.();
    history.replaceState(null, "", location.pathname + location.search);
    this.begin(this.session.state.restarts + 1);
    if (!store.forget) this.keeper.now();
    scrollTo(0, 0);
  }

  /** Nothing more of this page is to be kept. */
  private leaving(): void {
    this.keeper.drop();
    this.saving.settle();
  }
}

customElements.define("ridge-lab", RidgeLab);
/** What most pages of labs have not; where its script is not there, its page says so below the heading. */
function alive(tag: string, load: () => Promise<void>): void {
  const heading = document.querySelector(`${tag} h1`);
  if (heading) load().catch(() => heading.after(make("p", "This page did not start: a part of its script is missing or blocked.", "refused")));
}
alive("ridge-variants", async () => (await import("./variants.js")).defineVariants());
alive("ridge-course", async () => (await import("./course-element.js")).defineCourse());
