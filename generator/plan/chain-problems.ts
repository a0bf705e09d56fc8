// The rules of a legal plan, one by one. Does not guess what was meant (misprints.ts).
//
// For an axis of length n whose elements lie s apart, with sub-computations 1..k from heavy to light, in the numbers of the notation
// (Wu & JaJa, section 4.1; of Walsh-Hadamard steps, which see the array of N elements as one, times s):
//   extent_1 = n, extent_i = stride_(i-1), radix_i stride_i = extent_i, count_i radix_i = n (of steps N), stride_k = 1.
// The digits of a cyclic axis are transformed in this order, and
//   the factors exp(-2 pi i k_i j_m stride_m / extent_i) of each pair i < m are applied exactly once:
//   after butterfly i if that is `tw`, else before butterfly m, which must then be `pre-tw`.
// Those of a dyadic axis have no factors, and any order.
import { at } from "../failure/errors.js";
import { axesOf, axisOf, type Axis } from "./axes.js";
import { hadamardLengthProblem } from "./hadamard-lengths.js";
import { baseOrders } from "./hadamard-matrix.js";
import { WALSH, type Plan, type SubComputation } from "./plan.js";
import { isRadix, LARGEST_RADIX, RADICES, RADICES_TEXT, SMALLEST_RADIX } from "./radices.js";
import type { PlacedSubComputation } from "./sub-computations.js";
import { placedSubComputations, subComputationText } from "./sub-computations.js";
import {
  elementCount,
  groupOf,
  hadamardOf,
  transformedCount,
  type Transform,
  type TransformGroup,
} from "./transform.js";
import { fourierUnitProblem, walshUnitProblem } from "./units.js";

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

/** The numbers that the notation has for an axis, and what it calls them. */
interface ChainNumbers {
  /** What count times radix is. */
  readonly whole: number;
  readonly wholeName: string;
  /** The stride of the lightest digit. */
  readonly from: number;
  /** The extent of the heaviest digit. */
  readonly to: number;
  readonly toName: string;
}

/** What the group of an axis makes of its sub-computations. */
interface GroupRules {
  readonly numbers: (transform: Transform, axis: Axis) => ChainNumbers;
  /** Why no sub-computation of an axis can be written so; undefined if one can. */
  readonly formProblem: (transform: Transform, sub: SubComputation) => string | undefined;
  readonly lengthProblem: (transform: Transform, length: number) => string | undefined;
  readonly radixProblem: (transform: Transform, radix: number) => string | undefined;
  readonly unitProblem: (transform: Transform, sub: SubComputation) => string | undefined;
  /** Whether there are factors between the digits, which put them in order. */
  readonly hasTwiddles: boolean;
}

const RULES: Readonly<Record<TransformGroup, GroupRules>> = {
  cyclic: {
    numbers: (_, { name, length }) => {
      const lengthName = `the length of ${name}`;
      return { whole: length, wholeName: `${lengthName} is ${length}`, from: 1, to: length, toName: lengthName };
    },
    formProblem: ({ dimensions, axes }, { dimension }) => {
      const names = dimensions.map(({ name }) => name);
      if (!names.includes(dimension)) return `the transform has no dimension ${dimension}, only ${names.join(", ")}`;
      return axes.includes(dimension) ? undefined : `${dimension} is not to be transformed, only ${axes.join(", ")}`;
    },
    lengthProblem: () => undefined,
    radixProblem: (transform, radix) =>
      isRadix(radix) || isCopy(transform, radix)
        ? undefined
        : `radix ${radix} is not supported: a butterfly has ${RADICES_TEXT}`,
    unitProblem: ({ precision }, { unit, radix }) =>
      unit === undefined ? undefined : fourierUnitProblem(unit, radix, precision),
    hasTwiddles: true,
  },
  dyadic: {
    numbers: (transform, { name, length, step }) => {
      const whole = elementCount(transform);
      const wholeName = `the array has ${whole} elements`;
      return { whole, wholeName, from: step, to: step * length, toName: `the extent of ${name}` };
    },
    formProblem: (transform, sub) => {
      if (sub.dimension !== WALSH || sub.twiddle !== "no-tw")
        return "a Walsh-Hadamard transform is made of steps `H(count, radix, stride, extent)`";
      return axisOf(axesOf(transform), sub) === undefined
        ? `\`${subComputationText(sub)}\` transforms what is not to be transformed`
        : undefined;
    },
    lengthProblem: (transform, length) => hadamardLengthProblem(length, hadamardOf(transform)),
    radixProblem: (transform, radix) => {
      const bases = baseOrders(hadamardOf(transform));
      const isPowerOfTwo = Number.isInteger(Math.log2(radix)) && radix >= SMALLEST_RADIX && radix <= LARGEST_RADIX;
      return isPowerOfTwo || bases.includes(radix) || isCopy(transform, radix)
        ? undefined
        : `radix ${radix} is not supported: powers of two to ${LARGEST_RADIX} are, and ${bases.join(", ")}`;
    },
    unitProblem: (transform, sub) => (sub.unit === undefined ? undefined : walshUnitProblem(sub.unit, sub, transform)),
    hasTwiddles: false,
  },
};

/** Arrays whose axes have one element each are copied: by a sub-computation of radix 1, for a kernel has one. */
const isCopy = (transform: Transform, radix: number): boolean => radix === 1 && transformedCount(transform) === 1;

const rulesOf = (transform: Transform): GroupRules => RULES[groupOf(transform)];

/** What is wrong with kernels and sub-computations by themselves: braces that are empty, what no axis has, units that cannot compute. */
export function structureProblems({ transform, kernels }: Plan): readonly Problem[] {
  const { formProblem, unitProblem } = rulesOf(transform);
  const empty = kernels.flatMap(({ subComputations }, kernel) =>
    subComputations.length > 0 ? [] : [{ kernel, message: "the braces are empty: a kernel needs a sub-computation" }],
  );
  const placed = placedSubComputations({ transform, kernels });
  const each = (field: keyof SubComputation, problem: GroupRules["formProblem"]): readonly Problem[] =>
    placed.flatMap((place) => {
      const message = problem(transform, place.subComputation);
      return message === undefined ? [] : [problemAt(place, field, message)];
    });
  return [...empty, ...each("dimension", formProblem), ...each("unit", unitProblem)];
}

/** The sub-computations of an axis. */
export interface AxisChain {
  readonly axis: Axis;
  /** In order of execution. */
  readonly members: readonly PlacedSubComputation[];
}

/** Of every axis that is to be transformed. What no axis has is left out. */
export function chainsOf(plan: Plan): readonly AxisChain[] {
  const axes = axesOf(plan.transform);
  const placed = placedSubComputations(plan);
  return axes
    .filter(({ group }) => group !== "idle")
    .map((axis) => ({
      axis,
      members: placed.filter(({ subComputation }) => axisOf(axes, subComputation) === axis),
    }));
}

/** What is wrong with the sub-computations of one axis. */
export function chainProblems(transform: Transform, { axis, members }: AxisChain): readonly Problem[] {
  const { name, length } = axis;
  const { lengthProblem, numbers, hasTwiddles } = rulesOf(transform);
  const unsuited = lengthProblem(transform, length);
  if (unsuited !== undefined) return [{ message: unsuited }];
  if (members.length === 0) {
    return length === 1 ? [] : [{ message: `no sub-computation transforms ${name}, which has length ${length}` }];
  }
  const chain = hasTwiddles ? members : members.toSorted((a, b) => b.subComputation.extent - a.subComputation.extent);
  const problemsAs = (one: Axis): readonly Problem[] => [
    ...numberProblems(transform, one, numbers(transform, one), chain),
    ...(hasTwiddles ? twiddleProblems(name, chain) : []),
  ];
  const problems = problemsAs(axis);
  const radices = chain.map((placed) => placed.subComputation.radix);
  const product = radices.reduce((left, right) => left * right, 1);
  if (product === length) return problems;
  const what = `the radices of ${name} multiply to ${radices.join("*")}${chain.length > 1 ? ` = ${product}` : ""}`;
  // A chain that is right for another length has one thing wrong with it, not several.
  if (problemsAs({ ...axis, length: product }).length === 0) {
    return [
      problemAt(at(chain, 0), undefined, `${what} and all else fits that, but the length of ${name} is ${length}`),
    ];
  }
  return [
    problemAt(at(chain, 0), undefined, `${what}, not to its length ${length}${tooLargeAPrime(length)}`),
    ...problems,
  ];
}

/** `chain` runs from heavy to light. */
function numberProblems(
  transform: Transform,
  { name, length, base }: Axis,
  { whole, wholeName, from, to, toName }: ChainNumbers,
  chain: readonly PlacedSubComputation[],
): readonly Problem[] {
  const { radixProblem } = rulesOf(transform);
  return chain.flatMap((placed, index): readonly Problem[] => {
    const { count, radix, stride, extent } = placed.subComputation;
    const problems: Problem[] = [];
    const report = (field: keyof SubComputation, message: string): number =>
      problems.push(problemAt(placed, field, message));
    const unsupported = radixProblem(transform, radix);
    const misplaced = base > 1 && (index === 0 ? radix !== base : !Number.isInteger(Math.log2(radix)));
    if (unsupported !== undefined) report("radix", unsupported);
    else if (misplaced)
      report(
        "radix",
        `the heaviest digit of ${name}, of length ${length}, is the one of radix ${base}, and all others are powers of two`,
      );
    const before = index === 0 ? undefined : at(chain, index - 1).subComputation;
    const outer = before === undefined ? to : before.stride;
    if (extent !== outer) {
      const source = before === undefined ? toName : `the stride of \`${subComputationText(before)}\``;
      report("extent", `extent is ${extent}, but ${source} is ${outer}`);
    }
    if (radix * stride !== extent) {
      report("stride", `radix times stride is ${radix * stride}, but the extent is ${extent}`);
    }
    if (count * radix !== whole) {
      report("count", `count times radix is ${count * radix}, but ${wholeName}`);
    }
    if (index === chain.length - 1 && stride !== from) {
      report(
        "stride",
        `stride is ${stride}, but the last sub-computation of ${name} has stride ${from}; is another missing?`,
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
  for (const radix of RADICES) while (rest % radix === 0) rest /= radix;
  return rest === 1 ? "" : `, which has a prime factor above the largest radix, ${Math.max(...RADICES)}`;
}

function problemAt(place: PlacedSubComputation, field: keyof SubComputation | undefined, message: string): Problem {
  const where = { kernel: place.kernel, subComputation: place.position };
  return field === undefined ? { ...where, message } : { ...where, field, message };
}
