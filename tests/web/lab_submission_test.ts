import { describe, expect, it } from "vitest";
import { checksum } from "../../web/labs/checksum.js";

describe("the checksum of a submission", () => {
  it("is the one that ridgepoint grade works out, tests/core/submission_test.cpp", () => {
    const some = {
      lab: "sample",
      answers: { time: { value: 1.54, tries: 2, predicted: false, earlier: [3, -0.25, null] }, why: { value: "Bytes · 速い", at: null } },
      empty: [],
      big: 1e300,
    };
    expect(checksum({ a: 1 })).toBe("f41f8711");
    expect(checksum(some)).toBe("0c43f15a");
    expect(checksum({ ...some, lab: "simple" })).not.toBe(checksum(some));
  });
});
