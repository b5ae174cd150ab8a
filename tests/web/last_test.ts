import { expect, it } from "vitest";
import { last } from "../../web/ui/last.js";

it("works out the same but once, until it is asked of something else", () => {
  const asked: unknown[] = [];
  const double = last((of: number | undefined) => {
    asked.push(of);
    return 2 * (of ?? 0);
  });
  expect([double(undefined), double(undefined), double(3), double(3), double(undefined)]).toEqual([0, 0, 6, 6, 0]);
  expect(asked).toEqual([undefined, 3, undefined]);
});

it("takes for the same what has the same key", () => {
  let times = 0;
  const count = last((_request: object) => (times += 1), JSON.stringify);
  expect([count({ batch: 1 }), count({ batch: 1 }), count({ batch: 2 })]).toEqual([1, 1, 2]);
});

it("keeps nothing of what was refused", () => {
  const refused = last((of: number): number => {
    if (of < 0) throw new Error("negative");
    return of;
  });
  expect(refused(1)).toBe(1);
  expect(() => refused(-1)).toThrow("negative");
  expect(() => refused(-1)).toThrow("negative");
  expect(refused(1)).toBe(1);
});
