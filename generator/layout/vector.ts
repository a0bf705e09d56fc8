// The place `vector`, the innermost: numbers in one register, or in as many as one operation computes with. Real numbers lie there
// as they are moved, too: `width` neighbours are one element, the lightest digit keeps what lies beside them, and all strides count
// elements. In numbers, of x = 32 x1 + x2 in vectors of 4 the two lightest bits of x2 lie at `vector`, with weights 1/4 and 1/2 of
// an element; in registers or on threads the digit has 8 values. Complex numbers are elements of their own, whose vectors are runs
// that one access moves (runs.ts); in 16-bit arithmetic two butterflies are computed at once, and an atom of the registers that
// tells them apart lies at `vector`.
import { at } from "../failure/errors.js";
import { failure, success, type Result } from "../failure/result.js";
import { elementsAtOnce, type KernelElements } from "../plan/elements.js";
import { isOnCluster, type ScheduledKernel } from "../plan/plan.js";
import { isComplex } from "../plan/transform.js";
import { isMatrixProduct, MATRIX_WIDTH, usesMatrices } from "../plan/units.js";
import { parametersOf, usualStride, type Arrays, type ArraySpec } from "../plan/arrays.js";
import { atomsOf, transformedDigits, type Digit, type DigitSet } from "./digits.js";
import type { Phase } from "./phases.js";
import { rememberedOfTwo } from "./remembered.js";

/** A set of digits whose elements are vectors of `width` numbers. */
export const inVectors = rememberedOfTwo((set: DigitSet, width: number): Result<DigitSet> => {
  if (!Number.isInteger(Math.log2(width)) || width < 1) return failure(`vectors of ${width}: expected a power of two`);
  if (width === 1 || isComplex(set.transform)) return success(set);
  if (set.reorders) return failure(`vectors of ${width} need natural order: any other takes them apart`);
  const lightest = contiguousDigit(set);
  if (lightest === undefined || lightest.radix % width !== 0)
    return failure(`vectors of ${width} do not divide the lightest digit, of radix ${lightest?.radix ?? 1}`);
  if (lightest.kernel !== undefined && !Number.isInteger(Math.log2(lightest.radix)))
    return failure(`vectors of ${width} would cut a butterfly of radix ${lightest.radix}`);
  const unit = lightest.subComputation?.unit;
  if (lightest.kernel !== undefined && unit === "alman-rao")
    return failure(`vectors of ${width} would cut a butterfly by ${unit}, which is whole or nothing`);
  const arrays = arraysOfVectors(set.arrays, lightest.axis, width);
  if (!arrays.ok) return arrays;
  const digits = set.digits.map((digit): Digit => {
    if (digit === lightest) return { ...digit, radix: digit.radix / width };
    if (digit.axis !== lightest.axis) return digit;
    const inVectorUnits = { inPlaceWeight: digit.inPlaceWeight / width, naturalWeight: digit.naturalWeight / width };
    return { ...digit, ...inVectorUnits };
  });
  return success({
    ...set,
    digits,
    byName: new Map(digits.map((digit) => [digit.name, digit])),
    elements: set.elements / width,
    vector: atomsOf(lightest.name, width).map((atom) => ({ ...atom, weight: atom.weight / width })),
    arrays: arrays.value,
  });
});

/** The digit whose values lie side by side in what is read. */
const contiguousDigit = ({ digits, arrays }: DigitSet): Digit | undefined =>
  digits.find(({ axis, inPlaceWeight }) => inPlaceWeight === 1 && arrays.input.axes[axis]?.stride === 1);

function arraysOfVectors({ input, between, output }: Arrays, contiguous: number, width: number): Result<Arrays> {
  const problem = [input, between, output]
    .map((array) => vectorProblem(array, contiguous, width))
    .find((one) => one !== undefined);
  if (problem !== undefined) return failure(`vectors of ${width} ${problem}`);
  // Arrays that are one stay one.
  const seen = new Map([input, between, output].map((array) => [array, inVectorUnits(array, contiguous, width)]));
  const of = (array: ArraySpec): ArraySpec => seen.get(array) ?? array;
  return success({ input: of(input), between: of(between), output: of(output) });
}

/** Why an array is none of vectors along this axis. */
function vectorProblem(array: ArraySpec, contiguous: number, width: number): string | undefined {
  if (parametersOf(array).length > 0) return "need strides that are known";
  const { length, stride, from, below, gap, map } = at(array.axes, contiguous);
  if (map !== undefined) return "need neighbours, and of a shifted side some of these lie apart";
  if (usualStride(stride) !== 1) return `need neighbours, and there are elements ${usualStride(stride)} apart`;
  const distance = usualStride(array.distance);
  if (distance % width !== 0) return `do not divide the distance ${distance} between transforms`;
  const others = array.axes.filter((axis, index) => index !== contiguous && axis.length > 1);
  const cut = [
    length,
    from,
    below,
    ...(gap === undefined ? [] : [gap.from, gap.below]),
    ...others.map((axis) => usualStride(axis.stride)),
  ].find((number) => number % width !== 0);
  return cut === undefined ? undefined : `do not divide ${cut}, where a row ends or another begins`;
}

/** The array with its strides, and the ends of its contiguous axis, in vectors. */
const inVectorUnits = (array: ArraySpec, contiguous: number, width: number): ArraySpec => ({
  ...array,
  axes: array.axes.map((axis, index) =>
    index === contiguous
      ? {
          length: axis.length / width,
          stride: 1,
          from: axis.from / width,
          below: axis.below / width,
          ...(axis.gap === undefined ? {} : { gap: { from: axis.gap.from / width, below: axis.gap.below / width } }),
        }
      : { ...axis, stride: usualStride(axis.stride) / width },
  ),
  distance: usualStride(array.distance) / width,
});

/** What vectors, and computing with several numbers at once, ask of a kernel, before anything is placed. `longest`: the longest run. */
export function checkVectorKernel(
  { held, input, output }: KernelElements,
  { subComputations, schedule }: ScheduledKernel,
  { longest, planar }: { readonly longest: number; readonly planar: boolean },
): Result<true> {
  const { width = 1, twiddles } = schedule;
  const matrices = usesMatrices({ subComputations });
  const [isReal, atOnce] = [held.field === "real", elementsAtOnce(held)];
  const runs = !isReal && width > 1;
  const problems: readonly (readonly [isThere: boolean, reason: string])[] = [
    [
      isReal && matrices && width !== MATRIX_WIDTH,
      `on tensor cores Walsh-Hadamard steps take two neighbours at a time: vectors of ${MATRIX_WIDTH}`,
    ],
    [
      isReal && matrices && !subComputations.every(isMatrixProduct),
      "a Walsh-Hadamard kernel has all its steps on tensor cores, or none",
    ],
    [
      isReal && width > 1 && [input, output].some(({ by }) => (by?.indices.length ?? 0) > 0),
      `vectors of ${width}: an expression asks where single numbers are`,
    ],
    [atOnce > 1 && matrices, "tensor cores have an arithmetic of their own: leave out the units, or native arithmetic"],
    [
      atOnce > 1 && twiddles === "powers",
      "16-bit arithmetic is too coarse for powers of twiddle factors: take them from a table",
    ],
    [
      runs && isOnCluster(schedule),
      `kernels on clusters fetch by bulk copies: leave out vectors of ${width} complex numbers`,
    ],
    [
      runs && (matrices || planar),
      `vectors of ${width}: planar numbers have none, and tensor cores have runs of their own`,
    ],
    [runs && width > longest, `vectors of ${width}: an access moves ${longest} of these complex numbers at most`],
    [
      runs && [input, output].some(({ storage }) => storage !== held.storage),
      `vectors of ${width}: complex numbers of ${input.storage} are converted one by one`,
    ],
    [
      runs && [input, output].some(({ by }) => by !== undefined),
      `vectors of ${width}: an expression is computed of complex numbers one by one`,
    ],
  ];
  const found = problems.find(([isThere]) => isThere);
  return found === undefined ? success(true) : failure(found[1]);
}

/** The phases of kernel `index` with what each has at `vector`. */
export function placeVectors(
  set: DigitSet,
  index: number,
  { held }: KernelElements,
  phases: readonly Phase[],
  threads: number,
): Result<readonly Phase[]> {
  const { vector } = set;
  const inside = transformedDigits(set).find(
    ({ name, kernel }) => kernel === index && vector.some(({ digit }) => digit === name),
  );
  const placed: Phase[] = [];
  for (const [position, phase] of phases.entries()) {
    const isLast = position === phases.length - 1;
    const beside = phase.registers.find(({ digit }) => digit !== phase.digit?.name);
    if (phase.digit === undefined || elementsAtOnce(held) === 1)
      placed.push({ ...phase, vector, ...(isLast && inside !== undefined ? { vectorDigit: inside } : {}) });
    else if (beside?.size === elementsAtOnce(held)) placed.push({ ...phase, vector: [beside] });
    else return failure(`16-bit arithmetic does butterflies in pairs, and of ${threads} threads each has a single one`);
  }
  return success(placed);
}
