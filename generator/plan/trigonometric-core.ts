// The complex transform inside a cosine or sine transform (trigonometric.ts): its lengths, and what stands for its arrays. Real numbers are
// read and written; imaginary parts, and what a periodic sequence has beyond the numbers, are not there. Between kernels there are real
// numbers, too, if each of these finishes what it begins. In numbers: dct-1 of 129 x 65 numbers is a transform of 256 x 128 of which 129 x 65
// are read as they are, and written.
import {
  denseArray,
  holdsPlainly,
  parametersOf,
  spanOf,
  usualStride,
  type ArrayAxis,
  type ArrayContent,
  type Arrays,
  type ArraySpec,
} from "./arrays.js";
import {
  computedIn,
  isTrigonometric,
  makeTransform,
  type FourierTransform,
  type TrigonometricKind,
  type TrigonometricTransform,
} from "./transform.js";
import {
  coreLength,
  kindAlong,
  logicalLength,
  pairParts,
  wholeScale,
  zigzagSide,
  type PairParts,
} from "./trigonometric.js";
import type { Parts } from "./parts.js";
import type { Plan, PlanKernel } from "./plan.js";
import { hasHermitianStep } from "./hermitian-step.js";
import { hasButterflies, LARGEST_RADIX, RADICES } from "./radices.js";
import type { Problem } from "./chain-problems.js";

type Kernels = readonly Pick<PlanKernel, "subComputations" | "through" | "hermitian">[];

/** Rows that one butterfly could do are not worth pairs: elements of a core at least. */
const LEAST_PAIRS = 33;
/** The same of type I, whose numbers are read twice: `dct-1` of 257 took 0.41 ms in pairs, and 0.34 as a whole; 1025 took 0.39 and 0.49. */
const LEAST_PERIODIC_PAIRS = 512;

/**
 * The axis along which numbers are taken as the parts of half as many complex ones; undefined where they are not. Kernels that go through
 * others take none, unless a Hermitian step stands beside them (hermitian-kernel.ts).
 */
export function pairedAxis(transform: TrigonometricTransform, kernels: Kernels = []): PairedAxis | undefined {
  const isOfItsOwn = hasHermitianStep(kernels);
  if (!isOfItsOwn && kernels.some(({ through }) => through !== undefined)) return undefined;
  const { dimensions, axes, normalisation, inputRange, outputRange } = transform;
  const [name, ...others] = axes.filter((axis) => lengthAlong(transform, axis) > 1);
  if (name === undefined || others.length > 0) return undefined;
  const axis = dimensions.findIndex((dimension) => dimension.name === name);
  const length = dimensions[axis]?.length ?? 1;
  const kind = kindAlong(transform, name);
  const parts = pairParts(kind, length);
  const isWhole = inputRange[name] === undefined && outputRange[name] === undefined;
  // The numbers at both ends of an even sequence would have a factor of their own, and are read twice.
  const isWeighted = normalisation === "orthonormal" && kind === "dct-1";
  if (parts === undefined || !isWhole || isWeighted) return undefined;
  // Orthonormal ones had no pairs before: what a plan says of them tells.
  const isOld = normalisation === "orthonormal" && !isFourth(kind) && !isOfItsOwn && kernels.length > 0;
  if (isOld && !saysPairs(kernels, name, parts.points)) return undefined;
  // A step of its own has any number of complex ones.
  if (isOfItsOwn) return { axis, length, kind, parts };
  const least = isFirst(kind) ? LEAST_PERIODIC_PAIRS : LEAST_PAIRS;
  const isPaired = parts.points >= least && hasButterflies(parts.points, transform);
  return isPaired && (isFourth(kind) || mayFold(parts.points, transform)) ? { axis, length, kind, parts } : undefined;
}

/** Whether kernels along an axis have as many points as there are pairs. */
export function saysPairs(kernels: Kernels, axis: string, points: number): boolean {
  const extents = kernels.flatMap(({ subComputations }) =>
    subComputations.flatMap(({ dimension, extent }) => (dimension === axis ? [extent] : [])),
  );
  return extents.includes(points) && !extents.includes(2 * points);
}

const lengthAlong = ({ dimensions }: TrigonometricTransform, axis: string): number =>
  dimensions.find(({ name }) => name === axis)?.length ?? 1;

/**
 * Whether a Hermitian step has a digit beside it, of which a thread does two butterflies: 41 points are one digit, 74 are two. In f64 it has
 * registers for two of 16 at most.
 */
const mayFold = (points: number, { precision }: TrigonometricTransform): boolean =>
  RADICES.some(
    (radix) =>
      radix < points && points % radix === 0 && (computedIn(precision) !== "f64" || 2 * radix <= LARGEST_RADIX),
  );

export interface PairedAxis {
  readonly axis: number;
  /** Of the real numbers. */
  readonly length: number;
  readonly kind: TrigonometricKind;
  readonly parts: PairParts;
}

/** Whether there is no Hermitian step, but products. */
export const isFourth = (kind: TrigonometricKind): boolean => kind === "dct-4" || kind === "dst-4";

/** Whether numbers are taken as they are, of a periodic sequence that is twice as long. */
export const isFirst = (kind: TrigonometricKind): boolean => kind === "dct-1" || kind === "dst-1";

/** Whether the Hermitian step comes first. */
export const isThird = (kind: TrigonometricKind): boolean => kind === "dct-3" || kind === "dst-3";

export function trigonometricCore(transform: TrigonometricTransform, kernels: Kernels = []): FourierTransform {
  const { dimensions, axes, precision, arithmetic, placement, scaling, batch } = transform;
  const scale = wholeScale(transform);
  const paired = pairedAxis(transform, kernels);
  if (paired !== undefined) {
    const halved = dimensions.map(({ length }, index) => (index === paired.axis ? paired.parts.points : length));
    const isOrthonormal = transform.normalisation === "orthonormal";
    const orthonormal = isOrthonormal ? 1 / Math.sqrt(logicalLength(paired.kind, paired.length)) : 1;
    return makeTransform(halved.toReversed(), precision, {
      axes,
      arithmetic,
      direction: isThird(paired.kind) ? "inverse" : "forward",
      placement,
      scale: scale * orthonormal,
      scaling,
      batch,
    });
  }
  const lengths = dimensions.map(({ name, length }) =>
    axes.includes(name) ? coreLength(kindAlong(transform, name), length) : length,
  );
  return makeTransform(lengths.toReversed(), precision, { axes, arithmetic, placement, scale, scaling, batch });
}

/** The arrays as that sees them. */
export function trigonometricArrays(
  transform: TrigonometricTransform,
  { input, output }: Pick<Arrays, "input" | "output">,
  kernels: Kernels,
): Arrays {
  const core = trigonometricCore(transform, kernels);
  const paired = pairedAxis(transform, kernels);
  if (paired !== undefined)
    return { ...pairArrays({ input, output }, paired, transform.normalisation), between: denseArray(core) };
  const within = (array: ArraySpec, side: "input" | "output"): ArraySpec => ({
    ...array,
    axes: array.axes.map((axis, index): ArrayAxis => {
      const { name = "", length = axis.length } = core.dimensions[index] ?? {};
      const isZigzag = transform.axes.includes(name) && zigzagSide(kindAlong(transform, name)) === side;
      return { ...axis, length, ...(isZigzag ? { map: { kind: "zigzag", length } } : {}) };
    }),
  });
  const [read, written] = [within(input, "input"), within(output, "output")];
  if (!finishWhatTheyBegin(kernels)) return { input: read, between: denseArray(core), output: written };
  if (serves(written, transform)) return { input: read, between: written, output: written };
  const dense = denseArray({ ...transform, distance: core.distance });
  const distance = transform.dimensions.reduce((elements, { length }) => elements * length, 1);
  const axes = dense.axes.map((axis, index) => ({ ...axis, length: core.dimensions[index]?.length ?? axis.length }));
  return { input: read, between: { ...dense, axes, distance, content: { kind: "numbers" } }, output: written };
}

function pairArrays(
  { input, output }: Pick<Arrays, "input" | "output">,
  { axis, kind, parts }: PairedAxis,
  normalisation: TrigonometricTransform["normalisation"],
): Pick<Arrays, "input" | "output"> {
  const { points } = parts;
  const of = (array: ArraySpec, content: ArrayContent): ArraySpec => ({
    ...array,
    axes: array.axes.map((one, index) => (index === axis ? { ...one, length: points, from: 0, below: points } : one)),
    content,
  });
  const pairs = (own: Parts): ArrayContent => ({ kind: "pairs", axis, parts: own });
  const folded = (own: Parts): ArrayContent => ({
    kind: "folded",
    axis,
    // The last frequency of an odd sequence is 0.
    end: kind !== "dst-1",
    parts: own,
    ...(isFirst(kind) ? {} : { halfPlace: true }),
    ...(isFirst(kind) || normalisation === "none" ? {} : { zeroWeight: zeroWeight(kind) }),
  });
  const hasStep = !isFourth(kind);
  return {
    input: of(input, hasStep && isThird(kind) ? folded(parts.input) : pairs(parts.input)),
    output: of(output, hasStep && !isThird(kind) ? folded(parts.output) : pairs(parts.output)),
  };
}

/** What frequency 0 of an orthonormal transform is multiplied by: the first number of a cosine transform, and the last one of a sine transform. */
export const zeroWeight = (kind: TrigonometricKind): number => (isThird(kind) ? Math.SQRT2 : Math.SQRT1_2);

/** Whether each kernel leaves nothing for others to finish: then what it leaves is real. */
const finishWhatTheyBegin = (kernels: Kernels): boolean =>
  kernels.every(({ subComputations }, index) => {
    const later = kernels.slice(index + 1).flatMap((other) => other.subComputations);
    return subComputations.every(({ dimension }) => later.every((other) => other.dimension !== dimension));
  });

/** Whether the output has all numbers, each in its place, known before. */
const serves = (array: ArraySpec, transform: TrigonometricTransform): boolean =>
  holdsPlainly(array, transform) &&
  parametersOf(array).length === 0 &&
  array.axes.every(
    ({ from, below, gap, map }, index) => from === 0 && below === transform.dimensions[index]?.length && !gap && !map,
  ) &&
  usualStride(array.distance) >= spanOf(array);

/** Dimensions in the order in which the kernels transform them. */
export const axesInOrder = (kernels: Kernels): readonly string[] => [
  ...new Set(kernels.flatMap(({ subComputations }) => subComputations.map(({ dimension }) => dimension))),
];

/** The real part along one dimension is taken before another one begins. */
export function trigonometricProblems({ transform, kernels }: Plan): readonly Problem[] {
  if (!isTrigonometric(transform)) return [];
  const placed = kernels.flatMap(({ subComputations }, kernel) =>
    subComputations.map(({ dimension }, subComputation) => ({ kernel, subComputation, dimension })),
  );
  const begun = new Set<string>();
  for (const [index, { dimension, ...place }] of placed.entries()) {
    const before = placed[index - 1]?.dimension;
    if (dimension !== before && begun.has(dimension))
      return [
        {
          ...place,
          message: `${dimension} goes on behind ${before ?? ""}: a cosine or sine transform finishes one dimension before it begins another`,
        },
      ];
    begun.add(dimension);
  }
  return [];
}
