// Cuts a discrete Fourier transform into kernels: groupings, orders of dimensions within kernels, radices along dimensions.
import type { Gpu } from "../gpu/gpu.js";
import type { PlanKernel, SubComputation } from "../plan/plan.js";
import { makeChain } from "../plan/sub-computations.js";
import type { FourierTransform } from "../plan/transform.js";
import type { Decomposition, KernelInContext } from "./decomposition.js";
import { enumerateGroupings, type Grouping, type Portions } from "./groupings.js";
import { promisingRadixLists } from "./radices.js";

/** Dimensions in the order in which a kernel transforms them, each with the radices of its portion. */
export type RadixChoice = readonly { readonly dimension: number; readonly radices: readonly number[] }[];

const GROUPINGS = 16;
const RADIX_LISTS = 4;
const RADIX_ORDERS = 6;

export const fourierDecomposition = (transform: FourierTransform, gpu: Gpu): Decomposition<Portions, RadixChoice> => ({
  groupings: enumerateGroupings(transform, gpu, GROUPINGS).map(({ grouping }) => grouping),
  choices: radixChoices,
  inContext: (grouping, index, choice) =>
    contextKernels(transform, productUpTo(transform, grouping, index), grouping[index] ?? [], choice),
  contextKey: (grouping, index) =>
    JSON.stringify([productUpTo(transform, grouping, index), grouping[index], index === grouping.length - 1]),
  assemble: (grouping, choices) => buildKernels(transform, grouping, choices),
});

function productUpTo(transform: FourierTransform, grouping: Grouping, index: number): readonly number[] {
  return transform.dimensions.map((_, dimension) =>
    grouping.slice(0, index).reduce((product, portions) => product * (portions[dimension] ?? 1), 1),
  );
}

/** Every order of the dimensions in a kernel times the radix lists of each portion. */
function radixChoices(portions: Portions): readonly RadixChoice[] {
  const active = portions.flatMap((portion, dimension) => (portion > 1 ? [dimension] : []));
  const orders = active.length === 2 ? [active, active.toReversed()] : [active];
  const [limit, radixOrders] = active.length > 1 ? [2, 1] : [RADIX_LISTS, RADIX_ORDERS];
  return orders.flatMap((order) => {
    let choices: RadixChoice[] = [[]];
    for (const dimension of order) {
      const lists = promisingRadixLists(portions[dimension] ?? 1, limit, radixOrders);
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
): KernelInContext {
  const early: SubComputation[] = [];
  const late: SubComputation[] = [];
  const own = new Map<number, readonly SubComputation[]>();
  transform.dimensions.forEach(({ name, length }, dimension) => {
    const radices = choice.find((part) => part.dimension === dimension)?.radices ?? [];
    const ahead = before[dimension] ?? 1;
    const rest = length / ahead / (portions[dimension] ?? 1);
    const all = [...(ahead > 1 ? [ahead] : []), ...radices, ...(rest > 1 ? [rest] : [])];
    const chain = makeChain(name, all, "pre-tw");
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
): readonly PlanKernel[] {
  const chains = transform.dimensions.map(({ name }, dimension) =>
    makeChain(
      name,
      radices.flatMap((choice) => choice.find((part) => part.dimension === dimension)?.radices ?? []),
      "pre-tw",
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
