// The lists of kernels that a search tries for a transform: by the butterflies of its lengths; there and back through others where it has
// none, or none that threads share out evenly; each axis, or some of them, on their own.
import { at } from "../failure/errors.js";
import { multipliesMatrices, type Gpu } from "../gpu/gpu.js";
import { contentsOf } from "../plan/arrays.js";
import { checkPlan } from "../plan/check.js";
import { coreOf } from "../plan/core.js";
import { cutTransform, withRowFactors } from "../plan/cut-axis.js";
import { decimations } from "../plan/decimated-reals.js";
import { byFamily } from "../plan/families.js";
import { PAIR } from "../plan/hermitian-step.js";
import {
  isStepLast,
  stepShape,
  withHermitianKernel,
  withHermitianStep,
  type AroundComplex,
} from "../plan/hermitian-kernel.js";
import { hermitianProblems, mayBeAroundComplex } from "../plan/hermitian-problems.js";
import { insideTransform } from "../plan/hermitian-legs.js";
import { axesInPairs, cutLegs, legTransforms, roomyLeg } from "../plan/legs.js";
import { copyOf } from "../plan/sub-computations.js";
import { pairedAxis, trigonometricProblems } from "../plan/trigonometric-core.js";
import {
  elementBytes,
  elementCount,
  hasTwiddles,
  isShort,
  stabilisationOf,
  transformedCount,
  type Transform,
  type TrigonometricTransform,
} from "../plan/transform.js";
import { bestLists, type KernelList } from "./best-lists.js";
import type { Butterflies } from "./chains.js";
import { kernelLists, promisingLists, type Algorithm, type KernelRating } from "./decomposition.js";
import { schedulesIn, type KnownKernels, type Schedules } from "./known-schedules.js";
import { needsBluestein } from "./limits.js";
import { hasNoButterflies, kernelListsAlongAxes, kernelsThereAndBack } from "./lists-along-axes.js";
import { axesThroughOneLess, legAxes, listsOfLegs, transformsOfLegs } from "./lists-of-legs.js";
import {
  listsAlongRows,
  listsInOneKernel,
  listsThereAndBack,
  mayTurn,
  rowCount,
  withoutClusters,
} from "./lists-there-and-back.js";
import { realLists } from "./real-lists.js";
import type { ScheduleOptions } from "./schedule-options.js";
import type { Tally } from "./tally.js";
import type { WalshAlgorithm } from "./walsh-steps.js";

/** What is asked of kernels and their schedules; see `SearchOptions`. */
export interface ListOptions extends Pick<ScheduleOptions, "twiddles" | "plainOnly" | "idleThreads"> {
  readonly butterflies?: readonly Butterflies[];
  readonly algorithms?: readonly WalshAlgorithm[];
}

/** What kernels are looked for: those of the transform that is planned, of a leg of it, or of some of its axes. */
export interface Sought {
  readonly transform: Transform;
  readonly gpu: Gpu;
  readonly options: ListOptions;
  readonly known: KnownKernels | undefined;
  readonly schedules: Schedules;
  readonly tally: Tally;
}

const ratingIn =
  ({ schedules, tally }: Sought): KernelRating =>
  (context) =>
    tally.rate(schedules.promising(context));

/** Whether each kernel has a schedule; not counted as tried. */
const canRun = ({ schedules }: Sought, kernels: KernelList): boolean =>
  kernels.every((_, index) => schedules.promising({ kernels, index }).candidates.length > 0);

/** The same of another transform. */
const soughtFor = (sought: Sought, transform: Transform): Sought =>
  transform === sought.transform
    ? sought
    : { ...sought, transform, schedules: schedulesIn(transform, sought.gpu, sought.options, sought.known) };

/**
 * The plans to schedule, as lists of their kernels. Not all kernels of a leg make one among others: of r2c of 101 x 128 those that take the
 * 128 in pairs stand beside a Rader convolution of the 101, and not beside Bluestein's.
 */
export function* kernelListsOf(sought: Sought): Iterable<KernelList> {
  const { transform } = sought;
  for (const kernels of anyLists(sought)) if (checkPlan({ transform, kernels }).length === 0) yield kernels;
}

/** The same, some of which may be no plans. Where no others would do each axis is on its own. */
function* anyLists(sought: Sought): Iterable<KernelList> {
  const { transform, options } = sought;
  yield* listsTogether(sought);
  if (options.idleThreads === true && transform.axes.length > 1) yield* listsOneByOne(sought);
}

/** The kernels of each axis in turn, as if the others were no axes. */
function* listsOneByOne(sought: Sought): Iterable<KernelList> {
  const { transform } = sought;
  const axes = legAxes(transform).map((axis) => [axis]);
  const legs = legTransforms(transform, transform.kind === "c2r" ? axes.toReversed() : axes);
  yield* listsOfLegs(
    legs.map((leg) => {
      const own = soughtFor(sought, leg);
      return { lists: listsTogether(own), rate: ratingIn(own) };
    }),
  );
}

function* listsTogether(sought: Sought): Iterable<KernelList> {
  const { transform, gpu } = sought;
  if (transformedCount(coreOf(transform)) === 1) {
    yield [{ subComputations: [copyOf(transform)] }];
    return;
  }
  if (needsBluestein(transform)) {
    yield* listsThroughOthers(sought);
    return;
  }
  let [isFound, isInOne] = [false, false];
  let fewest = Infinity;
  for (const kernels of listsWithButterflies(sought)) {
    const isOne = kernels.length === 1;
    const steps = isOne ? at(kernels, 0).subComputations.length : Infinity;
    if (!isInOne && (isOne || !isFound) && canRun(sought, kernels))
      [isFound, isInOne, fewest] = [true, isOne, Math.min(fewest, steps)];
    yield kernels;
  }
  if (transform.axes.length === 1 && mayBeAroundComplex(transform))
    for (const radix of stepRadices(transform, fewest)) yield* listsWithStep(sought, transform, radix);
  // Of 3 * 29 * 47 numbers no threads share out the butterflies evenly enough.
  if (!isFound && mayTurn(transform)) {
    if (transform.dimensions.length === 1) yield* listsThereAndBack(transform, gpu, ratingIn(sought));
    else yield* listsBesideOthers(sought, () => true);
  }
  yield* listsOfAlone(
    sought,
    axesInPairs(transform).map(({ axis }) => axis),
  );
}

/** Of lengths some of which have no butterflies. */
function* listsThroughOthers(sought: Sought): Iterable<KernelList> {
  const { transform, gpu } = sought;
  const rate = ratingIn(sought);
  if (coreOf(transform).dimensions.length > 1) yield* listsBesideOthers(sought);
  else if (mayBeAroundComplex(transform) && takesPairs(transform)) {
    yield* listsInOneKernel(transform, gpu, rate);
    yield* listsAroundOrNot(sought, transform);
  } else yield* listsThereAndBack(transform, gpu, rate, (most) => listsInRows(sought, most));
}

/** Around complex numbers; or where none can run, and no others, all numbers through a longer length. `found`: others that run. */
function* listsAroundOrNot(sought: Sought, transform: AroundComplex, found = 0): Iterable<KernelList> {
  let runs = found;
  for (const kernels of listsAroundComplex(sought, transform)) {
    if (runs === 0 && canRun(sought, kernels)) runs += 1;
    yield kernels;
  }
  if (runs === 0) yield* listsThereAndBack(transform, sought.gpu, ratingIn(sought));
}

/** Of an even number of real numbers the best lists of the complex transform of half as many, beside a Hermitian step. */
function* listsAroundComplex(sought: Sought, transform: AroundComplex): Iterable<KernelList> {
  const own = soughtFor(sought, insideTransform(transform));
  const inside = [...anyLists(own)];
  const isWhole = ([kernel, ...others]: KernelList): boolean => kernel !== undefined && others.length === 0;
  const lists = [
    ...bestLists(inside.filter(isWhole), ratingIn(own)).map((kernels) =>
      kernels.flatMap((kernel) => withHermitianStep(transform, kernel)),
    ),
    ...bestLists(inside, ratingIn(own)).map((kernels) => withHermitianKernel(transform, kernels)),
  ];
  for (const kernels of lists) if (hermitianProblems(transform, kernels).length === 0) yield kernels;
}

/**
 * The best lists of one kernel that has the complex transform and the Hermitian step one after the other. Where butterflies take that step in
 * their registers, threads have two of each: of 22050 points there are no such kernels.
 */
function* listsWithStep(sought: Sought, transform: AroundComplex, radix: number): Iterable<KernelList> {
  const inside = insideTransform(transform, radix);
  const own = soughtFor({ ...sought, gpu: withoutClusters(sought.gpu) }, inside);
  const rate = ratingIn(own);
  const alone: KernelRating = ({ kernels, index }) => (kernels.length > 1 ? undefined : rate({ kernels, index }));
  for (const [kernel] of bestLists(kernelLists(inside, own.gpu, "fma", alone), alone)) {
    const kernels = kernel === undefined ? [] : withHermitianStep(transform, kernel, radix);
    if (kernels.length > 0 && hermitianProblems(transform, kernels).length === 0) yield kernels;
  }
}

/**
 * The radices that are worth a step: 2, or of an odd number of real numbers its factors. `steps`: butterflies that all of them take in one
 * kernel. What is loaded part by part is too little at a time of 16-bit numbers: f16 of 6561 took 0.143 ms as a whole, and 0.191 so. Before the
 * complex transform the step is worth some butterflies more: c2r of 15015 numbers took 0.425 ms in five, and 0.255 so, of 19683 0.226 ms in
 * three, and 0.238. Of few points each there are few frequencies for threads.
 */
function stepRadices(transform: AroundComplex, steps: number): readonly number[] {
  if (takesPairs(transform)) return steps === Infinity ? [PAIR] : [];
  if (isShort(transform.precision) || (!isStepLast(transform) && steps <= MOST_STEPS_AS_A_WHOLE)) return [];
  return decimations(at(transform.dimensions, 0).length).filter(
    (radix) => (stepShape(transform, radix)?.points ?? 0) >= LEAST_POINTS,
  );
}

const MOST_STEPS_AS_A_WHOLE = 3;
const LEAST_POINTS = 128;

/** Whether the step is that of pairs, which any complex transform may have beside it. */
const takesPairs = (transform: AroundComplex): boolean => stepShape(transform) !== undefined;

/** Along every axis by its own butterflies. */
function listsWithButterflies(sought: Sought): Iterable<KernelList> {
  const { gpu } = sought;
  const rate = ratingIn(sought);
  return byFamily(sought.transform, {
    fourier: (own) => byAlgorithms(sought, (algorithm) => promisingLists(own, gpu, algorithm, rate)),
    walsh: (own) => byAlgorithms(sought, (algorithm) => promisingLists(own, gpu, algorithm, rate)),
    real: (own) => byAlgorithms(sought, (algorithm) => realLists(own, gpu, algorithm, rate)),
    trigonometric: (own) => cosineLists(own, gpu, rate),
  });
}

function* byAlgorithms(
  { transform, gpu, options }: Sought,
  listsBy: (algorithm: Algorithm) => Iterable<KernelList>,
): Iterable<KernelList> {
  for (const algorithm of algorithmsOf(transform, gpu, options)) yield* listsBy(algorithm);
}

function* cosineLists(transform: TrigonometricTransform, gpu: Gpu, rate: KernelRating): Iterable<KernelList> {
  const own = pairedAxis(transform) === undefined ? withoutClusters(gpu) : gpu;
  for (const kernels of kernelLists(coreOf(transform), own, "fma", rate))
    if (trigonometricProblems({ transform, kernels }).length === 0) yield kernels;
}

/**
 * Of one dimension, cut into rows: the best lists along them, of `most` kernels at most, and across them, whose columns are not all there,
 * as clusters want them.
 */
function* listsInRows(sought: Sought, most: number): Iterable<KernelList> {
  const rows = rowCount(sought.transform);
  if (rows === 1) return;
  const view = cutTransform(sought.transform, rows);
  const plain = { ...sought, gpu: withoutClusters(sought.gpu) };
  const [along, across] = cutLegs(view);
  const ofLeg = (leg: Transform): Sought => soughtFor(plain, roomyLeg(view, leg, view.axes.slice(0, 1)));
  const [row, column] = [ofLeg(along), ofLeg(across)];
  const rateRow = ratingIn(row);
  const lists = listsOfLegs([
    { lists: listsAlongRows(row.transform, row.gpu, rateRow, most), rate: rateRow },
    { lists: anyLists(column), rate: ratingIn(column) },
  ]);
  for (const kernels of lists) yield withRowFactors(kernels);
}

/** Of several dimensions, of which some are long: have no butterflies of their own, or none that threads share out evenly enough. */
function* listsBesideOthers(sought: Sought, isLong = hasNoButterflies(sought.transform)): Iterable<KernelList> {
  const { transform, gpu } = sought;
  const ratingOf = (of: Transform): KernelRating => ratingIn(soughtFor(sought, of));
  const plain = withoutClusters(gpu);
  const inOneKernel = kernelsThereAndBack(transform, plain, ratingOf, isLong);
  const inSeveral = [...inOneKernel].flatMap(([name, lists]) => (lists.length > 0 ? [] : [name]));
  const isOneLeg = contentsOf(transform).input === undefined || inSeveral.length === 0;
  const rate = ratingIn(sought);
  let found = 0;
  if (isOneLeg)
    for (const kernels of kernelListsAlongAxes(transform, plain, ratingOf, inOneKernel)) {
      if (found === 0 && canRun(sought, kernels)) found += 1;
      yield kernels;
    }
  if (transform.axes.length === 1)
    if (mayBeAroundComplex(transform) && takesPairs(transform)) yield* listsAroundOrNot(sought, transform, found);
    else if (found === 0) yield* listsThereAndBack(transform, gpu, rate);
  const paired = [...inOneKernel.keys()].filter((axis) =>
    legTransforms(transform, [[axis]]).some((leg) => mayBeAroundComplex(leg) && takesPairs(leg)),
  );
  const alone = new Set([...(isOneLeg ? [] : inSeveral), ...axesThroughOneLess(transform), ...paired]);
  yield* listsOfAlone(sought, [...alone]);
}

/** With axes that are legs of their own. */
function* listsOfAlone(sought: Sought, alone: readonly string[]): Iterable<KernelList> {
  const legs = transformsOfLegs(sought.transform, alone);
  if (legs.length > 1)
    yield* listsOfLegs(
      legs.map((leg) => {
        const own = soughtFor(sought, leg);
        return { lists: anyLists(own), rate: ratingIn(own) };
      }),
    );
}

/** As asked, or all that are worth trying. */
function algorithmsOf(transform: Transform, gpu: Gpu, { butterflies, algorithms }: ListOptions): readonly Algorithm[] {
  if (hasTwiddles(transform)) return butterflies ?? (suitsMatrices(transform, gpu) ? ["mma", "fma"] : ["fma"]);
  if (algorithms !== undefined) return algorithms;
  // On tensor cores neighbours stay together, and no rounding errors are kept. They gain little, and where a transform takes several
  // passes nothing.
  const keepsNothing = transform.order === "natural" && stabilisationOf(transform) === "none";
  const isRow = elementCount(transform) * elementBytes(transform) <= gpu.sharedBytesPerBlock;
  return keepsNothing && isRow && suitsMatrices(transform, gpu) ? ["folklore", "mma"] : ["folklore"];
}

/** Whether there are tensor cores for numbers that short, which have an arithmetic of their own. */
const suitsMatrices = (transform: Transform, gpu: Gpu): boolean =>
  isShort(transform.precision) &&
  transform.arithmetic === "f32" &&
  contentsOf(transform).input === undefined &&
  multipliesMatrices(gpu, transform.precision);
