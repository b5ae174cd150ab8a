// An engine that works each answer out once: what many tests begin with is one request.

type Call = (...given: unknown[]) => unknown;

/** What JSON has no number for reaches the engine as text. */
const written = (_field: string, value: unknown): unknown => (typeof value === "number" && !Number.isFinite(value) ? String(value) : value);

/** So that nobody changes what somebody else is given too. */
function frozen<Of>(value: Of): Of {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  Object.values(value).forEach(frozen);
  return Object.freeze(value);
}

/** Of each call; fuzzing would fill the memory. */
const MOST = 20_000;

function once(call: Call): Call {
  const kept = new Map<string, unknown>();
  return (...given) => {
    const asked = JSON.stringify(given, written);
    if (!kept.has(asked)) {
      // What is refused throws here, and is asked again.
      const answer = frozen(call(...given));
      if (kept.size === MOST) kept.clear();
      kept.set(asked, answer);
    }
    return kept.get(asked);
  };
}

export const remembering = <Engine extends object>(engine: Engine): Engine =>
  Object.fromEntries(Object.entries(engine).map(([name, part]: [string, unknown]) => [name, typeof part === "function" ? once(part as Call) : part])) as Engine;
