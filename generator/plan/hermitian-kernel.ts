// The Hermitian step as a kernel of its own, which makes real transforms of any complex ones: of n = 2 m real numbers taken for m complex
// ones, z(j) = x(2 j) + i x(2 j + 1), whose transform Z may be computed in any way,
//
//     X(k) = (Z(k) + conj Z(m - k)) / 2 - (i / 2) exp(-2 pi i k / n) (Z(k) - conj Z(m - k)),    k = 0 .. m,    Z(m) = Z(0).
//
// Of cosine and sine transforms of types I to III, which are real ones between other numbers, it is the same step, whose factors make
// cosines of the frequencies (trigonometric.ts). That is the last step of a decimation in time: the butterflies of radix 2 of n = 2 m
// points, with factors before them. In numbers: 20014 real numbers are 10007 complex ones, whose transform is a convolution of 20160
// points; as real ones without imaginary parts they would take one of 40320. A plan says
// `{ pairs: bluestein X(...) ... } { pairs X(10007,2,1,2,pre-tw) }`, or of c2r, which begins so, `{ pairs X(10007,2,10007,20014,tw) } { pairs: bluestein ... }`.
import { at, invariant } from "../failure/errors.js";
import { halfLength, partsOf, type ArrayAxis, type Arrays, type ArraySpec, type MirroredAxis } from "./arrays.js";
import { takenBy } from "./core.js";
import { decimations } from "./decimated-reals.js";
import { PAIR } from "./hermitian-step.js";
import type { PlanKernel, SubComputation } from "./plan.js";
import {
  makeTransform,
  type FourierTransform,
  type RealTransform,
  type Transform,
  type TrigonometricTransform,
} from "./transform.js";
import { isFourth, isThird, pairedAxis } from "./trigonometric-core.js";

/** What may have such a step along its one axis. */
export type AroundComplex = RealTransform | TrigonometricTransform;

/** The step of a plan, by its radix. */
export interface StepOf {
  readonly transform: AroundComplex;
  readonly radix: number;
}

/** The axis that it is along, the complex numbers of the transform inside, and whether it follows that, as of r2c and dct-2. */
interface Shape {
  readonly axis: number;
  readonly points: number;
  readonly isLast: boolean;
  /** Whether the parts of complex numbers lie apart, as those of a cosine transform do. */
  readonly isApart: boolean;
}

/** A plan of which it is not yet known what else it has. */
export const STEP: readonly PlanKernel[] = [{ through: "pairs", subComputations: [] }];

/** Undefined where there are no pairs, or, of an odd radix, no such columns (decimated-reals.ts). */
export function stepShape(transform: Transform, radix: number = PAIR): Shape | undefined {
  const taken = takenBy(transform, STEP);
  switch (taken.as) {
    case "complex":
      return undefined;
    case "cosine": {
      const paired = pairedAxis(taken.transform, STEP);
      if (paired === undefined || isFourth(paired.kind) || radix !== PAIR) return undefined;
      return { axis: paired.axis, points: paired.parts.points, isLast: !isThird(paired.kind), isApart: true };
    }
    case "pairs":
    case "real": {
      const { dimensions, axes, kind } = taken.transform;
      const axis = dimensions.findIndex(({ name }) => name === axes[0]);
      const { length } = at(dimensions, axis);
      const isPair = radix === PAIR;
      const may = isPair ? length % 2 === 0 : dimensions.length === 1 && decimations(length).includes(radix);
      return may ? { axis, points: length / radix, isLast: kind === "r2c", isApart: !isPair } : undefined;
    }
  }
}

function soundShape(transform: AroundComplex, radix: number): Shape {
  const shape = stepShape(transform, radix);
  invariant(shape !== undefined, () => "plan: there are no pairs");
  return shape;
}

/** Whether the step comes behind the complex transform. */
export const isStepLast = (transform: AroundComplex): boolean =>
  transform.kind === "r2c" || (transform.kind !== "c2r" && soundShape(transform, PAIR).isLast);

/** What the kernel says of such a transform: the last step of a decimation in time, or the first of one in frequency. */
export function hermitianSubComputation(transform: AroundComplex, radix: number = PAIR): SubComputation {
  const { axis, points, isLast } = soundShape(transform, radix);
  const common = { dimension: at(transform.dimensions, axis).name, count: points, radix };
  return isLast
    ? { ...common, stride: 1, extent: radix, twiddle: "pre-tw" }
    : { ...common, stride: points, extent: radix * points, twiddle: "tw" };
}

/** A plan of one kernel with the step in it. */
export const withHermitianStep = (
  transform: AroundComplex,
  kernel: PlanKernel,
  radix: number = PAIR,
): readonly PlanKernel[] => [{ ...kernel, hermitian: hermitianSubComputation(transform, radix) }];

/** A plan with the kernel behind the complex transform of r2c, before that of c2r. */
export const withHermitianKernel = (transform: AroundComplex, inside: readonly PlanKernel[]): readonly PlanKernel[] => {
  const step: PlanKernel = { through: "pairs", subComputations: [hermitianSubComputation(transform)] };
  return isStepLast(transform) ? [...inside, step] : [step, ...inside];
};

/** Room for the frequencies k = 0 .. m / 2, of which each thread takes some with their mirrors m - k: so many that tiles can be cut out. */
export function frequencyRoom(points: number): number {
  const frequencies = halfLength(points);
  const granule = 2 ** Math.max(0, Math.min(MOST_GRANULE, Math.floor(Math.log2(frequencies)) - LEAST_GRANULES));
  return Math.ceil(frequencies / granule) * granule;
}

/** Tiles of 512 frequencies; where there are few, an eighth of them, so that little room is left over. */
const MOST_GRANULE = 9;
const LEAST_GRANULES = 3;

/**
 * The kernel's transform as layouts see it: along the axis the frequencies and, as the heavier digit, their mirrors or themselves.
 * `core`: the complex transform inside.
 */
export function hermitianTransform(
  { transform, radix }: StepOf,
  core: FourierTransform,
  room = frequencyRoom(soundShape(transform, radix).points),
): FourierTransform {
  const { axis, isLast } = soundShape(transform, radix);
  const { dimensions, axes, precision, arithmetic, direction, batch, placement, scale, scaling } = core;
  const lengths = dimensions.map(({ length }, index) => (index === axis ? 2 * room : length));
  // Where the complex transform follows, it scales what it stores.
  const scaled = isLast ? { scale, scaling } : {};
  return makeTransform(lengths.toReversed(), precision, {
    ...{ axes: axes.slice(0, 1), arithmetic, direction, batch, placement },
    ...scaled,
  });
}

/** The arrays of that kernel. `spectrum`: that of the half spectrum, or of numbers that stand for it; `pairs`: of the complex numbers. */
export function hermitianArrays(
  { transform, radix }: StepOf,
  spectrum: ArraySpec,
  pairs: ArraySpec,
  room = frequencyRoom(soundShape(transform, radix).points),
  first = 0,
): Arrays {
  const { axis, points, isLast } = soundShape(transform, radix);
  const length = 2 * room;
  const inTurn = (array: ArraySpec, holds: MirroredAxis["holds"]): ArraySpec => {
    const { content, ...plain } = array;
    const axes = array.axes.map((own, index): ArrayAxis =>
      index === axis ? { length, stride: own.stride, from: 0, below: length } : own,
    );
    const parts = partsOf(content);
    const { halfPlace, zeroWeight } = content?.kind === "folded" ? content : {};
    return {
      ...plain,
      ...(parts === undefined ? {} : { content: { kind: "pairs", axis, parts } }),
      axes,
      conjugates: {
        axis,
        points,
        holds,
        ...(first === 0 ? {} : { first }),
        ...(halfPlace === undefined ? {} : { halfPlace }),
        ...(zeroWeight === undefined ? {} : { zeroWeight }),
      },
    };
  };
  const hasEnd = !(spectrum.content?.kind === "folded" && !spectrum.content.end);
  const holds = radix !== PAIR ? "blocks" : hasEnd ? "spectrum" : "spectrum without end";
  const [half, whole] = [inTurn(spectrum, holds), inTurn(pairs, "pairs")];
  return isLast ? { input: whole, between: pairs, output: half } : { input: half, between: pairs, output: whole };
}
