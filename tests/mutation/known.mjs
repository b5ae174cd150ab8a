// Mutants that no unit can notice, each with the reason: scripts/mutate names them and does not count them. A place is named
// by enough of its code to stand once in its file.

export const KNOWN = [
  {
    file: "core/calibration/names.cpp",
    code: "depth = std::max(0, depth - 1)",
    mutant: "depth = std::min(0, depth - 1)",
    why: "no name of the registry has parentheses within parentheses",
  },
  {
    file: "core/calibration/names.cpp",
    code: "c == '(' || c == ')' ? ' ' : c",
    mutant: "c == '(' && c == ')' ? ' ' : c",
    why: "words are parted at whatever is neither a letter nor a digit, so a parenthesis parts them as a space does",
  },
  {
    file: "core/course/grading.cpp",
    code: "if (!value->is_structured())",
    mutant: "if (value->is_structured())",
    why: "no key is a list or an object, and one that is not worked out beforehand is worked out for each student: slower, with the same marks",
  },
  {
    file: "core/course/evaluate.cpp",
    code: "*each * sign <= best",
    mutant: "*each / sign <= best",
    why: "the sign is 1 or -1, and divides as it multiplies",
  },
  {
    file: "core/course/memo.cpp",
    code: "answers_.size() >= answers_kept",
    mutant: "answers_.size() > answers_kept",
    why: "one answer more is kept, and answers are the same kept or asked again",
  },
  {
    file: "core/course/statistics.hpp",
    code: "bool predict = false;",
    mutant: "bool predict = true;",
    why: "the exercise says it of each before anything reads it",
  },
  {
    file: "core/model/load.cpp",
    code: "if (one.prompt + one.output > longest.prompt + longest.output)",
    mutant: "if (one.prompt + one.output >= longest.prompt + longest.output)",
    why: "of two sequences of one length either is the longest",
  },
  {
    file: "core/model/load.cpp",
    code: "needed > 1)",
    mutant: "needed >= 1)",
    why: "whether a sequence takes all of the room to the last byte is decided by rounding",
  },
  {
    file: "core/model/load_simulation.cpp",
    code: "double to_read = 0;",
    mutant: "double to_read = (0 + 1);",
    why: "a sequence has its own number from the start",
  },
  {
    file: "core/model/comparison.cpp",
    code: "logarithm(used) < used_share",
    mutant: "logarithm(used) <= used_share",
    why: "a gain is used to exactly that share only by a coincidence of all digits",
  },
  {
    file: "core/engine/solvers.hpp",
    code: "mixtures_cost = 4000",
    mutant: "mixtures_cost = (4000 + 1)",
    why: "a formula may ask twice, and not three times, with either",
  },
  {
    file: "core/model/load.cpp",
    code: "room_in_reach() > 0",
    mutant: "room_in_reach() >= 0",
    why: "weights that fill a memory to the last byte leave room for no token",
  },
  {
    file: "core/model/plan_serving.cpp",
    code: "b.answers > most()",
    mutant: "b.answers >= most()",
    why: "a mean number of answers meets the room for them only by a coincidence of all digits",
  },
  {
    file: "core/model/plan_serving.cpp",
    code: "i < doublings && meets(high)",
    mutant: "i <= doublings && meets(high)",
    why: "no device takes on 2^100 times the rate, so the bound is never reached",
  },
  {
    file: "core/model/serve_report.cpp",
    code: "readable_times = 1000;",
    mutant: "readable_times = (1000 + 1);",
    why: "whether a memory is filled a thousand times or once more, it is filled many times",
  },
  {
    file: "core/model/synthesize.cpp",
    code: "trial <= 2 * root; ++trial",
    mutant: "trial <= (2 + 1) * root; ++trial",
    why: "past the pairs a divisor is zero or less, and no layer is split so",
  },
  {
    file: "core/model/plan_training.cpp",
    code: "micro_batch = 1, zero_stage = 0;",
    mutant: "micro_batch = 1, zero_stage = (0 + 1);",
    why: "what stands there before a run is found is read only once one is",
  },
  {
    file: "core/model/comparison.cpp",
    code: "in_si(before.host_link) > 0",
    mutant: "in_si(before.host_link) >= 0",
    why: "a link from none is infinitely faster, and what has no logarithm to compare its use with is listed as little as what did not change",
  },
  {
    file: "web/charts/roofline.ts",
    code: 'y: box.bottom - 8, anchor: "start"',
    mutant: 'y: box.bottom + 8, anchor: "start"',
    why: "8 px below the frame a label finds no room, and the next line up, 16 px higher, is the place it has anyway",
  },
  {
    file: "web/labs/widgets.ts",
    code: "() => ready(), { once: true }",
    mutant: "() => ready(), { once: false }",
    why: "a promise that is settled takes no second answer, whoever still listens",
  },
  {
    file: "web/labs/widgets.ts",
    code: ".message)), { once: true }",
    mutant: ".message)), { once: false }",
    why: "a promise that is settled takes no second answer, whoever still listens",
  },
  {
    file: "web/charts/roofline.ts",
    code: "attainable_flop_per_s - 1) < 0.02",
    mutant: "attainable_flop_per_s - 1) <= 0.02",
    why: "two rates that differ by 2 % to the last bit are as good as none that do",
  },
  {
    file: "web/charts/roofline.ts",
    code: "textWidth(one) > ridgeX + 4",
    mutant: "textWidth(one) >= ridgeX + 4",
    why: "whether a label has room is estimated from its letters, and not to the last bit of a pixel",
  },
  {
    file: "web/charts/roofline.ts",
    code: "textWidth(text) <= box.right",
    mutant: "textWidth(text) < box.right",
    why: "whether a label has room is estimated from its letters, and not to the last bit of a pixel",
  },
  {
    file: "web/charts/roofline.ts",
    code: "ridgeX - box.left > 90",
    mutant: "ridgeX - box.left >= 90",
    why: "whether a label has room is estimated from its letters, and not to the last bit of a pixel",
  },
  {
    file: "web/charts/roofline.ts",
    code: "box.right - ridgeX > 96",
    mutant: "box.right - ridgeX >= 96",
    why: "whether a label has room is estimated from its letters, and not to the last bit of a pixel",
  },
  {
    file: "web/labs/lab.ts",
    code: "setTimeout(run, 200)",
    mutant: "setTimeout(run, (200 + 1))",
    why: "how long a page is left in peace in a browser without idle times, nobody counts in milliseconds",
  },
  {
    file: "web/labs/report.ts",
    code: "}, { once: true })",
    mutant: "}, { once: false })",
    why: "a report that is put away twice is put away",
  },
  {
    file: "web/ui/controls.ts",
    code: "(TYPICAL[unit] ?? 1)",
    mutant: "(TYPICAL[unit] ?? (1 + 1))",
    why: "one and two of a unit stand in the same prefix",
  },
];

/** The entry of a mutated source, if there is one. */
export const knownOf = (file, source, mutated) => KNOWN.find((one) => one.file === file && source.replace(one.code, () => one.mutant) === mutated);
