// What it costs a kernel that goes there and back to read rows that lie side by side and to write them one behind the other, as it does
// where an axis is cut into rows (plan/cut-axis.ts). A block reads segments of as many elements as it has rows; where they are shorter than
// a sector, blocks that run at the same time read the rest of it, mostly from caches.
import { at } from "../failure/errors.js";
import type { Product } from "../gpu/gpu.js";
import { shortestSegment, segmentTime } from "../gpu/segments.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { isTurning } from "../layout/turning.js";
import { usualStride } from "../plan/arrays.js";

/**
 * How fast what is lost grows as segments of less than a sector get shorter. Measured beside a copy of as much that took 0.36 ms (H100): rows of
 * 1009 points by 1, 2, 4 and 8 in a block took 0.45, 0.25, 0.13 and 0.11 ms more than they do one behind the other, those of 10007 by 1
 * took 0.49 to 0.67 ms more.
 */
const GROWTH = 0.85;

/** Of a few rows neighbours are read by the same blocks nearly: of 3, 17 and 1000 rows of 10007 a fifth, three fifths and all of it is lost. */
const FEW_ROWS = 12;

/** What more is lost with single real numbers: nothing (r2c of 1024 * 10007, H200). */
const LEAST_BYTES = 8;

export interface TransposedReading {
  /** Time of memory relative to contiguous rows. */
  readonly factor: number;
  /** Whether nothing else happens meanwhile: rows that are not gathered from shared memory have few blocks beside them. */
  readonly waits: boolean;
}

/** Undefined of a kernel that does not transpose. `bytes`: of an element that is read. */
export function transposedReading(
  { set, index, digits, tile }: KernelGeometry,
  gpu: Pick<Product, "segmentTimes">,
  bytes: number,
): TransposedReading | undefined {
  const [first] = digits;
  if (first === undefined || index > 0 || !isTurning(set, index)) return undefined;
  const { axes } = set.arrays.input;
  const strideIn = (array: typeof set.written): number => usualStride(at(array.axes, first.axis).stride);
  if (strideIn(set.arrays.input) === 1 || strideIn(set.written) !== 1) return undefined;
  const rows = axes.reduce((product, { below }, axis) => (axis === first.axis ? product : product * below), 1);
  const segment = Math.max(LEAST_BYTES, tile.inputRun * bytes);
  const shortest = shortestSegment(gpu);
  const lost =
    segment >= shortest.bytes
      ? segmentTime(gpu, segment, Infinity) - 1
      : (shortest.oneSide - 1) * (shortest.bytes / segment) ** GROWTH;
  return { factor: 1 + (lost * rows) / (rows + FEW_ROWS), waits: !set.gathers };
}
