// Random legal plans, as the paper's rules allow them: any lengths with small prime factors, any factorisation into
// radices, twiddle factors before or after the butterflies, and the dimensions' sub-computations shuffled together into
// kernels in any way that keeps each dimension's order. Written from the rules, without the checker.
import fc from "fast-check";
import type { Plan, PlanKernel, SubComputation } from "../../generator/plan/plan.js";
import type {
  Arithmetic,
  Direction,
  Order,
  Placement,
  NumberFormat,
  Transform,
} from "../../generator/plan/transform.js";
import { DIMENSION_NAMES, makeTransform, usualArithmetic } from "../../generator/plan/transform.js";
import { makeMixedChain } from "../../generator/plan/sub-computations.js";

export interface LegalPlanOptions {
  /** Elements of one transform, at most. Default 2000. */
  readonly maxElements?: number;
  /** Default 2: a transform of a single element has a plan without kernels. */
  readonly minElements?: number;
  /** Default 1. */
  readonly minRank?: number;
  /** Default 4. */
  readonly maxRank?: number;
  /** The factors of the lengths, most often prime ones. Default 2 (most often), 3, 5 and 7. */
  readonly primes?: readonly number[];
  /** Default 32. */
  readonly maxRadix?: number;
  /** Sub-computations in one kernel, at most. Default: any number. */
  readonly maxPerKernel?: number;
  /** `tw`: all twiddle factors after the butterflies, as in the paper. `any` (default): before, after and mixed. */
  readonly twiddles?: "tw" | "any";
  readonly precisions?: readonly NumberFormat[];
  /** Default: the usual one. */
  readonly arithmetic?: Arithmetic;
  readonly directions?: readonly Direction[];
  readonly orders?: readonly Order[];
  readonly placements?: readonly Placement[];
  readonly scales?: readonly number[];
  /** Default 3. */
  readonly maxBatch?: number;
  /** Some dimensions are not transformed, and arrays lie apart. Default: all are, and none do. */
  readonly subsets?: boolean;
}

const DEFAULT_PRIMES = [2, 2, 2, 3, 5, 7];
/** Enough for 2^53, the largest transform there can be. */
const MOST_FACTORS = 53;

/** Random legal plans without schedules. A dimension may have length 1, and then has no sub-computation. */
export function legalPlans(options: LegalPlanOptions = {}): fc.Arbitrary<Plan> {
  const { minElements = 2, maxElements = 2000, primes = DEFAULT_PRIMES, minRank = 1, maxRank = 4 } = options;
  const mostFactors = Math.min(MOST_FACTORS, Math.floor(Math.log2(maxElements)));
  const factors = fc.array(fc.array(fc.constantFrom(...primes), { maxLength: mostFactors, size: "max" }), {
    minLength: minRank,
    maxLength: maxRank,
    size: "max",
  });
  return factors
    .map((wanted) => withinBudget(wanted, maxElements))
    .filter((dimensions) => productOf(dimensions.flat()) >= minElements)
    .chain((dimensions) =>
      (options.subsets === true ? someOf(dimensions) : fc.constant(dimensions.map(() => true))).chain((isTransformed) =>
        fc.tuple(
          transforms(dimensions, isTransformed, options),
          kernels(
            dimensions.map((factors, index) => (isTransformed[index] === true ? factors : [])),
            options,
          ),
        ),
      ),
    )
    .map(([transform, planKernels]) => ({ transform, kernels: planKernels }));
}

/** Which dimensions are transformed: of those that have more than one element, at least one. */
const someOf = (dimensions: readonly (readonly number[])[]): fc.Arbitrary<readonly boolean[]> =>
  fc
    .array(fc.boolean(), { minLength: dimensions.length, maxLength: dimensions.length })
    .filter((isTransformed) =>
      dimensions.some((factors, index) => isTransformed[index] === true && factors.length > 0),
    );

/** Elements between arrays. */
const GAPS = [0, 1, 3, 8];

/** Leaves out the factors, taken from all dimensions in turn, that would make the array too large. */
function withinBudget(wanted: readonly (readonly number[])[], maxElements: number): readonly (readonly number[])[] {
  const kept: number[][] = wanted.map(() => []);
  let elements = 1;
  for (let turn = 0; turn < MOST_FACTORS; turn++) {
    wanted.forEach((factors, dimension) => {
      const factor = factors[turn];
      if (factor === undefined || elements * factor > maxElements) return;
      elements *= factor;
      kept[dimension]?.push(factor);
    });
  }
  return kept;
}

function transforms(
  dimensions: readonly (readonly number[])[],
  isTransformed: readonly boolean[],
  options: LegalPlanOptions,
): fc.Arbitrary<Transform> {
  const all = dimensions.map((factors, index) => ({ name: DIMENSION_NAMES[index] ?? "", length: productOf(factors) }));
  const elements = productOf(dimensions.flat());
  return fc
    .record({
      kind: fc.constant("c2c" as const),
      dimensions: fc.constant(all),
      axes: fc.constant(all.map(({ name }) => name).filter((_, index) => isTransformed[index] === true)),
      distance:
        options.subsets === true ? fc.constantFrom(...GAPS.map((gap) => elements + gap)) : fc.constant(elements),
      precision: fc.constantFrom(...(options.precisions ?? (["f32", "f64"] as const))),
      direction: fc.constantFrom(...(options.directions ?? (["forward", "inverse"] as const))),
      order: fc.constantFrom(...(options.orders ?? (["natural", "digit-reversed"] as const))),
      placement: fc.constantFrom(...(options.placements ?? (["out-of-place", "in-place"] as const))),
      scale: fc.constantFrom(...(options.scales ?? [1, 0.5, 1 / productOf(dimensions.flat())])),
      batch: fc.integer({ min: 1, max: options.maxBatch ?? 3 }),
    })
    .map((transform) => ({
      ...makeTransform(all.map(({ length }) => length).toReversed(), transform.precision),
      ...transform,
      arithmetic: options.arithmetic ?? usualArithmetic(transform.precision),
    }));
}

function kernels(
  dimensions: readonly (readonly number[])[],
  options: LegalPlanOptions,
): fc.Arbitrary<readonly PlanKernel[]> {
  const total = dimensions.flat().length;
  const exactly = { minLength: total, maxLength: total, size: "max" } as const;
  return fc
    .record({
      cuts: fc.array(fc.boolean(), exactly),
      plain: fc.array(fc.nat(), { minLength: dimensions.length, maxLength: dimensions.length }),
      picks: fc.array(fc.nat(), exactly),
      braces: fc.array(fc.boolean(), exactly),
    })
    .map(({ cuts, plain, picks, braces }) => {
      const chains = dimensions.map((factors, index) => {
        const radices = radicesOf(factors, cuts, options.maxRadix ?? 32);
        const last = Math.max(0, radices.length - 1);
        const plainAt = options.twiddles === "tw" ? last : (plain[index] ?? 0) % Math.max(1, radices.length);
        return makeMixedChain(DIMENSION_NAMES[index] ?? "", radices, plainAt);
      });
      return inBraces(interleaved(chains, picks), braces, options.maxPerKernel ?? Infinity);
    });
}

/** Multiplies neighbouring factors together, except where there is a cut or the radix would be too large. */
function radicesOf(factors: readonly number[], cuts: readonly boolean[], maxRadix: number): readonly number[] {
  const radices: number[] = [];
  factors.forEach((factor, index) => {
    const last = radices.at(-1);
    if (last === undefined || cuts[index] === true || last * factor > maxRadix) radices.push(factor);
    else radices[radices.length - 1] = last * factor;
  });
  return radices;
}

/** One sequence that keeps the order of each chain. */
function interleaved(
  chains: readonly (readonly SubComputation[])[],
  picks: readonly number[],
): readonly SubComputation[] {
  const waiting = chains.map((chain) => [...chain]);
  const sequence: SubComputation[] = [];
  for (const pick of picks) {
    const open = waiting.filter((chain) => chain.length > 0);
    const next = open[pick % Math.max(1, open.length)]?.shift();
    if (next !== undefined) sequence.push(next);
  }
  return sequence;
}

function inBraces(
  sequence: readonly SubComputation[],
  braces: readonly boolean[],
  maxPerKernel: number,
): readonly PlanKernel[] {
  const groups: SubComputation[][] = [];
  sequence.forEach((subComputation, index) => {
    const open = groups.at(-1);
    if (open === undefined || braces[index] === true || open.length >= maxPerKernel) groups.push([subComputation]);
    else open.push(subComputation);
  });
  return groups.map((subComputations) => ({ subComputations }));
}

const productOf = (factors: readonly number[]): number => factors.reduce((product, factor) => product * factor, 1);
