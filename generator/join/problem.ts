// The problem of a transform: what a program asks for when it calls cuFFT, PyTorch or a function of a bundle, without the method
// and without the batch. Two calls that differ in the number of arrays, or in how far apart arrays lie, pose one problem.
import { movesPlainly } from "../plan/element-functions.js";
import { isPlainlyTyped } from "../plan/array-types.js";
import { arraysOf, contentAxis, contentsOf, usualStride, type ArraySpec } from "../plan/arrays.js";
import { shiftOf, type Direction, type NumberFormat, type Transform } from "../plan/transform.js";
import { wholeScale } from "../plan/trigonometric.js";

/** One transformed dimension: rows of `length` elements, which lie `input` and `output` elements of their side apart. */
export interface ProblemDimension {
  readonly length: number;
  readonly input: number;
  readonly output: number;
}

/**
 * A problem, for example 512 real rows of 1024 numbers each, transformed along both dimensions, as r2c:
 * (512, 1024, 513), (1024, 1, 1). Real rows lie 1024 numbers apart, those of the spectrum 513 complex ones.
 */
export interface Problem {
  readonly kind: Transform["kind"];
  readonly precision: NumberFormat;
  /** Of the exponent's sign: minus is forward. */
  readonly direction: Direction;
  /** Every output is multiplied by it. */
  readonly scale: number;
  /**
   * Dimensions of more than one element, by falling stride of the input; but the one along which a spectrum is halved is the last.
   * Lengths are those of the real array.
   */
  readonly dimensions: readonly ProblemDimension[];
}

/**
 * How the arrays of a call lie: elements of their side from one to the next. Where a plan has dimensions that are not transformed,
 * `members` arrays of a problem are one array of its functions' batch: 512 for the columns of a plane of 512 columns.
 */
export interface ProblemBatch {
  readonly input: number;
  readonly output: number;
  readonly members: number;
  /** Whether arrays go on beyond `members` at the same distances; else a call has so many. */
  readonly continues: boolean;
}

export interface PosedProblem {
  readonly problem: Problem;
  readonly batch: ProblemBatch;
}

/**
 * The problem that a transform solves; undefined for one that is more than its problem says: with types of its own, expressions, ranges, planar or packed arrays,
 * another order than the natural one, several kinds of cosine transforms, or dimensions between those that are transformed, which
 * are batches of their own.
 */
export const problemOf = (transform: Transform): PosedProblem | undefined =>
  transform.strides === "fixed" ? problemAsPlanned(transform) : undefined;

/** The same also of transforms whose strides each call says (`saidStrides`): by those that are planned for. */
export function problemAsPlanned(transform: Transform): PosedProblem | undefined {
  const { kind, precision, direction } = transform;
  const placed = isPlain(transform) ? placesOf(transform) : undefined;
  if (placed === undefined) return undefined;
  // A cosine transform of one element is a factor.
  const scale = wholeScale(transform);
  return { problem: { kind, precision, direction, scale, dimensions: placed.dimensions }, batch: placed.batch };
}

/** Where the elements of a transform lie. */
export interface Places {
  readonly dimensions: Problem["dimensions"];
  readonly batch: ProblemBatch;
}

/** A stride that each call says, as a parameter of execute: along a dimension of the problem, or from one array to the next. */
export interface SaidStride {
  readonly parameter: string;
  readonly side: "input" | "output";
  /** Its number in the problem; null: from one array to the next. */
  readonly dimension: number | null;
}

/**
 * In no particular order; undefined where one is of both sides, or there are dimensions that are not transformed: these are arrays of the
 * problem at distances that the plan has.
 */
export function saidStrides(transform: Transform): readonly SaidStride[] | undefined {
  const { input, output } = arraysOf(transform);
  const isBatched = placedAlong(transform).some(({ isBatch }) => isBatch);
  if (transform.strides === "run-time" && (input === output || isBatched)) return undefined;
  const along = transformedAlong(transform);
  const said = (
    [
      ["input", input],
      ["output", output],
    ] as const
  ).flatMap(([side, { axes, distance }]) => {
    const ofAxes = axes.flatMap(({ stride }, axis): readonly SaidStride[] =>
      typeof stride === "number"
        ? []
        : [{ parameter: stride.parameter, side, dimension: along.findIndex((one) => one.axis === axis) }],
    );
    return typeof distance === "number"
      ? ofAxes
      : [...ofAxes, { parameter: distance.parameter, side, dimension: null }];
  });
  // Of dimensions of one element nobody asks.
  return said.filter(({ dimension }) => dimension !== -1);
}

/** The same of transforms in any order and by any matrices; undefined where ranges, planar or packed arrays say more. */
export function placesOf(transform: Transform): Places | undefined {
  if (!isPlainlyPlaced(transform) || isHalvedAlongOne(transform)) return undefined;
  const { input, output } = arraysOf(transform);
  const arrays = batchOf(
    placedAlong(transform).filter(({ isBatch }) => isBatch),
    usualStride(input.distance),
    usualStride(output.distance),
  );
  if (arrays === undefined) return undefined;
  const dimensions = transformedAlong(transform).map(({ length, input: from, output: to }): ProblemDimension => ({
    length,
    input: from,
    output: to,
  }));
  return { dimensions, batch: arrays };
}

/** Whether a spectrum is halved along a dimension of one element, beside others: r2c of 4096 x 1 has 4096 frequencies, not 2049. */
const isHalvedAlongOne = (transform: Transform): boolean =>
  transform.dimensions[halvedAxis(transform) ?? -1]?.length === 1 && transformedAlong(transform).length > 0;

/** The dimension along which one side is half a spectrum of the other. */
const halvedAxis = (transform: Transform): number | undefined => contentAxis(contentsOf(transform).input);

/** The dimensions of more than one element. */
function placedAlong(transform: Transform): readonly PlacedDimension[] {
  const { input, output } = arraysOf(transform);
  const halved = halvedAxis(transform);
  const lengths = transform.dimensions.map(({ length }) => length);
  return transform.dimensions.flatMap(({ name }, axis): readonly PlacedDimension[] => {
    const length = lengths[axis] ?? 1;
    if (length === 1) return [];
    return [
      {
        axis,
        isBatch: !transform.axes.includes(name),
        isHalved: axis === halved,
        length,
        input: strideAlong(input, axis),
        output: strideAlong(output, axis),
      },
    ];
  });
}

/** Those that are transformed, in the order of a problem. */
const transformedAlong = (transform: Transform): readonly PlacedDimension[] =>
  placedAlong(transform)
    .filter(({ isBatch }) => !isBatch)
    .toSorted((a, b) => Number(a.isHalved) - Number(b.isHalved) || b.input - a.input);

interface PlacedDimension extends ProblemDimension {
  readonly axis: number;
  readonly isBatch: boolean;
  readonly isHalved: boolean;
}

const strideAlong = ({ axes }: ArraySpec, axis: number): number => usualStride(axes[axis]?.stride ?? 1);

/** Whether its kind says what is summed along every axis. */
export const isOfOneFormula = (transform: Transform): boolean =>
  !("kinds" in transform) || (Object.keys(transform.kinds).length === 0 && transform.normalisation === "none");

/** Whether a problem says all that a transform computes. */
const isPlain = (transform: Transform): boolean =>
  isPlainlyTyped(transform) &&
  movesPlainly(transform) &&
  transform.order === "natural" &&
  isOfOneFormula(transform) &&
  (!("hadamard" in transform) || transform.hadamard === "standard");

function isPlainlyPlaced(transform: Transform): boolean {
  const hasRanges = [transform.inputRange, transform.outputRange].some((range) => Object.keys(range).length > 0);
  const isUsual =
    (!("planar" in transform) || transform.planar === "none") &&
    shiftOf(transform) === "none" &&
    (!("spectrum" in transform) || transform.spectrum === "half");
  return isUsual && !hasRanges;
}

/** Dimensions that are not transformed as one batch; undefined where they do not continue each other. */
function batchOf(inner: readonly PlacedDimension[], input: number, output: number): ProblemBatch | undefined {
  const [first, ...others] = inner;
  if (first === undefined) return { input, output, members: 1, continues: true };
  let members = first.length;
  for (const other of others) {
    if (other.input !== members * first.input || other.output !== members * first.output) return undefined;
    members *= other.length;
  }
  const continues = input === members * first.input && output === members * first.output;
  return { input: first.input, output: first.output, members, continues };
}
