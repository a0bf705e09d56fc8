import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { digitReversedPositions, digitsOf } from "../../generator/plan/digits.js";
import { evaluatePlan } from "../../generator/plan/evaluate.js";
import type { Plan } from "../../generator/plan/plan.js";
import { elementCount } from "../../generator/plan/transform.js";
import { legalPlans } from "../arbitrary/plans.js";
import type { ComplexNumbers } from "../../generator/definition/direct-dft.js";
import { areTransformed } from "../reference/ordered-dft.js";
import { directDft, relativeError } from "../../generator/definition/direct-dft.js";
import { planOf } from "./plan-of.js";
import { runs } from "../effort.js";

describe("evaluatePlan", () => {
  it("computes the discrete Fourier transform, whatever the plan", () => {
    fc.assert(
      fc.property(legalPlans(), fc.nat(), (plan, seed) => {
        const input = randomNumbers(elementCount(plan.transform) * plan.transform.batch, seed);
        const output = evaluatePlan(plan, input.re, input.im);
        expect(relativeError(inNaturalOrder(plan, output), expectedResult(plan, input))).toBeLessThan(1e-13);
      }),
      { numRuns: runs(30, 75), seed: 1 },
    );
  });

  it("transforms along some dimensions only, if so asked", () => {
    fc.assert(
      fc.property(legalPlans({ subsets: true }), fc.nat(), (plan, seed) => {
        const input = randomNumbers(elementCount(plan.transform) * plan.transform.batch, seed);
        const output = evaluatePlan(plan, input.re, input.im);
        expect(relativeError(inNaturalOrder(plan, output), expectedResult(plan, input))).toBeLessThan(1e-13);
      }),
      { numRuns: runs(30, 75), seed: 2 },
    );
  });

  it("scales a transform of a single element, which no kernel touches", () => {
    const { transform, kernels } = planOf({ X: 1 }, []);
    const plan = { transform: { ...transform, scale: 0.5 }, kernels };
    const { re, im } = evaluatePlan(plan, Float64Array.of(3, 5), Float64Array.of(-1, 7));
    expect([...re, ...im]).toEqual([1.5, 2.5, -0.5, 3.5]);
  });

  it("leaves its input alone", () => {
    const input = randomNumbers(16, 3);
    const before = { re: input.re.slice(), im: input.im.slice() };
    evaluatePlan(planOf({ X: 16 }, ["{ X(4,4,4,16,tw) X(4,4,1,4,no-tw) }"]), input.re, input.im);
    expect(input).toEqual(before);
  });

  it("leaves the outputs of 16 = 4*4 with their two digits swapped", () => {
    const impulse = { re: new Float64Array(16), im: new Float64Array(16) };
    impulse.re[1] = 1;
    const plan = planOf({ X: 16 }, ["{ X(4,4,4,16,tw) } { X(4,4,1,4,no-tw) }"]);
    const { re, im } = evaluatePlan(plan, impulse.re, impulse.im);
    // The transform of an impulse at 1 is exp(-2 pi i k / 16), so the angle of an element names its k.
    const outputs = Array.from(
      re,
      (real, place) => Math.round((-Math.atan2(im[place] ?? NaN, real) * 8) / Math.PI + 16) % 16,
    );
    expect(outputs).toEqual([0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15]);
  });

  it("refuses to run an illegal plan", () => {
    const plan = planOf({ X: 16 }, ["{ X(4,4,4,16,no-tw) X(4,4,1,4,no-tw) }"]);
    expect(() => evaluatePlan(plan, new Float64Array(16), new Float64Array(16))).toThrow(/illegal plan[^]*factors/u);
  });

  it("refuses numbers that are no batch of the transform", () => {
    const plan = planOf({ X: 16 }, ["{ X(1,16,1,16,no-tw) }"]);
    expect(() => evaluatePlan(plan, new Float64Array(24), new Float64Array(24))).toThrow(/no batch of 16/u);
  });

  it("runs a plan of 2^16 elements", () => {
    const chain = "X(4096,16,4096,65536,tw) } { X(4096,16,256,4096,tw) X(4096,16,16,256,no-tw) X(4096,16,1,16,pre-tw)";
    const plan = planOf({ X: 65536 }, [`{ ${chain} }`]);
    const impulse = { re: new Float64Array(65536), im: new Float64Array(65536) };
    impulse.re[12345] = 1;
    const { re, im } = inNaturalOrder(plan, evaluatePlan(plan, impulse.re, impulse.im));
    const expected = Array.from({ length: 65536 }, (_, k) => (-2 * Math.PI * ((12345 * k) % 65536)) / 65536);
    const wrong = expected.filter(
      (angle, k) => Math.hypot((re[k] ?? NaN) - Math.cos(angle), (im[k] ?? NaN) - Math.sin(angle)) > 1e-13,
    );
    expect(wrong).toEqual([]);
  });
});

describe("digitsOf", () => {
  it("lists radices and weights in order of execution, with their places in the plan", () => {
    const plan = planOf({ Y: 16, X: 16 }, ["{ Y(1,16,1,16,no-tw) X(8,2,8,16,tw) }", "{ X(2,8,1,8,no-tw) }"]);
    expect(digitsOf(plan, "X")).toEqual([
      { radix: 2, weight: 8, kernel: 0, position: 1 },
      { radix: 8, weight: 1, kernel: 1, position: 0 },
    ]);
  });
});

describe("digitReversedPositions", () => {
  it("is bit reversal for radix 2", () => {
    expect(digitReversedPositions([2, 2, 2])).toEqual([0, 4, 2, 6, 1, 5, 3, 7]);
  });

  it("is the transposition of a 2 by 3 matrix for 6 = 2*3", () => {
    expect(digitReversedPositions([2, 3])).toEqual([0, 3, 1, 4, 2, 5]);
  });

  it("is the identity for at most one digit", () => {
    expect(digitReversedPositions([5])).toEqual([0, 1, 2, 3, 4]);
    expect(digitReversedPositions([])).toEqual([0]);
  });
});

function expectedResult(plan: Plan, input: ComplexNumbers): ComplexNumbers {
  const transform = plan.transform;
  const lengths = transform.dimensions.map((dimension) => dimension.length).toReversed();
  const { re, im } = directDft(
    input.re,
    input.im,
    lengths,
    transform.direction === "forward" ? -1 : 1,
    areTransformed(plan),
  );
  return { re: re.map((value) => value * transform.scale), im: im.map((value) => value * transform.scale) };
}

/** Reads a digit-reversed result at the places where the definition says that the outputs are. */
function inNaturalOrder(plan: Plan, result: ComplexNumbers): ComplexNumbers {
  if (plan.transform.order === "natural") return result;
  const strides: number[] = [];
  let elements = 1;
  for (const { length } of plan.transform.dimensions) {
    strides.push(elements);
    elements *= length;
  }
  const positions = plan.transform.dimensions.map(({ name, length }) =>
    plan.transform.axes.includes(name)
      ? digitReversedPositions(digitsOf(plan, name).map(({ radix }) => radix))
      : Array.from({ length }, (_, element) => element),
  );
  const place = (element: number): number =>
    plan.transform.dimensions.reduce(
      (sum, { length }, dimension) => {
        const stride = strides[dimension] ?? NaN;
        return sum + (positions[dimension]?.[Math.floor(element / stride) % length] ?? NaN) * stride;
      },
      element - (element % elements),
    );
  return {
    re: result.re.map((_, element) => result.re[place(element)] ?? NaN),
    im: result.im.map((_, element) => result.im[place(element)] ?? NaN),
  };
}

/** Numbers between -1 and 1 from a linear congruential generator. */
function randomNumbers(length: number, seed: number): ComplexNumbers {
  let state = seed >>> 0;
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
  return { re: Float64Array.from({ length }, next), im: Float64Array.from({ length }, next) };
}
