// What short contiguous segments cost: reads and writes of device memory that are contiguous for a few bytes only.
import { at, invariant } from "../failure/errors.js";
import type { Product, SegmentTime } from "./gpu.js";
import { documented, estimated, measured } from "./sources.js";

/**
 * Middles of the ranges measured for a strided copy of 1 GiB on an H200, divided by 0.504 ms, the contiguous copy.
 * Both sides: 256 B 0.519-0.522 ms, 128 B 0.545-0.560, 64 B 0.683-0.736, 32 B 0.95-1.06.
 * One side: 128 B 0.536-0.553, 64 B 0.58-0.65, 32 B 0.68-0.77; 256 B was not measured and is half the loss of both sides.
 */
export const h200SegmentTimes: readonly SegmentTime[] = [
  { bytes: 32, oneSide: 1.438, bothSides: 1.994 },
  { bytes: 64, oneSide: 1.22, bothSides: 1.408 },
  { bytes: 128, oneSide: 1.08, bothSides: 1.096 },
  { bytes: 256, oneSide: 1.017, bothSides: 1.033 },
];

export const segmentsMeasured = measured(
  "strided copies of 1 GiB on an H200, CUDA 13.0: middle of the range seen, relative to a contiguous copy",
);

export const segmentsAssumed = estimated(
  "taken over from the H200: sectors of 32 bytes and lines of 128 are common to all",
);

/** For `clusterResidency`, where it is empty. */
export const noClusters = documented("thread-block clusters need compute capability 9.0");
export const clustersNotMeasured = estimated("not measured on this GPU: ask cudaOccupancyMaxActiveClusters");

/**
 * Time of a copy relative to a contiguous one, when reads are contiguous for `readBytes` and writes for `writeBytes`.
 * Between the measured sizes it interpolates over the logarithm of the size; from twice the largest one on nothing is lost.
 * Below the shortest the time grows in inverse proportion: memory moves whole sectors.
 *
 * The side with the shorter segments is charged as if alone; the other adds what it adds when both are as long as it is.
 * So equal sizes give `bothSides`, and a contiguous other side gives `oneSide`.
 */
export function segmentTime(gpu: Pick<Product, "segmentTimes">, readBytes: number, writeBytes: number): number {
  invariant(readBytes > 0 && writeBytes > 0, () => `segmentTime: segments of ${readBytes} and ${writeBytes} bytes`);
  const shorter = timeAt(gpu.segmentTimes, Math.min(readBytes, writeBytes));
  const longer = timeAt(gpu.segmentTimes, Math.max(readBytes, writeBytes));
  return shorter.oneSide + (longer.bothSides - longer.oneSide);
}

function timeAt(times: readonly SegmentTime[], bytes: number): Omit<SegmentTime, "bytes"> {
  let left = at(times, 0);
  if (bytes <= left.bytes) {
    const waste = left.bytes / bytes;
    return { oneSide: left.oneSide * waste, bothSides: left.bothSides * waste };
  }
  for (let next = 1; next <= times.length; next++) {
    const right = times[next] ?? { bytes: 2 * left.bytes, ...CONTIGUOUS };
    if (bytes <= right.bytes) {
      const share = Math.log2(bytes / left.bytes) / Math.log2(right.bytes / left.bytes);
      return {
        oneSide: left.oneSide + share * (right.oneSide - left.oneSide),
        bothSides: left.bothSides + share * (right.bothSides - left.bothSides),
      };
    }
    left = right;
  }
  return CONTIGUOUS;
}

const CONTIGUOUS = { oneSide: 1, bothSides: 1 } as const;
