// The legs of a plan: plans of their own, one after the other, each along axes of its own. Most plans have one. A kernel that goes through
// one point less (rader.ts) is a leg of one axis, for it sees that axis as no other kernel does, and so are several kernels that go through a
// longer length together (bluestein.ts), which have longer rows between them. In numbers: of 101 x 101 x 64 the kernels of X, which has 64,
// are one leg, and those of Y and of Z another one each. Between legs elements lie as between any kernels.
//
// Of a real transform one leg has the real axis, which comes first of r2c and last of c2r; the others are complex transforms of what lies
// between, half a spectrum: r2c of 64 x 20011 is one of 64 rows, and a complex one along Y of 64 x 10006. Each leg of a cosine or sine
// transform is one along its own axes, and there are real numbers between; so those kernels are a leg, too, that take the numbers along one
// axis in pairs: of dct-2 of 1024 x 1024 both axes can be transforms of 512 complex numbers, one leg each.
import { at } from "../failure/errors.js";
import {
  arraysOf,
  contentsOf,
  denseArray,
  holdsPlainly,
  holdsAll,
  lengthsOf,
  type ArrayContent,
  type Arrays,
  type ArraySpec,
} from "./arrays.js";
import { linesAlong, roomFor, type Along } from "./bluestein.js";
import { asCut, cutArrays, followsRows, rowsAcross } from "./cut-axis.js";
import { byFamily } from "./families.js";
import { hermitianLegPlans, hermitianLegs, isAroundComplex } from "./hermitian-legs.js";
import type { Leg, LegPlan, PlanOf } from "./leg.js";
import { hasHermitianKernel, hasHermitianStep, isHermitianKernel, stepOf } from "./hermitian-step.js";
import type { PlanKernel } from "./plan.js";
import {
  elementCount,
  isTrigonometric,
  makeTransform,
  type FourierTransform,
  type RealTransform,
  type Transform,
} from "./transform.js";
import { wholeScale } from "./trigonometric.js";
import { pairedAxis, saysPairs } from "./trigonometric-core.js";

/** What each leg computes. */
export function legPlans<K extends PlanKernel>(plan: PlanOf<K>): readonly LegPlan<K>[] {
  if (isAroundComplex(plan)) return hermitianLegPlans(plan).flatMap(innerLegPlans);
  const legs = axisLegPlans(plan);
  return legs.every((leg) => leg.transform === plan.transform) ? legs : legs.flatMap(innerLegPlans);
}

const innerLegPlans = <K extends PlanKernel>(leg: LegPlan<K>): readonly LegPlan<K>[] =>
  legPlans(leg).map((own) => ({ ...own, first: leg.first + own.first }));

/** What each leg along axes of its own computes. */
export function axisLegPlans<K extends PlanKernel>(plan: PlanOf<K>): readonly LegPlan<K>[] {
  const { transform, kernels } = asCut(plan);
  const lines = ownLines(transform, kernels);
  if (transform.axes.length === 1 || lines.length === 0) return [{ transform, kernels, first: 0 }];
  const lineOf = (index: number): unknown => lines.find((line) => line.kernels.includes(index));
  const runs: K[][] = [];
  kernels.forEach((kernel, index) => {
    const run = runs.at(-1);
    if (run === undefined || lineOf(index) !== lineOf(index - 1)) runs.push([kernel]);
    else run.push(kernel);
  });
  const transforms = legTransforms(
    transform,
    runs.map((run) => {
      const names = new Set(run.flatMap(({ subComputations }) => subComputations.map(({ dimension }) => dimension)));
      return transform.axes.filter((name) => names.has(name));
    }),
  );
  let first = 0;
  return runs.map((run, index): LegPlan<K> => {
    const leg = { transform: at(transforms, index), kernels: run, first };
    first += run.length;
    return leg;
  });
}

/**
 * Transforms along some of the axes each, in this order, which make one along all of them. Along axes of one element no kernel
 * transforms anything: of cosine and sine transforms they are a factor, which is in the scale of the last one.
 */
export function legTransforms(transform: Transform, axesOfLegs: readonly (readonly string[])[]): readonly Transform[] {
  const ofLegs = new Set(axesOfLegs.flat());
  const scale = wholeScale({ ...transform, axes: transform.axes.filter((name) => !ofLegs.has(name)) });
  return axesOfLegs.map((axes, index) =>
    legTransform({ ...transform, scale }, axes, index === 0, index === axesOfLegs.length - 1),
  );
}

/** Those of a transform that is one of rows: along them, and across them. */
export function cutLegs(view: Transform): readonly [along: Transform, across: Transform] {
  const legs = legTransforms(
    view,
    view.axes.map((axis) => [axis]),
  );
  return [at(legs, 0), at(legs, 1)];
}

function legTransform(transform: Transform, axes: readonly string[], isFirst: boolean, isLast: boolean): Transform {
  const scale = isLast ? transform.scale : 1;
  const own = { axes, scale, scaling: isLast ? transform.scaling : "fixed" } as const;
  return byFamily<Transform>(transform, {
    fourier: (whole) => ({ ...whole, ...own }),
    walsh: (whole) => ({ ...whole, ...own }),
    real: (whole) =>
      axes.includes(at(whole.axes, 0)) ? { ...whole, ...own } : spectrumLeg(whole, own, isFirst, isLast),
    trigonometric: (whole) => {
      const kinds = Object.fromEntries(Object.entries(whole.kinds).filter(([axis]) => axes.includes(axis)));
      return { ...whole, ...own, kinds };
    },
  });
}

/** Of half a spectrum, along other axes than that which is halved. */
function spectrumLeg(
  transform: RealTransform,
  own: Pick<Transform, "axes" | "scale" | "scaling">,
  isFirst: boolean,
  isLast: boolean,
): FourierTransform {
  const { precision, arithmetic, direction, placement, batch } = transform;
  const lengths = lengthsOf(transform, halfOf(transform));
  // Parts of the half spectrum and its order, where the leg has that of the caller.
  const { inputRange, outputRange } = transform;
  const { shift } = transform;
  const ranges = transform.kind === "r2c" ? isLast && { outputRange, shift } : isFirst && { inputRange, shift };
  return makeTransform(lengths.toReversed(), precision, {
    ...{ ...own, arithmetic, direction, placement, batch },
    ...ranges,
  });
}

/** Of a real transform where among others the leg stands that has the real axis: rows are transformed first, and made last. */
export function realEnd(transform: Transform): "first" | "last" | undefined {
  const { input, output } = contentsOf(transform);
  return input?.kind === "reals" ? "first" : output?.kind === "reals" ? "last" : undefined;
}

/** The content of the side of a real transform that is half a spectrum. */
const halfOf = (transform: Transform): ArrayContent | undefined =>
  [contentsOf(transform).input, contentsOf(transform).output].find((content) => content?.kind === "half");

/** `arrays`: those of the transform. */
export function legsOf<K extends PlanKernel>(
  plan: PlanOf<K>,
  arrays: Arrays = arraysOf(plan.transform),
): readonly Leg<K>[] {
  // The arrays of a step of its own are those of its frequencies already.
  if (isAroundComplex(plan))
    return hermitianLegs(plan, arrays).flatMap((leg) => (leg.kernels.some(isHermitianKernel) ? [leg] : innerLegs(leg)));
  const legs = axisLegs(plan, arrays);
  // Beside axes of one element there may be one leg, of fewer axes than the plan.
  return legs.every((leg) => leg.transform === plan.transform) ? legs : legs.flatMap(innerLegs);
}

const innerLegs = <K extends PlanKernel>(leg: Leg<K>): readonly Leg<K>[] =>
  legsOf(leg, leg.arrays).map((own) => ({
    ...own,
    ...(leg.step === undefined ? {} : { step: leg.step }),
    first: leg.first + own.first,
  }));

function axisLegs<K extends PlanKernel>(plan: PlanOf<K>, arrays: Arrays): readonly Leg<K>[] {
  const { transform } = plan;
  const cut = asCut(plan);
  if (cut.rows > 1) return axisLegs(cut, cutArrays(arrays, transform, cut.rows));
  const legs = axisLegPlans(plan);
  if (legs.every((leg) => leg.transform === transform)) return legs.map((leg) => ({ ...leg, arrays }));
  const alone = ownLines(transform, plan.kernels).map(({ axis }) => axis);
  const between = betweenLegs(transform, arrays);
  return legs.map((leg, index): Leg<K> => {
    const own = leg.transform;
    const seen = roomyLeg(transform, own, alone);
    const sees = ({ content, ...array }: ArraySpec): ArraySpec => ({
      ...array,
      // Half a spectrum is to complex transforms of it an array like others; where a real axis has one element, no other leg has its numbers.
      ...(content === undefined || (isHalved(transform, own) && !isReal(array, content)) ? {} : { content }),
      axes: array.axes.map((axis, index) => {
        const [{ length }, room] = [at(own.dimensions, index), at(seen.dimensions, index).length];
        return room === length ? axis : { ...axis, length: room };
      }),
    });
    const handedOn = sees(between);
    const input = index === 0 ? sees(arrays.input) : handedOn;
    const output = index === legs.length - 1 && arrays.output !== between ? sees(arrays.output) : handedOn;
    return { ...leg, transform: seen, arrays: { input, between: handedOn, output } };
  });
}

/** Axes that are legs of their own, with their kernels. */
const ownLines = (transform: Transform, kernels: readonly PlanKernel[]): readonly Along[] => [
  ...linesAlong(transform, kernels).filter(
    (line) =>
      !hasHermitianStep(line.kernels.map((index) => at(kernels, index))) &&
      (line.kernels.length > 1 ||
        followsRows(kernels) ||
        line.kernels.some((index) => kernels[index]?.through === "rader")),
  ),
  ...linesInPairs(transform, kernels),
  ...linesBesideHermitian(transform, kernels),
];

/** Of several axes the real one, where a Hermitian step stands beside its complex transform. */
function linesBesideHermitian({ dimensions }: Transform, kernels: readonly PlanKernel[]): readonly Along[] {
  const [axis] = kernels.flatMap(stepOf);
  if (axis === undefined) return [];
  const isAlong = ({ subComputations }: PlanKernel): boolean =>
    subComputations.some(({ dimension }) => dimension === axis.dimension);
  const length = dimensions.find(({ name }) => name === axis.dimension)?.length ?? 1;
  const own = kernels.flatMap((kernel, index) => (isAlong(kernel) ? [index] : []));
  return [{ axis: axis.dimension, length, kernels: own }];
}

/** Of several axes of a cosine or sine transform those whose kernels, by what they say, take numbers in pairs. */
function linesInPairs(transform: Transform, kernels: readonly PlanKernel[]): readonly Along[] {
  return axesInPairs(transform).flatMap(({ axis, points }): readonly Along[] => {
    const own = kernels.flatMap(({ subComputations, through }, index) =>
      through === undefined && subComputations.some(({ dimension }) => dimension === axis) ? [index] : [],
    );
    const said = own.map((index) => at(kernels, index));
    return saysPairs(said, axis, points) ? [{ axis, length: points, kernels: own }] : [];
  });
}

/** Of several axes of a cosine or sine transform those along which numbers can be taken in pairs, by kernels of their own. */
export const axesInPairs = (transform: Transform): readonly AxisInPairs[] =>
  transform.axes.length === 1 ? [] : pairedAxes(transform);

/** An axis along which numbers can be taken in pairs, and how many there are. */
export interface AxisInPairs {
  readonly axis: string;
  readonly points: number;
}

/** The same of any number of axes. */
export const pairedAxes = (transform: Transform): readonly AxisInPairs[] =>
  transform.axes.flatMap((axis) => {
    const paired = isTrigonometric(transform) ? pairedAxis({ ...transform, axes: [axis] }) : undefined;
    return paired === undefined ? [] : [{ axis, points: paired.parts.points }];
  });

/** Whether a leg is a complex one of half a spectrum. */
const isHalved = (transform: Transform, leg: Transform): boolean =>
  halfOf(transform) !== undefined && halfOf(leg) === undefined;

/** Whether an array has real numbers along an axis of one element, which no kernel transforms. */
const isReal = ({ axes }: Pick<ArraySpec, "axes">, content: ArrayContent): boolean =>
  content.kind === "reals" && axes[content.axis]?.length === 1;

/** Whether what legs hand on lies in the output. */
export const leavesInOutput = ({ transform, kernels }: PlanOf<PlanKernel>, arrays: Arrays): boolean =>
  !hasHermitianKernel(kernels) &&
  (rowsAcross(transform, kernels) > 1
    ? handedOn(transform) === undefined && arrays.between === arrays.output
    : betweenLegs(transform, arrays) === arrays.output);

/** What an array between legs holds: real numbers, or half a spectrum. */
const handedOn = (transform: Transform): ArrayContent | undefined => halfOf(transform) ?? contentsOf(transform).output;

/** What lies between the legs. Of complex transforms it is what lies between any kernels; else the output, if that has it, or a dense array. */
function betweenLegs(transform: Transform, { between, output }: Arrays): ArraySpec {
  const content = handedOn(transform);
  if (content === undefined) return between;
  if (output.content?.kind === content.kind && holdsPlainly(output, transform) && holdsAll(output)) return output;
  const lengths = lengthsOf(transform, content);
  const dimensions = transform.dimensions.map(({ name }, index) => ({ name, length: at(lengths, index) }));
  return { ...denseArray({ ...transform, dimensions, distance: elementCount({ dimensions }) }), content };
}

/** A leg with room along what others transform: along axes that are legs of their own, and all of half a spectrum. */
export const roomyLeg = (transform: Transform, leg: Transform, alone: readonly string[]): Transform =>
  withRoom(leg, (name) => !leg.axes.includes(name) && (alone.includes(name) || isHalved(transform, leg)));

/** A transform with room for more elements along some dimensions than there are, out of which tiles cut columns. */
function withRoom(transform: Transform, hasRoom: (name: string) => boolean): Transform {
  const dimensions = transform.dimensions.map(({ name, length }) => ({
    name,
    length: hasRoom(name) ? roomFor(length) : length,
  }));
  return { ...transform, dimensions, distance: elementCount({ dimensions }) };
}
