// What plans of Fourier transforms mean, what is lowered from them, and an independent discrete Fourier transform: all three
// must agree.
import { expect } from "vitest";
import { lowerPlan } from "../../generator/compile.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { complexArray, evaluateHostProgram, type ComplexArray } from "../../generator/kernel/evaluate.js";
import { evaluatePlan } from "../../generator/plan/evaluate.js";
import type { ScheduledPlan } from "../../generator/plan/plan.js";
import { requireFourier } from "../../generator/plan/transform.js";
import { uniformNumbers } from "../arbitrary/schedules.js";
import { directDft, relativeError } from "../reference/direct-dft.js";

const gpu = findGpu("H200");

const randomSignal = (length: number, seed: number): ComplexArray => ({
  re: uniformNumbers(length, seed),
  im: uniformNumbers(length, seed + 1),
});

/** A plan, run as its notation says, against an independent DFT; then its programs against it, out of place and in place. */
export function expectAgreement(plan: ScheduledPlan, batch: number, seed: number): void {
  const transform = requireFourier(plan.transform);
  const elements = transform.dimensions.reduce((total, { length }) => total * length, 1);
  const input = randomSignal(elements * batch, seed);
  const lengths = transform.dimensions.map(({ length }) => length).toReversed();
  const sign = transform.direction === "forward" ? -1 : 1;

  const meant = evaluatePlan(plan, input.re, input.im);
  if (transform.order === "natural") {
    const direct = directDft(input.re, input.im, lengths, sign);
    for (const part of [direct.re, direct.im]) part.forEach((value, index) => (part[index] = value * transform.scale));
    expect(relativeError(meant, direct)).toBeLessThan(1e-13);
  }

  const compiled = lowerPlan("agreement", plan, gpu);
  const untouched = { re: input.re.slice(), im: input.im.slice() };
  const output = complexArray(elements * batch);
  output.re.fill(Number.NaN);
  evaluateHostProgram(compiled.host, input, output, batch);
  expect(relativeError(output, meant)).toBeLessThan(1e-13);
  expect(input).toEqual(untouched);

  evaluateHostProgram(compiled.host, input, input, batch);
  expect(relativeError(input, meant)).toBeLessThan(1e-13);
}
