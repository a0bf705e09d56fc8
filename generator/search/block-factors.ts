// Factors to the times of blocks without clusters: who has work, what waits for what, and what is wasted.
import { isPowerOfTwo } from "../arithmetic/factorisation.js";
import { at } from "../failure/errors.js";
import type { Calibration } from "../gpu/calibration.js";
import type { Gpu } from "../gpu/gpu.js";
import { registerCap } from "../gpu/occupancy.js";
import { digitsAcross } from "../layout/digits.js";
import { isFragment } from "../layout/fragment-phases.js";
import { accessesOf, loadingPhase } from "../layout/exchange.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { activeThreads, type Phase } from "../layout/phases.js";
import { partsOf } from "../plan/arrays.js";
import { elementRegisters } from "../plan/elements.js";
import type { Schedule } from "../plan/plan.js";
import { gapsMoved } from "./sector-waste.js";
import { isPlain, registersToFit } from "./spilling.js";
import type { MovedBytes } from "./terms.js";

type Fitted = Calibration["blocks"];

/** What memory moves beyond what is there, where kernels read and write rows with room behind each. */
export function gapsBetween({ set, index }: KernelGeometry, { input, output }: MovedBytes): number {
  const [read, written] = [gapsMoved(set, index, input), gapsMoved(set, index + 1, output)];
  return (input * read + output * written) / (input + output);
}

/** Whether it has a radix that is no power of two, reads and writes complex numbers, and no way back follows. */
export const isPlainlyUneven = ({ set, digits, reads, writes }: KernelGeometry): boolean =>
  !set.turns &&
  [reads, writes].every((reach) => isPlain(set, reach)) &&
  digits.some(({ radix }) => !isPowerOfTwo(radix));

/** Registers that bounds take away, where ptxas puts loads off instead of spilling; factors that are looked up; large blocks, and few. */
export function unevenness(geometry: KernelGeometry, schedule: Schedule, gpu: Gpu, residentShare: number): number {
  const { squeezed, tables, threads, occupancy, usual } = gpu.calibration.blocks.uneven;
  const missing = registersToFit(geometry) / Math.max(1, registerCap(gpu, schedule)) - 1;
  return (
    usual.share *
    (1 + squeezed * Math.max(0, missing)) *
    (schedule.twiddles === "table" ? 1 + tables : 1) *
    withoutCache(geometry, gpu) *
    (geometry.threads / usual.threads) ** threads *
    (residentShare / usual.occupancy) ** occupancy
  );
}

export function fewWarps({ threads, set }: KernelGeometry, { warpSize, calibration }: Gpu): number {
  const { one, partOfTwo } = calibration.blocks.fewWarps;
  // What goes there and back on one warp needs no others to wait for.
  if (threads <= warpSize) return set.turns ? 1 : one;
  return threads < 2 * warpSize ? partOfTwo : 1;
}

/** Where shared memory leaves the L1 cache hardly anything, sectors that are touched twice come from the L2 cache twice. */
function withoutCache({ sharedBytes, loadSectors, storeSectors }: KernelGeometry, gpu: Gpu): number {
  const { bytes, factor, again, most } = gpu.calibration.blocks.uneven.smallCache;
  if (sharedBytes + gpu.sharedReservedPerBlock <= gpu.sharedBytesPerSm - bytes) return 1;
  const touched = (loadSectors.sectors / loadSectors.ideal) * (storeSectors.sectors / storeSectors.ideal);
  return factor * Math.min(most, 1 + again * (touched - 1));
}

/** Powers of two find their places by shifts; threads with many elements are few. */
export function turningWork({ digits, elements, registers }: KernelGeometry, { turning }: Fitted): number {
  const isEven = digits.every(({ radix }) => isPowerOfTwo(radix));
  const isCrowded = elementRegisters(elements.held) * registers > turning.crowded.registers;
  return (isEven ? turning.even : 1) * (isCrowded ? turning.crowded.factor : 1);
}

/** Whether a kernel loads numbers one by one for a Hermitian step, as dct-3 does. */
export const loadsFoldedParts = ({ reads: { content } }: KernelGeometry): boolean =>
  content?.kind === "folded" && content.parts !== undefined;

/**
 * What folds as it loads has both frequencies of a pair to wait for, one of them backwards, and one thread of each row has others: how much
 * longer that takes, of warps that fill a share of the multiprocessor. Fitted to 82 kernels of dct-3 and dst-3 on an H200.
 */
export const waitingForParts = (geometry: KernelGeometry, { input }: MovedBytes, share: number): number =>
  loadsFoldedParts(geometry) ? Math.max(1, PARTS.factor * ((share * input) / PARTS.bytes) ** -PARTS.exponent) : 1;

const PARTS = { factor: 0.95, bytes: 8, exponent: 0.42 } as const;

/** What it costs that threads have no work in the Hermitian step of numbers that lie apart. */
export function idleFold(
  { reads, writes, phases, threads, registers }: KernelGeometry,
  { idleFold: fitted }: Fitted,
): number {
  const isApart = [reads, writes].some(({ content }) => partsOf(content) !== undefined);
  const isIdle = [at(phases, 0), at(phases, phases.length - 1)].some((phase) => activeThreads(phase) < threads);
  if (!isApart || !isIdle || registers <= fitted.elements) return 1;
  return 1 + fitted.doubling * Math.log2(registers / fitted.elements);
}

/** Of a kernel that goes there and back what has no way back: butterflies across rows. */
export function acrossPhases({ set, phases }: KernelGeometry): readonly Phase[] {
  const digits = set.gathers ? digitsAcross(set) : [];
  return phases.filter(({ digit }) => digits.some(({ name }) => name === digit?.name));
}

/** What phases waste that leave threads without work, which wait for the others or do what these do; and factors that are not looked up. */
export function turningWaste({ phases, threads }: KernelGeometry, { twiddles }: Schedule, { turning }: Fitted): number {
  const idle = phases.reduce((sum, phase) => sum + threads / activeThreads(phase) - 1, 0) / phases.length;
  return (1 + turning.idle * idle) * (twiddles === "powers" ? turning.powers : 1);
}

/** The share of a block's threads that load: of 125 threads with 300 butterflies of 10 these are 100. */
export const loading = (geometry: KernelGeometry): number => activeThreads(loadingPhase(geometry)) / geometry.threads;

/** The share of a full multiprocessor's data that is on its way: by warps, and for real elements by how much each moves. */
export function fullness(
  { elements: { held } }: KernelGeometry,
  { input, output }: MovedBytes,
  warps: number,
  { usualAccessBytes }: Fitted,
): number {
  return held.field === "complex" || held.asPair === true
    ? warps
    : Math.min(1, (warps * (input + output)) / 2 / usualAccessBytes);
}

/** Of short rows of 16-bit numbers, computed with in single precision. */
export function shortRows(
  { elements: { held, exchanged, input }, phases, registers }: KernelGeometry,
  { fullExchangeFactor, crowded }: Fitted,
): number {
  if (held.field === "complex" || held.compensation !== undefined || held.asPair === true) return 1;
  if (input.storage === held.storage || phases.length < 2) return 1;
  const inFull = exchanged.storage === held.storage ? fullExchangeFactor : 1;
  return inFull * (registers * elementRegisters(held) > crowded.registers ? crowded.factor : 1);
}

/** Whether a kernel computes with single precision what it exchanges in 16 bits. */
export const isShortFma = ({ elements: { held, exchanged }, phases }: KernelGeometry): boolean =>
  held.field === "complex" && held.storage !== exchanged.storage && !phases.some(isFragment);

/** Such kernels want many elements in few threads. */
export const manyThreads = ({ registers }: KernelGeometry, exchanges: number, { manyThreads: many }: Fitted): number =>
  1 + many.penalty * exchanges * Math.max(0, Math.log2(many.elements / registers));

export const issueEfficiency = (geometry: KernelGeometry, { issueShare, shortIssueShare }: Fitted): number =>
  isShortFma(geometry) ? shortIssueShare : issueShare;

export function conflictFactor({ exchanges }: KernelGeometry): number {
  const accesses = accessesOf(exchanges);
  if (accesses.length === 0) return 1;
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  return sum(accesses.map(({ wavefronts }) => wavefronts)) / sum(accesses.map(({ ideal }) => ideal));
}
