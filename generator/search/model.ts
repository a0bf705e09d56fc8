// The cost model: a p-norm of four physical terms, times a factor that regression trees give. Terms and coordinates of the trees are computed
// from features (search/features.ts) and the speeds of a GPU; their weights are fitted by a program (fit/), and what is not is a constant below.
// No prediction gets shorter where bytes, instructions or wavefronts get more: every coordinate that has them is `rising`, and along these no tree falls.
import type { Gpu } from "../gpu/gpu.js";
import { LINE_BYTES, SECTOR_BYTES, WARP } from "../gpu/hardware.js";
import { segmentTime } from "../gpu/segments.js";
import type { TermWeights, Weights } from "../gpu/weights.js";
import { remembered } from "../layout/remembered.js";
import type { Features, KernelFeatures } from "./features.js";
import { instructionsOf } from "./instructions.js";
import { numbersOf, sumOfTrees } from "./trees.js";

/** Warp instructions a multiprocessor starts per clock at best. */
const ISSUE_PER_CLOCK = 4;

/** A word of 4 bytes, read and written: terms are compared with what copying one takes. */
const WORD_MOVED = 8;

/** Each alone, in milliseconds. */
export interface Terms {
  /** Device memory, or the L2 cache: bytes over bandwidth, and what sectors touched twice and short runs cost. */
  readonly memory: number;
  /** Warp instructions over four per clock and multiprocessor. */
  readonly issue: number;
  /** Wavefronts of shared memory, one per clock and multiprocessor. */
  readonly shared: number;
  /** Of a block from its first load to its last store, for every wave of blocks that are resident at once. */
  readonly latency: number;
}

/** What the terms are made of, and the coordinates of the trees. */
interface Quantities extends Terms {
  readonly instructions: number;
  /** Nanoseconds of a block from its first load to its last store. */
  readonly chain: number;
  /** A time for short runs over that for long ones. */
  readonly runFactor: number;
  /** Milliseconds of a copy of as many bytes. */
  readonly copy: number;
}

function quantitiesOf({ kernel, launch }: Features, gpu: Gpu, weights: TermWeights): Quantities {
  const { tileWords, team } = kernel;
  const { tiledWords, activeSms, waves, prefetched } = launch;
  const moved = launch.bytesRead + launch.bytesWritten;
  const touched =
    launch.bytesRead * kernel.sectorsRead ** weights.sectorsRead +
    launch.bytesWritten * kernel.sectorsWritten ** weights.sectorsWritten;
  // Neighbours fetch the parts of a line at about the same time, and other tiles those of a sector: mostly from caches.
  const runRead = Math.max(SECTOR_BYTES, kernel.runRead, Math.min(LINE_BYTES, kernel.tileRunRead));
  const runFactor = segmentTime(gpu, runRead, kernel.tileRunWritten);
  const onCluster = kernel.front > 0;
  const busy = Math.min(1, ((onCluster ? 2 : 1) * activeSms) / gpu.multiprocessors);
  const cached = clamp((weights.uncached - moved / gpu.l2Bytes) / (weights.uncached - weights.cached));
  const faster = 1 - cached * (1 - Math.min(1, gpu.copyBandwidth / gpu.l2Bandwidth));
  const copy = (moved / gpu.copyBandwidth / 1e6) * faster;
  const again = launch.bytesReread / gpu.l2Bandwidth / 1e6;
  const fromMemory = ((copy * touched) / moved / busy) * (1 + weights.segments * (runFactor - 1)) + again;

  const clocks = gpu.clockGHz * 1e6 * activeSms;
  const instructions = instructionsOf(launch);
  const issue = (instructions * kernel.imbalance) / WARP / ISSUE_PER_CLOCK / clocks;
  const shared = launch.wavefronts / clocks;

  const clocksOfTile =
    kernel.tileBytes / weights.l2BytesPerClock +
    ((instructions / WARP / ISSUE_PER_CLOCK + launch.wavefronts) * tileWords) / tiledWords;
  const chain =
    weights.loads * gpu.memoryLatencyNanoseconds +
    clocksOfTile / gpu.clockGHz +
    kernel.meetings * weights.meeting +
    kernel.lookups * weights.lookup;
  // Blocks start as others end, so only a launch of few waves feels their granularity.
  const inTurn = onCluster ? weights.fill : waves < 4 ? Math.ceil(waves) : waves + 0.5;
  const latency = (inTurn * chain) / 1e6;
  const common = { issue, shared, instructions, chain, runFactor, copy };
  if (prefetched === 0 || (onCluster && team > 1)) return { ...common, memory: fromMemory, latency };
  const ahead = (residentBytes(kernel) * gpu.multiprocessors) / gpu.l2Bytes;
  const crowded = weights.prefetchedMemory + weights.crowding * Math.max(0, ahead - weights.crowdedFrom);
  return { ...common, memory: fromMemory * crowded, latency: latency * weights.prefetchedLatency };
}

/** What blocks of a multiprocessor hold of their tiles, in shared memory or in registers. */
const residentBytes = ({ sharedBytes, tileBytes, blocksPerSm }: KernelFeatures): number =>
  Math.max(sharedBytes, tileBytes / 2) * blocksPerSm;

/** One number of those that the trees split by. */
interface Coordinate {
  readonly name: string;
  /** Whether time does not fall where it rises. */
  readonly rising?: true;
  readonly of: (features: Features, quantities: Quantities, gpu: Gpu) => number;
}

const log2 = (value: number): number => Math.log2(Math.max(value, 1e-12));

/** Milliseconds that a word takes, over those of copying it. */
const perWord = (milliseconds: number, { launch: { words, activeSms } }: Features, gpu: Gpu): number =>
  ((milliseconds * activeSms) / gpu.multiprocessors / words) * ((gpu.copyBandwidth * 1e6) / WORD_MOVED);

const COUNTED: readonly Coordinate[] = [
  { name: "memory per word", rising: true, of: (features, { memory }, gpu) => perWord(memory, features, gpu) },
  { name: "issue per word", rising: true, of: (features, { issue }, gpu) => perWord(issue, features, gpu) },
  { name: "wavefronts per word", rising: true, of: (features, { shared }, gpu) => perWord(shared, features, gpu) },
  { name: "bytes per word", rising: true, of: ({ launch }) => (launch.bytesRead + launch.bytesWritten) / launch.words },
  { name: "arithmetic per word", rising: true, of: ({ launch }) => launch.arithmetic / launch.words },
  { name: "accesses per word", rising: true, of: ({ launch }) => launch.accesses / launch.words },
  { name: "factors per word", rising: true, of: ({ launch }) => launch.factors / launch.words },
  { name: "conversions per word", rising: true, of: ({ launch }) => launch.conversions / launch.words },
  {
    name: "footprint",
    rising: true,
    of: ({ launch }, _, gpu) => log2((launch.bytesRead + launch.bytesWritten) / gpu.l2Bytes),
  },
  { name: "chain", rising: true, of: (_, { chain }) => log2(chain) },
  // By Little's law: what is on its way has to last as long as a load takes.
  {
    name: "chain per word",
    rising: true,
    of: ({ kernel }, { chain }) => log2(chain / kernel.tileWords / kernel.blocksPerSm),
  },
  { name: "threadInstructions", rising: true, of: ({ kernel }) => kernel.threadInstructions },
  { name: "waves", of: ({ launch }) => log2(launch.waves) },
  { name: "prefetched", of: ({ launch }) => launch.prefetched },
  { name: "active", of: ({ launch }, _, gpu) => launch.activeSms / gpu.multiprocessors },
  { name: "resident threads", of: ({ kernel }) => kernel.threads * kernel.blocksPerSm },
  { name: "resident bytes", of: ({ kernel }) => residentBytes(kernel) },
  { name: "bytes on their way", of: ({ kernel }) => kernel.tileBytes * kernel.blocksPerSm },
  {
    name: "left to the L1 cache",
    of: ({ kernel }, _, gpu) =>
      gpu.sharedBytesPerSm - kernel.blocksPerSm * (kernel.sharedBytes + gpu.sharedReservedPerBlock),
  },
];

/** Features as they are. */
const OWN = [
  ...(["sectorsRead", "sectorsWritten", "runRead", "tileRunRead", "runWritten", "tileRunWritten"] as const),
  ...(["strideRead", "strideWritten", "brokenRuns", "mirroredRuns", "linesStored", "apartRead"] as const),
  ...(["apartWritten", "othersRead", "othersWritten", "piecesRead", "piecesWritten", "accessRead"] as const),
  ...(["accessWritten", "present", "conflicts", "remoteBytes", "lookups", "meetings", "stages"] as const),
  ...(["tables", "tileBytes", "sharedBytes", "threads", "lanes", "members"] as const),
  ...(["blocksPerSm", "loading", "storing", "idle", "heldWords", "wordsLoaded", "wordsStored"] as const),
  ...(["spread", "firstRadix", "lastRadix", "largestRadix", "smallestRadix", "live", "registerCap"] as const),
  ...(["squeezed", "team", "pipelined", "imbalance", "dealt", "bulk", "front", "groups"] as const),
] as const satisfies readonly (keyof KernelFeatures)[];

export const COORDINATES: readonly Pick<Coordinate, "name" | "rising">[] = [
  ...COUNTED,
  ...OWN.map((name) => ({ name })),
];

/** A kernel as the model sees it. */
export interface Seen {
  readonly terms: Terms;
  /** Terms together, without a launch; what no kernel is faster than. */
  readonly together: number;
  readonly copy: number;
  readonly runFactor: number;
  readonly coordinates: Float64Array;
}

const normOf = ({ memory, issue, shared, latency }: Terms, weights: TermWeights): number =>
  ((weights.memory * memory) ** weights.norm +
    (weights.issue * issue) ** weights.norm +
    (weights.shared * shared) ** weights.norm +
    (weights.latency * latency) ** weights.norm) **
  (1 / weights.norm);

/** Milliseconds by the terms alone, without a launch. */
export function termsTogether(features: Features, gpu: Gpu, weights: TermWeights): number {
  const quantities = quantitiesOf(features, gpu, weights);
  return aboveCopy(normOf(quantities, weights), quantities.copy);
}

/**
 * No kernel is faster than a copy of its bytes, whatever trees say: both together are a p-norm, too. In numbers: 0.73 ms by the trees and 1 ms of a
 * copy are 1.01 ms, 1 and 1 are 1.09, 1.5 and 1 are 1.51.
 */
export const aboveCopy = (work: number, copy: number): number =>
  (work ** ABOVE_COPY + copy ** ABOVE_COPY) ** (1 / ABOVE_COPY);

export const ABOVE_COPY = 8;

/** The same in every batch. */
const ownOf = remembered((kernel: KernelFeatures): Float64Array => numbersOf(kernel, OWN));

export function seenBy(features: Features, gpu: Gpu, weights: TermWeights): Seen {
  const quantities = quantitiesOf(features, gpu, weights);
  const { memory, issue, shared, latency, runFactor, copy } = quantities;
  const together = normOf(quantities, weights);
  const coordinates = new Float64Array(COORDINATES.length);
  COUNTED.forEach(({ of }, index) => (coordinates[index] = of(features, quantities, gpu)));
  coordinates.set(ownOf(features.kernel), COUNTED.length);
  return { terms: { memory, issue, shared, latency }, together, copy, runFactor, coordinates };
}

/** What a launch takes beside its work of so many milliseconds: a short kernel feels the launch alone, a long one how slowly memory begins and ends. */
export function launchTime(
  work: number,
  { kernel: { early } }: Features,
  { launchMicroseconds, leastLaunch }: TermWeights,
): number {
  const full = launchMicroseconds / 1e3;
  const share = Math.min(1, leastLaunch + (LAUNCH_OF_WORK * work) / full);
  return share * (early === 1 ? Math.max(0, full - EARLY_MILLISECONDS) : full);
}

/** How the cost of a launch grows with the work until it is full. */
const LAUNCH_OF_WORK = 0.1;
/** What starting early saves: 2^20 points in f32 1.6 microseconds, 16 x 2^16 0.4 (H200). */
const EARLY_MILLISECONDS = 1e-3;

/** What a time follows from. */
export type TimeWeights = Pick<Weights, "terms" | "trees">;

/** Milliseconds of the kernel, and of its launch. */
export function predictedTime(
  features: Features,
  gpu: Gpu,
  { terms, trees }: TimeWeights = gpu.weights,
): { readonly work: number; readonly launch: number } {
  const { together, copy, coordinates } = seenBy(features, gpu, terms);
  const work = aboveCopy(together * Math.exp(sumOfTrees(trees, coordinates)), copy);
  return { work, launch: launchTime(work, features, terms) };
}

const clamp = (share: number): number => Math.min(1, Math.max(0, share));
