// What it is worth that blocks ask the L2 cache for what later ones load.
import type { Gpu } from "../gpu/gpu.js";
import { product } from "../layout/digits.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { partsOf } from "../plan/arrays.js";
import { elementTypeBytes } from "../plan/elements.js";

/**
 * What it takes where blocks ask the L2 cache for what later ones load: no less than memory does, which has the more to do the more is on
 * its way. Parts of numbers, which share their sectors with others, come but once then.
 */
export function askingAhead(
  { reads: { content }, tile, elements, sharedBytes }: KernelGeometry,
  alone: {
    readonly unasked: number;
    readonly memory: number;
    readonly copyMilliseconds: number;
    readonly blocksPerSm: number;
    readonly turns: boolean;
  },
  gpu: Gpu,
): number {
  const { unasked, memory, copyMilliseconds, blocksPerSm, turns } = alone;
  const { asking, streamShare } = gpu.calibration.blocks;
  const tileBytes = product(tile.atoms) * elementTypeBytes(elements.input);
  const held = (Math.max(sharedBytes, tileBytes) * blocksPerSm * gpu.multiprocessors) / gpu.l2Bytes;
  const beyond = Math.max(0, held - asking.held);
  const hasParts = partsOf(content) !== undefined;
  const left = hasParts
    ? content?.kind === "folded"
      ? asking.foldedParts
      : asking.parts
    : turns
      ? asking.turning
      : asking.others;
  const least = (hasParts ? copyMilliseconds / streamShare : memory) * (asking.memory + asking.crowding * beyond);
  return Math.max(least, unasked * Math.min(1, left + asking.fading * beyond));
}

/**
 * The less blocks hold, the more asking is worth to them, and what few threads take without it is predicted too short: chosen by the time
 * with asking, kernels of 191 lengths up to 4096 took 5.1 % longer than the best that was measured of each, by this 2.4 %, by the time
 * without it 2.7 %; of 107 other transforms 1.5, 1.6 and 1.65 % (H200).
 */
export const cautiousTime = (unasked: number, asking: number): number =>
  asking < unasked ? unasked ** (1 - COUNTED) * asking ** COUNTED : asking;

const COUNTED = 0.25;
