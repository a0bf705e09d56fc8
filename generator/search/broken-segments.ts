// What segments cost that are stored from within a sector, or a line, on.
import { gcd } from "../arithmetic/factorisation.js";
import type { Gpu } from "../gpu/gpu.js";
import { atomStride, BATCH } from "../layout/digits.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { presentShare } from "../layout/reach.js";
import { isOddSpectrum } from "../layout/whole-lines.js";
import { storesLines } from "./sector-waste.js";
import { movedBytes } from "./terms.js";

const SECTOR_BYTES = 32;

/**
 * Milliseconds that stores take because segments begin within sectors, parts of which others write. In numbers, rows of 2049 complex
 * numbers of 8 bytes, 16 columns at a time: the segments of three rows of four do. `bytesPerSegment`: of a copy that takes as long as
 * one such segment more. Given so many elements of all arrays of a batch.
 */
export function brokenMilliseconds(
  geometry: KernelGeometry,
  gpu: Gpu,
  bytesPerSegment: number,
): (elements: number) => number {
  const { tile, writes } = geometry;
  const bytes = movedBytes(geometry).output;
  const run = tile.outputRun;
  const strides = stridesBeyond(geometry, run);
  const within = 1 - alignment(strides, bytes) / SECTOR_BYTES;
  const present = presentShare(writes);
  return (elements) => {
    const broken = ((elements * present) / run) * within;
    return (broken * bytesPerSegment) / gpu.copyBandwidth / 1e6;
  };
}

/** The same where rows begin with sectors, and segments, as 15 columns of 8 bytes are, do not. */
export function raggedMilliseconds(
  geometry: KernelGeometry,
  gpu: Gpu,
  bytesPerSegment: number,
): (elements: number) => number {
  const bytes = movedBytes(geometry).output;
  if ((geometry.tile.outputRun * bytes) % SECTOR_BYTES === 0) return () => 0;
  const row = geometry.set.arrays.output.axes.reduce(
    (length, axis) => (axis.stride === 1 ? Math.max(length, axis.length) : length),
    1,
  );
  const isEven = alignment(stridesBeyond(geometry, row), bytes) === SECTOR_BYTES;
  return isEven && geometry.tile.outputRun < row ? brokenMilliseconds(geometry, gpu, bytesPerSegment) : () => 0;
}

/**
 * Factor of rows of half a spectrum that begin anywhere in a line. As butterflies store them they took 4 % longer than others would in the mean of 90
 * plans for r2c (H200). In whole lines they do not, but where these hold rows of several members of the batch, and each store asks whether
 * its member is there: six plans of 1024 took 0.263 to 0.265 ms so, and 0.259 to 0.260 with one member in a block.
 */
export function raggedSpectra(geometry: KernelGeometry): number {
  const { tile, writes, columns, set } = geometry;
  if (!isOddSpectrum(writes.content) || columns.kind !== "none" || set.kernelCount > 1) return 1;
  if (!storesLines(geometry)) return SPECTRA.rows;
  return tile.batchTile > 1 ? SPECTRA.severalInLines : 1;
}

const SPECTRA = { rows: 1.04, severalInLines: 1.015 } as const;

/** Strides of atoms of the output that are no shorter than a run. */
const stridesBeyond = ({ tile, output }: KernelGeometry, run: number): readonly number[] => [
  ...[...tile.atoms, ...tile.grid].map((atom) => atomStride(output, atom)).filter((stride) => stride >= run),
  output.digits.get(BATCH) ?? 0,
];

/** Bytes of which all strides are multiples, a sector at most. */
const alignment = (strides: readonly number[], bytes: number): number =>
  strides.reduce((unit, stride) => gcd(unit, stride * bytes), SECTOR_BYTES);
