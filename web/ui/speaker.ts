// What a screen reader is told of a change: not at each step of a slider, but once all stays as it is. Each figure has a sentence of
// its own, and to hear them all after every step would be to hear nothing. So one region says, politely, the widget's sentence and
// that of the figure that the reader was at last; where a change shows in neither, that of the first figure that it shows in.
// The other figures are described by theirs when the reader comes to them.

/** How long nothing changes before it is said. */
const PAUSE_MS = 700;

export class Speaker {
  /** What is said. */
  text = "";
  /** All sentences as they were when something was last said, by the ids of their elements; the widget's own has none. */
  #before = new Map<string, string>();
  #heard = "";
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly changed: () => void) {}

  /** `attended`: the id of the sentence of the figure that the reader was at last; empty before that. */
  hear(sentences: Iterable<Pick<Element, "id" | "textContent">>, attended: string): void {
    const now = new Map([...sentences].map(({ id, textContent }) => [id, textContent!]));
    const heard = [...now.values()].join();
    if (heard === this.#heard) return;
    this.#heard = heard;
    this.silence();
    this.#pause = setTimeout(() => {
      const changed = [...now.keys()].filter((id) => now.get(id) !== this.#before.get(id));
      this.#before = now;
      const told = changed.some((id) => !id || id === attended) ? ["", ...(attended ? [attended] : [])] : changed.slice(0, 1);
      this.text = told.map((id) => now.get(id)).join(" ").trim() || this.text;
      this.changed();
    }, PAUSE_MS);
  }

  silence(): void {
    clearTimeout(this.#pause);
  }
}
