// A request of which the engine refuses something: the reader's value that was refused gives way to its last good one, so
// that what else was changed still counts. While a number is being typed, that is the one before: of 20 the 2 was not meant.

import { valueAt, type Values } from "./request.js";
import type { RequestState } from "./request-state.js";

export interface Answer<Result> {
  request: Values;
  result: Result;
}

/**
 * Asks until something is answered, or nothing is left to hold back. `last`: the answer on the page; `refuse` tells of an
 * error and gives the field that it is of; `before`: what a field was before it was being typed, or what it is handed.
 */
export function ask<Result>(
  state: RequestState,
  last: Answer<Result> | undefined,
  solve: (request: Values) => Result,
  refuse: (error: unknown) => string | undefined,
  before: (field: string, otherwise: unknown) => unknown,
): Answer<Result> | undefined {
  const held = new Map<string, unknown>();
  for (;;) {
    try {
      state.check(held);
      const request = state.request(held);
      // With all that was refused held back, nothing may be left to change.
      if (held.size > 0 && JSON.stringify(request) === JSON.stringify(last!.request)) return undefined;
      return { request, result: solve(request) };
    } catch (error) {
      const field = refuse(error);
      if (field === undefined || !last || held.has(field) || !state.edits.has(field)) return undefined;
      held.set(field, before(field, valueAt(last.request, field)));
    }
  }
}
