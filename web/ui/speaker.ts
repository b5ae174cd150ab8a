// The sentence that a screen reader is told: not at each step of a slider, but once it stays as it is.

/** How long nothing changes before it is said. */
const PAUSE_MS = 700;

export class Speaker {
  /** What is said. */
  text = "";
  #heard = "";
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly changed: () => void) {}

  hear(text: string): void {
    if (text === this.#heard) return;
    this.#heard = text;
    this.silence();
    this.#pause = setTimeout(() => {
      this.text = text;
      this.changed();
    }, PAUSE_MS);
  }

  silence(): void {
    clearTimeout(this.#pause);
  }
}
