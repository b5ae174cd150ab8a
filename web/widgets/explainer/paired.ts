import type { Setting } from "#shared";

/** What two configurations have in common is said once; the rest as from one to the other. */
export const paired = (before: readonly Setting[], after: readonly Setting[], key: (path: string) => string): Setting[] => {
  const keys = [...new Set([...before, ...after].map(({ path }) => key(path)))];
  return keys.map((one) => {
    const [from, to] = [before, after].map((side) => side.find(({ path }) => key(path) === one));
    const last = (to ?? from)!;
    const words = from?.words === to?.words ? last.words : `${from?.words ?? "—"} → ${to?.words ?? "—"}`;
    return { ...last, words, changed: (from?.changed ?? false) || (to?.changed ?? false) };
  });
};
