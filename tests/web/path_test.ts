// The stand-in for d3-path draws what d3-path does.

import { pathRound } from "d3-path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { Path } from "../../web/src/path.js";

const point = fc.tuple(...[0, 1].map(() => fc.double({ min: -1e4, max: 1e4, noNaN: true })));

it("a line of any points is the same to the letter", () => {
  fc.assert(
    fc.property(fc.array(point, { minLength: 1 }), fc.integer({ min: 0, max: 6 }), (points, digits) => {
      const [ours, theirs] = [new Path(digits), pathRound(digits)];
      for (const path of [ours, theirs]) points.forEach(([x, y], index) => (index === 0 ? path.moveTo(x!, y!) : path.lineTo(x!, y!)));
      expect(String(ours)).toBe(String(theirs));
    }),
  );
});
