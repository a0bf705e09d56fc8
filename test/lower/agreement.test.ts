// The main test: a plan, run as its notation says, and the kernel programs lowered from it give what an independent
// discrete Fourier transform gives, on random legal plans with random legal schedules.
import fc from "fast-check";
import { expect, test } from "vitest";
import { lowerPlan } from "../../generator/compile.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { complexArray, evaluateHostProgram } from "../../generator/kernel/evaluate.js";
import { digitSetOf, kernelDigits, memoryLayout } from "../../generator/layout/digits.js";
import { placeKernel } from "../../generator/layout/geometry.js";
import { possibleColumns } from "../../generator/layout/tile.js";
import { evaluatePlan } from "../../generator/plan/evaluate.js";
import type { Plan, ScheduledKernel, ScheduledPlan, TwiddleSource } from "../../generator/plan/plan.js";
import { legalPlans } from "../arbitrary/plans.js";
import { directDft, relativeError } from "../reference/direct-dft.js";

const gpu = findGpu("H200");

/** Chooses among the legal schedules of each kernel by drawn numbers. */
function scheduled(plan: Plan, draws: readonly number[], twiddles: TwiddleSource): ScheduledPlan {
  const set = digitSetOf(plan.transform, plan.kernels);
  const kernels = plan.kernels.map((kernel, index): ScheduledKernel => {
    const digits = kernelDigits(set, kernel);
    const radices = digits.reduce((total, digit) => total * digit.radix, 1);
    const options: ScheduledKernel[] = [];
    for (const columns of possibleColumns(
      set,
      digits,
      Math.max(1, Math.floor(512 / radices)),
      memoryLayout(set, index),
      memoryLayout(set, index + 1),
    )) {
      for (let threads = 1; threads <= 128; threads++) {
        const candidate: ScheduledKernel = {
          ...kernel,
          schedule: { threads, columns, blocksPerSm: 1, twiddles, stores: "default" },
        };
        if (placeKernel(set, candidate, index, gpu).ok) options.push(candidate);
      }
    }
    const drawn = options[(draws[index % draws.length] ?? 0) % Math.max(1, options.length)];
    if (drawn === undefined) throw new Error(`no legal schedule for kernel ${index} of ${JSON.stringify(plan)}`);
    return drawn;
  });
  return { transform: plan.transform, kernels };
}

function randomSignal(length: number, seed: number) {
  const signal = complexArray(length);
  let state = seed >>> 0;
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
  for (let i = 0; i < length; i++) {
    signal.re[i] = next();
    signal.im[i] = next();
  }
  return signal;
}

test("plan, kernel programs and an independent DFT agree on random legal plans", () => {
  fc.assert(
    fc.property(
      legalPlans({ maxElements: 500, scales: [1, 0.25] }),
      fc.array(fc.nat(10_000), { minLength: 1, maxLength: 6 }),
      fc.constantFrom<TwiddleSource>("table", "powers", "fast-sincos"),
      fc.integer({ min: 1, max: 5 }),
      fc.nat(),
      (plan, draws, twiddles, batch, seed) => {
        const { transform } = plan;
        const elements = transform.dimensions.reduce((total, { length }) => total * length, 1);
        const input = randomSignal(elements * batch, seed);
        const lengths = transform.dimensions.map(({ length }) => length).toReversed();
        const sign = transform.direction === "forward" ? -1 : 1;

        const meant = evaluatePlan(plan, input.re, input.im);
        if (transform.order === "natural") {
          const direct = directDft(input.re, input.im, lengths, sign);
          for (const part of [direct.re, direct.im])
            part.forEach((value, index) => (part[index] = value * transform.scale));
          expect(relativeError(meant, direct)).toBeLessThan(1e-13);
        }

        const compiled = lowerPlan("agreement", scheduled(plan, draws, twiddles), gpu);
        const untouched = { re: input.re.slice(), im: input.im.slice() };
        const output = complexArray(elements * batch);
        output.re.fill(Number.NaN);
        evaluateHostProgram(compiled.host, input, output, batch);
        expect(relativeError(output, meant)).toBeLessThan(1e-13);
        expect(input).toEqual(untouched);

        if (compiled.host.inPlaceAllowed) {
          evaluateHostProgram(compiled.host, input, input, batch);
          expect(relativeError(input, meant)).toBeLessThan(1e-13);
        }
      },
    ),
    { seed: 20260101, numRuns: 150 },
  );
});
