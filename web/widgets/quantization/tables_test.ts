// The tables of quantization where only some formats have a band.

import { expect, it } from "vitest";
import { place } from "../../../tests/web/widgets.js";
import type { Table } from "../../ui/table.js";

it("each row has a cell for each column, whichever formats the software has a band for", () => {
  const { element } = place("RidgeQuantization");
  element.edit({ "assumptions.preset": "calibrated", "assumptions.software": "transformers" });
  const tables = (element as unknown as { tables(result: unknown): Table[] }).tables(element.result);
  for (const { head, rows } of tables) for (const row of rows) expect(row.length).toBe(head.length);
});
