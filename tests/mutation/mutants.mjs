// Small changes of meaning in C++ and TypeScript, each of which some test should notice.

/** Code alone: comments, strings and templates are blotted out, and every other character stays where it is. */
export function bare(source) {
  // A string is no blank: in Pick<Kept, "value"> & … nothing is compared.
  const blank = (text) => text.replace(/[^\n]/g, /^["'`]/.test(text) ? '"' : " ");
  return source.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|^[ \t]*(?:#|import |static_assert)[^\n]*/gm, blank);
}

const swaps = (pairs) => pairs.flatMap(([one, other]) => [[one, other], [other, one]]);
const literally = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const operator = ([from, to]) => ({ find: new RegExp(` ${literally(from)} `, "g"), put: () => ` ${to} ` });
const word = ([from, to]) => ({ find: new RegExp(`(?<![\\w:.])${literally(from)}\\b`, "g"), put: () => to });

/** Formatted code has spaces around operators of two sides and none inside angle brackets. */
export const OPERATORS = [
  ...swaps([["<", "<="], [">", ">="], ["==", "!="], ["===", "!=="], ["&&", "||"], ["+", "-"], ["*", "/"]]).map(operator),
  ...swaps([["true", "false"], ["std::min", "std::max"], ["Math.min", "Math.max"]]).map(word),
  { find: /(?<=[ (])!(?=[\w(])/g, put: () => "" },
  { find: /(?<=(?:return|[=+\-*/<>,?:]|[<>=]=) )\d+(?:\.\d+)?(?![\w.])/g, put: (number) => `(${number} + 1)` },
  // A call whose result nobody takes, or an assignment.
  { find: /(?<=^[ ]+)(?!return\b|throw\b|const\b|auto\b|co_)[\w.\->]+(?:\([^\n]*\)| [-+*/]?= [^\n]*);$/gm, put: () => ";" },
];

/** Every mutant of a source: where, what stood there and what does now. */
export function mutantsOf(source) {
  const code = bare(source);
  return OPERATORS.flatMap(({ find, put }) =>
    [...code.matchAll(find)].map(({ 0: from, index }) => {
      const to = put(from);
      return { at: index, from: source.slice(index, index + from.length), to, line: source.slice(0, index).split("\n").length };
    }),
  ).filter(({ from, line }) => from.trim() && !/\btemplate\b|\boperator\b/.test(source.split("\n")[line - 1]));
}

export const mutated = (source, { at, from, to }) => source.slice(0, at) + to + source.slice(at + from.length);

/** The tests that are called like a source: load_test of core/model/load_simulation.cpp, lab_state_test of web/labs/state.ts. */
export function nearTests(file, files) {
  const words = file.match(/[^/]+(?=\.\w+$)/)[0].split(/[_-]/);
  const isNear = (name) => (file.startsWith("core/") ? words.includes(name.split("_")[0]) : name.split("_").some((word) => words.includes(word)));
  const place = file.startsWith("core/") ? /^tests\/core\/(\w+_test)\.cpp$/ : /^tests\/web\/(\w+_test)\.ts$/;
  return files.flatMap((one) => one.match(place)?.[1] ?? []).filter(isNear);
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** So many of a list, each as likely as any other. */
export function sample(all, count, next) {
  const left = [...all];
  for (let at = 0; at < Math.min(count, left.length); at += 1) {
    const other = at + Math.floor(next() * (left.length - at));
    [left[at], left[other]] = [left[other], left[at]];
  }
  return left.slice(0, count);
}
