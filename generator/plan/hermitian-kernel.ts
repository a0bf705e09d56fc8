// The Hermitian step as a kernel of its own, which makes real transforms of any complex ones: of n = 2 m real numbers taken for m complex
// ones, z(j) = x(2 j) + i x(2 j + 1), whose transform Z may be computed in any way,
//
//     X(k) = (Z(k) + conj Z(m - k)) / 2 - (i / 2) exp(-2 pi i k / n) (Z(k) - conj Z(m - k)),    k = 0 .. m,    Z(m) = Z(0).
//
// Of cosine and sine transforms of types I to III, which are real ones between other numbers, it is the same step, whose factors make
// cosines of the frequencies (trigonometric.ts). That is the last step of a decimation in time: the butterflies of radix 2 of n = 2 m points, with factors before them. In numbers: 20014
// real numbers are 10007 complex ones, whose transform is a convolution of 20160 points; as real ones without imaginary parts they would
// take one of 40320. A plan says `{ bluestein X(...) ... } { pairs X(10007,2,1,2,pre-tw) }`, or of c2r, which begins so,
// `{ pairs X(10007,2,10007,20014,tw) } { bluestein ... }`.
import { at, invariant } from "../failure/errors.js";
import {
  arraysOf,
  halfLength,
  isWhole,
  partsOf,
  type ArrayAxis,
  type Arrays,
  type ArraySpec,
  type MirroredAxis,
} from "./arrays.js";
import { pairsOf } from "./pairs-of-reals.js";
import type { PlanKernel, SubComputation } from "./plan.js";
import { subComputationText } from "./sub-computations.js";
import { isHermitianKernel } from "./through.js";
import {
  isHalfReal,
  isPacked,
  isShort,
  isTrigonometric,
  makeTransform,
  type FourierTransform,
  type RealTransform,
  type Transform,
  type TrigonometricTransform,
} from "./transform.js";
import { isFourth, isThird, pairedAxis } from "./trigonometric-core.js";

/** What may have such a step along its one axis. */
export type AroundComplex = RealTransform | TrigonometricTransform;

/** The axis that it is along, the complex numbers of the transform inside, and whether it follows that, as of r2c and dct-2. */
interface Shape {
  readonly axis: number;
  readonly points: number;
  readonly isLast: boolean;
}

const STEP: readonly PlanKernel[] = [{ through: "pairs", subComputations: [] }];

function shapeOf(transform: AroundComplex): Shape | undefined {
  if (isTrigonometric(transform)) {
    const paired = pairedAxis(transform, STEP);
    if (paired === undefined || isFourth(paired.kind)) return undefined;
    return { axis: paired.axis, points: paired.parts.points, isLast: !isThird(paired.kind) };
  }
  const axis = transform.dimensions.findIndex(({ name }) => name === transform.axes[0]);
  const { length } = at(transform.dimensions, axis);
  return length % 2 === 0 ? { axis, points: length / 2, isLast: transform.kind === "r2c" } : undefined;
}

function soundShape(transform: AroundComplex): Shape {
  const shape = shapeOf(transform);
  invariant(shape !== undefined, () => "hermitian-kernel: there are no pairs");
  return shape;
}

/** Whether the step comes behind the complex transform. */
export const isStepLast = (transform: AroundComplex): boolean => soundShape(transform).isLast;

/** What the kernel says of such a transform: radix 2, the last of a decimation in time, or the first of one in frequency. */
export function hermitianSubComputation(transform: AroundComplex): SubComputation {
  const { axis, points, isLast } = soundShape(transform);
  const common = { dimension: at(transform.dimensions, axis).name, count: points, radix: 2 };
  return isLast
    ? { ...common, stride: 1, extent: 2, twiddle: "pre-tw" }
    : { ...common, stride: points, extent: 2 * points, twiddle: "tw" };
}

/** What is wrong with such a kernel of a plan along one axis; problems of the others are those of the complex transform inside. */
export function hermitianProblems(
  transform: Transform,
  kernels: readonly PlanKernel[],
): readonly { readonly kernel: number; readonly message: string }[] {
  const first = kernels.findIndex((one) => isHermitianKernel(one) || one.hermitian !== undefined);
  const kernel = at(kernels, first);
  const said = (message: string) => [{ kernel: first, message: `\`pairs\`: ${message}` }];
  const problem = hermitianProblem(transform);
  if (problem !== undefined || !mayBeAroundComplex(transform)) return said(problem ?? "real numbers are expected");
  const second = kernels.findIndex(
    (other, index) => index > first && (isHermitianKernel(other) || other.hermitian !== undefined),
  );
  if (second >= 0) return [{ kernel: second, message: "`pairs`: a plan has one Hermitian step for its real axis" }];
  if (kernel.hermitian !== undefined) {
    const problem = togetherProblem(transform, kernels);
    return problem === undefined ? [] : said(problem);
  }
  if (kernels.length === 1) return said("the kernels of the complex transform are missing");
  const { isLast } = soundShape(transform);
  if (first !== (isLast ? kernels.length - 1 : 0))
    return said(`here the Hermitian step is the ${isLast ? "last" : "first"} kernel along its axis`);
  const expected = subComputationText(hermitianSubComputation(transform));
  const found = kernel.subComputations.map(subComputationText).join(" ");
  if (found !== expected) return said(`expected ${expected}, found ${found}`);
  const beside = kernels.findIndex(
    (other) => other.through === "rader" && new Set(other.subComputations.map(({ dimension }) => dimension)).size > 1,
  );
  if (isTrigonometric(transform) && beside >= 0)
    return [
      {
        kernel: beside,
        message:
          "`rader` beside a cofactor takes complex numbers whose parts lie together, and those of a cosine transform do not",
      },
    ];
  const { schedule } = kernel;
  const word =
    schedule?.cluster !== undefined
      ? "clusters"
      : schedule?.prefetch === true
        ? "L2 prefetch"
        : schedule?.tiled === true
          ? "tiled buffers"
          : (schedule?.width ?? 1) > 1
            ? "vectors"
            : undefined;
  return word === undefined ? [] : said(`its kernel has no ${word}`);
}

/** Why a Hermitian step cannot be in the kernel of its transform; undefined if it can. */
function togetherProblem(transform: AroundComplex, kernels: readonly PlanKernel[]): string | undefined {
  const [kernel, ...others] = kernels;
  if (kernel === undefined || others.length > 0)
    return "a kernel with a Hermitian step has all of its axis; where there are several kernels it is one of them";
  const { hermitian, schedule, through } = kernel;
  const expected = subComputationText(hermitianSubComputation(transform));
  const found = hermitian === undefined ? "" : subComputationText(hermitian);
  if (found !== expected) return `expected ${expected}, found ${found}`;
  if (through === "rader")
    return "a Rader convolution keeps its DC term apart: the Hermitian step beside it is a kernel of its own";
  if (transform.dimensions.filter(({ length }) => length > 1).length > 2)
    return "with more than one other dimension it is a kernel of its own";
  const { isLast } = soundShape(transform);
  return schedule?.cluster !== undefined
    ? "in the kernel of its transform there are no clusters"
    : schedule?.prefetch === true && !isLast
      ? "a kernel that begins with it has no L2 prefetch"
      : schedule?.exchange !== undefined || (schedule?.width ?? 1) > 1
        ? "in the kernel of its transform there are no vectors, and no short exchange"
        : undefined;
}

/** A plan of one kernel with the step in it. */
export const withHermitianStep = (transform: AroundComplex, kernel: PlanKernel): readonly PlanKernel[] => [
  { ...kernel, hermitian: hermitianSubComputation(transform) },
];

/** A plan with the kernel behind the complex transform of r2c, before that of c2r. */
export const withHermitianKernel = (transform: AroundComplex, inside: readonly PlanKernel[]): readonly PlanKernel[] => {
  const step: PlanKernel = { through: "pairs", subComputations: [hermitianSubComputation(transform)] };
  return isStepLast(transform) ? [...inside, step] : [step, ...inside];
};

/** Whether there may be such a kernel. */
export const mayBeAroundComplex = (transform: Transform): transform is AroundComplex =>
  hermitianProblem(transform) === undefined;

/** Why a transform has no such kernel; undefined if it may have one. */
export function hermitianProblem(transform: Transform): string | undefined {
  if (!isHalfReal(transform) && !isTrigonometric(transform))
    return "only transforms of real numbers are made of pairs: r2c, c2r, and cosine and sine transforms";
  if (isShort(transform.precision) && transform.arithmetic === "native")
    return "its Hermitian step has no native 16-bit arithmetic: leave it out, or use --arithmetic f32";
  const shape = shapeOf(transform);
  if (isTrigonometric(transform))
    return shape === undefined
      ? "cosine and sine transforms along one axis, of types I to III without normalisation or ranges, have a Hermitian step if they are those of an even number of real ones"
      : undefined;
  const { name, length } = at(transform.dimensions, shape?.axis ?? 0);
  if (shape === undefined) return `${length} real numbers along ${name} are no pairs: there is an odd number of them`;
  if (isPacked(transform)) return "packed spectra are left to butterflies that take pairs: leave out --packed";
  const { input, output } = arraysOf(transform);
  if (![input, output].every((array) => isWhole(at(array.axes, shape.axis))))
    return `it reads and writes all of ${name}: ranges along it are left to other plans`;
  if (pairsOf(transform.kind === "r2c" ? input : output, shape.axis) === undefined)
    return "it takes real numbers in pairs, and these do not lie so: stride 1, all other strides fixed and even";
  return undefined;
}

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
  transform: AroundComplex,
  core: FourierTransform,
  room = frequencyRoom(soundShape(transform).points),
): FourierTransform {
  const { axis, isLast } = soundShape(transform);
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
  transform: AroundComplex,
  spectrum: ArraySpec,
  pairs: ArraySpec,
  room = frequencyRoom(soundShape(transform).points),
  first = 0,
): Arrays {
  const { axis, points, isLast } = soundShape(transform);
  const length = 2 * room;
  const inTurn = (array: ArraySpec, holds: MirroredAxis["holds"]): ArraySpec => {
    const { content, ...plain } = array;
    const axes = array.axes.map((own, index): ArrayAxis =>
      index === axis ? { length, stride: own.stride, from: 0, below: length } : own,
    );
    const parts = partsOf(content);
    const isCosine = content?.kind === "folded" && content.halfPlace === true;
    return {
      ...plain,
      ...(parts === undefined ? {} : { content: { kind: "pairs", axis, parts } }),
      axes,
      mirrored: { axis, points, holds, ...(first === 0 ? {} : { first }), ...(isCosine ? { halfPlace: true } : {}) },
    };
  };
  const hasEnd = !(spectrum.content?.kind === "folded" && !spectrum.content.end);
  const [half, whole] = [inTurn(spectrum, hasEnd ? "spectrum" : "spectrum without end"), inTurn(pairs, "pairs")];
  return isLast ? { input: whole, between: pairs, output: half } : { input: half, between: pairs, output: whole };
}
