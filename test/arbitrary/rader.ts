// Random plans of Rader's transform: any prime up to 300, the factors of one less in any order and in any butterflies, on any threads, alone,
// times a factor that it does not divide, or beside other dimensions.
import fc from "fast-check";
import { findGpu } from "../../generator/gpu/registry.js";
import { placeKernel } from "../../generator/layout/geometry.js";
import { setsOf } from "../../generator/layout/leg-sets.js";
import type { ScheduledKernel, ScheduledPlan } from "../../generator/plan/plan.js";
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

const NAMES = ["X", "Y", "Z", "W"] as const;
const LARGEST_ARRAY = 2000;

/** Along one axis; others are transformed by a kernel of their own, before or behind, or not at all. */
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
      others: fc.array(fc.constantFrom(2, 3, 4, 7, 8, 17, 19), { maxLength: 2 }),
      place: fc.nat(2),
      isAlone: fc.boolean(),
      isFirst: fc.boolean(),
      factor: fc.oneof(fc.constant(1), fc.integer({ min: 2, max: 36 })),
    })
    .filter(
      ({ prime, factor, others }) =>
        others.reduce((product, length) => product * length, prime * (others.length > 0 ? factor : 1)) <= LARGEST_ARRAY,
    )
    .filter(({ prime, factor, precision }) => factor % prime !== 0 && hasButterflies(factor, { precision }))
    .map(
      ({ prime, precision, direction, order, columns, held, twiddles, others, place, isAlone, isFirst, ...rest }) => {
        const { factor } = rest;
        const radices = radicesOf(prime - 1, order);
        const across = factor === 1 ? [] : radicesOf(factor, order);
        const most = Math.max(held, ...radices, ...across);
        const threads = Math.min(1024, Math.max(1, Math.ceil((columns * factor * (prime - 1)) / most)));
        const usual = { blocksPerSm: 1, twiddles, stores: "default" } as const;
        const own = NAMES[place % (others.length + 1)] ?? "X";
        const names = NAMES.slice(0, others.length + 1);
        const lengths = names.map((name, index) =>
          name === own ? factor * prime : (others[index - Number(index > names.indexOf(own))] ?? 1),
        );
        const rader: ScheduledKernel = {
          through: "rader",
          subComputations: [
            ...(across.length === 0 ? [] : makeChain(NAMES[names.length] ?? "W", across, "pre-tw")),
            ...makeChain(own, radices, "pre-tw"),
          ],
          schedule: { ...usual, threads, columns },
        };
        const beside: ScheduledKernel = {
          subComputations: names.flatMap((name, index) =>
            name === own ? [] : makeChain(name, [lengths[index] ?? 1], "pre-tw"),
          ),
          schedule: { ...usual, threads: 1, columns: 1 },
        };
        const kernels = isAlone || others.length === 0 ? [rader] : isFirst ? [rader, beside] : [beside, rader];
        const axes = kernels.length === 1 ? [own] : names;
        return { transform: makeTransform(lengths.toReversed(), precision, { direction, axes }), kernels };
      },
    )
    .filter(({ transform, kernels }) => {
      const seenBy = setsOf(transform, kernels);
      return kernels.every((kernel, number) => {
        const { set, index } = seenBy(number);
        return placeKernel(set, kernel, index, gpu).ok;
      });
    });
