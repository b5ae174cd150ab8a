// The kinds of exercises where pages are built: every file of web/labs/kinds, by its name.

import type { BuildKind } from "../../labs/kind.js";
import type { Exercise } from "../../labs/types.js";

const found = import.meta.glob<BuildKind<Exercise>>("../../labs/kinds/*.ts", { eager: true, import: "build" });
const kinds = new Map(Object.entries(found).map(([path, kind]) => [/(\w+)\.ts$/.exec(path)![1], kind]));

export const buildOf = ({ kind }: Exercise): BuildKind<Exercise> => kinds.get(kind)!;
