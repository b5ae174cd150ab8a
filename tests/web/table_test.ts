import { describe, expect, it } from "vitest";
import { csv, of } from "../../web/src/table.js";

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
