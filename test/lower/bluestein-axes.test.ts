// Of several dimensions those that have no butterflies go through longer ones, each there and back in one kernel, against direct sums.
import { expect, test } from "vitest";
import { lowerPlan } from "../../generator/compile.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { complexArray, evaluateHostProgram } from "../../generator/kernel/evaluate.js";
import { checkPlan, problemText } from "../../generator/plan/check.js";
import { evaluatePlan } from "../../generator/plan/evaluate.js";
import { uniformNumbers } from "../arbitrary/schedules.js";
import { namedPlan } from "../emit/named-plan.js";
import { directDft, relativeError } from "../reference/direct-dft.js";

const gpu = findGpu("H200");

test.each([
  [
    [4, 5],
    [
      "{ bluestein X(3,3,3,9,no-tw) X(3,3,1,3,pre-tw) } on 3 threads",
      "{ Y(1,4,1,4,no-tw) } on 5 threads, 5 columns",
    ],
  ],
  [
    [5, 4],
    [
      "{ X(2,2,2,4,no-tw) X(2,2,1,2,pre-tw) } on 2 threads",
      "{ bluestein Y(3,3,3,9,no-tw) Y(3,3,1,3,pre-tw) } on 6 threads, 2 columns",
    ],
  ],
  [
    [5, 2, 7],
    [
      "{ bluestein X(4,4,4,16,no-tw) X(4,4,1,4,pre-tw) } on 8 threads, 2 columns",
      "{ Y(1,2,1,2,no-tw) } on 4 threads, 4 columns",
      "{ bluestein Z(5,2,5,10,no-tw) Z(2,5,1,5,pre-tw) } on 8 threads, 4 columns",
    ],
  ],
] as const)("%j by %j", (lengths, kernels) => {
  for (const direction of ["forward", "inverse"] as const)
    for (const placement of ["out-of-place", "in-place"] as const) {
      const options = { direction, placement, scale: 0.5 };
      const { name, plan } = namedPlan("bluestein", [...lengths], "f64", [...kernels], options);
      const { host } = lowerPlan(name, plan, gpu);
      const batch = 3;
      const points = lengths.reduce((product: number, length) => product * length, 1);
      const input = { re: uniformNumbers(points * batch, 1), im: uniformNumbers(points * batch, 2) };
      const output = complexArray(points * batch);
      evaluateHostProgram(host, input, output, batch, 7);
      const meant = directDft(input.re, input.im, [...lengths], direction === "forward" ? -1 : 1);
      const half = (part: ArrayLike<number>): Float64Array => Float64Array.from(part, (value) => value / 2);
      expect(
        relativeError(evaluatePlan(plan, input.re, input.im), { re: half(meant.re), im: half(meant.im) }),
      ).toBeLessThan(1e-13);
      expect(relativeError(output, { re: half(meant.re), im: half(meant.im) })).toBeLessThan(1e-13);
    }
});

test("what a kernel cannot do there and back is refused with its reason", () => {
  const problems = (lengths: readonly number[], kernels: readonly string[]): readonly string[] =>
    checkPlan(namedPlan("bluestein", lengths, "f32", kernels).plan).map(problemText);
  expect(
    problems(
      [2, 5],
      ["{ bluestein X(2,2,2,4,no-tw) X(2,2,1,2,pre-tw) } on 2 threads", "{ Y(1,2,1,2,no-tw) } on 2 threads"],
    ),
  ).toEqual(["kernel 1: `bluestein`: 5 points along X go through 9 at least, and not through 4"]);
  expect(problems([2, 5], ["{ bluestein X(3,3,3,9,no-tw) X(3,3,1,3,pre-tw) Y(1,2,1,2,no-tw) } on 3 threads"])).toEqual([
    "kernel 1: `bluestein`: of several dimensions such a kernel does one, and that as a whole",
  ]);
});
