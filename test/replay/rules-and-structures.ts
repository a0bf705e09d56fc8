// By which rules a plan computes its transform, and what its kernels have beside butterflies: each in the words of the tables here, so that
// replayed plans can be counted.
import type { CompiledPlan } from "../../generator/compile.js";
import type { KernelGeometry } from "../../generator/layout/geometry.js";
import { arraysOf, spanOf, usualStride } from "../../generator/plan/arrays.js";
import { isBluestein, turningKernels } from "../../generator/plan/bluestein.js";
import { coprimeFactor } from "../../generator/plan/coprime.js";
import { isInPairs } from "../../generator/plan/core.js";
import { rowsAcross } from "../../generator/plan/cut-axis.js";
import { legPlans } from "../../generator/plan/legs.js";
import type { ScheduledKernel, ScheduledPlan } from "../../generator/plan/plan.js";
import { isRader } from "../../generator/plan/rader.js";
import { isHalfReal, isPacked, isTrigonometric, planarOf, type Transform } from "../../generator/plan/transform.js";
import { pairedAxis } from "../../generator/plan/trigonometric-core.js";

/** The ways from one transform to others, and of how many kernels; `cosine in pairs` is of a cosine core of half the length. */
export const RULES = [
  "pairs",
  "pairs of several kernels",
  "real",
  "real of several kernels",
  "cosine",
  "cosine of several kernels",
  "cosine in pairs",
  "cosine in pairs of several kernels",
  "bluestein",
  "bluestein of several kernels",
  "bluestein along an axis",
  "rader",
  "good-thomas",
  "four-step",
  "by-axis",
] as const;

/** What lies between two phases of a kernel, how blocks work together, and how the ends of a kernel see the arrays. */
export const STRUCTURES = [
  "one phase",
  "exchange in a block",
  "cluster, static",
  "cluster, ticket",
  "cluster, undivided",
  "real cluster",
  "cosine cluster",
  "bluestein cluster",
  "branches",
  "gathered rows",
  "numbers in order",
  "whole lines",
  "L2 prefetch",
  "Hermitian step in a block",
  "mirrored columns",
  "mirrored columns on a cluster",
  "fragments",
  "vectors",
  "tiled between kernels",
  "early start",
  "packed spectrum",
  "planar",
  "planar half spectrum",
  "input range",
  "output range",
  "strides",
  "strides at run time",
  "overlapping inputs",
  "in place",
  "scale at run time",
] as const;

export type Feature = (typeof RULES)[number] | (typeof STRUCTURES)[number];

export const featuresOf = (compiled: CompiledPlan): readonly Feature[] => [
  ...new Set([...rulesOf(compiled.plan), ...structuresOf(compiled)]),
];

function rulesOf(plan: ScheduledPlan): readonly Feature[] {
  const legs = legPlans(plan);
  const isCut = rowsAcross(plan.transform, plan.kernels) > 1;
  const ofLegs = legs.flatMap(({ transform, kernels }) => rulesOfLeg(transform, kernels));
  const whole = isCut && isHalfReal(plan.transform) ? (["real"] as const) : [];
  return [...whole, ...ofLegs, ...(isCut ? (["four-step"] as const) : legs.length > 1 ? (["by-axis"] as const) : [])];
}

function rulesOfLeg(transform: Transform, kernels: readonly ScheduledKernel[]): readonly Feature[] {
  const counted = <const Rule extends "pairs" | "real" | "cosine" | "cosine in pairs" | "bluestein">(
    rule: Rule,
  ): Rule | `${Rule} of several kernels` => (kernels.length > 1 ? `${rule} of several kernels` : rule);
  return [
    ...(isHalfReal(transform) ? [counted(isInPairs(transform, kernels) ? "pairs" : "real")] : []),
    ...(isTrigonometric(transform)
      ? [counted(pairedAxis(transform, kernels) === undefined ? "cosine" : "cosine in pairs")]
      : []),
    ...(isBluestein(transform, kernels) ? [counted("bluestein")] : []),
    ...(turningKernels(transform, kernels).size > 0 ? (["bluestein along an axis"] as const) : []),
    ...(isRader(transform, kernels) ? (["rader"] as const) : []),
    ...(isRader(transform, kernels) && coprimeFactor(transform, kernels) > 1 ? (["good-thomas"] as const) : []),
  ];
}

function structuresOf({ plan, geometries }: CompiledPlan): readonly Feature[] {
  const { transform, kernels } = plan;
  const isAny = (values: object): boolean => Object.keys(values).length > 0;
  const inputs = arraysOf(transform).input;
  return [
    ...kernels.flatMap((kernel) => structuresOfKernel(transform, kernel)),
    ...geometries.flatMap((geometry) => structuresOfGeometry(transform, geometry)),
    ...present({
      "packed spectrum": isPacked(transform),
      planar: planarOf(transform) !== "none",
      "planar half spectrum": isHalfReal(transform) && planarOf(transform) !== "none",
      "input range": isAny(transform.inputRange),
      "output range": isAny(transform.outputRange),
      strides: isAny(transform.inputStrides) || isAny(transform.outputStrides),
      "strides at run time": transform.strides === "run-time",
      "overlapping inputs": usualStride(inputs.distance) < spanOf(inputs) && transform.batch !== 1,
      "in place": transform.placement === "in-place",
      "scale at run time": transform.scaling === "run-time",
    }),
  ];
}

function structuresOfKernel(
  transform: Transform,
  { schedule: { cluster, ...schedule }, subComputations, through }: ScheduledKernel,
): readonly Feature[] {
  const isOnCluster = cluster !== undefined;
  return present({
    "cluster, static": cluster?.order === "static" && cluster.undivided !== true,
    "cluster, ticket": cluster?.order === "ticket" && cluster.undivided !== true,
    "cluster, undivided": cluster?.undivided === true,
    "real cluster": isOnCluster && isHalfReal(transform),
    "cosine cluster": isOnCluster && isTrigonometric(transform),
    "bluestein cluster": isOnCluster && through === "bluestein",
    fragments: subComputations.some(({ unit }) => unit !== undefined),
    vectors: schedule.width !== undefined && schedule.width > 1,
    "tiled between kernels": schedule.tiled === true,
    "early start": schedule.early === true,
  });
}

function structuresOfGeometry(transform: Transform, geometry: KernelGeometry): readonly Feature[] {
  const isOnCluster = geometry.cluster !== undefined || geometry.branches !== undefined;
  const isCore = isHalfReal(transform) || isTrigonometric(transform);
  return present({
    "one phase": geometry.phases.length === 1,
    "exchange in a block": geometry.shared !== undefined,
    branches: geometry.branches !== undefined,
    "gathered rows": geometry.gathered !== undefined,
    "numbers in order": geometry.stored !== undefined,
    "whole lines": geometry.lines !== undefined,
    "L2 prefetch": geometry.asksFor !== undefined,
    "Hermitian step in a block": isCore && geometry.phases.some(({ fold }) => fold !== undefined),
    "mirrored columns": geometry.mirrored !== undefined && !isOnCluster,
    "mirrored columns on a cluster": geometry.mirrored !== undefined && isOnCluster,
  });
}

const present = (features: Partial<Readonly<Record<Feature, boolean>>>): readonly Feature[] =>
  FEATURES.filter((feature) => features[feature] === true);

export const FEATURES: readonly Feature[] = [...RULES, ...STRUCTURES];
