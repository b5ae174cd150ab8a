// What is asked where the engine refuses a part of it.

import { expect, it } from "vitest";
import { ask, type Answer } from "../../web/ui/asking.js";
import { describedBy, type Input } from "../../web/ui/input.js";
import type { Values } from "../../web/ui/request.js";
import { RequestState } from "../../web/ui/request-state.js";

const INPUTS: Input[] = ["batch", "context", "model"].map((path) => ({ path, call: "serve", start: 1 }));
const fields = () => undefined;

class Refused extends Error {
  constructor(readonly field: string) {
    super(field);
  }
}

/** Refuses values below zero, of the first such field by name. */
const solve = (request: Values): string => {
  const [refused] = Object.keys(request).sort().filter((name) => Number(request[name]) < 0);
  if (refused) throw new Refused(refused);
  return JSON.stringify(request);
};

function asked(edits: Record<string, unknown>, last?: Answer<string>, typed: Record<string, unknown> = {}): { answer: Answer<string> | undefined; refused: string[] } {
  const state = new RequestState({ inputs: () => INPUTS, fields, described: (path) => describedBy(INPUTS, fields, path) });
  for (const [path, value] of Object.entries(edits)) state.edits.set(path, value);
  const refused: string[] = [];
  const answer = ask(state, last, solve, (error) => {
    refused.push((error as Refused).field);
    return (error as Refused).field;
  }, (field, otherwise) => (field in typed ? typed[field] : otherwise));
  return { answer, refused };
}

const LAST: Answer<string> = { request: { batch: 4, context: 2, model: 1 }, result: "" };

it("answers what is not refused", () => {
  expect(asked({ batch: 8 }).answer?.result).toBe('{"batch":8,"context":1,"model":1}');
});

it("holds back what is refused, at its last good value, and takes the rest", () => {
  const { answer, refused } = asked({ batch: -1, context: 16 }, LAST);
  expect(refused).toEqual(["batch"]);
  expect(answer?.result).toBe('{"batch":4,"context":16,"model":1}');
});

it("holds back one field after another", () => {
  const { answer, refused } = asked({ batch: -1, context: -1, model: 9 }, LAST);
  expect(refused).toEqual(["batch", "context"]);
  expect(answer?.result).toBe('{"batch":4,"context":2,"model":9}');
});

it("asks nothing anew where nothing else has changed", () => {
  expect(asked({ batch: -1, context: 2 }, LAST)).toEqual({ answer: undefined, refused: ["batch"] });
});

it("has nothing to hold back before the first answer", () => {
  expect(asked({ batch: -1 })).toEqual({ answer: undefined, refused: ["batch"] });
});

it("goes back to before a number was being typed: of 20 the 2 was not meant", () => {
  expect(asked({ batch: -1 }, LAST, { batch: 3 }).answer?.result).toBe('{"batch":3,"context":1,"model":1}');
  expect(asked({ batch: -1 }, LAST, { batch: undefined }).answer?.result).toBe('{"context":1,"model":1}');
});
