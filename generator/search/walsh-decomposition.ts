// Cuts a Walsh-Hadamard transform into kernels: groupings of the flat index' digits, and steps within kernels. Steps commute, and
// each is the same wherever it stands, so a kernel's choice is its steps.
import type { Gpu } from "../gpu/gpu.js";
import type { PlanKernel, SubComputation } from "../plan/plan.js";
import { MATRIX_WIDTH } from "../plan/units.js";
import { elementCount, type WalshTransform } from "../plan/transform.js";
import type { Decomposition, KernelInContext } from "./decomposition.js";
import { walshGroupings } from "./walsh-groupings.js";
import { runsOf, type Piece } from "./walsh-pieces.js";
import { stepLists, walshStep, type WalshAlgorithm } from "./walsh-steps.js";
import { widestVectors } from "./widths.js";

const GROUPINGS = 8;

export function walshDecomposition(
  transform: WalshTransform,
  gpu: Gpu,
  algorithm: WalshAlgorithm,
): Decomposition<readonly Piece[], readonly SubComputation[]> {
  const elements = elementCount(transform);
  const widest = algorithm === "mma" ? MATRIX_WIDTH : widestVectors(transform);
  return {
    groupings: walshGroupings(transform, gpu, GROUPINGS),
    choices: (range) => stepLists(range, { elements, widest, algorithm }),
    inContext: (grouping, index, steps) => contextKernels(elements, grouping, index, steps),
    contextKey: (grouping, index) =>
      JSON.stringify([grouping[index]?.map(({ stride }) => stride), index === 0, index === grouping.length - 1]),
    assemble: (_, choices) => choices.map((subComputations) => ({ subComputations })),
  };
}

/** The kernel between one for all that comes before it and one for all that comes after. */
function contextKernels(
  elements: number,
  grouping: readonly (readonly Piece[])[],
  index: number,
  steps: readonly SubComputation[],
): KernelInContext {
  const whole = (ranges: readonly (readonly Piece[])[]): readonly PlanKernel[] => {
    const pieces = ranges.flat().toSorted((a, b) => a.stride - b.stride);
    const subComputations = runsOf(pieces).map(({ stride, size }) => walshStep(elements, stride, size));
    return ranges.length === 0 ? [] : [{ subComputations }];
  };
  const before = whole(grouping.slice(0, index));
  return {
    kernels: [...before, { subComputations: steps }, ...whole(grouping.slice(index + 1))],
    index: before.length,
  };
}
