// The complex transform inside a real one. Its plan, its digits, its kernels are those of this core; what makes it real are the two
// arrays at its ends. In numbers: 4096 real numbers are 2048 pairs; the core is a complex transform of 2048, whose input are the pairs,
// and whose output is the half spectrum of 2049 elements, made of the core's by a Hermitian step where the last butterflies are.
// Of 4095 there are no pairs: the core is one of 4095, that reads zeros for imaginary parts, and writes the 2048 elements that are there.
import { InputError, at } from "../failure/errors.js";
import {
  arraysOf,
  contentAxis,
  contentsOf,
  denseArray,
  halfLength,
  holdsPlainly,
  parametersOf,
  spanOf,
  usualStride,
  type ArrayAxis,
  type Arrays,
  type ArraySpec,
} from "./arrays.js";
import { alongPaddedAxes, paddedArrays, turningKernels, withPaddedAxes } from "./bluestein.js";
import { convolutionOf } from "./convolution.js";
import { rowsAcross } from "./cut-axis.js";
import { byFamily } from "./families.js";
import type { Plan, PlanKernel } from "./plan.js";
import { columnsOf, decimatedReals, decimatedSpectrum } from "./decimated-reals.js";
import { hasHermitianStep, PAIR, stepRadix } from "./hermitian-step.js";
import { pairsOf } from "./pairs-of-reals.js";
import { raderArrays } from "./rader.js";
import { hasButterflies } from "./radices.js";
import {
  elementBytes,
  makeTransform,
  type FourierTransform,
  type RealTransform,
  type Transform,
  type TrigonometricTransform,
  type WalshTransform,
} from "./transform.js";
import { trigonometricArrays, trigonometricCore } from "./trigonometric-core.js";

export type CoreTransform = FourierTransform | WalshTransform;

/**
 * Rows that one butterfly could do are not worth pairs: elements of a core at least. Along several dimensions they are worth what no
 * half spectrum between kernels saves. Only of pairs there are packed spectra.
 */
const LEAST_PAIRS = { one: 33, several: 8, packed: 2 } as const;

/** Whether real numbers are taken in pairs, as complex ones of half as many; a plan may have all of them. */
export function isInPairs(transform: RealTransform, kernels: readonly PlanKernel[] = []): boolean {
  if (hasHermitianStep(kernels)) return true;
  const length = realLength(transform);
  const own = at(transform.dimensions, axisOf(transform)).name;
  const takes = (extent: number): boolean =>
    kernels.some(({ subComputations }) =>
      subComputations.some((step) => step.dimension === own && step.extent === extent),
    );
  // Along several dimensions what is said of pairs is said by kernels: others are first to do rows, of which half a spectrum is left.
  const isSaid = transform.axes.length === 1 || takes(length / 2);
  const isInRows = rowsAcross(transform, kernels) > 1;
  const goesThrough = kernels.some(({ through }) =>
    transform.axes.length > 1 || isInRows ? through !== undefined : through === "bluestein",
  );
  return isSaid && !goesThrough && !takes(length) && mayBeInPairs(transform);
}

/** Whether the real numbers of a row lie in pairs that butterflies can do. */
export function mayBeInPairs(transform: RealTransform): boolean {
  const { input, output } = arraysOf(transform);
  const reals = transform.kind === "r2c" ? input : output;
  const length = realLength(transform);
  const least = LEAST_PAIRS[transform.spectrum === "packed" ? "packed" : transform.axes.length > 1 ? "several" : "one"];
  return length >= 2 * least && pairsOf(reals, axisOf(transform)) !== undefined && hasButterflies(length, transform);
}

const axisOf = (transform: RealTransform): number => contentAxis(contentsOf(transform).input) ?? 0;

/** The length along which a real transform is real. */
export const realLength = (transform: RealTransform): number => at(transform.dimensions, axisOf(transform)).length;

/** What is planned for a transform: itself, unless it is a real one, or its kernels are those of another one. */
export function coreOf(transform: Transform, kernels: readonly PlanKernel[] = []): CoreTransform {
  const convolution = convolutionOf(transform, kernels);
  return convolution.kind === "none" ? withPaddedAxes(ownCore(transform, kernels), kernels) : convolution.inside;
}

/** What butterflies take for complex numbers: what the arrays hold, pairs of real numbers, real numbers as a whole, or those of a cosine core. */
export type Taken =
  | { readonly as: "complex"; readonly transform: CoreTransform }
  | { readonly as: "pairs"; readonly transform: RealTransform; readonly radix: number }
  | { readonly as: "real"; readonly transform: RealTransform }
  | { readonly as: "cosine"; readonly transform: TrigonometricTransform };

export const takenBy = (whole: Transform, kernels: readonly PlanKernel[] = []): Taken =>
  byFamily<Taken>(whole, {
    fourier: (transform) => ({ as: "complex", transform }),
    walsh: (transform) => ({ as: "complex", transform }),
    real: (transform) =>
      isInPairs(transform, kernels) ? { as: "pairs", transform, radix: stepRadix(kernels) } : { as: "real", transform },
    trigonometric: (transform) => ({ as: "cosine", transform }),
  });

/** The same whatever its kernels go through. */
export function ownCore(transform: Transform, kernels: readonly PlanKernel[] = []): CoreTransform {
  const taken = takenBy(transform, kernels);
  switch (taken.as) {
    case "complex":
      return taken.transform;
    case "cosine":
      return trigonometricCore(taken.transform, kernels);
    case "pairs":
      return pairsCore(taken.transform, taken.radix);
    case "real":
      return realCore(taken.transform, false);
  }
}

/** Of a real transform the complex one that a Hermitian step of this radix stands beside. */
export const pairsCore = (transform: RealTransform, radix: number): FourierTransform =>
  radix === PAIR ? realCore(transform, true) : columnsCore(transform, radix);

/** Of an odd length: columns of fewer points (decimated-reals.ts). */
function columnsCore(transform: RealTransform, radix: number): FourierTransform {
  const { axes, precision, arithmetic, direction, scale, scaling, batch, placement } = transform;
  return makeTransform([columnsOf(radix), realLength(transform) / radix], precision, {
    ...{ axes, arithmetic, direction, placement, scale, scaling, batch },
  });
}

/** Of a real transform; in pairs, or of all numbers. */
export function realCore(transform: RealTransform, isPaired: boolean): FourierTransform {
  const { dimensions, axes, precision, arithmetic, direction, scale, scaling, batch, placement } = transform;
  const lengths = dimensions.map(({ length }, axis) => (isPaired && axis === axisOf(transform) ? length / 2 : length));
  // What is there of a spectrum counts once, and all else twice: a half of that, doubled. Of one frequency there is nothing else.
  const doubled = transform.kind === "c2r" && !isPaired && realLength(transform) > 1;
  return makeTransform(lengths.toReversed(), precision, {
    axes,
    arithmetic,
    direction,
    placement,
    scale: doubled ? 2 * scale : scale,
    scaling,
    batch,
  });
}

/** The same plan, of what is planned. */
export const corePlan = <P extends Plan>(plan: P): P & { readonly transform: CoreTransform } => ({
  ...plan,
  transform: coreOf(plan.transform, plan.kernels),
});

/**
 * The arrays of a transform as its core sees them.
 * @throws InputError for real numbers that were to be taken in pairs and do not lie so
 */
export function coreArrays(
  transform: Transform,
  arrays: Arrays = arraysOf(transform),
  kernels: readonly PlanKernel[] = [],
): Arrays {
  const own = ownArrays(transform, arrays, kernels);
  const convolution = convolutionOf(transform, kernels);
  switch (convolution.kind) {
    case "bluestein":
      return paddedArrays(own, convolution.inside);
    case "rader":
      return raderArrays(own, transform, convolution.factor);
    case "none":
      return turningKernels(transform, kernels).size === 0 ? own : alongPaddedAxes(own, coreOf(transform, kernels));
  }
}

function ownArrays(transform: Transform, arrays: Arrays, kernels: readonly PlanKernel[]): Arrays {
  const taken = takenBy(transform, kernels);
  switch (taken.as) {
    case "complex":
      return arrays;
    case "cosine":
      return trigonometricArrays(taken.transform, arrays, kernels);
    case "pairs":
      // Between kernels pairs are complex numbers, no more and no less.
      return {
        input: paired(arrays.input, taken),
        between: denseArray(pairsCore(taken.transform, taken.radix)),
        output: paired(arrays.output, taken),
      };
    case "real":
      return wholeArrays(taken.transform, arrays, kernels);
  }
}

function wholeArrays(transform: RealTransform, arrays: Arrays, kernels: readonly PlanKernel[]): Arrays {
  if (transform.spectrum === "packed")
    throw new InputError("arrays: packed spectra are those of pairs, and these kernels take all numbers");
  const core = realCore(transform, false);
  const of = (array: ArraySpec): ArraySpec => whole(array, realLength(transform));
  const [input, output] = [of(arrays.input), of(arrays.output)];
  const axis = axisOf(transform);
  const own = at(core.dimensions, axis).name;
  const cut = kernels.filter(({ subComputations }) => subComputations.some(({ dimension }) => dimension === own));
  if (cut.length > 1) return { input, between: wholeRows(core, axis, input), output };
  const half = halfArray(core, axis);
  // Between kernels there is half a spectrum, whatever of it the output has.
  return {
    input,
    between: holdsPlainly(output, core) && holdsAllOf(output, half) && inLines(output, core) ? output : half,
    output,
  };
}

/**
 * One half spectrum after the other, rows beginning at full lines: bulk copies bring parts of such, and no segment is shared. In
 * numbers, of 8192 real numbers in single precision there are 4097, which begin 4112 apart.
 */
function halfArray(core: CoreTransform, axis: number): ArraySpec {
  let stride = 1;
  const line = lineOf(core);
  const axes = core.dimensions.map(({ length }, index): ArrayAxis => {
    const below = index === axis ? halfLength(length) : length;
    const own = { length, stride, from: 0, below };
    stride *= index === axis ? Math.ceil(below / line) * line : below;
    return own;
  });
  return {
    axes,
    storage: core.precision,
    content: { kind: "half", axis, of: at(core.dimensions, axis).length },
    distance: stride,
    planar: false,
  };
}

/** Rows that take several kernels: all of their elements, of which a spectrum that is yet to be transformed has its half. */
function wholeRows(core: CoreTransform, axis: number, { content }: ArraySpec): ArraySpec {
  const dense = denseArray(core);
  const of = at(core.dimensions, axis).length;
  return content?.kind === "half" ? { ...dense, content: { kind: "half", axis, of } } : dense;
}

const LINE_BYTES = 128;

const lineOf = (core: CoreTransform): number => LINE_BYTES / elementBytes(core);

/** Whether rows begin where lines do. */
const inLines = ({ axes, distance, content }: ArraySpec, core: CoreTransform): boolean =>
  [
    ...axes.filter(({ length }, index) => index !== contentAxis(content) && length > 1).map(({ stride }) => stride),
    distance,
  ].every((stride) => usualStride(stride) % lineOf(core) === 0);

/** Whether an array has all that another has, each element with a place of its own, known before. */
const holdsAllOf = (array: ArraySpec, other: ArraySpec): boolean =>
  array.content?.kind === "half" &&
  !array.planar &&
  parametersOf(array).length === 0 &&
  array.axes.every(({ from, below, gap }, index) => from === 0 && below === other.axes[index]?.below && !gap) &&
  usualStride(array.distance) >= spanOf(array);

function paired(array: ArraySpec, { transform, radix }: Extract<Taken, { readonly as: "pairs" }>): ArraySpec {
  const { content } = array;
  if (content === undefined || content.kind === "numbers") return array;
  if (radix !== PAIR && content.kind !== "reals") return decimatedSpectrum(array, realLength(transform), radix);
  if (content.kind === "reals") {
    const pairs = radix === PAIR ? pairsOf(array, content.axis) : decimatedReals(array, radix);
    if (pairs === undefined) throw new InputError("arrays: real numbers are taken in pairs, and these do not lie so");
    return pairs;
  }
  // The last element has no digits: what writes the first one writes it, too.
  if (content.kind === "half" && content.packed === true)
    return { ...array, content: { kind: "folded", axis: content.axis, end: false, packed: true } };
  const axes = array.axes.map((axis, index): ArrayAxis => {
    if (index !== content.axis) return axis;
    const length = axis.length - 1;
    return { ...axis, length, below: Math.min(axis.below, length) };
  });
  const { length, below } = at(array.axes, content.axis);
  return { ...array, axes, content: { kind: "folded", axis: content.axis, end: below === length } };
}

/** All elements of the core have digits; those beyond the half are not there. */
const whole = (array: ArraySpec, length: number): ArraySpec => ({
  ...array,
  axes: array.axes.map((axis, index) =>
    array.content?.kind === "half" && index === array.content.axis
      ? { ...axis, length, below: Math.min(axis.below, halfLength(length)) }
      : axis,
  ),
});
