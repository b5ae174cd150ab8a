// Writes files of this folder as a C++ source, which defines constants of ridgepoint::detail:
//     embed.mjs registry|compact OUT     hardware_json and models_json, each a table of columns as core/describe/columns.hpp
//                                        has it; fits_json, an object of two such tables; serving_fits_json, an array, and
//                                        training_fit_json, which only what simulates a server, or trains, links; and
//                                        registry_digest
//     embed.mjs file OUT FILE VARIABLE   VARIABLE, the bytes of one file

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dataDigest } from "./digest.mjs";

const [kind, out, ...rest] = process.argv.slice(2);
const here = new URL("./", import.meta.url);

/**
 * What people read of a device or a model, in the zoo and from the command. Everything else a solver may read: it must be
 * the same in a page and in the command, as tests/wasm/parity.test.mjs checks. Of sources a solver says where a price is
 * from, and of when.
 */
function compact({ sources, notes, estimated, ...entry }) {
  const price = sources?.findLast(({ fields }) => fields.includes("price_usd_per_hour"));
  if (price) entry.sources = [{ fields: ["price_usd_per_hour"], title: price.title, date: price.date }];
  return entry;
}

function entries(folder) {
  return readdirSync(new URL(folder, here))
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => {
      const entry = JSON.parse(readFileSync(new URL(`${folder}/${name}`, here), "utf8"));
      if (`${entry.id}.json` !== name) throw new Error(`${folder}/${name}: its id is ${entry.id}; a file is named after its id`);
      return entry;
    });
}

/**
 * Rows as a table of columns, as core/describe/columns.hpp has it: each name is written once, and like stands beside like. A
 * row that is null, or has no such field, is counted in a gap.
 */
function columns(rows) {
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row ?? {})))];
  return Object.fromEntries(
    fields.map((field) => {
      const cells = rows.map((row) => row?.[field] ?? null);
      const given = cells.filter((cell) => cell !== null);
      if (given.every((cell) => Object.getPrototypeOf(cell) === Object.prototype && Object.keys(cell).length > 0)) return [field, columns(cells)];
      const clash = given.find((cell) => Number.isInteger(cell) && cell < 0);
      if (clash !== undefined) throw new Error(`${field}: ${clash} would be read as a gap`);
      const list = [];
      for (const cell of cells) {
        if (cell !== null) list.push(cell);
        else if (Number.isInteger(list.at(-1)) && list.at(-1) < 0) list[list.length - 1] -= 1;
        else list.push(-1);
      }
      return [field, list];
    }),
  );
}

/** JSON with 19.5e12 as 19500e9: whole numbers without their zeros, by threes. */
function json(value) {
  if (typeof value === "number") return JSON.stringify(value).replace(/(000){2,}$/, (zeros) => `e${zeros.length}`);
  if (Array.isArray(value)) return `[${value.map(json)}]`;
  if (typeof value === "object") return `{${Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}:${json(member)}`)}}`;
  return JSON.stringify(value);
}

const registered = (folder) => entries(folder).map((entry) => (kind === "compact" ? compact(entry) : entry));

/** Without what people read of a fit, in its file and on the page about trust; no solver does. */
const fitted = (folder) =>
  registered(folder).map(({ name, date, estimated, points, documents, median_points_off, ...fit }) =>
    JSON.parse(JSON.stringify(fit, (key, value) => (key === "documents" ? undefined : value))),
  );

/** Bytes as string literals, which compilers read many times faster than lists of numbers. */
function literals(bytes) {
  // An octal escape of three digits ends by itself, whatever follows it. "??" would begin a trigraph.
  const escaped = Array.from(bytes, (byte) =>
    byte < 32 || byte > 126 || byte === 34 || byte === 63 || byte === 92 ? `\\${byte.toString(8).padStart(3, "0")}` : String.fromCharCode(byte),
  );
  const lines = [];
  for (let at = 0; at < escaped.length; at += 16_000) lines.push(`    "${escaped.slice(at, at + 16_000).join("")}"`);
  return lines.join("\n") || '    ""';
}

const constants =
  kind === "file"
    ? { [rest[1]]: readFileSync(new URL(rest[0], here)) }
    : {
        hardware_json: columns(registered("hardware")),
        models_json: columns(registered("models")),
        fits_json: { software: columns(fitted("software")), algorithms: columns(fitted("compression")) },
        serving_fits_json: { servers: fitted("serving") },
        training_fit_json: fitted("training")[0],
        registry_digest: Buffer.from(dataDigest()),
      };
const definitions = Object.entries(constants).map(([name, value]) => {
  const bytes = value instanceof Uint8Array ? value : Buffer.from(json(value));
  return `extern const std::string_view ${name};\nconst std::string_view ${name}{\n${literals(bytes)},\n    ${bytes.length}};\n`;
});

writeFileSync(
  out,
  `// Generated from core/data; edit the files there.
#include <string_view>

#if defined(__clang__)
// The pedantic limit of 65 536 characters is on the joined literal; every compiler used here takes more.
#pragma clang diagnostic ignored "-Woverlength-strings"
#endif

namespace ridgepoint::detail {
${definitions.join("")}}  // namespace ridgepoint::detail
`,
);
