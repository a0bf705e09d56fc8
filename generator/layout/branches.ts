// Blocks of a cluster that go there and back each on a branch of their own: one output of the first butterflies, of which a single input is
// there. In numbers: 20011 points go through 40960 = 2 * 20480, the upper half of which is zero. Of the first butterflies, of 2, both
// outputs are what is there: one block goes on with 20480 points for even frequencies, the other with those times exp(-2 pi i n / 40960)
// for odd ones. Each loads all that there is, and goes through 20480 and back as if it were alone. Only the last butterflies bring the
// branches together, of which each block does a part, and stores it.
import { denseMap } from "./address-map.js";
import { failure, success, type Result } from "../failure/result.js";
import type { Gpu } from "../gpu/gpu.js";
import type { OnCluster } from "../plan/plan.js";
import {
  atomStride,
  product,
  sameAtom,
  type Atom,
  type DigitSet,
  type MemoryLayout,
  type TransformedDigit,
} from "./digits.js";
import type { ClusterEnd } from "./exchange.js";
import { placePhase, type FoldRequest } from "./phases.js";
import { withWeights, type Reach } from "./reach.js";
import type { Tile } from "./tile.js";

/** What a block has of a kernel. */
export interface BranchKernel {
  readonly tile: Tile;
  readonly digits: readonly TransformedDigit[];
  readonly input: MemoryLayout;
  readonly reads: Reach;
}

interface BranchEnds {
  readonly folded: FoldRequest | undefined;
  /** Of what is exchanged. */
  readonly elementBytes: number;
}

/** A block of each branch, and how the branches come together. */
export function placeBranches(
  set: DigitSet,
  whole: BranchKernel,
  schedule: OnCluster,
  { folded, elementBytes }: BranchEnds,
  gpu: Gpu,
): Result<BranchKernel & { readonly exit: ClusterEnd }> {
  const branch = branchOf(set, whole, schedule, folded, gpu);
  if (!branch.ok) return branch;
  const exit = placeExit(whole, schedule.threads, elementBytes);
  return exit.ok ? success({ ...branch.value, exit: exit.value }) : exit;
}

/** One branch: the kernel without its first digit, whose elements are where that is 0. */
function branchOf(
  { turns, gathers, kernelCount }: DigitSet,
  { tile, digits, input, reads }: BranchKernel,
  { cluster: { size, after, undivided, order } }: OnCluster,
  folded: FoldRequest | undefined,
  gpu: Gpu,
): Result<BranchKernel> {
  const [first, ...others] = digits;
  if (size > gpu.maxClusterSize)
    return failure(`cluster ${size}: expected a power of two from 2 to ${gpu.maxClusterSize}`);
  if (!turns || gathers || kernelCount > 1 || tile.grid.length > 0 || tile.batchTile > 1 || folded !== undefined)
    return failure("convolutions on clusters are one transform by `bluestein` in one kernel, without a Hermitian step");
  if (undivided !== true || order !== "static")
    return failure("convolutions on clusters have uniform warps and one cluster per transform");
  if (first === undefined || others.length === 0 || after !== 1 || first.radix !== size)
    return failure(
      `a convolution on clusters has one block per output of the first butterflies: cluster ${size} after 1, after radix ${size}`,
    );
  if (first.subComputation.twiddle === "tw")
    return failure("the first butterflies of a convolution on clusters have no twiddle factors after them");
  const range = reads.ranges.find(({ weights }) => weights.has(first.name));
  if (range === undefined || range.outside === true || range.below > (range.weights.get(first.name) ?? 0))
    return failure(
      `the first butterflies of a convolution on clusters have a single nonzero input: the convolution has at least ${size} times the points of the transform`,
    );
  const at0 = (weights: ReadonlyMap<string, number>): ReadonlyMap<string, number> =>
    new Map([...weights].map(([name, weight]) => [name, name === first.name ? 0 : weight]));
  return success({
    tile: { ...tile, atoms: tile.atoms.filter(({ digit }) => digit !== first.name) },
    digits: others,
    input: { digits: at0(input.digits) },
    reads: withWeights(reads, ({ weights }) => at0(weights)),
  });
}

function placeExit({ tile, digits, input }: BranchKernel, threads: number, elementBytes: number): Result<ClusterEnd> {
  const [first] = digits;
  if (first === undefined) return failure("no sub-computation comes before the exchange");
  const own = tile.atoms.filter(({ digit }) => digit !== first.name);
  const byStride = (a: Atom, b: Atom): number => atomStride(input, a) - atomStride(input, b);
  // Long segments of what is stored go to each block.
  const twos = own.filter(({ size }) => size === 2).toSorted(byStride);
  const rank = twos.slice(twos.length - Math.log2(first.radix));
  if (product(rank) !== first.radix)
    return failure(`what lies behind radix ${first.radix} is not even enough for ${first.radix} blocks to store it`);
  const stored = tile.atoms.filter((atom) => !rank.some((other) => sameAtom(other, atom)));
  const exit = placePhase({ tile: { ...tile, atoms: stored }, threads, folded: undefined }, first, input);
  if (!exit.ok) return exit;
  const received = [
    ...stored.filter(({ digit }) => digit !== first.name).toSorted(byStride),
    ...stored.filter(({ digit }) => digit === first.name),
  ];
  return success({
    through: "cluster",
    ...{ phase: exit.value, rank, store: denseMap(received, elementBytes) },
    bytes: product(received) * elementBytes,
  });
}
