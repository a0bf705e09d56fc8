// Random plans of Rader's transform: any prime up to 300, the factors of one less in any order and in any butterflies, on any threads.
import fc from "fast-check";
import { findGpu } from "../../generator/gpu/registry.js";
import { digitSetOf } from "../../generator/layout/digits.js";
import { placeKernel } from "../../generator/layout/geometry.js";
import type { ScheduledPlan } from "../../generator/plan/plan.js";
import { hasButterflies } from "../../generator/plan/radices.js";
import { makeChain } from "../../generator/plan/sub-computations.js";
import { makeTransform } from "../../generator/plan/transform.js";

const gpu = findGpu("H200");

const isPrime = (number: number): boolean =>
  number > 1 && Array.from({ length: number - 2 }, (_, index) => index + 2).every((divisor) => number % divisor !== 0);

const LARGEST_RADIX = 16;
const PRIMES = Array.from({ length: 300 }, (_, number) => number).filter(
  (number) => number > 3 && isPrime(number) && hasButterflies(number - 1, { precision: "f64" }),
);

/** Prime factors, some of them together. */
function radicesOf(length: number, order: readonly number[]): readonly number[] {
  const radices: number[] = [];
  let rest = length;
  for (let factor = 2; rest > 1; factor++)
    for (; rest % factor === 0; rest /= factor) {
      const place = order[radices.length % order.length] ?? 0;
      const joined = (radices[place] ?? LARGEST_RADIX) * factor;
      if (joined <= LARGEST_RADIX) radices[place] = joined;
      else radices.splice(place, 0, factor);
    }
  return radices;
}

export const raderPlans = (): fc.Arbitrary<ScheduledPlan> =>
  fc
    .record({
      prime: fc.constantFrom(...PRIMES),
      precision: fc.constantFrom("f32", "f64"),
      direction: fc.constantFrom("forward", "inverse"),
      order: fc.array(fc.nat(3), { minLength: 1, maxLength: 4 }),
      columns: fc.constantFrom(1, 2, 3, 4, 8, 16),
      held: fc.integer({ min: 1, max: 16 }),
      twiddles: fc.constantFrom("table", "powers"),
    })
    .map(({ prime, precision, direction, order, columns, held, twiddles }): ScheduledPlan => {
      const radices = radicesOf(prime - 1, order);
      const most = Math.max(held, ...radices);
      const threads = Math.min(1024, Math.max(1, Math.ceil((columns * (prime - 1)) / most)));
      return {
        transform: makeTransform([prime], precision, { direction }),
        kernels: [
          {
            through: "rader",
            subComputations: makeChain("X", radices, "pre-tw"),
            schedule: { threads, columns, blocksPerSm: 1, twiddles, stores: "default" },
          },
        ],
      };
    })
    .filter(({ transform, kernels: [kernel] }) => {
      if (kernel === undefined) return false;
      return placeKernel(digitSetOf(transform, [kernel]), kernel, 0, gpu).ok;
    });
