// Places a kernel on a thread-block cluster. Half the threads of each block, the front, fetch their part of the tile by bulk
// copies, do the first sub-computations in place and send the tile through the cluster; the other half, the back, does the
// rest in the buffer that received it. In undivided blocks all threads do the one, then the other. Which block holds what:
// before the exchange, blocks share the digits that are still to be transformed; after it, those that have been.
import { isPowerOfTwo, primeFactors } from "../arithmetic/factorisation.js";
import { at } from "../failure/errors.js";
import { failure, success, type Result } from "../failure/result.js";
import { parametersOf, presentElements, spanOf, type ArraySpec } from "../plan/arrays.js";
import type { Gpu } from "../gpu/gpu.js";
import { elementTypeBytes, landedElement, sameElements, type KernelElements } from "../plan/elements.js";
import { CLUSTER_DEFAULTS, type ClusterSchedule, type OnCluster, type Schedule } from "../plan/plan.js";
import { MBARRIER_BYTES, MOST_SHARED_BYTES, WARP } from "../gpu/hardware.js";
import {
  atomStride,
  BATCH,
  product,
  sameAtom,
  type Atom,
  type DigitSet,
  type MemoryLayout,
  type TransformedDigit,
} from "./digits.js";
import { evenFirst, idleProblem, placeRole } from "./cluster-roles.js";
import { blocksOfRows, inEachBlock, NONE, sharesRows } from "./mirrored.js";
import { activeThreads, registersPerThread, type FoldRequest, type Phase } from "./phases.js";
import type { Reach } from "./reach.js";
import { clusterExchanges, type Exchange } from "./exchange.js";
import { receiveMap, scatteringOf } from "./receive-map.js";
import { denseMap, lanesCounted, wavefrontsOf, type AddressMap, type Wavefronts } from "./address-map.js";
import { swizzleFor } from "./swizzle.js";
import { LONGEST_BOX, tensorBox, type BoxDimension } from "./tensor-box.js";
import type { Tile } from "./tile.js";

export interface ClusterPlacement {
  /** Blocks of the cluster. */
  readonly size: number;
  /** How it gets its tiles, by tickets so many ahead; whether all threads of a block do one thing after the other. */
  readonly order: ClusterSchedule["order"];
  readonly ahead: number;
  readonly undivided: boolean;
  /** What brings a block's part of a tile: where rows begin anywhere, and come with their mirrors, or in parts, its threads load. */
  readonly fetchedBy: "bulk copies" | "threads";
  /** Who does the Hermitian step, of columns and their mirrors. */
  readonly foldedBy: "front" | "back" | undefined;
  /** Parts of a block's threads that fetch and transform on their own before the exchange. */
  readonly groups: number;
  /** Threads of one group, and of the back. */
  readonly groupThreads: number;
  readonly backThreads: number;
  /** Which block holds an element before the exchange; which group of it; which block after the exchange. */
  readonly rankBefore: readonly Atom[];
  readonly group: readonly Atom[];
  readonly rankAfter: readonly Atom[];
  readonly front: readonly Phase[];
  readonly back: readonly Phase[];
  /** Buffers that receive, which rounds use in turn. */
  readonly buffers: number;
  readonly bytes: BufferBytes;
  /** What one group fetches: of each transform, and of so many members of the batch. */
  readonly box: readonly BoxDimension[];
  readonly members: number;
  /** Elements of a block's part of the tile. */
  readonly blockElements: number;
  /** A landing buffer, as the bulk copy lays it out: dense, lightest first, members of the batch last. */
  readonly landing: AddressMap;
  /** Between phases of the front, through the cluster, and between phases of the back. */
  readonly exchanges: readonly Exchange[];
  /** Shared-memory wavefronts of a warp's accesses, over the fewest possible. */
  readonly conflicts: number;
  /** Segments of 128 bytes that a warp sends to, over the fewest possible; 1 where they are not counted. */
  readonly scattering: number;
  readonly sharedBytes: number;
}

/**
 * Bytes of a block's buffers, one of each kind. Bulk copies do not convert: they land in the format of memory. Where that is not
 * the exchanged one, what the front has computed lies elsewhere than what it has fetched.
 */
export interface BufferBytes {
  /** 0: bulk copies land where the cluster sends to. */
  readonly landing: number;
  /** Between two phases of the front; 0: it writes where bulk copies have landed, or where the cluster sends to. */
  readonly between: number;
  readonly receive: number;
}

/** Bulk copies write to addresses that are multiples of this, and so are the bytes of all barriers with the ring of tile numbers. */
const ALIGNMENT = 128;
/** Bytes of a tile's number in the ring. */
export const NUMBER_BYTES = 4;
/** Hardware barriers that a block has. */
const MOST_MEETINGS = 16;

export interface ClusterRequest {
  readonly set: DigitSet;
  readonly schedule: OnCluster;
  readonly digits: readonly TransformedDigit[];
  readonly tile: Tile;
  readonly input: MemoryLayout;
  readonly output: MemoryLayout;
  readonly reads: Reach;
  readonly elements: Pick<KernelElements, "held" | "input" | "exchanged">;
  readonly fetchedBy: ClusterPlacement["fetchedBy"];
  /** Present where the front begins with a Hermitian step, or the back ends in one. */
  readonly folded: FoldRequest | undefined;
}

export function placeOnCluster(request: ClusterRequest, gpu: Gpu): Result<ClusterPlacement> {
  const { schedule, digits, tile, elements, input, output, folded } = request;
  const { cluster } = schedule;
  const sound = checkCluster(request, cluster, gpu);
  if (!sound.ok) return sound;
  const loads = request.fetchedBy === "threads";
  const foldsFirst = folded?.end === "input";
  const { groups, backThreads, buffers } = teamsOf(schedule, cluster, loads);
  const inputBytes = elementTypeBytes(elements.input);
  const exchangedBytes = elementTypeBytes(elements.exchanged);

  const frontDigits = digits.slice(0, cluster.after);
  const backDigits = digits.slice(cluster.after);
  const isOf = (some: readonly TransformedDigit[], atom: Atom): boolean =>
    some.some((digit) => digit.name === atom.digit);

  // The heaviest digits still to be transformed, or members of the batch, go to the blocks and groups, so that each fetches long
  // segments. A bulk copy takes members that follow one another: of three, say, none is another block's.
  const evenBatch = isPowerOfTwo(tile.batchTile);
  const { columns } = folded ?? { columns: NONE };
  const isInEach = (atom: Atom): boolean => contains(inEachBlock(columns), atom);
  const shareable = heaviestFirst(input, tile.atoms).filter(
    (atom) => !isOf(frontDigits, atom) && !isInEach(atom) && (evenBatch || atom.digit !== BATCH),
  );
  const ofRows = foldsFirst && sharesRows(columns) ? blocksOfRows(columns) : undefined;
  const rankBefore = lightestFirst(input, ofRows ?? sharedBy(cluster.size, shareable));
  const group = sharedBy(
    groups,
    shareable.filter((atom) => !contains(rankBefore, atom)),
  );
  if (product(rankBefore) * product(group) !== cluster.size * groups)
    return failure(
      `the digits after the exchange are too short for ${cluster.size} blocks${groups === 1 ? "" : ` of ${groups} groups`}`,
    );
  const fetched = tile.atoms.filter((atom) => !contains([...rankBefore, ...group], atom));

  const groupThreads = backThreads / groups;
  const blockElements = product(tile.atoms) / cluster.size;
  // What fronts of several groups send was measured at swizzled places.
  const isPadded = cluster.groups === 1 && !isPowerOfTwo(blockElements);
  // A bulk copy puts whole members one behind the other, also where their elements lie between those of others.
  const isBehind = (atom: Atom): number => Number(!loads && atom.digit === BATCH);
  const fetchedInOrder = fetched.toSorted(
    (a, b) => isBehind(a) - isBehind(b) || atomStride(input, a) - atomStride(input, b),
  );
  const landing = denseMap(fetchedInOrder, inputBytes);
  const front = placeRole({ ...tile, atoms: fetched }, frontDigits, groupThreads, input, {
    landing,
    stores: false,
    sendsPadded: isPadded,
    folded,
    folds: foldsFirst ? "first" : undefined,
  });
  if (!front.ok) return front;
  const idleFront = cluster.undivided === true ? undefined : idleProblem(front.value, groupThreads);
  if (idleFront !== undefined) return failure(idleFront);
  const crossing = front.value.at(-1);
  const sentDigit = frontDigits.at(-1);
  if (crossing === undefined || sentDigit === undefined) return failure("no sub-computation comes before the exchange");
  // Tensor cores have some of the digit on lanes.
  const shared = [crossing.registers, crossing.threads].flatMap((atoms) =>
    heaviestFirst(output, atoms).filter((atom) => atom.digit === sentDigit.name && !isInEach(atom)),
  );
  const rankAfter = sharedBy(cluster.size, shared);
  if (product(rankAfter) !== cluster.size)
    return failure(noFactor(sentDigit.radix, cluster.size, columns.kind !== "none" && !foldsFirst));
  const received = tile.atoms.filter((atom) => !contains(rankAfter, atom));
  const back = placeRole({ ...tile, atoms: received }, backDigits, backThreads, output, {
    landing: undefined,
    stores: true,
    sendsPadded: false,
    folded: foldsFirst && !sharesRows(columns) ? undefined : folded,
    folds: foldsFirst ? undefined : "last",
  });
  if (!back.ok) return back;
  // Undivided blocks are one team.
  const idleBack = idleProblem([...(cluster.undivided === true ? front.value : []), ...back.value], backThreads);
  if (idleBack !== undefined) return failure(idleBack);

  const box = loads ? success([]) : tensorBox(request.set, input, request.reads.ranges, fetched, inputBytes);
  if (!box.ok) return box;
  const members = product(fetched.filter(({ digit }) => digit === BATCH));
  if (members > LONGEST_BOX)
    return failure(`a bulk copy takes ${LONGEST_BOX} members of the batch at most, not ${members}`);
  const sent = [...crossing.threads, ...crossing.registers].filter((atom) => !contains(rankAfter, atom));
  // Between phases of the front: where bulk copies have landed, as the front has computed it.
  const inFront = loads
    ? swizzleFor(evenFirst(landing.atoms), front.value.slice(1), exchangedBytes)
    : denseMap(landing.atoms, exchangedBytes);
  const swizzled = swizzleFor(evenFirst([...sent, ...group, ...rankBefore]), back.value, exchangedBytes);
  const sizes = { block: blockElements, receive: blockElements };
  const least = bytesOf(request, cluster, sizes, front.value.length);
  const room = MOST_SHARED_BYTES - barrierBytes(groups, buffers, cluster) - least.landing - least.between;
  const mostElements = Math.floor(room / (buffers * exchangedBytes));
  const { receive, receiving } = isPadded
    ? receiveMap(
        { sending: crossing, receiving: back.value, sent: [...sent, ...rankBefore], swizzled },
        exchangedBytes,
        mostElements,
      )
    : { receive: swizzled, receiving: back.value };
  const bytes = bytesOf(request, cluster, { ...sizes, receive: receive.elements }, front.value.length);
  if (groups > 1 && (bytes.landing / groups) % ALIGNMENT !== 0)
    return failure(
      `bulk copies land at multiples of ${ALIGNMENT} bytes, and ${groups} groups would fetch ${bytes.landing / groups} bytes each`,
    );
  const behind = bytes.landing + bytes.between + buffers * bytes.receive;
  const exchanges = clusterExchanges(front.value, receiving, { inFront, receive });
  return success({
    size: cluster.size,
    order: cluster.order,
    undivided: cluster.undivided === true,
    ahead: cluster.ahead ?? CLUSTER_DEFAULTS.ahead,
    fetchedBy: request.fetchedBy,
    foldedBy: folded === undefined ? undefined : foldsFirst ? "front" : "back",
    groups,
    groupThreads,
    backThreads,
    rankBefore,
    group,
    rankAfter: lightestFirst(output, rankAfter),
    front: front.value,
    back: receiving,
    box: box.value,
    members,
    blockElements,
    landing,
    exchanges,
    conflicts: conflictsOf([
      ...(loads ? [] : [[groups, at(front.value, 0), wavefrontsOf(at(front.value, 0), landing)] as const]),
      ...exchanges.map(({ read }, index): Access => {
        const isFront = index < front.value.length - 1;
        return [isFront ? groups : 1, at([...front.value, ...receiving], index + 1), read];
      }),
    ]),
    scattering: isPadded ? scatteringOf(crossing, receive) : 1,
    buffers,
    bytes,
    sharedBytes: behind + barrierBytes(groups, buffers, cluster),
  });
}

function bytesOf(
  { elements, fetchedBy }: ClusterRequest,
  { undivided }: ClusterSchedule,
  sizes: { readonly block: number; readonly receive: number },
  frontPhases: number,
): BufferBytes {
  const { input, exchanged } = elements;
  const whole = sizes.block * elementTypeBytes(exchanged);
  const receive = sizes.receive * elementTypeBytes(exchanged);
  if (fetchedBy === "threads") return { landing: 0, between: frontPhases > 1 ? whole : 0, receive };
  const converts = !sameElements(landedElement(elements), exchanged);
  return {
    landing: converts || undivided !== true ? sizes.block * elementTypeBytes(input) : 0,
    between: converts && undivided !== true && frontPhases > 1 ? whole : 0,
    receive,
  };
}

/** Of the radix before the exchange, which blocks share; of columns and their mirrors each block has both. */
export const noFactor = (radix: number, size: number, mirrored = false): string =>
  `radix ${radix} before the exchange has no factor of ${mirrored ? "2 times " : ""}${size}, for as many blocks${mirrored ? " of columns and their mirrors" : ""}`;

/** How a block's threads share the work, and how many buffers receive. */
function teamsOf({ threads }: Schedule, { undivided, groups, buffers }: ClusterSchedule, loads: boolean) {
  if (undivided === true) return { groups: 1, backThreads: threads, buffers: 1 };
  return {
    groups: loads ? 1 : (groups ?? CLUSTER_DEFAULTS.groups),
    backThreads: threads / 2,
    buffers: buffers ?? CLUSTER_DEFAULTS.buffers,
  };
}

/** Barriers of groups and buffers, and the ring of numbers with a barrier each. */
function barrierBytes(groups: number, buffers: number, { ahead = CLUSTER_DEFAULTS.ahead }: ClusterSchedule): number {
  const places = ahead + buffers;
  const bytes = MBARRIER_BYTES * (groups + 2 * buffers) + (MBARRIER_BYTES + NUMBER_BYTES) * places;
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}

/** Whether all elements are there, in one array, and follow one another, but for a few between rows. */
const liesTogether = (array: ArraySpec): boolean =>
  !array.planar &&
  parametersOf(array).length === 0 &&
  array.axes.every(
    ({ from, below, length, gap, map }) => from === 0 && below >= length && gap === undefined && map === undefined,
  ) &&
  spanOf(array) <= MOST_BETWEEN * presentElements(array);

const MOST_BETWEEN = 1.25;

function checkCluster(
  { schedule, digits, fetchedBy, folded, set: { arrays } }: ClusterRequest,
  cluster: ClusterSchedule,
  gpu: Gpu,
): Result<true> {
  const { size, after, order, undivided } = cluster;
  const prefetch = schedule.prefetch === true;
  const { groups = CLUSTER_DEFAULTS.groups, buffers = CLUSTER_DEFAULTS.buffers } = cluster;
  const { ahead = CLUSTER_DEFAULTS.ahead } = cluster;
  if (gpu.maxClusterSize < 2) return failure("the GPU has no thread-block clusters");
  if (size < 2 || size > gpu.maxClusterSize)
    return failure(`cluster ${size}: expected from 2 to ${gpu.maxClusterSize} blocks`);
  if (after >= digits.length)
    return failure(`cluster ${size} after ${after}: no sub-computation comes after the exchange`);
  if (groups < 1) return failure(`groups ${groups}: expected 1 at least`);
  if (fetchedBy === "threads" && (undivided === true || cluster.groups !== undefined))
    return failure(
      "threads load half a spectrum, or parts of numbers, and no bulk copies fetch them: no undivided blocks, and no groups",
    );
  if (fetchedBy === "threads" && prefetch && (!liesTogether(arrays.input) || sharesRows(folded?.columns ?? NONE)))
    return failure("L2 prefetch on clusters without bulk copies needs contiguous rows of one array");
  const meetings = 2 + 2 * groups + buffers;
  if (undivided !== true && meetings > MOST_MEETINGS)
    return failure(
      `groups ${groups}, buffers ${buffers}: threads would meet at ${meetings} barriers, and a block has ${MOST_MEETINGS}`,
    );
  const leastThreads = undivided === true ? WARP : 2 * WARP * groups;
  if (schedule.threads % leastThreads !== 0)
    return failure(`${schedule.threads} threads: a cluster's block needs a multiple of ${leastThreads}`);
  if (undivided === true && order === "ticket") return failure("undivided blocks do not take tickets");
  if (undivided === true && (cluster.groups !== undefined || cluster.buffers !== undefined))
    return failure("undivided blocks have one group and one buffer");
  if (order !== "ticket" && cluster.ahead !== undefined) return failure("`ahead` requires `ticket`");
  const least = prefetch ? 3 : 2;
  if (ahead < least)
    return failure(
      `ahead ${ahead}: a tile is fetched${prefetch ? ", and prefetched before," : ""} while others are computed: expected ${least} at least`,
    );
  if (schedule.blocksPerSm !== 1) return failure("one block of a cluster fills a multiprocessor: 1 blocks/SM");
  const sent = digits[after - 1];
  if (sent !== undefined && sent.radix < size)
    return failure(`radix ${sent.radix} before the exchange is less than the ${size} blocks of the cluster`);
  return success(true);
}

/** The first of some atoms that tell so many blocks, or groups, apart: of 6 one of two values and one of three. */
function sharedBy(count: number, atoms: readonly Atom[]): readonly Atom[] {
  const wanted = [...primeFactors(count)];
  return atoms.filter(({ size }) => {
    const place = wanted.indexOf(size);
    if (place >= 0) wanted.splice(place, 1);
    return place >= 0;
  });
}

const contains = (atoms: readonly Atom[], atom: Atom): boolean => atoms.some((other) => sameAtom(other, atom));
const heaviestFirst = (layout: MemoryLayout, atoms: readonly Atom[]): readonly Atom[] =>
  atoms.toSorted((a, b) => atomStride(layout, b) - atomStride(layout, a));
const lightestFirst = (layout: MemoryLayout, atoms: readonly Atom[]): readonly Atom[] =>
  heaviestFirst(layout, atoms).toReversed();

/** What a phase, of so many groups of threads, reads. */
type Access = readonly [groups: number, phase: Phase, read: Wavefronts];

/** Wavefronts of what is read, over the fewest possible. */
function conflictsOf(reads: readonly Access[]): number {
  const shares = reads.map(([groups, phase, { wavefronts, ideal }]) => {
    const accesses = (groups * registersPerThread(phase) * activeThreads(phase)) / lanesCounted(phase);
    return { least: accesses * ideal, taken: accesses * wavefronts };
  });
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  return sum(shares.map(({ taken }) => taken)) / sum(shares.map(({ least }) => least));
}

/** Elements that a thread holds at most. */
export const clusterRegisters = ({ front, back }: ClusterPlacement): number =>
  Math.max(...[...front, ...back].map(registersPerThread));
