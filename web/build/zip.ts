// A zip archive, the same bytes for the same files.

import { zipSync } from "fflate";

/** The first day that the format knows; it has no time zone. */
const DATE = new Date(1980, 0, 1);

export const zip = (files: ReadonlyMap<string, Uint8Array>): Uint8Array => zipSync(Object.fromEntries(files), { level: 9, mtime: DATE });
