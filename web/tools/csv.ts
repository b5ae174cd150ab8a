// Tables as a file.

import { isQuantity, type Quantity, type Table } from "#shared";

const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text);

/** RFC 4180 with a header a table; SI values in full, the unit in a column of its own where it varies. */
export function csv(tables: Table[]): string {
  return tables
    .map(({ caption, head, rows }) => {
      const units = head.map((_, index) => {
        const found = new Set(rows.map((row) => row[index]).filter((cell) => cell !== undefined && isQuantity(cell)).map((cell) => (cell as Quantity).unit));
        return [...found];
      });
      const header = head.flatMap((name, index) => {
        const own = units[index]!;
        return own.length > 1 ? [name, "unit"] : [own.length === 1 && own[0] ? `${name} (${own[0]})` : name];
      });
      const lines = rows.map((row) =>
        row.flatMap((cell, index) => {
          const text = isQuantity(cell) ? String(cell.value ?? "") : String(cell ?? "");
          return units[index]!.length > 1 ? [text, isQuantity(cell) ? cell.unit : ""] : [text];
        }),
      );
      return [[`# ${caption}`], header, ...lines].map((line) => `${line.map(quoted).join(",")}\r\n`).join("");
    })
    .join("\r\n");
}
