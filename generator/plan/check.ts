// Is a plan legal? Turns a plan into the problems it has, each with what was probably meant.
// The rules are in chain-problems.ts, the search for what was meant in misprints.ts. Does not look at schedules.
import { at, invariant } from "../failure/errors.js";
import { arraysOf } from "./arrays.js";
import { bluesteinProblems } from "./bluestein.js";
import { cutProblems, rowsAcross, withoutRowFactors } from "./cut-axis.js";
import { corePlan, ownCore } from "./core.js";
import { isStepLast } from "./hermitian-kernel.js";
import { hermitianProblems } from "./hermitian-problems.js";
import { insideOf, isAroundComplex } from "./hermitian-legs.js";
import { hasHermitianStep } from "./hermitian-step.js";
import type { LegPlan } from "./leg.js";
import { axisLegPlans, realEnd } from "./legs.js";
import { doubtMessage, misprintMessage } from "./misprint-message.js";
import type { MisprintGroup } from "./misprints.js";
import { deduceMisprints } from "./misprints.js";
import type { Plan, PlanKernel } from "./plan.js";
import { raderProblems } from "./rader.js";
import type { Problem } from "./chain-problems.js";
import { chainProblems, chainsOf, structureProblems } from "./chain-problems.js";
import { placedSubComputations, subComputationText } from "./sub-computations.js";
import { hasTwiddles } from "./transform.js";
import { trigonometricProblems } from "./trigonometric-core.js";

export type { Problem } from "./chain-problems.js";

/** As many as the largest array has binary digits: it has 2^53 elements at most. */
const MOST_SUB_COMPUTATIONS = 53;

/**
 * Everything that is wrong with a plan, in order of place; empty for a legal one. Problems that a few corrected fields
 * would mend are reported as those corrections, all others as the rules they break.
 */
export function checkPlan(given: Plan): readonly Problem[] {
  if (hasHermitianStep(given.kernels) && given.transform.axes.length === 1) return checkAroundComplex(given);
  const rows = rowsAcross(given.transform, given.kernels);
  if (rows > 1) return checkCutPlan(given, rows);
  const legs = axisLegPlans(given);
  if (legs.every(({ transform }) => transform === given.transform)) return checkLeg(given);
  const misplaced = realLegProblems(given, legs);
  if (misplaced.length > 0) return misplaced;
  const problems = checkLegs(legs);
  return problems.length > 0 ? problems : legProblems(given, legs);
}

/** Of a Hermitian step of its own, and the complex transform beside it. */
function checkAroundComplex(given: Plan): readonly Problem[] {
  const problems = hermitianProblems(given.transform, given.kernels);
  if (problems.length > 0 || !isAroundComplex(given)) return problems;
  return checkLegs([{ ...insideOf(given), first: isStepLast(given.transform) ? 0 : 1 }]);
}

/** Of an axis that is cut into rows; kernels across rows are checked as if no rows came before them. */
function checkCutPlan(given: Plan, rows: number): readonly Problem[] {
  const problems = cutProblems(given.transform, rows, given.kernels);
  if (problems.length > 0) return problems;
  return checkLegs(axisLegPlans(given).map((leg) => ({ ...leg, kernels: withoutRowFactors(leg.kernels) })));
}

const checkLegs = (legs: readonly LegPlan<PlanKernel>[]): readonly Problem[] =>
  legs.flatMap(({ transform, kernels, first }) =>
    checkPlan({ transform, kernels }).map((problem) =>
      problem.kernel === undefined ? problem : { ...problem, kernel: problem.kernel + first },
    ),
  );

function realLegProblems({ transform }: Plan, legs: readonly LegPlan<PlanKernel>[]): readonly Problem[] {
  const end = realEnd(transform);
  const real = at(transform.axes, 0);
  const place = end === "first" ? 0 : legs.length - 1;
  const stray = legs.find((leg, index) => leg.transform.axes.includes(real) && index !== place);
  if (end === undefined || stray === undefined) return [];
  const message = `${real} has the real numbers: with convolutions in separate kernels along other axes it comes ${end}`;
  return [{ kernel: stray.first, message }];
}

/** Each axis is transformed in one leg. */
function legProblems({ transform }: Plan, legs: readonly LegPlan<PlanKernel>[]): readonly Problem[] {
  return transform.axes.flatMap((axis) => {
    const count = legs.filter((leg) => leg.transform.axes.includes(axis)).length;
    const isOne = transform.dimensions.some(({ name, length }) => name === axis && length === 1);
    // Along an axis of one element there is nothing to transform.
    if (count === 1 || (count === 0 && isOne)) return [];
    const message =
      count === 0 ? `no kernel transforms ${axis}` : `kernels of ${axis} precede and follow those of a convolution`;
    return [{ message }];
  });
}

function checkLeg(given: Plan): readonly Problem[] {
  const through = bluesteinProblems(given.transform, ownCore(given.transform, given.kernels), given.kernels);
  if (through.length > 0) return through;
  const permuted = raderProblems(given.transform, arraysOf(given.transform), given.kernels);
  if (permuted.length > 0) return permuted;
  const interleaved = trigonometricProblems(given);
  if (interleaved.length > 0) return interleaved;
  const plan = corePlan(given);
  const placed = placedSubComputations(plan);
  const beyond = placed[MOST_SUB_COMPUTATIONS];
  if (beyond !== undefined) {
    const message = `the plan has ${placed.length} sub-computations, and no array has more than ${MOST_SUB_COMPUTATIONS} factors`;
    return [{ kernel: beyond.kernel, subComputation: beyond.position, message }];
  }
  const structure = structureProblems(plan);
  const broken = brokenRules(plan);
  if (structure.length === 0 && broken.length === 0) return [];
  // Where the order is free there is no nearest chain: rules are all that can be told.
  if (!hasTwiddles(plan.transform)) return [...structure, ...broken].toSorted(byPlace);
  const { groups, unexplained } = deduceMisprints(plan);
  const explained = groups.flatMap((group) => misprintProblems(plan, group));
  const isExplained = (problem: Problem): boolean =>
    explained.some((other) => other.field === "dimension" && isSamePlace(problem, other));
  const problems = [
    ...structure.filter((problem) => !isExplained(problem)),
    ...unexplained.flatMap((dimension) => brokenRules(plan, dimension)),
    ...explained,
  ];
  invariant(problems.length > 0, () => `checkPlan: rules are broken but nothing explains it: ${JSON.stringify(plan)}`);
  return problems.toSorted(byPlace);
}

/** `kernel 3, sub-computation 2: ...`, counted from 1. */
export function problemText({ kernel, subComputation, message }: Problem): string {
  if (kernel === undefined) return message;
  const place = subComputation === undefined ? "" : `, sub-computation ${subComputation + 1}`;
  return `kernel ${kernel + 1}${place}: ${message}`;
}

/** Of all dimensions, or of one. */
const brokenRules = (plan: Plan, dimension?: string): readonly Problem[] =>
  chainsOf(plan)
    .filter(({ axis }) => axis.name === (dimension ?? axis.name))
    .flatMap((chain) => chainProblems(plan.transform, chain));

function isSamePlace(one: Problem, other: Problem): boolean {
  return one.kernel === other.kernel && one.subComputation === other.subComputation;
}

function byPlace(one: Problem, other: Problem): number {
  const kernels = (one.kernel ?? -1) - (other.kernel ?? -1);
  return kernels !== 0 ? kernels : (one.subComputation ?? -1) - (other.subComputation ?? -1);
}

function misprintProblems(plan: Plan, group: MisprintGroup): readonly Problem[] {
  const misprints = at(group.alternatives, 0);
  if (group.alternatives.length > 1) {
    const { kernel, position } = at(misprints, 0);
    const message = doubtMessage(brokenRules(plan, group.dimension), group.alternatives);
    return [{ kernel, subComputation: position, message }];
  }
  return misprints.map((misprint) => ({
    kernel: misprint.kernel,
    subComputation: misprint.position,
    field: misprint.field,
    message: misprintMessage(plan.transform, misprint),
    remedy: subComputationText(misprint.meant),
  }));
}
