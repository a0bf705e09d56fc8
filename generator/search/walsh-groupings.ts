// Enumerates groupings of a Walsh-Hadamard transform: the digits of the flat index in a row, cut anywhere; each kernel transforms
// one range of neighbours. Kernels run from light to heavy; where the last one reorders, any of them may be the last.
import type { Gpu } from "../gpu/gpu.js";
import { segmentTime } from "../gpu/segments.js";
import { elementTypeBytes, kernelElements } from "../plan/elements.js";
import { elementBytes, type WalshTransform } from "../plan/transform.js";
import { CLUSTER_COST, EXCHANGE_COST } from "./groupings.js";
import { CLUSTER_BLOCK_BYTES } from "./cluster-schedules.js";
import { undividedCapacity } from "./undivided-schedules.js";
import { runsOf, sizeOf, walshPieces, type Piece } from "./walsh-pieces.js";
import { heldBytes, widestVectors } from "./widths.js";

export type WalshGrouping = readonly (readonly Piece[])[];

/** Bits of a butterfly, for a first estimate of how many exchanges a kernel has. */
const BUTTERFLY_BITS = 4;
const SECTOR_BYTES = 32;
/** Clusters are offered for elements of 8 and 16 bytes. */
const CLUSTER_ELEMENT_BYTES = 8;

/** Numbers that a block, and the largest cluster, holds. */
interface Capacity {
  readonly block: number;
  /** 0 where the search offers no clusters. */
  readonly cluster: number;
}

/** What pipelines hold, and what undivided blocks do. */
interface Capacities {
  readonly pipelined: Capacity;
  readonly undivided: Capacity;
}

/** The groupings worth scheduling, cheapest first by a coarse cost that looks at passes and segments only. */
export function walshGroupings(transform: WalshTransform, gpu: Gpu, keep: number): readonly WalshGrouping[] {
  const pieces = walshPieces(transform);
  const { pipelined, undivided } = capacitiesOf(transform, pieces, gpu);
  const largest = largestOf(pipelined);
  // Vectors are taken from the first kernel's lightest digit, so this one keeps the bits that they need.
  const lightest = runsOf(pieces)[0];
  const inVectors = lightest?.stride === 1 ? Math.min(lightest.bits, Math.log2(widestVectors(transform))) : 0;
  const least = Math.max(1, inVectors);
  const costed = (parts: number, capacity: Capacity): readonly CostedGrouping[] =>
    rangesOf(pieces, parts, least, largestOf(capacity))
      .flatMap((ranges) =>
        transform.order === "natural" ? [ranges] : ranges.map((_, last) => endingWith(ranges, last)),
      )
      .map((grouping) => ({ grouping, cost: coarseCost(transform, pieces, grouping, capacity, gpu) }));
  const fewest = fewestKernels(transform, pieces, largest);
  // Larger tiles, on clusters of undivided blocks, are worth it only where they save a pass.
  const saving = fewestKernels(transform, pieces, largestOf(undivided)) < fewest ? costed(fewest - 1, undivided) : [];
  for (let count = fewest; count <= pieces.length; count++) {
    const groupings = [count, count + 1].flatMap((parts) => costed(parts, pipelined));
    if (groupings.length === 0) continue;
    return [...saving, ...groupings]
      .toSorted((a, b) => a.cost - b.cost)
      .slice(0, keep)
      .map(({ grouping }) => grouping);
  }
  return [];
}

interface CostedGrouping {
  readonly grouping: WalshGrouping;
  readonly cost: number;
}

const largestOf = ({ block, cluster }: Capacity): number => Math.max(block, cluster);

function capacitiesOf(transform: WalshTransform, pieces: readonly Piece[], gpu: Gpu): Capacities {
  const bytes = heldBytes(transform);
  const block = Math.floor(gpu.sharedBytesPerBlock / bytes);
  const { held, input, output } = kernelElements(transform, { width: widestVectors(transform) }, 0, 1);
  const [moved, ...others] = [held, input, output].map(elementTypeBytes);
  const areMoved = moved !== undefined && moved % CLUSTER_ELEMENT_BYTES === 0 && others.every((one) => one === moved);
  const possible = areMoved && transform.order !== "sequency" && pieces.every(({ size }) => size === 2);
  const onClusters = possible && gpu.maxClusterSize >= 2;
  return {
    pipelined: { block, cluster: onClusters ? gpu.maxClusterSize * (CLUSTER_BLOCK_BYTES / bytes) : 0 },
    undivided: { block, cluster: onClusters ? undividedCapacity(bytes, gpu) : 0 },
  };
}

/** A bound from capacity: one kernel is contiguous, the others need room for a sector of columns. */
function fewestKernels(transform: WalshTransform, pieces: readonly Piece[], largest: number): number {
  const rest = Math.log2(sizeOf(pieces) / largest);
  const strided = Math.log2(largest / (SECTOR_BYTES / elementBytes(transform)));
  return rest <= 0 ? 1 : 1 + Math.ceil(rest / strided);
}

/** Every way to cut the pieces into so many ranges, none larger than `largest`, the first of at least `least` pieces. */
function rangesOf(pieces: readonly Piece[], parts: number, least: number, largest: number): readonly WalshGrouping[] {
  if (parts === 1) return sizeOf(pieces) <= largest && pieces.length >= least ? [[pieces]] : [];
  const found: WalshGrouping[] = [];
  for (let length = least; length <= pieces.length - parts + 1; length++) {
    const range = pieces.slice(0, length);
    if (sizeOf(range) > largest) break;
    for (const rest of rangesOf(pieces.slice(length), parts - 1, 1, largest)) found.push([range, ...rest]);
  }
  return found;
}

const endingWith = (ranges: WalshGrouping, last: number): WalshGrouping => [
  ...ranges.filter((_, index) => index !== last),
  ...ranges.slice(last, last + 1),
];

function coarseCost(
  transform: WalshTransform,
  pieces: readonly Piece[],
  grouping: WalshGrouping,
  { block, cluster }: Capacity,
  gpu: Gpu,
): number {
  const bytes = elementBytes(transform);
  // What is lightest in the output: with reversed bits, the heaviest of the same dimension.
  const lightest = pieces[0];
  const reversed = pieces.findLast(({ axis }) => axis === lightest?.axis);
  const run = (range: readonly Piece[], columns: number, start: Piece | undefined): number =>
    lightest?.stride === 1 && range.some((piece) => piece === start)
      ? sizeOf(range) * columns
      : Math.min(columns, range[0]?.stride ?? 1);
  return grouping.reduce((sum, range, index) => {
    const size = sizeOf(range);
    const reorders = transform.order !== "natural" && index === grouping.length - 1;
    const segments = (capacity: number): number => {
      const columns = Math.floor(capacity / size);
      if (columns < 1) return Infinity;
      const output = run(range, columns, reorders ? reversed : lightest);
      return segmentTime(gpu, run(range, columns, lightest) * bytes, output * bytes);
    };
    const butterflies = Math.ceil(Math.log2(size) / BUTTERFLY_BITS);
    return sum + Math.min(segments(block), CLUSTER_COST * segments(cluster)) + EXCHANGE_COST * (butterflies - 1);
  }, 0);
}
