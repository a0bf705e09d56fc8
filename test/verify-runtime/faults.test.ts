// What verification would lose without being seen: faults in the last member alone, errors just above the bound, and what is written
// past the workspace. All other faults are in thorough runs.
import { describe, expect, test } from "vitest";
import { available, failuresOf, reportOf, useNaiveProgram } from "./naive-program.js";

describe.skipIf(!available)(`verification sees${available ? "" : " (skipped: there is no g++)"}`, () => {
  useNaiveProgram();

  const LONG = { size: "16384(16,4,256)" };

  test("nothing where all is right", () => {
    expect(failuresOf(reportOf(LONG, "--batch", "3"))).toEqual([]);
  });

  test("the last member of a batch of long transforms, whatever members are drawn", () => {
    const direct = "random input, out of place";
    for (const seed of ["1", "2"]) {
      const words = ["--batch", "9", "--seed", seed, "--samples", "3"];
      expect(failuresOf(reportOf({ ...LONG, fault: "wrong last batch member" }, ...words))).toContain(direct);
    }
  });

  test("an error of twice the bound", () => {
    const failed = failuresOf(reportOf({ size: "4(4)x4(2,2)x15(3,5)", fault: "twice the bound" }));
    expect(failed).toContain("random input, out of place");
  });

  test("a byte behind the workspace", () => {
    const failed = failuresOf(reportOf({ size: "4(4)x4(2,2)x15(3,5)", fault: "writes past the workspace" }));
    expect(failed).toEqual(["guard bands"]);
  });
});
