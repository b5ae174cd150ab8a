// What the widgets that simulate share: what a reader moves is answered in a worker. The last answer stays until the next is there;
// of settings that follow each other quickly the newest is asked next. Scripts, attributes and addresses are answered at once.

import { RidgepointError, type EngineContext, type Expected } from "#shared";
import { Background, type Job, type Outcome } from "./background.js";
import { SystemsElement } from "./systems.js";

type Request = Record<string, unknown>;

/** What was found, or else what `ask` finds. Throws what the engine refused. */
export function foundBy<Found>(outcome: Outcome, ask: () => Found): Found {
  if (!outcome) return ask();
  if ("error" in outcome) throw new RidgepointError(outcome.error);
  return outcome.found as Found;
}

export abstract class SimulatedElement<Result, Found> extends SystemsElement<Result> {
  /** The call of the engine. */
  protected abstract readonly call: string;

  readonly #background = new Background(() => this.lab!.engine.wasm);
  /** The newest that the reader asked for. */
  #wanted: Request | undefined;
  #answer: { request: Request; outcome: Outcome } | undefined;
  #foreseen: { of: Result; expected: Expected | null } | undefined;

  /** What the engine is asked of the widget's request. */
  protected abstract asks(request: Request): Request;
  /** What the widget makes of what the engine found. */
  protected abstract made(found: Found, request: Request): Result;
  /** What to expect of current software, from what the engine found of the calibrated request. */
  protected abstract foreseen(found: Found): Expected;
  /** Whether there is something that can be expected of current software too. */
  protected answers(_result: Result): boolean {
    return true;
  }
  /** What else is simulated once an answer is there. */
  protected further(_result: Result): Job[] {
    return [];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#background.resume();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#background.end();
  }

  /** Asks the page's own engine. */
  protected simulate(request: Request): Found {
    return (this.lab!.engine as unknown as Record<string, (request: Request) => Found>)[this.call]!(request);
  }

  protected override solve(_lab: EngineContext, request: Request): Result {
    const known = this.#answer && JSON.stringify(this.#answer.request) === JSON.stringify(request) ? this.#answer.outcome : undefined;
    return this.made(foundBy(known, () => this.simulate(this.asks(request))), request);
  }

  protected override settle(): void {
    if (this.result === undefined) return super.settle();
    const request = this.request;
    this.#wanted = request;
    this.#background.ask({
      call: this.call,
      request: this.asks(request),
      take: (outcome) => {
        if (this.#wanted === request) {
          this.#answer = { request, outcome };
          super.settle();
          this.#answer = undefined;
        } else if (outcome && "found" in outcome) {
          this.answered({ request, result: this.made(outcome.found as Found, request) });
        }
      },
    });
    this.requestUpdate();
  }

  protected override recompute(): boolean {
    this.#wanted = undefined;
    this.#background.drop();
    const isAnswered = super.recompute();
    if (isAnswered) this.#follow(this.result!);
    return isAnswered;
  }

  #follow(result: Result): void {
    const request = this.asks({ ...this.shown, assumptions: "calibrated" });
    const practice: Job = {
      call: this.call,
      request,
      take: (outcome) => {
        this.#foreseen = { of: result, expected: this.#practiceBy(outcome, request) };
        this.requestUpdate();
      },
    };
    this.#background.add([...(this.#hasPractice(result) ? [practice] : []), ...this.further(result)]);
  }

  #practiceBy(outcome: Outcome, request: Request): Expected | null {
    try {
      return this.foreseen(foundBy(outcome, () => this.simulate(request)));
    } catch (error) {
      // The engine refuses requests of which nothing was measured.
      if (error instanceof RidgepointError) return null;
      throw error;
    }
  }

  #hasPractice(result: Result): boolean {
    return !this.isCalibrated && this.answers(result);
  }

  protected override expected(result: Result): Expected | null {
    if (!this.#hasPractice(result)) return null;
    return this.#foreseen?.of === result ? this.#foreseen.expected : { words: "about …" };
  }
}
