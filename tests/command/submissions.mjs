// A right submission to the sample lab, and others made of it.

export const answered = (value, more = {}) => ({ value, at: "2026-03-01T10:30:00.000Z", tries: 1, predicted: false, ...more });

/** Each answer five minutes after the one before, the first at five past ten. */
const inTurn = (answers) => Object.fromEntries(Object.entries(answers).map(([id, one], index) => [id, { ...one, at: `2026-03-01T10:${String(5 * (index + 1)).padStart(2, "0")}:00.000Z` }]));

export const right = () => ({
  format: "ridgepoint-submission",
  version: 1,
  lab: "sample",
  lab_version: 1,
  student: { name: "Ada", id: "a1" },
  started_at: "2026-03-01T10:00:00.000Z",
  finished_at: "2026-03-01T11:00:00.000Z",
  answers: inTurn({
    guess: answered("memory", { predicted: true }),
    time: answered(1.54),
    reach: answered({ model: "Llama3_8B", hardware: "H100", batch: 512, context: 128 }),
    cells: answered({ fp16: 16.06, int8: 8.03 }),
    rank: answered(["b200", "h100", "a100"], { predicted: true }),
    sort: answered(["fp16", "int8", "int4"]),
    why: answered("Bytes."),
  }),
  widgets: { roof: { model: "Llama3_8B", hardware: "H100", batch: 512, context: 128 } },
  shown: { points: 8, of: 8 },
});

/** The right submission with one member replaced, by its dotted path; undefined takes it away. */
export function changed(where, value) {
  const whole = right();
  const steps = where.split(".");
  const last = steps.pop();
  const holder = steps.reduce((inner, step) => inner[step], whole);
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return whole;
}
