// By which rules a plan computes its transform, and what its kernels have beside butterflies: each in the words of the tables here, so that
// replayed plans can be counted.
import type { CompiledPlan } from "../../generator/compile.js";
import type { KernelGeometry } from "../../generator/layout/geometry.js";
import { arraysOf, spanOf, usualStride } from "../../generator/plan/arrays.js";
import type { ScheduledKernel, ScheduledPlan } from "../../generator/plan/plan.js";
import { resolve } from "../../generator/plan/resolve.js";
import { isHalfReal, isTrigonometric, planarOf, type Transform } from "../../generator/plan/transform.js";
import type { AxisPart, Node } from "../../generator/plan/tree.js";

/** The ways from one transform to others, and of how many kernels; `cosine in pairs` is of a cosine core of half the length. */
export const RULES = [
  "pairs",
  "pairs of several kernels",
  "pairs of an odd radix",
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
  "cluster, one group",
  "real cluster",
  "cosine cluster",
  "bluestein cluster",
  "branches",
  "gathered rows",
  "numbers in order",
  "whole lines",
  "L2 prefetch",
  "Hermitian step in a block",
  "Hermitian step in a kernel of its own",
  "Hermitian step in the kernel of its transform",
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

const rulesOf = ({ transform, kernels }: ScheduledPlan): readonly Feature[] => rulesIn(resolve({ transform, kernels }));

/** Several kernels are those of the butterflies inside. */
function rulesIn(node: Node): readonly Feature[] {
  const counted = <const Name extends "pairs" | "real" | "cosine" | "cosine in pairs" | "bluestein">(
    name: Name,
  ): Name | `${Name} of several kernels` => (kernelsIn(node) > 1 ? `${name} of several kernels` : name);
  switch (node.rule) {
    case "butterflies":
      return [];
    case "pairs":
      return [node.radix === 2 ? counted("pairs") : "pairs of an odd radix", ...rulesIn(node.inside)];
    case "real":
      return [counted("real"), ...rulesIn(node.inside)];
    case "cosine":
      return [
        counted(node.paired === undefined ? "cosine" : "cosine in pairs"),
        ...node.inside.flatMap((along) => rulesIn(along.node)),
      ];
    case "bluestein":
      return [counted("bluestein")];
    case "rader":
      return ["rader"];
    case "good-thomas":
      return ["good-thomas", "rader"];
    case "four-step":
      return ["four-step", ...rulesIn(node.along)];
    case "by-axis":
      return ["by-axis", ...node.parts.flatMap(rulesInPart)];
  }
}

function rulesInPart({ kind, node }: AxisPart): readonly Feature[] {
  const isOne = kind === "rows" && node.rule === "bluestein" && kernelsIn(node) === 1;
  return isOne ? ["bluestein along an axis"] : rulesIn(node);
}

function kernelsIn(node: Node): number {
  switch (node.rule) {
    case "butterflies":
      return node.plan.kernels.length;
    case "pairs":
    case "real":
      return kernelsIn(node.inside);
    case "cosine":
      return Math.max(...node.inside.map((along) => kernelsIn(along.node)));
    case "bluestein":
    case "rader":
      return kernelsIn(node.forward);
    case "good-thomas":
      return kernelsIn(node.along);
    case "four-step":
      return kernelsIn(node.along) + kernelsIn(node.across);
    case "by-axis":
      return node.parts.reduce((sum, part) => sum + kernelsIn(part.node), 0);
  }
}

function structuresOf({ plan, geometries }: CompiledPlan): readonly Feature[] {
  const { transform, kernels } = plan;
  const isAny = (values: object): boolean => Object.keys(values).length > 0;
  const inputs = arraysOf(transform).input;
  return [
    ...kernels.flatMap((kernel) => structuresOfKernel(transform, kernel)),
    ...geometries.flatMap((geometry) => structuresOfGeometry(transform, geometry)),
    ...present({
      "packed spectrum": isHalfReal(transform) && transform.spectrum === "packed",
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
  { schedule: { cluster, ...schedule }, subComputations, through, hermitian }: ScheduledKernel,
): readonly Feature[] {
  const isOnCluster = cluster !== undefined;
  return present({
    "cluster, static": cluster?.order === "static" && cluster.undivided !== true,
    "cluster, ticket": cluster?.order === "ticket" && cluster.undivided !== true,
    "cluster, undivided": cluster?.undivided === true,
    "cluster, one group": cluster?.groups === 1,
    "real cluster": isOnCluster && isHalfReal(transform),
    "cosine cluster": isOnCluster && isTrigonometric(transform),
    "bluestein cluster": isOnCluster && through === "bluestein",
    "Hermitian step in a kernel of its own": through === "pairs",
    "Hermitian step in the kernel of its transform": hermitian !== undefined,
    fragments: subComputations.some(({ unit }) => unit !== undefined),
    vectors: schedule.width !== undefined && schedule.width > 1,
    "tiled between kernels": schedule.tiled === true,
    "early start": schedule.early === true,
  });
}

function structuresOfGeometry(transform: Transform, geometry: KernelGeometry): readonly Feature[] {
  const isOnCluster = geometry.team.kind !== "block";
  const isCore = isHalfReal(transform) || isTrigonometric(transform);
  return present({
    "one phase": geometry.phases.length === 1,
    "exchange in a block": geometry.exchanges.length > 0 && geometry.team.kind !== "cluster",
    branches: geometry.team.kind === "branches",
    "gathered rows": geometry.entry !== undefined,
    "numbers in order": storesRows(geometry, "numbers"),
    "whole lines": storesRows(geometry, "lines"),
    "L2 prefetch": geometry.prefetched !== undefined,
    "Hermitian step in a block": isCore && geometry.phases.some(({ fold }) => fold !== undefined),
    "mirrored columns": geometry.columns.kind !== "none" && !isOnCluster,
    "mirrored columns on a cluster": geometry.columns.kind !== "none" && isOnCluster,
  });
}

const storesRows = ({ exit }: KernelGeometry, order: "numbers" | "lines"): boolean =>
  exit?.through === "block" && exit.order === order;

const present = (features: Partial<Readonly<Record<Feature, boolean>>>): readonly Feature[] =>
  FEATURES.filter((feature) => features[feature] === true);

export const FEATURES: readonly Feature[] = [...RULES, ...STRUCTURES];
