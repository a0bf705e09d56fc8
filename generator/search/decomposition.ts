// How a transform of one kind is cut into kernels: the part of the search that knows what sub-computations are. Yields lists of
// kernels without schedules.
import { invariant } from "../failure/errors.js";
import type { PlanKernel } from "../plan/plan.js";

/** A kernel between others that are not cut yet: enough to know its addresses. */
export interface KernelInContext {
  readonly kernels: readonly PlanKernel[];
  readonly index: number;
}

/** `Part`: what one kernel transforms; `Choice`: by which sub-computations. */
export interface Decomposition<Part, Choice> {
  /** The most promising first. */
  readonly groupings: readonly (readonly Part[])[];
  readonly choices: (part: Part) => readonly Choice[];
  readonly inContext: (grouping: readonly Part[], index: number, choice: Choice) => KernelInContext;
  /** Kernels of equal keys have the same choices in the same context. */
  readonly contextKey: (grouping: readonly Part[], index: number) => string;
  readonly assemble: (grouping: readonly Part[], choices: readonly Choice[]) => readonly PlanKernel[];
}

/** Predicted milliseconds of a kernel; undefined if it has no legal schedule. */
export type KernelRating = (kernel: KernelInContext) => number | undefined;

/** Choices for a plan of one kernel: what a prediction puts close together, tuning can tell apart. */
const ALTERNATIVES = 6;

/**
 * For each grouping the best choice for every kernel, and each list that takes another for one of them: the second best, or
 * several if there is one kernel.
 */
export function* kernelLists<Part, Choice>(
  decomposition: Decomposition<Part, Choice>,
  rate: KernelRating,
): Iterable<readonly PlanKernel[]> {
  const choose = kernelChooser(decomposition, rate);
  for (const grouping of decomposition.groupings) {
    for (const choices of variants(grouping, choose)) yield decomposition.assemble(grouping, choices);
  }
}

/** For one kernel of a grouping: its choices, fastest first by prediction. */
type KernelChooser<Part, Choice> = (grouping: readonly Part[], index: number) => readonly Choice[];

/** Memoised by context. */
function kernelChooser<Part, Choice>(
  { choices, inContext, contextKey }: Decomposition<Part, Choice>,
  rate: KernelRating,
): KernelChooser<Part, Choice> {
  const memory = new Map<string, readonly Choice[]>();
  return (grouping, index) => {
    const key = contextKey(grouping, index);
    const known = memory.get(key);
    if (known !== undefined) return known;
    const part = grouping[index];
    invariant(part !== undefined, () => "search: no such kernel");
    const rated = choices(part).flatMap((choice) => {
      const milliseconds = rate(inContext(grouping, index, choice));
      return milliseconds === undefined ? [] : [{ choice, milliseconds }];
    });
    const ranked = rated.sort((a, b) => a.milliseconds - b.milliseconds).map(({ choice }) => choice);
    memory.set(key, ranked);
    return ranked;
  };
}

function variants<Part, Choice>(
  grouping: readonly Part[],
  choose: KernelChooser<Part, Choice>,
): readonly (readonly Choice[])[] {
  const perKernel = grouping.map((_, index) => choose(grouping, index));
  const best = perKernel.flatMap((choices) => choices.slice(0, 1));
  if (best.length < grouping.length) return [];
  const others = perKernel.flatMap((choices, index) =>
    choices.slice(1, grouping.length === 1 ? ALTERNATIVES : 2).map((other) => best.with(index, other)),
  );
  return [best, ...others];
}
