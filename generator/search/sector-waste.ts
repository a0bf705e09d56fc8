// Counts the sectors of device memory that a kernel's accesses touch beyond what their bytes fill: those of scattered lanes, and
// those at both ends of segments that begin within a sector.
import { at } from "../failure/errors.js";
import { SECTOR_BYTES } from "../gpu/hardware.js";
import { arrayAfter, product, transformedDigits, type DigitSet, type MemoryLayout } from "../layout/digits.js";
import { linesPerRequest, offsetsOf } from "../layout/coalescing.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { storesRows, storingPhase, type Ends } from "../layout/exchange.js";
import type { Phase } from "../layout/phases.js";
import type { Reach } from "../layout/reach.js";
import { usualStride, type ArraySpec } from "../plan/arrays.js";
import type { PlaceMap } from "../plan/place-map.js";

/** What device memory moves at once: two sectors. */
const BURST_BYTES = 64;

/**
 * How far apart the numbers of neighbouring lanes lie: in the order of a cosine transform every second one, and of numbers that are taken
 * in pairs every fourth. Along other axes than the contiguous one lanes have neighbours.
 */
export const numbersApart = ({ mapped }: Reach): number =>
  mapped.reduce((most, { map, stride }) => (usualStride(stride) === 1 ? Math.max(most, stepOf(map)) : most), 1);

/** The same where lanes store, those that a block puts in order before. */
export const storedApart = ({ writes, exit }: KernelGeometry): number =>
  storesRows(exit, "numbers") ? 1 : numbersApart(writes);

/** Whether rows that begin anywhere are stored in lines. */
export const storesLines = ({ exit }: Pick<Ends, "exit">): boolean => storesRows(exit, "lines");

/**
 * Whether numbers between these are other tiles', where a kernel has a part of their rows. Where it has whole ones caches keep them, and rows
 * beside which it does another dimension are read in lines by many: 1024x1024 `dct-2` is faster so.
 */
export const sharesRuns = ({ set, digits, index }: KernelGeometry, { mapped }: Reach): boolean =>
  !set.turns &&
  mapped.some(
    ({ axis, map, stride }) =>
      usualStride(stride) === 1 &&
      stepOf(map) > 1 &&
      digits.some((digit) => digit.axis === axis) &&
      transformedDigits(set).some((digit) => digit.axis === axis && digit.kernel !== index),
  );

function stepOf(map: PlaceMap): number {
  switch (map.kind) {
    case "linear":
      return Math.abs(map.scale);
    case "zigzag":
      return 2 * (map.of?.scale ?? 1);
    case "even":
      return Math.abs(map.of.scale);
    case "padded":
      return stepOf(map.of);
    case "gather":
    case "mirrored":
    case "reflect":
    case "rotate":
    case "sequency":
      return 1;
  }
}

/** Lines that a warp stores to, over the fewest possible: caches gather what is loaded so, and nothing gathers stores. */
export function linesStored(geometry: KernelGeometry, elementBytes: number): number {
  if (storesLines(geometry)) return 1;
  const { output, tile, storeRun } = geometry;
  const last = storingPhase(geometry);
  const segment = tile.outputRun * elementBytes;
  return linesPerRequest(last, output, { element: elementBytes, access: storeRun * elementBytes, segment });
}

/**
 * Sectors over the fewest possible, at least 1. A warp whose first lane begins within a sector touches one more: rows of 150
 * elements of 8 bytes begin so every second time, those of 200 never.
 */
export function sectorsWasted(geometry: KernelGeometry, access: "load" | "store", elementBytes: number): number {
  const { phases, input, output, loadSectors, storeSectors } = geometry;
  if (access === "load") return sectorsBegun(loadSectors, at(phases, 0), input, elementBytes);
  return storesLines(geometry) ? 1 : sectorsBegun(storeSectors, storingPhase(geometry), output, elementBytes);
}

/** The same of a phase that loads so, or stores. */
export function sectorsBegun(
  { sectors, ideal }: KernelGeometry["loadSectors"],
  { registers }: Phase,
  layout: MemoryLayout,
  elementBytes: number,
): number {
  if (sectors > ideal) return sectors / ideal;
  const count = product(registers);
  let misplaced = 0;
  for (const offset of offsetsOf(registers, layout, count))
    if ((offset * elementBytes) % SECTOR_BYTES !== 0) misplaced += 1;
  return (sectors + misplaced / count) / ideal;
}

/**
 * What memory moves of rows beyond what is there, between kernels that leave room behind each. In numbers: 17 complex numbers of 8 bytes in
 * the room of 32 are 136 bytes, and 192 that move.
 */
export function gapsMoved(set: DigitSet, kernelsDone: number, elementBytes: number): number {
  if (kernelsDone === 0 || kernelsDone === set.kernelCount) return 1;
  const row = contiguousAxis(arrayAfter(set, kernelsDone));
  if (row === undefined || (row.from === 0 && row.below === row.length)) return 1;
  const [begin, end] = [row.from * elementBytes, row.below * elementBytes];
  const moved = Math.ceil(end / BURST_BYTES) - Math.floor(begin / BURST_BYTES);
  return (moved * BURST_BYTES) / (end - begin);
}

const contiguousAxis = ({ axes }: ArraySpec) => axes.find(({ stride }) => stride === 1);
