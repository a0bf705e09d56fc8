// The compiler on one screen: a plan in, a unit of text out. Each line is one arrow of README.md beside it.
import { withHermitianStep } from "./lower/lower-hermitian.js";
import { checkPlan, problemText } from "./plan/check.js";
import { at, InputError, invariant } from "./failure/errors.js";
import type { Gpu } from "./gpu/gpu.js";
import { nameOwner } from "./emit/taken-names.js";
import { stabilisationOf, type Transform } from "./plan/transform.js";
import { requireTransform } from "./json/transform-schema.js";
import { arrayProblem } from "./plan/array-problem.js";
import type { Leg, LegPlan } from "./plan/leg.js";
import { leavesInOutput, legPlans, legsOf } from "./plan/legs.js";
import { arraysOf, holdsAll, hostArrays, mayBeOne, type Arrays } from "./plan/arrays.js";
import { convolutionKind, convolutionOf } from "./plan/convolution.js";
import { coreArrays } from "./plan/core.js";
import { setOfKernels } from "./layout/hermitian-set.js";
import type { KernelGeometry } from "./layout/geometry.js";
import { kernelGeometry } from "./layout/whole-geometry.js";
import { bluesteinPaths, convolutionPaths, pathAlong } from "./lower/lower-bluestein.js";
import { kernelPath, type PlacedKernel } from "./lower/kernel-path.js";
import { outsideProducts } from "./lower/lower-trigonometric.js";
import { raderPath } from "./lower/lower-rader.js";
import { lowerKernel } from "./lower/lower-kernel.js";
import { hostProgram, type KernelTraffic } from "./lower/host-program.js";
import { isLocal, joined, requireJoinable, requireShared, type KernelPath } from "./lower/path.js";
import { arraysOfStage, isWayBack, productsOfKernel, wholesOfStage } from "./lower/lower-stages.js";
import type { KernelTexts } from "./lower/texts.js";
import { stageOf, transformStages, type Stage, type TransformStage } from "./plan/stages.js";
import type { HostProgram } from "./kernel/host-program.js";
import { inputArray, outputArray } from "./kernel/program.js";
import { printKernelInside, printKernels } from "./notation/print.js";
import { subComputationText } from "./plan/sub-computations.js";
import { errorsTravel } from "./plan/elements.js";
import { surroundingRules } from "./plan/kernel-rules.js";
import type { Plan, PlanKernel, ScheduledKernel, ScheduledPlan } from "./plan/plan.js";
import { raderArrayProblem } from "./plan/rader.js";
import { makeUnit, type Unit } from "./emit/unit.js";

export interface CompiledPlan {
  readonly plan: ScheduledPlan;
  readonly geometries: readonly KernelGeometry[];
  readonly host: HostProgram;
}

/** @throws InputError for a stage whose kernels compute another transform than their own: Bluestein's and Rader's are stages themselves */
function requireAlone({ transform, kernels }: ScheduledPlan): void {
  const { kind } = convolutionOf(transform, kernels);
  if (kind !== "none")
    throw new InputError(`stages: a transform by \`${kind}\` is no stage: write its convolution as stages`);
}

/** Throws an InputError that lists every problem of an illegal plan. */
export function requireLegal(plan: Plan, origin: string): void {
  const problems = checkPlan(plan);
  if (problems.length > 0) {
    throw new InputError(
      [`${origin}: the plan is not legal`, ...problems.map((problem) => `  ${problemText(problem)}`)].join("\n"),
    );
  }
}

/**
 * Plan -> kernel programs -> host program. `arrays`: where its input and output lie; one after the other, if nothing is said.
 * @throws InputError if a schedule cannot run on the GPU, or nothing can read or write such arrays
 */
export function lowerPlan(
  name: string,
  plan: ScheduledPlan,
  gpu: Gpu,
  arrays: Arrays = arraysOf(plan.transform),
): CompiledPlan {
  requireArrays(name, plan, arrays);
  requireSound(name, plan.transform);
  requireLegal(plan, name);
  const legs = legsOf(plan, arrays);
  const rules = surroundingRules(plan);
  const kernels = legs.flatMap((leg) => lowerLeg(name, leg, gpu, rules.slice(leg.first)));
  const traffic = kernels.map(trafficOf);
  const outServes = legs.every(handsOnThroughOutput) && (legs.length === 1 || leavesInOutput(plan, arrays));
  return {
    plan,
    geometries: kernels.map(({ placed }) => placed),
    host: hostProgram(name, traffic, {
      ...hostArrays(arrays),
      alike: mayLieTogether(name, plan.transform, arrays, outServes, traffic),
      outServes,
    }),
  };
}

/** Whether what a leg has between its kernels has room where its output lies. */
function handsOnThroughOutput({ transform, arrays, kernels }: Leg<ScheduledKernel>): boolean {
  const { between, output } = coreArrays(transform, arrays, kernels);
  return convolutionKind(transform, kernels) !== "bluestein" && (kernels.length === 1 || between === output);
}

/** The kernels of a part of a plan that is a plan of its own. */
function lowerLeg(name: string, leg: Leg<ScheduledKernel>, gpu: Gpu, rules: Rules): readonly KernelPath[] {
  const { step } = leg;
  const kernels = lowerInside(name, leg, gpu, rules);
  return step === undefined ? kernels : kernels.map((path) => withHermitianStep(path, step));
}

/** The same without a Hermitian step. */
function lowerInside(name: string, leg: Leg<ScheduledKernel>, gpu: Gpu, rules: Rules): readonly KernelPath[] {
  const { transform, kernels } = leg;
  const plan: ScheduledPlan = { transform, kernels };
  const inside = coreArrays(transform, leg.arrays, kernels);
  const placed = placeStage(name, stageOf(plan), gpu, inside, { tableSuffix: "", before: leg.first, rules });
  // All kernels of a convolution lie inside the same rules.
  const notationOf = (kernel: PlanKernel): string => printKernelInside(rules[0] ?? [], kernel);
  const convolution = convolutionOf(transform, kernels);
  switch (convolution.kind) {
    case "bluestein":
      return bluesteinPaths(plan, convolution.inside, placed, inside, notationOf);
    case "rader":
      return [raderPath(plan, at(placed, 0), inside, notationOf)];
    case "none":
      return placed.map((own, index) =>
        own.placed.set.turning.has(index) ? pathAlong(transform, own, at(kernels, index)) : kernelPath(own),
      );
  }
}

/**
 * Where real numbers are transformed, or maps move what threads read, input and output lie alike only if the first kernel leaves others what they
 * have not read yet.
 */
function mayLieTogether(
  name: string,
  transform: Transform,
  arrays: Arrays,
  outServes: boolean,
  [first, ...others]: readonly KernelTraffic[],
): boolean {
  const { alike } = hostArrays(arrays);
  const readsAll = others.length > 0 && !outServes;
  const { content, axes } = arrays.input;
  const isPlain = content === undefined && axes.every(({ map }) => map === undefined);
  if (!alike || isPlain || first?.blockLocal === true || readsAll) return alike;
  // In place the first kernel may write the workspace, which other plans are better without.
  if (transform.placement === "in-place" && others.length > 0) return alike;
  if (transform.placement === "in-place")
    throw new InputError(
      `${name}: in place, what one thread writes is still to be read by others: plan with more steps`,
    );
  return false;
}

/**
 * Stages -> host program: the kernels of all transforms one after the other, products and maps done on the way; some go on in the
 * blocks of others.
 * @throws InputError if they are no stages of one array, or a schedule cannot run on the GPU
 */
export function lowerStages(name: string, stages: readonly Stage[], gpu: Gpu): HostProgram {
  const transforms = transformStages(stages);
  const kernels: KernelPath[] = [];
  const isTwoWay = new Set(transforms.map(({ plan }) => plan.transform.direction)).size > 1;
  // Tables of inverse transforms hold other numbers than those of forward ones.
  const suffixOf = ({ plan }: TransformStage): string =>
    isTwoWay && plan.transform.direction === "inverse" ? "_inverse" : "";
  for (const [index, stage] of transforms.entries()) {
    requireSound(name, stage.plan.transform);
    requireLegal(stage.plan, name);
    const before = kernels.at(-1);
    const previous = transforms[index - 1];
    requireAlone(stage.plan);
    const own = { tableSuffix: suffixOf(stage), before: 0, rules: surroundingRules(stage.plan) };
    const convolution =
      previous !== undefined && before?.parts.length === 1 && isWayBack(previous, stage)
        ? convolutionOfStages(previous, stage, gpu, suffixOf)
        : undefined;
    if (convolution !== undefined) {
      kernels[kernels.length - 1] = convolution;
      continue;
    }
    const [first, ...others] = placeStage(name, stage, gpu, arraysOfStage(stage), own);
    invariant(first !== undefined, () => "compile: a stage without a kernel");
    const path = kernelPath(first);
    if (stage.fused && before !== undefined) {
      requireJoinable(name, before, path);
      kernels[kernels.length - 1] = joined(before, path);
    } else kernels.push(path);
    kernels.push(...others.map(kernelPath));
  }
  const traffic = kernels.map(trafficOf);
  for (const { program } of traffic) requireShared(name, program, gpu);
  const source = inputArray(at(traffic, 0).program);
  const target = outputArray(at(traffic, traffic.length - 1).program);
  return hostProgram(name, traffic, {
    // In place, the first kernel must leave others what they have not read yet.
    alike: source.distance === target.distance && at(traffic, 0).blockLocal,
    outServes: traffic.every(({ program }) => outputArray(program).distance === target.distance),
    parameters: [...new Set(traffic.flatMap(({ program }) => program.parameters))],
  });
}

/** A transform, a product and back, in one kernel; undefined where no block can do it. */
function convolutionOfStages(
  there: TransformStage,
  back: TransformStage,
  gpu: Gpu,
  suffixOf: (stage: TransformStage) => string,
): KernelPath | undefined {
  const { transform, kernels } = there.plan;
  const arrays = arraysOfStage(there);
  const set = { ...setOfKernels(transform, kernels, { ...arrays, output: arrays.between }), turns: true };
  const kernel = at(kernels, 0);
  const placed = kernelGeometry(set, kernel, 0, gpu);
  if (!placed.ok) return undefined;
  const texts = textsOf(there.plan, 0, { tableSuffix: suffixOf(there), rules: surroundingRules(there.plan) });
  const told = { schedule: kernel.schedule, texts, products: productsOfKernel(there, placed.value, 0) };
  const [path] = convolutionPaths([{ placed: placed.value, told }], kernels, {
    transform: back.plan.transform,
    arrays: arraysOfStage(back),
    notationOf: (own) => printKernelInside([], own),
    tableSuffix: suffixOf(back),
    productsAfter: (way) => productsOfKernel(back, way, 0),
  });
  return path;
}

const trafficOf = (path: KernelPath, index: number): KernelTraffic => ({
  program: lowerKernel(`kernel_${index + 1}`, path),
  blockLocal: isLocal(path),
});

/** Those around each kernel. */
type Rules = ReturnType<typeof surroundingRules>;

interface StagePlace {
  readonly tableSuffix: string;
  /** Kernels of its plan that come before these. */
  readonly before: number;
  readonly rules: Rules;
}

function placeStage(
  name: string,
  stage: TransformStage,
  gpu: Gpu,
  arrays: Arrays,
  { tableSuffix, before, rules }: StagePlace,
): readonly PlacedKernel[] {
  const { plan } = stage;
  requireOneWidth(name, plan);
  const set = { ...setOfKernels(plan.transform, plan.kernels, arrays), ...wholesOfStage(stage) };
  return plan.kernels.map((kernel, index): PlacedKernel => {
    const geometry = kernelGeometry(set, kernel, index, gpu);
    const texts = textsOf(plan, index, { tableSuffix, rules });
    if (!geometry.ok)
      throw new InputError(
        `${name}: kernel ${before + index + 1}, ${texts.notation}, cannot run on ${gpu.name}: ${geometry.reason}`,
      );
    const { schedule } = kernel;
    const products = [
      ...outsideProducts(plan.transform, geometry.value, plan.kernels),
      ...productsOfKernel(stage, geometry.value, index),
    ];
    return { placed: geometry.value, told: { schedule, texts, products } };
  });
}

const textsOf = (
  { kernels }: ScheduledPlan,
  index: number,
  { tableSuffix, rules }: Pick<StagePlace, "tableSuffix" | "rules">,
): KernelTexts => ({
  notation: printKernelInside(rules[index] ?? [], at(kernels, index)),
  subComputation: (digit) => subComputationText(digit.subComputation),
  startsEarly: at(kernels, index).schedule.early === true,
  letsNextStart: kernels[index + 1]?.schedule.early === true,
  tableSuffix,
});

/** What the plan's rules do not cover: the package's name, and what makes a transform one. */
function requireSound(name: string, transform: Transform): void {
  if (!/^[A-Za-z]\w*$/.test(name))
    throw new InputError(`the package's name ${JSON.stringify(name)} is not an identifier of C`);
  const owner = nameOwner(name);
  if (owner !== undefined) throw new InputError(`a package cannot be called ${name}: that is the name of ${owner}`);
  requireTransform(name, transform);
}

function requireArrays(name: string, { transform, kernels }: ScheduledPlan, arrays: Arrays): void {
  for (const [what, side] of [
    ["the input", "input"],
    ["what lies between kernels", "between"],
    ["the output", "output"],
  ] as const) {
    const problem =
      arrayProblem(transform, arrays[side], side !== "input") ??
      (side === "between" && !holdsAll(arrays.between) ? "it has no room for all elements of each array" : undefined);
    if (problem !== undefined) throw new InputError(`${name}: ${what} cannot be such an array: ${problem}`);
  }
  const partial = raderArrayProblem(arraysThroughOneLess({ transform, kernels }, arrays));
  if (partial !== undefined) throw new InputError(`${name}: ${partial}`);
  if (transform.placement === "in-place" && !mayBeOne(arrays.input, arrays.output))
    throw new InputError(`${name}: in place, input and output are one array, and must lie alike`);
}

/** What of a plan's arrays kernels read and write that go through one point less; the others have what lies between. */
function arraysThroughOneLess(plan: ScheduledPlan, { input, between, output }: Arrays): Arrays {
  const legs = legPlans(plan);
  const goes = (leg: LegPlan<ScheduledKernel> | undefined): boolean =>
    leg?.kernels.some(({ through }) => through === "rader") === true;
  return { input: goes(legs[0]) ? input : between, between, output: goes(legs.at(-1)) ? output : between };
}

/** Where errors travel through memory, they lie beside the vectors that they belong to: all kernels must see the same vectors. */
function requireOneWidth(name: string, { transform, kernels }: ScheduledPlan): void {
  if (!errorsTravel(transform)) return;
  const widths = [...new Set(kernels.map(({ schedule }) => schedule.width ?? 1))];
  if (widths.length > 1)
    throw new InputError(
      `${name}: its kernels work on vectors of ${widths.join(" and of ")}; those of a ${stabilisationOf(transform)}-stabilised transform hand errors on with their vectors and must all have the same`,
    );
}

/** All text that a plan gives, before it is files. */
export const emitUnit = ({ plan, host }: CompiledPlan, gpu: Gpu): Unit => makeUnit(plan, host, printKernels(plan), gpu);

/** Plan -> unit: the whole compiler. Linkers make files of units. */
export const compilePlan = (name: string, plan: ScheduledPlan, gpu: Gpu): Unit =>
  emitUnit(lowerPlan(name, plan, gpu), gpu);
