// Cuts a transform into kernels: groupings, and for each kernel the sub-computations that its parts of the axes can be cut into. Yields
// lists of kernels without schedules.
import { isPowerOfTwo } from "../arithmetic/factorisation.js";
import { invariant } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import type { PlanKernel, SubComputation } from "../plan/plan.js";
import { elementCount, groupOf, type Transform, type TransformGroup } from "../plan/transform.js";
import { MATRIX_WIDTH } from "../plan/units.js";
import { chainLists, chainStep, type Butterflies } from "./chains.js";
import { enumerateGroupings, type Grouping, type RealRows } from "./groupings.js";
import { digitStep, partsKey, wholeDigits, type Part } from "./parts.js";
import { stepLists, type WalshAlgorithm } from "./walsh-steps.js";
import { widestVectors } from "./widths.js";

/** A kernel between others that are not cut yet: enough to know its addresses. */
export interface KernelInContext {
  readonly kernels: readonly PlanKernel[];
  readonly index: number;
}

/** How butterflies are computed. */
export type Algorithm = Butterflies | WalshAlgorithm;

/** How the parts of a kernel become sub-computations. */
interface Cutting {
  /** What one kernel can do with its parts. */
  readonly choices: (parts: readonly Part[]) => readonly (readonly SubComputation[])[];
  /** A digit that stands for all that is not cut yet. */
  readonly step: (digit: Part) => SubComputation;
  /** What a kernel's rating depends on of those before it: of steps, which commute, whether there are any. */
  readonly precedence: (before: readonly Part[]) => unknown;
}

/** Predicted milliseconds of a kernel; undefined if it has no legal schedule. */
export type KernelRating = (kernel: KernelInContext) => number | undefined;

/** Choices for a plan of one kernel: what a prediction puts close together, tuning can tell apart. */
const ALTERNATIVES = 6;
/**
 * Of two kernels with powers of two along one axis each, which are rated beside what is not cut yet, and before what lies between them is
 * laid out in tiles: with all of them 2^27 numbers take 1.57 ms, and 1.74 with the second alone (H200). With as many of other lengths 14
 * plans came first that had not: eight of them took up to 19 % less time, and six 2 to 17 % more.
 */
const ALTERNATIVES_OF_POWERS = 4;
const GROUPINGS: Readonly<Record<TransformGroup, number>> = { cyclic: 16, dyadic: 8 };

/**
 * For each grouping the best choice for every kernel, and each list that takes another for one of them: the second best, or
 * several.
 */
export function* kernelLists(
  transform: Transform,
  gpu: Gpu,
  algorithm: Algorithm,
  rate: KernelRating,
  rows?: RealRows,
): Iterable<readonly PlanKernel[]> {
  const choose = kernelChooser(cuttingOf(transform, algorithm), rate);
  for (const { grouping } of enumerateGroupings(transform, gpu, GROUPINGS[groupOf(transform)], rows)) {
    for (const choices of variants(grouping, choose)) yield choices.map((subComputations) => ({ subComputations }));
  }
}

function cuttingOf(transform: Transform, algorithm: Algorithm): Cutting {
  const elements = elementCount(transform);
  switch (algorithm) {
    case "fma":
    case "split":
      return chainCutting(elements, algorithm);
    case "mma":
      return groupOf(transform) === "cyclic" ? chainCutting(elements, algorithm) : stepCutting(transform, algorithm);
    case "folklore":
    case "alman-rao":
      return stepCutting(transform, algorithm);
  }
}

const chainCutting = (elements: number, butterflies: Butterflies): Cutting => ({
  choices: (parts) => chainLists(parts, elements, butterflies),
  step: (digit) => chainStep(digit, elements, butterflies),
  precedence: partsKey,
});

function stepCutting(transform: Transform, algorithm: WalshAlgorithm): Cutting {
  const elements = elementCount(transform);
  const widest = algorithm === "mma" ? MATRIX_WIDTH : widestVectors(transform);
  return {
    choices: (parts) => stepLists(parts, { elements, widest, algorithm }),
    step: (digit) => digitStep(digit, elements, "pre-tw"),
    precedence: (before) => before.length > 0,
  };
}

/** For one kernel of a grouping: its choices, the best by prediction first. */
type KernelChooser = (grouping: Grouping, index: number) => readonly (readonly SubComputation[])[];

/** Memoised by context: kernels of equal parts in equal places have the same choices. */
function kernelChooser({ choices, step, precedence }: Cutting, rate: KernelRating): KernelChooser {
  const memory = new Map<string, readonly (readonly SubComputation[])[]>();
  return (grouping, index) => {
    const parts = grouping[index];
    invariant(parts !== undefined, () => "search: no such kernel");
    const before = wholeDigits(grouping.slice(0, index).flat());
    const after = wholeDigits(grouping.slice(index + 1).flat());
    const key = JSON.stringify([partsKey(parts), precedence(before), after.length > 0]);
    const known = memory.get(key);
    if (known !== undefined) return known;
    const whole = (digits: readonly Part[]): readonly PlanKernel[] =>
      digits.length === 0 ? [] : [{ subComputations: digits.map(step) }];
    const rated = choices(parts).flatMap((subComputations) => {
      const kernels = [...whole(before), { subComputations }, ...whole(after)];
      const milliseconds = rate({ kernels, index: whole(before).length });
      return milliseconds === undefined ? [] : [{ subComputations, milliseconds }];
    });
    const ranked = rated.sort((a, b) => a.milliseconds - b.milliseconds).map(({ subComputations }) => subComputations);
    memory.set(key, ranked);
    return ranked;
  };
}

function variants(grouping: Grouping, choose: KernelChooser): readonly (readonly (readonly SubComputation[])[])[] {
  const perKernel = grouping.map((_, index) => choose(grouping, index));
  const best = perKernel.flatMap((choices) => choices.slice(0, 1));
  if (best.length < grouping.length) return [];
  const areTwo =
    grouping.length === 2 && grouping.every(([part, ...more]) => more.length === 0 && isPowerOfTwo(part?.size ?? 0));
  const most = grouping.length === 1 ? ALTERNATIVES : areTwo ? ALTERNATIVES_OF_POWERS : 2;
  const others = perKernel.flatMap((choices, index) => choices.slice(1, most).map((other) => best.with(index, other)));
  return [best, ...others];
}
