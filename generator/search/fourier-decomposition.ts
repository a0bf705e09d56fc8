// Cuts a discrete Fourier transform into kernels: groupings, orders of dimensions within kernels, radices along dimensions.
import type { Gpu } from "../gpu/gpu.js";
import type { PlanKernel, SubComputation } from "../plan/plan.js";
import { makeChain } from "../plan/sub-computations.js";
import type { FourierTransform } from "../plan/transform.js";
import type { Decomposition, KernelInContext } from "./decomposition.js";
import { enumerateGroupings, type Grouping, type Portions } from "./groupings.js";
import { MATRIX_RADICES } from "../plan/units.js";
import { matrixRadixLists } from "./matrix-radices.js";
import { promisingRadixLists } from "./radices.js";

/** How butterflies are computed: by fused multiply-adds, or where they can be as products of matrices on tensor cores. */
export type Butterflies = "fma" | "mma" | "split";

/** Dimensions in the order in which a kernel transforms them, each with the radices of its portion. */
export type RadixChoice = readonly { readonly dimension: number; readonly radices: readonly number[] }[];

const GROUPINGS = 16;
const RADIX_LISTS = 4;
const RADIX_ORDERS = 6;

export const fourierDecomposition = (
  transform: FourierTransform,
  gpu: Gpu,
  butterflies: Butterflies,
): Decomposition<Portions, RadixChoice> => ({
  groupings: enumerateGroupings(transform, gpu, GROUPINGS).map(({ grouping }) => grouping),
  choices: (portions) => radixChoices(portions, butterflies),
  inContext: (grouping, index, choice) =>
    contextKernels(transform, productUpTo(transform, grouping, index), grouping[index] ?? [], choice, butterflies),
  contextKey: (grouping, index) =>
    JSON.stringify([productUpTo(transform, grouping, index), grouping[index], index === grouping.length - 1]),
  assemble: (grouping, choices) => buildKernels(transform, grouping, choices, butterflies),
});

/**
 * A chain in the style that suits the butterflies: fused ones merge the factors before them; to results of matrices, which are
 * not rounded yet, they are applied without another rounding.
 */
function chainFor(dimension: string, radices: readonly number[], butterflies: Butterflies): readonly SubComputation[] {
  if (butterflies === "fma") return makeChain(dimension, radices, "pre-tw");
  return makeChain(dimension, radices, "tw").map((sub): SubComputation =>
    MATRIX_RADICES[butterflies].includes(sub.radix) ? { ...sub, unit: butterflies } : sub,
  );
}

function productUpTo(transform: FourierTransform, grouping: Grouping, index: number): readonly number[] {
  return transform.dimensions.map((_, dimension) =>
    grouping.slice(0, index).reduce((product, portions) => product * (portions[dimension] ?? 1), 1),
  );
}

/** Every order of the dimensions in a kernel times the radix lists of each portion. */
function radixChoices(portions: Portions, butterflies: Butterflies): readonly RadixChoice[] {
  const active = portions.flatMap((portion, dimension) => (portion > 1 ? [dimension] : []));
  const orders = active.length === 2 ? [active, active.toReversed()] : [active];
  const [limit, radixOrders] = active.length > 1 ? [2, 1] : [RADIX_LISTS, RADIX_ORDERS];
  return orders.flatMap((order) => {
    let choices: RadixChoice[] = [[]];
    for (const dimension of order) {
      const portion = portions[dimension] ?? 1;
      const lists =
        butterflies === "fma" ? promisingRadixLists(portion, limit, radixOrders) : matrixRadixLists(portion);
      choices = choices.flatMap((choice) => lists.map((radices) => [...choice, { dimension, radices }]));
    }
    return choices;
  });
}

/**
 * The kernel between one digit per dimension for all that comes before it and one for all that comes after: enough to know
 * its addresses without deciding the other kernels.
 */
function contextKernels(
  transform: FourierTransform,
  before: readonly number[],
  portions: Portions,
  choice: RadixChoice,
  butterflies: Butterflies,
): KernelInContext {
  const early: SubComputation[] = [];
  const late: SubComputation[] = [];
  const own = new Map<number, readonly SubComputation[]>();
  transform.dimensions.forEach(({ name, length }, dimension) => {
    const radices = choice.find((part) => part.dimension === dimension)?.radices ?? [];
    const ahead = before[dimension] ?? 1;
    const rest = length / ahead / (portions[dimension] ?? 1);
    const all = [...(ahead > 1 ? [ahead] : []), ...radices, ...(rest > 1 ? [rest] : [])];
    const chain = chainFor(name, all, butterflies);
    if (ahead > 1) early.push(...chain.slice(0, 1));
    own.set(dimension, chain.slice(ahead > 1 ? 1 : 0, (ahead > 1 ? 1 : 0) + radices.length));
    if (rest > 1) late.push(...chain.slice(-1));
  });
  const kernel: PlanKernel = { subComputations: choice.flatMap(({ dimension }) => own.get(dimension) ?? []) };
  const kernels = [
    ...(early.length > 0 ? [{ subComputations: early }] : []),
    kernel,
    ...(late.length > 0 ? [{ subComputations: late }] : []),
  ];
  return { kernels, index: early.length > 0 ? 1 : 0 };
}

function buildKernels(
  transform: FourierTransform,
  grouping: Grouping,
  radices: readonly RadixChoice[],
  butterflies: Butterflies,
): readonly PlanKernel[] {
  const chains = transform.dimensions.map(({ name }, dimension) =>
    chainFor(
      name,
      radices.flatMap((choice) => choice.find((part) => part.dimension === dimension)?.radices ?? []),
      butterflies,
    ),
  );
  const used = transform.dimensions.map(() => 0);
  return grouping.map((_, kernel): PlanKernel => ({
    subComputations: (radices[kernel] ?? []).flatMap(({ dimension, radices: own }) => {
      const start = used[dimension] ?? 0;
      used[dimension] = start + own.length;
      return chains[dimension]?.slice(start, start + own.length) ?? [];
    }),
  }));
}
