import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkPlan, problemText } from "../../generator/plan/check.js";
import type { Misprint } from "../../generator/plan/misprints.js";
import { correctMisprints, deduceMisprints } from "../../generator/plan/misprints.js";
import type { Plan, SubComputation } from "../../generator/plan/plan.js";
import { chainProblems, chainsOf, structureProblems } from "../../generator/plan/chain-problems.js";
import { makeChain, placedSubComputations } from "../../generator/plan/sub-computations.js";
import { legalPlans } from "../arbitrary/plans.js";
import { planOf } from "./plan-of.js";

const CUBE = { X: 256, Y: 256, Z: 256 };

const problemsOf = (lengths: Readonly<Record<string, number>>, ...kernels: readonly string[]): readonly string[] =>
  checkPlan(planOf(lengths, kernels)).map(problemText);

describe("checkPlan on the paper's misprints", () => {
  it("section 4.3.2: an extent of 156", () => {
    const plan = planOf(CUBE, [
      String.raw`\{Y(16, 16, 16, 256, tw)\}`,
      String.raw`\{X(64, 4, 64, 256, tw), Y(16, 16, 1, 16, no-tw)\}`,
      String.raw`\{X(32, 8, 8, 64, tw), Z(16, 16, 16, 156, tw)\}`,
      String.raw`\{X(32, 8, 1, 8, no-tw), Z(16, 16, 1, 16, no-tw)\}`,
    ]);
    expect(checkPlan(plan)).toEqual([
      {
        kernel: 2,
        subComputation: 1,
        field: "extent",
        message: "extent of `Z(16,16,16,156,tw)` is 156, but the length of Z is 256: it should be `Z(16,16,16,256,tw)`",
        remedy: "Z(16,16,16,256,tw)",
      },
    ]);
  });

  it("appendix A.2.5: an extent of 512 in a dimension of length 1024", () => {
    const plan = planOf({ X: 256, Y: 512, Z: 1024 }, [
      String.raw`\{X(64, 4, 64, 256, tw), Y(32, 16, 32, 512, tw)\}`,
      String.raw`\{X(32, 8, 8, 64, tw), Y(16, 32, 1, 32, no-tw)\}`,
      String.raw`\{X(32, 8, 1, 8, no-tw), Z(32, 32, 32, 512, tw)\}`,
      String.raw`\{Z(32, 32, 1, 32, no-tw)\}`,
    ]);
    expect(checkPlan(plan)).toEqual([
      {
        kernel: 2,
        subComputation: 1,
        field: "extent",
        message:
          "extent of `Z(32,32,32,512,tw)` is 512, but the length of Z is 1024: it should be `Z(32,32,32,1024,tw)`",
        remedy: "Z(32,32,32,1024,tw)",
      },
    ]);
  });

  it("section 4.1: a Y that should be a Z", () => {
    const plan = planOf(CUBE, [
      "{ X(16, 16, 16, 256, tw)X(64, 4, 4, 16, tw) X(64, 4, 1, 4, no-tw) }",
      "{ Y(16, 16, 16, 256, tw)Y(16, 16, 1, 16, no-tw) }",
      "{ Z(16, 16, 16, 256, tw)Y(16, 16, 1, 16, no-tw) }",
    ]);
    expect(checkPlan(plan)).toEqual([
      {
        kernel: 2,
        subComputation: 1,
        field: "dimension",
        message:
          "dimension of `Y(16,16,1,16,no-tw)` is Y, but Y is complete without it and Z lacks it: " +
          "it should be `Z(16,16,1,16,no-tw)`",
        remedy: "Z(16,16,1,16,no-tw)",
      },
    ]);
  });
});

describe("checkPlan deduces", () => {
  const withSecond = (second: string): readonly string[] =>
    problemsOf({ X: 1024 }, "{ X(256,4,256,1024,tw) }", `{ ${second} }`, "{ X(128,8,4,32,tw) X(256,4,1,4,no-tw) }");

  it.each([
    ["X(128,8,32,256,tw)", undefined],
    ["X(12,8,32,256,tw)", "count of `X(12,8,32,256,tw)` is 12, but the length of X over the radix is 1024/8 = 128"],
    ["X(128,4,32,256,tw)", "radix of `X(128,4,32,256,tw)` is 4, but the extent over the stride is 256/32 = 8"],
    ["X(128,64,32,256,tw)", "radix of `X(128,64,32,256,tw)` is 64, but the extent over the stride is 256/32 = 8"],
    ["X(128,8,23,256,tw)", "stride of `X(128,8,23,256,tw)` is 23, but the extent over the radix is 256/8 = 32"],
    ["X(128,8,32,255,tw)", "extent of `X(128,8,32,255,tw)` is 255, but the sub-computation of X before it leaves 256"],
    ["W(128,8,32,256,tw)", "dimension of `W(128,8,32,256,tw)` is W, but the transform has no W and X lacks it"],
    [
      "X(128,8,32,256,no-tw)",
      "twiddle of `X(128,8,32,256,no-tw)` is no-tw, but the factors between it and what follows along X are applied nowhere else",
    ],
  ])("%s", (second, message) => {
    const expected =
      message === undefined ? [] : [`kernel 2, sub-computation 1: ${message}: it should be \`X(128,8,32,256,tw)\``];
    expect(withSecond(second)).toEqual(expected);
  });

  it("two misprints in one sub-computation", () => {
    expect(withSecond("X(28,8,32,56,tw)")).toEqual([
      "kernel 2, sub-computation 1: count of `X(28,8,32,56,tw)` is 28, but the length of X over the radix is 1024/8 = 128: it should be `X(128,8,32,256,tw)`",
      "kernel 2, sub-computation 1: extent of `X(28,8,32,56,tw)` is 56, but the sub-computation of X before it leaves 256: it should be `X(128,8,32,256,tw)`",
    ]);
  });

  it("a misprint in each of three dimensions", () => {
    const problems = checkPlan(
      planOf({ X: 16, Y: 16, Z: 16 }, [
        "{ X(1,16,1,61,no-tw) }",
        "{ Y(4,4,4,16,tw) Z(1,1,1,16,no-tw) }",
        "{ Y(4,4,1,4,tw) }",
      ]),
    );
    expect(problems.map(({ remedy }) => remedy)).toEqual([
      "X(1,16,1,16,no-tw)",
      "Z(1,16,1,16,no-tw)",
      "Y(4,4,1,4,no-tw)",
    ]);
  });

  it("a letter and a number of the same sub-computation", () => {
    const problems = checkPlan(
      planOf({ X: 16, Y: 16 }, ["{ X(4,4,4,16,tw) X(4,4,1,4,no-tw) Y(4,4,4,16,tw) X(4,4,1,8,no-tw) }"]),
    );
    expect(problems.map(({ field, remedy }) => [field, remedy])).toEqual([
      ["dimension", "Y(4,4,1,4,no-tw)"],
      ["extent", "Y(4,4,1,4,no-tw)"],
    ]);
  });

  it("two letters that changed places", () => {
    const problems = checkPlan(
      planOf({ X: 16, Y: 64 }, [
        "{ X(16,4,16,64,tw) Y(4,4,4,16,tw) }",
        "{ Y(16,4,4,16,tw) X(4,4,1,4,no-tw) }",
        "{ Y(16,4,1,4,no-tw) }",
      ]),
    );
    expect(problems.map(({ remedy }) => remedy)).toEqual(["Y(16,4,16,64,tw)", "X(4,4,4,16,tw)"]);
  });
});

describe("checkPlan in doubt", () => {
  it("lists changes of letters beside equally few changes of words", () => {
    // One word of X and one of Y may be wrong, each in two ways; or X and Y may have changed places in either kernel.
    const plan = planOf({ X: 16, Y: 16 }, [
      "{ Y(4,4,4,16,tw) X(4,4,4,16,no-tw) }",
      "{ X(4,4,1,4,no-tw) Y(4,4,1,4,pre-tw) }",
    ]);
    const { groups, unexplained } = deduceMisprints(plan);
    expect(unexplained).toEqual([]);
    expect(groups.map(({ alternatives }) => alternatives.length)).toEqual([6]);
    const corrections = groups.flatMap(({ alternatives }) => alternatives.map((each) => correctMisprints(plan, each)));
    expect(corrections.map(checkPlan)).toEqual([[], [], [], [], [], []]);
    const swapped =
      "`X(4,4,4,16,tw)` for `Y(4,4,4,16,tw)` in kernel 1 and `Y(4,4,4,16,no-tw)` for `X(4,4,4,16,no-tw)` in kernel 1";
    const problems = checkPlan(plan);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.message).toContain(`or ${swapped}`);
  });
});

describe("checkPlan on twiddle factors", () => {
  const flags = (...words: readonly string[]): readonly string[] =>
    problemsOf({ X: 8 }, `{ X(4,2,4,8,${words[0]}) X(4,2,2,4,${words[1]}) X(4,2,1,2,${words[2]}) }`);

  it.each([
    ["tw", "tw", "no-tw"],
    ["tw", "no-tw", "pre-tw"],
    ["no-tw", "pre-tw", "pre-tw"],
  ])("accepts %s, %s, %s", (...words) => {
    expect(flags(...words)).toEqual([]);
  });

  it("says that nothing follows the last one", () => {
    expect(flags("tw", "tw", "tw")).toEqual([
      "kernel 1, sub-computation 3: twiddle of `X(4,2,1,2,tw)` is tw, but no factors are left for what follows along X: it should be `X(4,2,1,2,no-tw)`",
    ]);
  });

  it("says that nothing comes before the first one", () => {
    expect(flags("pre-tw", "pre-tw", "pre-tw")).toEqual([
      "kernel 1, sub-computation 1: twiddle of `X(4,2,4,8,pre-tw)` is pre-tw, but no factors are left from what comes before along X: it should be `X(4,2,4,8,no-tw)`",
    ]);
  });

  it("lists both corrections where there are two", () => {
    expect(flags("tw", "no-tw", "no-tw")).toEqual([
      "kernel 1, sub-computation 2: the factors between `X(4,2,2,4,no-tw)` and `X(4,2,1,2,no-tw)` are missing: the first must be `tw` or the second `pre-tw`. " +
        "Any of these would do: `X(4,2,2,4,tw)` for `X(4,2,2,4,no-tw)` in kernel 1; or `X(4,2,1,2,pre-tw)` for `X(4,2,1,2,no-tw)` in kernel 1",
    ]);
  });

  it.each([
    ["tw", "tw", "pre-tw"],
    ["no-tw", "tw", "pre-tw"],
    ["no-tw", "tw", "no-tw"],
    ["no-tw", "no-tw", "no-tw"],
    ["pre-tw", "tw", "no-tw"],
  ])("rejects %s, %s, %s", (...words) => {
    expect(flags(...words)).not.toEqual([]);
  });
});

describe("checkPlan on plans that are more than misprinted", () => {
  it("names a missing dimension", () => {
    expect(problemsOf({ X: 4, Y: 8 }, "{ X(1,4,1,4,no-tw) }")).toEqual([
      "no sub-computation transforms Y, which has length 8",
    ]);
  });

  it("names an unknown dimension", () => {
    expect(problemsOf({ X: 4 }, "{ X(1,4,1,4,no-tw) Y(1,4,1,4,no-tw) }")).toEqual([
      "kernel 1, sub-computation 2: the transform has no dimension Y, only X",
    ]);
  });

  it("recognises a plan for another length", () => {
    expect(problemsOf({ X: 512 }, "{ X(16,16,16,256,tw) X(16,16,1,16,no-tw) }")).toEqual([
      "kernel 1, sub-computation 1: the radices of X multiply to 16*16 = 256 and all else fits that, but the length of X is 512",
    ]);
  });

  it("says that a sub-computation is missing", () => {
    expect(problemsOf({ X: 256 }, "{ X(16,16,16,256,tw) }")).toEqual([
      "kernel 1, sub-computation 1: the radices of X multiply to 16, not to its length 256",
      "kernel 1, sub-computation 1: stride is 16, but the last sub-computation of X has stride 1; is another missing?",
      "kernel 1, sub-computation 1: nothing of X follows, so there are no factors for `tw`",
    ]);
  });

  it("refuses radices above 32", () => {
    expect(problemsOf({ X: 64 }, "{ X(1,64,1,64,no-tw) }")).toEqual([
      "kernel 1, sub-computation 1: radix 64 is not supported: a butterfly has 2 to 32 members, or 37, 41, 43, 47, 53, 59 or 61",
    ]);
    expect(problemsOf({ X: 134 }, "{ X(67,2,67,134,tw) X(2,67,1,67,no-tw) }")).toEqual([
      "kernel 1, sub-computation 2: radix 67 is not supported: a butterfly has 2 to 32 members, or 37, 41, 43, 47, 53, 59 or 61",
    ]);
  });

  it("does not take a sub-computation from where it is needed", () => {
    const problems = checkPlan(
      planOf({ X: 16, Y: 16, Z: 16 }, ["{ X(4,4,4,16,tw) Y(4,4,4,16,tw) }", "{ X(4,4,1,4,no-tw) Z(4,4,1,4,no-tw) }"]),
    );
    expect(problems.filter(({ remedy }) => remedy !== undefined)).toEqual([]);
    expect(problems.map(problemText)).toContain(
      "kernel 1, sub-computation 2: the radices of Y multiply to 4, not to its length 16",
    );
    expect(problems.map(problemText)).toContain(
      "kernel 2, sub-computation 2: the radices of Z multiply to 4, not to its length 16",
    );
  });

  it("reports a scrambled dimension by its rules and still corrects the other one", () => {
    const problems = checkPlan(planOf({ X: 256, Y: 16 }, ["{ X(1,2,3,4,tw) X(5,6,7,8,tw) Y(1,16,1,61,no-tw) }"]));
    expect(problems.filter(({ remedy }) => remedy !== undefined).map(({ remedy }) => remedy)).toEqual([
      "Y(1,16,1,16,no-tw)",
    ]);
    expect(problems.length).toBeGreaterThan(5);
  });

  it("refuses a kernel without sub-computations", () => {
    const plan = planOf({ X: 4 }, ["{ X(1,4,1,4,no-tw) }"]);
    expect(checkPlan({ ...plan, kernels: [...plan.kernels, { subComputations: [] }] }).map(problemText)).toEqual([
      "kernel 2: the braces are empty: a kernel needs a sub-computation",
    ]);
  });

  it("reports sub-computations of a dimension of length 1", () => {
    expect(problemsOf({ X: 1 }, "{ X(1,2,1,2,no-tw) }")).toHaveLength(1);
  });

  it("says of far too many sub-computations only that", () => {
    const many = Array.from({ length: 300 }, () => "X(2,2,1,2,no-tw)").join(" ");
    expect(problemsOf({ X: 4, Y: 4 }, `{ ${many} }`)).toEqual([
      "kernel 1, sub-computation 54: the plan has 300 sub-computations, and no array has more than 53 factors",
    ]);
  });
});

describe("checkPlan, properties", () => {
  it("accepts every legal plan", () => {
    fc.assert(
      fc.property(legalPlans({ maxElements: 2 ** 24 }), (plan) => {
        expect(checkPlan(plan)).toEqual([]);
        expect(deduceMisprints(plan)).toEqual({ groups: [], unexplained: [] });
      }),
      { numRuns: 500, seed: 2 },
    );
  });

  it("accepts every legal plan along some of the dimensions, and none that transforms another", () => {
    fc.assert(
      fc.property(legalPlans({ subsets: true, minRank: 2, maxElements: 2 ** 16 }), (plan) => {
        expect(checkPlan(plan)).toEqual([]);
        const { transform, kernels } = plan;
        const idle = transform.dimensions.find(({ name }) => !transform.axes.includes(name));
        if (idle === undefined || idle.length === 1 || idle.length > 32) return;
        const stray = makeChain(idle.name, [idle.length], "tw");
        const [problem] = checkPlan({ transform, kernels: [...kernels, { subComputations: stray }] });
        expect(problem?.message).toBe(`${idle.name} is not to be transformed, only ${transform.axes.join(", ")}`);
      }),
      { numRuns: 300, seed: 5 },
    );
  });

  it("finds what was meant when one field is wrong", () => {
    fc.assert(
      fc.property(corruptedPlans(1), ({ legal, corrupted }) => {
        expect(checkPlan(corrupted)).not.toEqual([]);
        const { groups, unexplained } = deduceMisprints(corrupted);
        expect(unexplained).toEqual([]);
        expect(groups).toHaveLength(1);
        const alternatives = groups.flatMap((group) => group.alternatives);
        const corrections = alternatives.map((misprints) => correctMisprints(corrupted, misprints));
        for (const correction of corrections) expect(checkPlan(correction)).toEqual([]);
        expect(corrections).toContainEqual(legal);
      }),
      { numRuns: 500, seed: 3 },
    );
  });

  it("agrees with the rules on what is legal, and what it does not mend it names", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }).chain(corruptedPlans), ({ corrupted }) => {
        const broken = [
          ...structureProblems(corrupted),
          ...chainsOf(corrupted).flatMap((chain) => chainProblems(corrupted.transform, chain)),
        ];
        expect(checkPlan(corrupted).length === 0).toBe(broken.length === 0);
        const { groups, unexplained } = deduceMisprints(corrupted);
        const corrected = groups.reduce(
          (plan, { alternatives }) => correctMisprints(plan, alternatives[0] ?? []),
          corrupted,
        );
        const strays = structureProblems(corrected);
        // Mended all through, or else something is named that cannot be mended.
        expect(checkPlan(corrected).length === 0).toBe(unexplained.length + strays.length === 0);
        expect(groups.length + unexplained.length + strays.length === 0).toBe(broken.length === 0);
      }),
      { numRuns: 500, seed: 4 },
    );
  });
});

/** Legal plans, and what becomes of them when a number of fields is overwritten. */
function corruptedPlans(fields: number): fc.Arbitrary<{ readonly legal: Plan; readonly corrupted: Plan }> {
  return legalPlans({ maxElements: 2 ** 16 }).chain((legal) =>
    fc.array(corruptions(legal), { minLength: fields, maxLength: fields }).map((misprints) => ({
      legal,
      corrupted: misprints.reduce((plan, misprint) => correctMisprints(plan, [misprint]), legal),
    })),
  );
}

function corruptions(plan: Plan): fc.Arbitrary<Misprint> {
  return fc.constantFrom(...placedSubComputations(plan)).chain(({ kernel, position, subComputation: found }) =>
    fieldChanges(found).map(([field, change]) => ({
      kernel,
      position,
      field,
      found,
      meant: { ...found, ...change },
    })),
  );
}

function fieldChanges(found: SubComputation): fc.Arbitrary<readonly [keyof SubComputation, Partial<SubComputation>]> {
  const number = (field: "count" | "radix" | "stride" | "extent") =>
    fc
      .oneof(
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom(1, 2, 4, 8).map((factor) => found[field] * factor),
      )
      .filter((value) => value !== found[field])
      .map((value) => [field, { [field]: value }] as const);
  return fc.oneof(
    number("count"),
    number("radix"),
    number("stride"),
    number("extent"),
    fc
      .constantFrom("tw", "pre-tw", "no-tw")
      .filter((word) => word !== found.twiddle)
      .map((twiddle) => ["twiddle", { twiddle }] as const),
    fc
      .constantFrom("X", "Y", "Z", "W", "V")
      .filter((name) => name !== found.dimension)
      .map((dimension) => ["dimension", { dimension }] as const),
  );
}
