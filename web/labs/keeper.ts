// When a session is kept, and what would get lost if the page went away now.

import type { Session } from "./session.js";
import { hasBegun } from "./state.js";
import type { Saved, Store } from "./store.js";

export class Keeper {
  private waiting: ReturnType<typeof setTimeout> | undefined;
  /** What the store has, as text. */
  private safe = "";

  constructor(
    private readonly session: Session,
    readonly store: Store,
    private readonly listener: { pending(): void; kept(saved: Saved): void },
    private readonly clock: () => string,
  ) {}

  get atRisk(): boolean {
    return hasBegun(this.session.state) && this.text() !== this.safe;
  }

  /** What the session holds is what the store has. */
  loaded(): void {
    this.safe = this.text();
  }

  /** `over` replaces what is contested. */
  now({ over = false } = {}): void {
    this.drop();
    const { state } = this.session;
    state.kept_at = this.clock();
    const saved = this.store.keep(state, this.session.standing(), over);
    if (saved.saved) this.loaded();
    this.listener.kept(saved);
  }

  /** When the reader pauses: typing and sliders change the state many times a second. */
  soon(): void {
    this.drop();
    this.waiting = setTimeout(() => this.now(), this.store.pause);
    this.listener.pending();
  }

  flush(): void {
    if (this.waiting !== undefined) this.now();
  }

  /** Nothing that waits is kept. */
  drop(): void {
    clearTimeout(this.waiting);
    this.waiting = undefined;
  }

  private text(): string {
    return JSON.stringify({ ...this.session.state, kept_at: "" });
  }
}
