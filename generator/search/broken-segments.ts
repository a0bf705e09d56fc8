// What segments cost that are stored from within a sector on.
import { gcd } from "../arithmetic/factorisation.js";
import type { Gpu } from "../gpu/gpu.js";
import { atomStride, BATCH } from "../layout/digits.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { presentShare } from "../layout/reach.js";
import { movedBytes } from "./terms.js";

const SECTOR_BYTES = 32;

/**
 * Milliseconds that stores take because segments begin within sectors, parts of which others write. In numbers, rows of 2049 complex
 * numbers of 8 bytes, 16 columns at a time: the segments of three rows of four do. `bytesPerSegment`: of a copy that takes as long as
 * one such segment more.
 */
export function brokenMilliseconds(
  geometry: KernelGeometry,
  gpu: Gpu,
  elements: number,
  bytesPerSegment: number,
): number {
  const { tile, output, writes } = geometry;
  const bytes = movedBytes(geometry).output;
  const run = tile.outputRun;
  const strides = [...tile.atoms, ...tile.grid]
    .map((atom) => atomStride(output, atom))
    .filter((stride) => stride >= run);
  const aligned = [...strides, output.digits.get(BATCH) ?? 0].reduce(
    (unit, stride) => gcd(unit, stride * bytes),
    SECTOR_BYTES,
  );
  const broken = ((elements * presentShare(writes)) / run) * (1 - aligned / SECTOR_BYTES);
  return (broken * bytesPerSegment) / gpu.copyBandwidth / 1e6;
}
