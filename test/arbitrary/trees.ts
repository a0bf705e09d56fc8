// Random trees of rules: real and cosine transforms around complex ones, convolutions around butterflies, rows across rows, axis by axis, each
// by kernels of its own.
import fc from "fast-check";
import { primeFactors } from "../../generator/arithmetic/factorisation.js";
import {
  stepShape,
  withHermitianKernel,
  withHermitianStep,
  type AroundComplex,
} from "../../generator/plan/hermitian-kernel.js";
import { at } from "../../generator/failure/errors.js";
import { decimations } from "../../generator/plan/decimated-reals.js";
import { mayBeAroundComplex } from "../../generator/plan/hermitian-problems.js";
import { insideTransform } from "../../generator/plan/hermitian-legs.js";
import type { Plan, PlanKernel, Through } from "../../generator/plan/plan.js";
import { makeChain } from "../../generator/plan/sub-computations.js";
import {
  isTrigonometric,
  makeRealTransform,
  makeTransform,
  makeTrigonometricTransform,
  type NumberFormat,
  type Transform,
} from "../../generator/plan/transform.js";
import { coreLength, kindAlong } from "../../generator/plan/trigonometric.js";

/** Numbers below a bound, one after the other. */
type Draw = (below: number) => number;

const LARGEST_RADIX = 16;

const isSmooth = (length: number): boolean => primeFactors(length).every((prime) => prime <= LARGEST_RADIX);

/** Prime factors in any order, some of them together. */
function radicesOf(length: number, draw: Draw): readonly number[] {
  const radices: number[] = [];
  for (const prime of primeFactors(length)) {
    const place = draw(radices.length + 1);
    const joined = (radices[place] ?? LARGEST_RADIX) * prime;
    if (joined <= LARGEST_RADIX) radices[place] = joined;
    else radices.splice(place, 0, prime);
  }
  return radices.length === 0 ? [1] : radices;
}

/** One kernel, or two. */
function kernelsOf(axis: string, length: number, draw: Draw, through?: Through): readonly PlanKernel[] {
  const chain = makeChain(axis, radicesOf(length, draw), "pre-tw");
  const cut = 1 + draw(chain.length);
  return [chain.slice(0, cut), chain.slice(cut)]
    .filter((subComputations) => subComputations.length > 0)
    .map((subComputations) => ({ subComputations, ...(through === undefined ? {} : { through }) }));
}

function convolution(axis: string, points: number, draw: Draw): readonly PlanKernel[] {
  if (points > 3 && primeFactors(points).length === 1 && isSmooth(points - 1) && draw(2) === 0) {
    const subComputations = makeChain(axis, radicesOf(points - 1, draw), "pre-tw");
    return [{ through: "rader", subComputations }];
  }
  let length = 2 * points - 1 + draw(points);
  while (!isSmooth(length)) length++;
  return kernelsOf(axis, length, draw, "bluestein");
}

/** Kernels of a complex transform along an axis; `isAlone`: there are no others. */
function complexKernels(axis: string, points: number, isAlone: boolean, draw: Draw): readonly PlanKernel[] {
  const rows = isAlone ? primeFactors(points).find((prime) => prime <= LARGEST_RADIX && prime < points) : undefined;
  if (rows !== undefined && draw(4) === 0) {
    const across = makeChain("Y", [rows], "pre-tw").map((sub) => ({ ...sub, twiddle: "pre-tw" as const }));
    return [...convolution(axis, points / rows, draw), { subComputations: across }];
  }
  return isSmooth(points) && draw(3) > 0 ? kernelsOf(axis, points, draw) : convolution(axis, points, draw);
}

/** Kernels along an axis of a transform that has no other. */
function kernelsAlong(transform: Transform, axis: string, isAlone: boolean, draw: Draw): readonly PlanKernel[] {
  const length = transform.dimensions.find(({ name }) => name === axis)?.length ?? 1;
  if (mayBeAroundComplex(transform) && draw(4) > 0) return aroundComplex(transform, axis, isAlone, draw);
  const points = isTrigonometric(transform) ? coreLength(kindAlong(transform, axis), length) : length;
  return complexKernels(axis, points, isAlone && !isTrigonometric(transform), draw);
}

/** An odd number of real numbers in columns of fewer complex ones; undefined of other transforms, and of what takes several kernels. */
function inColumns(transform: AroundComplex, axis: string, draw: Draw): readonly PlanKernel[] | undefined {
  const radices = decimations(at(transform.dimensions, 0).length);
  const radix = radices[draw(radices.length + 1)];
  const points = radix === undefined ? undefined : stepShape(transform, radix)?.points;
  if (radix === undefined || points === undefined || !isSmooth(points)) return undefined;
  const subComputations = makeChain(axis, radicesOf(points, draw), "pre-tw");
  return withHermitianStep(transform, { subComputations }, radix);
}

function aroundComplex(transform: AroundComplex, axis: string, isAlone: boolean, draw: Draw): readonly PlanKernel[] {
  if (stepShape(transform) === undefined) {
    const length = transform.dimensions.find(({ name }) => name === axis)?.length ?? 1;
    return inColumns(transform, axis, draw) ?? complexKernels(axis, length, isAlone, draw);
  }
  const core = insideTransform(transform);
  const points = core.dimensions.find(({ name }) => name === axis)?.length ?? 1;
  const inside = complexKernels(axis, points, isAlone, draw);
  const [kernel, ...others] = inside;
  return kernel !== undefined && others.length === 0 && draw(2) === 0
    ? withHermitianStep(transform, kernel)
    : withHermitianKernel(transform, inside);
}

const KINDS = ["c2c", "r2c", "c2r", "dct-1", "dct-2", "dct-3", "dst-1", "dst-2", "dst-3", "dct-4"] as const;

function transformOf(
  kind: (typeof KINDS)[number],
  lengths: readonly number[],
  precision: NumberFormat,
  batch: number,
  isOrthonormal: boolean,
): Transform {
  if (kind === "c2c") return makeTransform(lengths, precision, { batch });
  if (kind === "r2c" || kind === "c2r") return makeRealTransform(kind, lengths, precision, { batch });
  const normalisation = isOrthonormal ? "orthonormal" : "none";
  return makeTrigonometricTransform(kind, lengths, precision, { batch, normalisation });
}

/** Along one axis of those of a transform. */
function alone(transform: Transform, axis: string): Transform {
  const isReal = transform.axes[0] === axis;
  if (transform.kind === "c2c" || transform.kind === "fwht" || isTrigonometric(transform) || isReal)
    return { ...transform, axes: [axis] };
  return makeTransform(transform.dimensions.map(({ length }) => length).toReversed(), transform.precision, {
    axes: [axis],
  });
}

/** Plans without schedules, which may be illegal. */
export const drawnTrees = (): fc.Arbitrary<Plan> =>
  fc
    .record({
      kind: fc.constantFrom(...KINDS),
      x: fc.integer({ min: 2, max: 140 }),
      y: fc.constantFrom(1, 1, 2, 3, 5, 7, 11, 34),
      batch: fc.integer({ min: 1, max: 3 }),
      isOrthonormal: fc.boolean(),
      draws: fc.array(fc.nat(1 << 20), { minLength: 24, maxLength: 24 }),
    })
    .map(({ kind, x, y, batch, isOrthonormal, draws }): Plan => {
      let count = 0;
      const draw: Draw = (below) => (draws[count++ % draws.length] ?? 0) % below;
      const transform = transformOf(kind, y === 1 ? [x] : [y, x], "f64", batch, isOrthonormal);
      const order = kind === "c2r" ? transform.axes.toReversed() : transform.axes;
      const kernels = order.flatMap((axis) =>
        kernelsAlong(alone(transform, axis), axis, transform.axes.length === 1, draw),
      );
      return { transform, kernels };
    });
