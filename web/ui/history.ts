// What the reader changed, step by step, to be taken back and done again.

import type { RequestState } from "./request-state.js";

type Step = ReadonlyMap<string, unknown>;

/** The oldest steps go first. */
const MOST = 100;

export class History {
  readonly #past: Step[] = [];
  #future: Step[] = [];
  /** The control that is being moved: all of a drag, or of a number being typed, is one step. */
  #moving: string | undefined;

  constructor(private readonly state: RequestState) {}

  /** Keeps what is set now, before it is changed. `moving`: the control that changes it by and by; `instead`: what counts in place of what was refused. */
  keep(moving?: string, instead: [path: string, value: unknown][] = []): void {
    this.#future = [];
    if (moving !== undefined && moving === this.#moving) return;
    this.#moving = moving;
    this.#past.push(new Map([...this.state.edits, ...instead]));
    if (this.#past.length > MOST) this.#past.shift();
  }

  /** What comes is a step of its own. */
  settle(): void {
    this.#moving = undefined;
  }

  /** Whether what changed last is being moved on. */
  get isMoving(): boolean {
    return this.#moving !== undefined;
  }

  /** What a field was before the control that is being moved changed it; of any other, `otherwise`. */
  before(path: string, otherwise: unknown): unknown {
    const step = path === this.#moving && this.#past.at(-1);
    return !step ? otherwise : step.has(path) ? step.get(path) : this.state.without(path);
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  undo(): boolean {
    return this.#step(this.#past, this.#future);
  }

  redo(): boolean {
    return this.#step(this.#future, this.#past);
  }

  #step(from: Step[], to: Step[]): boolean {
    const step = from.pop();
    if (!step) return false;
    this.settle();
    to.push(new Map(this.state.edits));
    this.state.edits = new Map(step);
    this.state.drafts.clear();
    return true;
  }
}
