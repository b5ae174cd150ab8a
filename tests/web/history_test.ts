// Steps back and forth over what the reader changed.

import { expect, it } from "vitest";
import { History } from "../../web/ui/history.js";
import type { RequestState } from "../../web/ui/request-state.js";

function made(): { history: History; set: (path: string, value: unknown, moving?: string) => void; now: () => object } {
  const state = { edits: new Map<string, unknown>(), drafts: new Map([["batch", "1e"]]), without: () => 1 } as unknown as RequestState;
  const history = new History(state);
  return {
    history,
    set: (path, value, moving) => {
      history.keep(moving);
      state.edits.set(path, value);
    },
    now: () => Object.fromEntries(state.edits),
  };
}

it("go back one by one, and forth again, until something else is changed", () => {
  const { history, set, now } = made();
  set("hardware", "A100");
  set("precision", "int8");
  expect([history.undo(), now()]).toEqual([true, { hardware: "A100" }]);
  expect([history.undo(), now()]).toEqual([true, {}]);
  expect(history.undo()).toBe(false);
  expect([history.redo(), now()]).toEqual([true, { hardware: "A100" }]);
  set("batch", 8);
  expect([history.redo(), now()]).toEqual([false, { hardware: "A100", batch: 8 }]);
});

it("take all of a drag as one, and the next drag as another", () => {
  const { history, set, now } = made();
  for (const batch of [2, 3, 4]) set("batch", batch, "batch");
  expect(history.isMoving).toBe(true);
  history.settle();
  expect(history.isMoving).toBe(false);
  for (const batch of [5, 6]) set("batch", batch, "batch");
  history.undo();
  expect(history.isMoving).toBe(false);
  expect(now()).toEqual({ batch: 4 });
  history.undo();
  expect(now()).toEqual({});
});

it("go back to what stood in place of what was refused", () => {
  const { history, set, now } = made();
  set("context", "50 ms");
  history.keep(undefined, [["context", 131072]]);
  history.undo();
  expect(now()).toEqual({ context: 131072 });
});

it("go back at least fifty", () => {
  const { history, set, now } = made();
  for (let step = 1; step <= 60; step += 1) set("batch", step);
  for (let step = 0; step < 50; step += 1) expect(history.undo()).toBe(true);
  expect(now()).toEqual({ batch: 10 });
});

it("know what a field was before it was being typed, and nothing of others", () => {
  const { history, set } = made();
  for (const batch of [2, 20]) set("batch", batch, "batch");
  expect(history.before("batch", 7)).toBe(1);
  expect(history.before("context", 7)).toBe(7);
  history.settle();
  expect(history.before("batch", 7)).toBe(7);
  set("batch", 3, "batch");
  expect(history.before("batch", 7)).toBe(20);
});
