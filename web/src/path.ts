// Stands in for d3-path in the builds: d3-shape asks it for lines here, and arcs and curves would be 1 kB for nothing.

/** The `d` of an SVG path, of straight lines, with so many decimal places. */
export class Path {
  #text = "";
  readonly #unit: number;

  constructor(digits: number) {
    this.#unit = 10 ** digits;
  }
  #to(letter: string, x: number, y: number): void {
    const [across, down] = [x, y].map((value) => Math.round(value * this.#unit) / this.#unit);
    this.#text += `${letter}${across},${down}`;
  }
  moveTo(x: number, y: number): void {
    this.#to("M", x, y);
  }
  lineTo(x: number, y: number): void {
    this.#to("L", x, y);
  }
  toString(): string {
    return this.#text;
  }
}
