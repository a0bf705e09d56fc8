// Which arrays a transform can have.
import { overlapProblem } from "./array-overlaps.js";
import { denseArray, lengthsOf, liesAlike, usualStride, type ArraySpec, type Stride } from "./arrays.js";
import { isComplex, type Transform } from "./transform.js";

/** What is wrong with an array; undefined if a transform can have it. */
export function arrayProblem(transform: Transform, array: ArraySpec, isWritten: boolean): string | undefined {
  const { dimensions } = transform;
  if (array.axes.length !== dimensions.length)
    return `${array.axes.length} axes, expected ${dimensions.length}, one for each dimension`;
  if (array.planar && !isComplex(transform)) return "planar, but real numbers have one part only";
  const lengths = lengthsOf(transform, array.content);
  for (const [index, { name }] of dimensions.entries()) {
    const length = lengths[index] ?? 1;
    const axis = array.axes[index];
    if (axis === undefined) continue;
    const { stride, from, below, gap } = axis;
    if (axis.length !== length) return `${name}: ${axis.length} elements, expected ${length}`;
    const problem = strideProblem(stride, isWritten && length > 1);
    if (problem !== undefined) return `${name}: ${problem}`;
    if (!Number.isInteger(from) || !Number.isInteger(below) || from < 0 || from >= below || below > length)
      return `${name}: elements from ${from} to before ${below}, expected a part of 0 to before ${length}`;
    if (
      gap !== undefined &&
      (gap.from < 1 || gap.from >= gap.below || gap.below >= length || from > 0 || below < length)
    )
      return `${name}: a gap from ${gap.from} to before ${gap.below}, expected one in the middle of 0 to before ${length}`;
  }
  const distance = strideProblem(array.distance, isWritten);
  const dense = denseArray(transform);
  if (distance !== undefined) return `the batch: ${distance}`;
  if (
    isWritten &&
    transform.order === "sequency" &&
    (typeof array.distance !== "number" || !liesAlike({ ...dense, axes: array.axes, planar: array.planar }, dense))
  )
    return "not dense, but sequency order rearranges bits of places: the output must be dense and whole";
  return isWritten ? overlapProblem(array, 1) : undefined;
}

/** What no coordinate is called. */
const PARAMETER = /^stride_[a-z0-9_]+$/;

function strideProblem(stride: Stride, isWritten: boolean): string | undefined {
  const usual = usualStride(stride);
  if (usual > Number.MAX_SAFE_INTEGER) return `a stride of ${usual}, more than 2^53`;
  if (usual === 0 && isWritten) return "a stride of 0: all elements would be written to one place";
  if (!Number.isSafeInteger(usual) || usual < (typeof stride === "number" ? 0 : 1))
    return `a stride of ${usual}, expected a number of elements`;
  if (typeof stride !== "number" && !PARAMETER.test(stride.parameter))
    return `a stride called ${JSON.stringify(stride.parameter)}, expected a name such as stride_in_y`;
  return undefined;
}
