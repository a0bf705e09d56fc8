// What plans of Fourier transforms mean, what is lowered from them, and an independent discrete Fourier transform: all three
// must agree.
import { expect } from "vitest";
import { lowerPlan } from "../../generator/compile.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { evaluateHostProgram, type ComplexArray } from "../../generator/kernel/evaluate.js";
import { evaluatePlan } from "../../generator/plan/evaluate.js";
import type { ScheduledPlan } from "../../generator/plan/plan.js";
import { uniformNumbers } from "../arbitrary/schedules.js";
import { areTransformed } from "../reference/ordered-dft.js";
import { directDft, relativeError } from "../../generator/definition/direct-dft.js";

const gpu = findGpu("H200");

const randomSignal = (length: number, seed: number): ComplexArray => ({
  re: uniformNumbers(length, seed),
  im: uniformNumbers(length, seed + 1),
});

/** A plan, run as its notation says, against an independent DFT; then its programs against it, out of place and in place. */
export function expectAgreement(plan: ScheduledPlan, batch: number, seed: number): void {
  const transform = plan.transform;
  const elements = transform.dimensions.reduce((total, { length }) => total * length, 1);
  const input = randomSignal(elements * batch, seed);
  const lengths = transform.dimensions.map(({ length }) => length).toReversed();
  const sign = transform.direction === "forward" ? -1 : 1;

  const meant = evaluatePlan(plan, input.re, input.im);
  if (transform.order === "natural") {
    const direct = directDft(input.re, input.im, lengths, sign, areTransformed(plan));
    for (const part of [direct.re, direct.im]) part.forEach((value, index) => (part[index] = value * transform.scale));
    expect(relativeError(meant, direct)).toBeLessThan(1e-13);
  }

  // The arrays of a batch may lie apart; what lies between them stays.
  const { distance } = transform;
  const spread = (numbers: Float64Array): Float64Array => {
    const all = new Float64Array(distance * batch).fill(GAP);
    for (let member = 0; member < batch; member++)
      all.set(numbers.subarray(member * elements, (member + 1) * elements), member * distance);
    return all;
  };
  const gathered = (all: Float64Array): Float64Array =>
    all.filter((value, place) => {
      const isMember = place % distance < elements;
      if (!isMember) expect(value).toBe(GAP);
      return isMember;
    });
  const inside = ({ re, im }: ComplexArray): ComplexArray => ({ re: gathered(re), im: gathered(im) });
  const compiled = lowerPlan("agreement", plan, gpu);
  const data = { re: spread(input.re), im: spread(input.im) };
  const untouched = { re: data.re.slice(), im: data.im.slice() };
  const output = { re: spread(input.re.map(() => Number.NaN)), im: spread(input.im.map(() => Number.NaN)) };
  evaluateHostProgram(compiled.host, data, output, batch);
  expect(relativeError(inside(output), meant)).toBeLessThan(1e-13);
  expect(data).toEqual(untouched);

  evaluateHostProgram(compiled.host, data, data, batch);
  expect(relativeError(inside(data), meant)).toBeLessThan(1e-13);
}

const GAP = -77;
