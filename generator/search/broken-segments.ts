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
  const { tile, writes } = geometry;
  const bytes = movedBytes(geometry).output;
  const run = tile.outputRun;
  const strides = stridesBeyond(geometry, run);
  const aligned = alignment(strides, bytes);
  const broken = ((elements * presentShare(writes)) / run) * (1 - aligned / SECTOR_BYTES);
  return (broken * bytesPerSegment) / gpu.copyBandwidth / 1e6;
}

/** The same where rows begin with sectors, and segments, as 15 columns of 8 bytes are, do not. */
export function raggedMilliseconds(
  geometry: KernelGeometry,
  gpu: Gpu,
  elements: number,
  bytesPerSegment: number,
): number {
  const bytes = movedBytes(geometry).output;
  if ((geometry.tile.outputRun * bytes) % SECTOR_BYTES === 0) return 0;
  const row = geometry.set.arrays.output.axes.reduce(
    (length, axis) => (axis.stride === 1 ? Math.max(length, axis.length) : length),
    1,
  );
  const isEven = alignment(stridesBeyond(geometry, row), bytes) === SECTOR_BYTES;
  return isEven && geometry.tile.outputRun < row ? brokenMilliseconds(geometry, gpu, elements, bytesPerSegment) : 0;
}

/** Strides of atoms of the output that are no shorter than a run. */
const stridesBeyond = ({ tile, output }: KernelGeometry, run: number): readonly number[] => [
  ...[...tile.atoms, ...tile.grid].map((atom) => atomStride(output, atom)).filter((stride) => stride >= run),
  output.digits.get(BATCH) ?? 0,
];

/** Bytes of which all strides are multiples, a sector at most. */
const alignment = (strides: readonly number[], bytes: number): number =>
  strides.reduce((unit, stride) => gcd(unit, stride * bytes), SECTOR_BYTES);
