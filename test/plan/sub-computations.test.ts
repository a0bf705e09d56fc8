import { describe, expect, it } from "vitest";
import { chainOf, makeChain, makeMixedChain, subComputationText } from "../../generator/plan/sub-computations.js";
import { planOf } from "./plan-of.js";

describe("makeChain", () => {
  it("gives the numbers of section 4.3.2 for 256 = 4*8*8", () => {
    expect(makeChain("X", [4, 8, 8], "tw").map(subComputationText)).toEqual([
      "X(64,4,64,256,tw)",
      "X(32,8,8,64,tw)",
      "X(32,8,1,8,no-tw)",
    ]);
  });

  it("puts the twiddle factors before the butterflies on demand", () => {
    expect(makeChain("Y", [3, 5], "pre-tw").map(subComputationText)).toEqual([
      "Y(5,3,5,15,no-tw)",
      "Y(3,5,1,5,pre-tw)",
    ]);
  });

  it("has no twiddle factors for a single sub-computation, and nothing for length 1", () => {
    expect(makeChain("X", [7], "tw").map(subComputationText)).toEqual(["X(1,7,1,7,no-tw)"]);
    expect(makeChain("X", [7], "pre-tw").map(subComputationText)).toEqual(["X(1,7,1,7,no-tw)"]);
    expect(makeChain("X", [], "tw")).toEqual([]);
  });
});

describe("makeMixedChain", () => {
  it("changes over at the sub-computation without twiddles", () => {
    expect(makeMixedChain("X", [2, 2, 2, 2], 1).map(({ twiddle }) => twiddle)).toEqual([
      "tw",
      "no-tw",
      "pre-tw",
      "pre-tw",
    ]);
  });

  it("refuses a place outside the chain", () => {
    expect(() => makeMixedChain("X", [2, 2], 2)).toThrow(/none of them/u);
  });
});

describe("chainOf", () => {
  it("finds a dimension's sub-computations across the kernels", () => {
    const plan = planOf({ X: 16, Y: 4 }, ["{ Y(1,4,1,4,no-tw) X(4,4,4,16,tw) }", "{ X(4,4,1,4,no-tw) }"]);
    expect(chainOf(plan, "X").map(({ kernel, position }) => [kernel, position])).toEqual([
      [0, 1],
      [1, 0],
    ]);
  });
});
