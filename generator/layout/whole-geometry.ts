// The whole geometry of a kernel: where it is placed, and the shared-memory map of its exchanges, which is the costly part.
import { failure, success, type Result } from "../failure/result.js";
import type { Gpu } from "../gpu/gpu.js";
import { MOST_SHARED_BYTES } from "../gpu/hardware.js";
import { elementTypeBytes } from "../plan/elements.js";
import type { ScheduledKernel } from "../plan/plan.js";
import { atomStride, product, sameAtom, type DigitSet } from "./digits.js";
import { blockExchanges, bytesWith } from "./exchange.js";
import { placeKernel, type KernelGeometry } from "./geometry.js";
import { rememberedOfTwo } from "./remembered.js";
import { chooseSharedMap, mapOfRuns, spreadInnerThreads } from "./shared-map.js";

/**
 * The whole geometry of a kernel: `placeKernel` and a shared-memory map free of bank conflicts where one exists. Where a schedule says all
 * that it can, the geometry is the same on every GPU that it fits.
 */
export function kernelGeometry(
  set: DigitSet,
  kernel: ScheduledKernel,
  index: number,
  gpu: Gpu,
): Result<KernelGeometry> {
  const placed = placeKernel(set, kernel, index, gpu);
  if (!placed.ok) return placed;
  const { shared } = kernel.schedule;
  if (!hasSharedMap(placed.value))
    return shared === undefined
      ? placed
      : failure("shared: this kernel has no tile in shared memory that could be padded");
  return mappedGeometry(placed.value, gpu, shared ?? MOST_SHARED_BYTES);
}

/** The same of a kernel whose schedule is still to be said in full: where the padding of every GPU does not fit, with what fits this one. */
export function fittedGeometry(
  set: DigitSet,
  kernel: ScheduledKernel,
  index: number,
  gpu: Gpu,
): Result<KernelGeometry> {
  if (kernel.schedule.shared !== undefined) return kernelGeometry(set, kernel, index, gpu);
  const placed = placeKernel(set, kernel, index, gpu);
  return placed.ok ? wholeGeometry(placed.value, gpu) : placed;
}

/** The same of a kernel that is placed. */
export const wholeGeometry = rememberedOfTwo((placed: KernelGeometry, gpu: Gpu): Result<KernelGeometry> => {
  if (!hasSharedMap(placed)) return success(placed);
  const ofAnyGpu = mappedGeometry(placed, gpu, MOST_SHARED_BYTES);
  return ofAnyGpu.ok || gpu.sharedBytesPerBlock >= MOST_SHARED_BYTES
    ? ofAnyGpu
    : mappedGeometry(placed, gpu, gpu.sharedBytesPerBlock);
});

const hasSharedMap = ({ phases, team }: KernelGeometry): boolean => phases.length > 1 && team.kind !== "cluster";

/** `most`: bytes that the padded tile may take. */
function mappedGeometry(placed: KernelGeometry, gpu: Gpu, most: number): Result<KernelGeometry> {
  const bytes = elementTypeBytes(placed.elements.exchanged);
  const { phases, tile, input, output, run, said } = placed;
  // Runs move as one: the map is chosen for them as if they were elements.
  const runBytes = product(run) * bytes;
  const atoms = tile.atoms.filter((atom) => !run.some((other) => sameAtom(other, atom)));
  const shared = chooseSharedMap(
    phases,
    [input, output].map((layout) => atoms.toSorted((a, b) => atomStride(layout, a) - atomStride(layout, b))),
    runBytes,
    Math.floor(most / runBytes),
  );
  if (shared === undefined) return failure(`the tile exceeds the ${most} bytes of shared memory that it may take`);
  const spread = spreadInnerThreads(phases, shared, runBytes);
  const map = mapOfRuns(spread.map, run);
  const sharedBytes = bytesWith(map.elements * bytes, placed);
  if (sharedBytes > gpu.sharedBytesPerBlock)
    return failure(
      `the padded tile of ${sharedBytes} bytes exceeds the ${gpu.sharedBytesPerBlock} bytes of shared memory per block`,
    );
  // What fits every GPU needs no word.
  const fitted = most === MOST_SHARED_BYTES ? {} : { shared: most };
  const exchanges = blockExchanges(map);
  return success({ ...placed, phases: spread.phases, exchanges, said: { ...said, ...fitted }, sharedBytes });
}
