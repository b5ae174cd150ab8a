import { describe, expect, it } from "vitest";
import { text } from "../../web/build/still.js";
import { quantity } from "../../web/ui/format.js";
import { csv } from "../../web/tools/csv.js";
import { of, tableView } from "../../web/ui/table.js";

it("a table on the page has the digits of the headline", () => {
  const shown = text(tableView({ caption: "", head: [], rows: [["Latency", of(0.00519432, "s"), 1.38462, of(1.498501, "", 5)]] }));
  for (const cell of [quantity(0.00519432, "s"), "1.38", "1.4985"]) expect(shown).toContain(`>${cell}<`);
});

it("a row begins with what it is of; numbers stand as figures, and those that open are buttons", () => {
  const html = text(tableView({ caption: "Times", head: ["Leg", "Time"], rows: [["Memory", of(1e-3, "s")], ["Note", "none"], ["Open", of(2e-3, "s", undefined, () => {})]] }));
  const rows = html.match(/<tr>[^]*?<\/tr>/g)!.map((row) => row.replace(/\s+/g, " ").replace(/\u00a0/g, " "));
  expect(rows[0]).toMatch(/<th scope="col" class="?"?>Leg<\/th><th scope="col" class="?figure"?>Time<\/th>/);
  expect(rows[1]).toMatch(/<th scope="row" data-title="?Leg"?>Memory<\/th><td class="?figure"? data-title="?Time"?>1\.00 ms<\/td>/);
  expect(rows[2]).toMatch(/<th scope="row" data-title="?Leg"?>Note<\/th><td(?: class="?"?)? data-title="?Time"?>none<\/td>/);
  expect(rows[3]).toMatch(/<th scope="row" data-title="?Leg"?>Open<\/th><td class="?figure"? data-title="?Time"?>.*<button.*2\.00 ms/);
});

describe("csv", () => {
  it("gives SI values in full, with the unit once or, where it varies, a column", () => {
    const text = csv([
      { caption: "Times", head: ["Leg", "Time"], rows: [["Memory", of(0.0047941, "s")], ["Compute, all", of(null, "s")]] },
      { caption: "Mixed", head: ["Quantity", "Value"], rows: [["Latency", of(1e-3, "s")], ["Size", of(5, "bytes")], ["MFU", 0.1]] },
    ]);
    expect(text.split("\r\n")).toEqual([
      "# Times", "Leg,Time (s)", "Memory,0.0047941", '"Compute, all",', "",
      "# Mixed", "Quantity,Value,unit", "Latency,0.001,s", "Size,5,bytes", "MFU,0.1,", "",
    ]);
  });
});
