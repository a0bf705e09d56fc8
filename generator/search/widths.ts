// Which widths of vectors are worth trying for a kernel.
import { kernelDigits, type DigitSet } from "../layout/digits.js";
import { inVectors } from "../layout/vector.js";
import { elementTypeBytes, errorsTravel, kernelElements } from "../plan/elements.js";
import type { PlanKernel, Schedule } from "../plan/plan.js";
import { isComplex, storageBytes, type Transform } from "../plan/transform.js";
import { MATRIX_WIDTH, usesMatrices } from "../plan/units.js";
import { transformedAxes } from "../plan/axes.js";

/** The part of a schedule that says the width. */
export const vectorsOf = (width: number): Pick<Schedule, "width"> => (width === 1 ? {} : { width });

/** Bytes of an element as the kernel exchanges it, the best first: one access of a thread moves at most 16. */
const WORTH_TRYING: readonly number[] = [16, 8, 4];

/**
 * Vectors that fill the widest access; 1 where the elements or the order allow none. Whether the lengths can be cut into them is
 * not asked.
 */
export const widestVectors = (transform: Transform): number =>
  isComplex(transform) || transform.order !== "natural"
    ? 1
    : Math.max(1, Math.max(...WORTH_TRYING) / heldBytes(transform));

/** Bytes of one number, or complex number, as kernels hold it. */
export const heldBytes = (transform: Transform): number =>
  elementTypeBytes(kernelElements(transform, { width: 1 }, 0, 1).held);

/** Widest first; single elements only where the order or the distance allow no vectors, or they would leave no butterfly. */
export function promisingWidths(set: DigitSet, kernel: PlanKernel, exchange: Schedule["exchange"]): readonly number[] {
  const { transform } = set;
  if (isComplex(transform)) return [1];
  if (usesMatrices(kernel)) return isPossible(set, kernel, MATRIX_WIDTH) ? [MATRIX_WIDTH] : [];
  const bytes = exchange === "short" ? storageBytes(transform.precision) : heldBytes(transform);
  if (errorsTravel(transform)) return [widthOfAll(set)];
  const widths = WORTH_TRYING.map((wanted) => wanted / bytes).filter(
    (width) => Number.isInteger(width) && (width === 1 || isPossible(set, kernel, width)),
  );
  return widths.length === 0 ? [1] : widths;
}

/** Where errors travel between kernels beside their vectors, all kernels have the same: the widest that the contiguous dimension and the arrays allow. */
function widthOfAll(set: DigitSet): number {
  const { transform } = set;
  const widest = widestVectors(transform);
  const [contiguous] = transform.dimensions;
  const axis = transformedAxes(transform).find(({ step }) => step === 1);
  const divisible = axis === undefined ? (contiguous?.length ?? 1) : axis.length / axis.base;
  const isWhole = divisible > widest && divisible % widest === 0 && transform.distance % widest === 0;
  return isWhole && inVectors(set, widest).ok ? widest : 1;
}

/** Whether there are such vectors, and they leave the kernel a butterfly. */
function isPossible(set: DigitSet, kernel: PlanKernel, width: number): boolean {
  const viewed = inVectors(set, width);
  return viewed.ok && kernelDigits(viewed.value, kernel).length > 0;
}
