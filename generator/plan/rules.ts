// The rules of a legal plan, one by one. Does not guess what was meant (misprints.ts).
//
// For a dimension of length n with sub-computations 1..k in order of execution (Wu & JaJa, section 4.1):
//   extent_1 = n, extent_i = stride_(i-1), radix_i stride_i = extent_i, count_i radix_i = n, stride_k = 1;
//   the factors exp(-2 pi i k_i j_m stride_m / extent_i) of each pair i < m are applied exactly once:
//   after butterfly i if that is `tw`, else before butterfly m, which must then be `pre-tw`.
import { at } from "../failure/errors.js";
import type { Plan, SubComputation } from "./plan.js";
import type { PlacedSubComputation } from "./sub-computations.js";
import { placedSubComputations, subComputationText } from "./sub-computations.js";
import type { Dimension, Storage } from "./transform.js";
import { fourierUnitProblem } from "./units.js";

/** Butterflies are computed in the registers of one thread: larger ones spill. */
export const SMALLEST_RADIX = 2;
export const LARGEST_RADIX = 32;

/** One thing wrong with a plan. */
export interface Problem {
  /** Index of the kernel in the plan, from 0. Absent where no kernel is to blame: a dimension is missing altogether. */
  readonly kernel?: number;
  /** Index of the sub-computation in its kernel, from 0. Absent where the kernel as a whole is wrong. */
  readonly subComputation?: number;
  readonly field?: keyof SubComputation;
  /** What is wrong, and what would be right as far as that is known. Does not repeat the place. */
  readonly message: string;
  /** The corrected sub-computation, where there is exactly one plausible correction. */
  readonly remedy?: string;
}

/** What is wrong with the plan as a whole: kernels that do nothing, dimensions that do not exist. */
export function structureProblems(plan: Plan): readonly Problem[] {
  const names = plan.transform.dimensions.map((dimension) => dimension.name);
  const empty = plan.kernels.flatMap(({ subComputations }, kernel) =>
    subComputations.length > 0 ? [] : [{ kernel, message: "the braces are empty: a kernel needs a sub-computation" }],
  );
  const unknown = placedSubComputations(plan)
    .filter(({ subComputation }) => !names.includes(subComputation.dimension))
    .map((placed) =>
      problemAt(
        placed,
        "dimension",
        `the transform has no dimension ${placed.subComputation.dimension}, only ${names.join(", ")}`,
      ),
    );
  return [...empty, ...unknown];
}

/** Units that cannot compute their butterflies. */
export const unitProblems = (plan: Plan, storage: Storage): readonly Problem[] =>
  placedSubComputations(plan).flatMap((placed) => {
    const { unit, radix } = placed.subComputation;
    const message = unit === undefined ? undefined : fourierUnitProblem(unit, radix, storage);
    return message === undefined ? [] : [problemAt(placed, "unit", message)];
  });

/** What is wrong with the sub-computations of one dimension. */
export function chainProblems(dimension: Dimension, chain: readonly PlacedSubComputation[]): readonly Problem[] {
  const { name, length } = dimension;
  const radices = chain.map((placed) => placed.subComputation.radix);
  const product = radices.reduce((left, right) => left * right, 1);
  if (chain.length === 0) {
    return length === 1 ? [] : [{ message: `no sub-computation transforms ${name}, which has length ${length}` }];
  }
  const problems = [...numberProblems(dimension, chain), ...twiddleProblems(name, chain)];
  if (product === length) return problems;
  const what = `the radices of ${name} multiply to ${radices.join("*")}${chain.length > 1 ? ` = ${product}` : ""}`;
  // A chain that is right for another length has one thing wrong with it, not several.
  const elsewhere = { name, length: product };
  if ([...numberProblems(elsewhere, chain), ...twiddleProblems(name, chain)].length === 0) {
    return [
      problemAt(at(chain, 0), undefined, `${what} and all else fits that, but the length of ${name} is ${length}`),
    ];
  }
  return [
    problemAt(at(chain, 0), undefined, `${what}, not to its length ${length}${tooLargeAPrime(length)}`),
    ...problems,
  ];
}

function numberProblems({ name, length }: Dimension, chain: readonly PlacedSubComputation[]): readonly Problem[] {
  return chain.flatMap((placed, index): readonly Problem[] => {
    const { count, radix, stride, extent } = placed.subComputation;
    const problems: Problem[] = [];
    const report = (field: keyof SubComputation, message: string): number =>
      problems.push(problemAt(placed, field, message));
    if (!Number.isInteger(radix) || radix < SMALLEST_RADIX || radix > LARGEST_RADIX) {
      report("radix", `radix ${radix} is not supported: a butterfly has ${SMALLEST_RADIX} to ${LARGEST_RADIX} members`);
    }
    const before = index === 0 ? undefined : at(chain, index - 1).subComputation;
    const outer = before === undefined ? length : before.stride;
    if (extent !== outer) {
      const source = before === undefined ? `the length of ${name}` : `the stride of \`${subComputationText(before)}\``;
      report("extent", `extent is ${extent}, but ${source} is ${outer}`);
    }
    if (radix * stride !== extent) {
      report("stride", `radix times stride is ${radix * stride}, but the extent is ${extent}`);
    }
    if (count * radix !== length) {
      report("count", `count times radix is ${count * radix}, but the length of ${name} is ${length}`);
    }
    if (index === chain.length - 1 && stride !== 1) {
      report(
        "stride",
        `stride is ${stride}, but the last sub-computation of ${name} has stride 1; is another missing?`,
      );
    }
    return problems;
  });
}

function twiddleProblems(name: string, chain: readonly PlacedSubComputation[]): readonly Problem[] {
  return chain.flatMap((placed, index): readonly Problem[] => {
    const { twiddle } = placed.subComputation;
    const open = chain.slice(0, index).filter((other) => other.subComputation.twiddle !== "tw");
    const problems: Problem[] = [];
    if (twiddle === "pre-tw" && open.length === 0) {
      const reason = index === 0 ? `nothing of ${name} comes before` : "every earlier sub-computation is `tw`";
      problems.push(problemAt(placed, "twiddle", `${reason}, so \`pre-tw\` has no factors to apply`));
    }
    if (twiddle === "tw" && index === chain.length - 1) {
      problems.push(problemAt(placed, "twiddle", `nothing of ${name} follows, so there are no factors for \`tw\``));
    }
    if (twiddle !== "pre-tw") problems.push(...open.map((other) => missingFactors(other, placed)));
    return problems;
  });
}

function missingFactors(earlier: PlacedSubComputation, later: PlacedSubComputation): Problem {
  const [first, second] = [earlier, later].map((placed) => `\`${subComputationText(placed.subComputation)}\``);
  const remedy = "the first must be `tw` or the second `pre-tw`";
  return problemAt(later, "twiddle", `the factors between ${first} and ${second} are missing: ${remedy}`);
}

function tooLargeAPrime(length: number): string {
  let rest = length;
  for (let factor = 2; factor <= LARGEST_RADIX; factor++) while (rest % factor === 0) rest /= factor;
  return rest === 1 ? "" : `, which has a prime factor above the largest radix, ${LARGEST_RADIX}`;
}

function problemAt(place: PlacedSubComputation, field: keyof SubComputation | undefined, message: string): Problem {
  const where = { kernel: place.kernel, subComputation: place.position };
  return field === undefined ? { ...where, message } : { ...where, field, message };
}
