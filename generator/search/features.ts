// What a kernel does, as named numbers with units: all that a prediction of its time is made of (search/model.ts). They are counted from its
// phases, its exchanges and the ends of its path; of the GPU only limits are asked, such as how many blocks fit a multiprocessor, and no
// speed. In numbers: 16384 rows of 4096 complex numbers in single precision, 3 butterflies of 16 on 256 threads, read 512 MiB and write as
// much, exchange twice, and have 128 Mi words. Whoever changes what a number means raises FEATURES_VERSION and fits the weights anew.
import type { Gpu } from "../gpu/gpu.js";
import { LINE_BYTES, WARP } from "../gpu/hardware.js";
import { occupancy } from "../gpu/occupancy.js";
import { product, type DigitSet } from "../layout/digits.js";
import { loadingPhase, storingPhase } from "../layout/exchange.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { activeThreads, registersPerThread } from "../layout/phases.js";
import { presentTiles } from "../layout/present-tiles.js";
import { presentShare } from "../layout/reach.js";
import { isTurning } from "../layout/turning.js";
import { timesRead } from "../plan/array-overlaps.js";
import { partsOf } from "../plan/arrays.js";
import { elementRegisters, elementTypeBytes } from "../plan/elements.js";
import type { Schedule } from "../plan/plan.js";
import { factorLookups, instructionCounts, instructionsOf, type Instructions } from "./instructions.js";
import { brokenRuns, runDistance } from "./memory-runs.js";
import { registersToFit } from "./register-need.js";
import { comfortableRegisters, registerUse } from "./registers.js";
import { rowWork } from "./row-work.js";
import { gapsMoved, numbersApart, sharesRuns, storedApart } from "./sector-waste.js";
import { acrossPhases, teamWork } from "./team-work.js";

/** Of all blocks of a launch together. */
export interface LaunchFeatures {
  /** 32-bit words of the elements that are transformed, and of all tiles, partly filled ones as if they were full. */
  readonly words: number;
  readonly tiledWords: number;
  /** Bytes of the arrays that are there; what several tiles read of overlapping arrays once, and how often more, which the L2 cache has. */
  readonly bytesRead: number;
  readonly bytesReread: number;
  readonly bytesWritten: number;
  /** Thread instructions, by what they are for: issue slots of arithmetic, global and shared accesses, twiddle factors, places, conversions. */
  readonly arithmetic: number;
  readonly accesses: number;
  readonly factors: number;
  readonly addresses: number;
  readonly conversions: number;
  /** Of shared memory. */
  readonly wavefronts: number;
  /** 1: blocks prefetch to the L2 cache. */
  readonly prefetched: number;
  /** The grid: blocks; waves of those resident, or rounds of clusters; multiprocessors that have work. */
  readonly blocks: number;
  readonly waves: number;
  readonly activeSms: number;
}

/** The same in every batch. */
export interface KernelFeatures {
  /** Sectors of 32 bytes that accesses touch over the fewest that hold their bytes. */
  readonly sectorsRead: number;
  readonly sectorsWritten: number;
  /** Contiguous bytes of what one access of a block, or one bulk copy, reads; of a tile; of what a block of a cluster writes; of a tile. */
  readonly runRead: number;
  readonly tileRunRead: number;
  readonly runWritten: number;
  readonly tileRunWritten: number;
  /** Bytes from one of a tile's runs to the next, 0 for a single one. */
  readonly strideRead: number;
  readonly strideWritten: number;
  /** The share of runs that begin within a sector as they are written; runs of columns and their mirrors for each element. */
  readonly brokenRuns: number;
  readonly mirroredRuns: number;
  /** Lines of 128 bytes that a warp stores to over the fewest. */
  readonly linesStored: number;
  /** Elements from a number to the one that the next lane reads, or writes; 1 if others have what lies between. */
  readonly apartRead: number;
  readonly apartWritten: number;
  readonly othersRead: number;
  readonly othersWritten: number;
  /** Accesses for each element: 2 where its parts lie apart. Bytes of one access. */
  readonly piecesRead: number;
  readonly piecesWritten: number;
  readonly accessRead: number;
  readonly accessWritten: number;
  /** The share of elements that are there as they are read. */
  readonly present: number;
  /** Instructions that one thread executes for one tile. */
  readonly threadInstructions: number;
  /** Wavefronts of an access to shared memory over the fewest possible. */
  readonly conflicts: number;
  /** Bytes of each element that go to other blocks of a cluster. */
  readonly remoteBytes: number;
  /** Exposed latency: twiddle factors that a thread looks up one after the other, times that the threads of a block meet, phases. */
  readonly lookups: number;
  readonly meetings: number;
  readonly stages: number;
  /** 1: factors come from a table, 0: from powers of a few, or are computed. */
  readonly tables: number;
  /** Of a block: words and bytes of its tile, in and out; bytes of shared memory; threads; lanes of its warps for each thread. */
  readonly tileWords: number;
  readonly tileBytes: number;
  readonly sharedBytes: number;
  readonly threads: number;
  readonly lanes: number;
  /** Members of the batch in a tile. */
  readonly members: number;
  /** Resident on a multiprocessor. */
  readonly blocksPerSm: number;
  /** The share of threads that load, that store; and those without work over those with, in the mean of phases. */
  readonly loading: number;
  readonly storing: number;
  readonly idle: number;
  /** Words of a thread: the most of a phase, those it loads and stores at once; and the most of a phase over the fewest. */
  readonly heldWords: number;
  readonly wordsLoaded: number;
  readonly wordsStored: number;
  readonly spread: number;
  /** Radices: of the first and last butterfly, the largest, the smallest. */
  readonly firstRadix: number;
  readonly lastRadix: number;
  readonly largestRadix: number;
  readonly smallestRadix: number;
  /** Numbers that the largest butterfly holds at once; registers that a thread may have; those it needs over these. */
  readonly live: number;
  readonly registerCap: number;
  readonly squeezed: number;
  /** Blocks that share a tile; 1 if half of their threads do the first phases of the next one meanwhile; work of the slower half over the mean. */
  readonly team: number;
  readonly pipelined: number;
  readonly imbalance: number;
  /** Of a cluster: 1 for tiles dealt out dynamically; 1 for bulk copies; phases before the exchange; parts that fetch on their own. */
  readonly dealt: number;
  readonly bulk: number;
  readonly front: number;
  readonly groups: number;
  /** 1 for a kernel that may start before the one before it has ended. */
  readonly early: number;
}

export interface Features {
  readonly kernel: KernelFeatures;
  readonly launch: LaunchFeatures;
}

/** What explanations show beside. */
export interface Resources {
  readonly registers: number;
  readonly blocksPerSm: number;
}

export interface Counted {
  readonly resources: Resources;
  /** In any batch: nearly all that there is to count depends on none. */
  readonly features: (batch: number, prefetched?: boolean) => Features;
}

export function countedFeatures(set: DigitSet, given: KernelGeometry, schedule: Schedule, gpu: Gpu): Counted {
  const turns = isTurning(set, given.index);
  const geometry = set.turns && turns ? thereAndBack(given) : given;
  const { tile, threads, phases, elements, reads, writes, index, digits, sharedBytes } = geometry;
  const ways = turns ? 2 : 1;
  const read = elementTypeBytes(elements.input);
  const exchanged = elementTypeBytes(elements.exchanged);
  const written = elementTypeBytes(elements.output);
  const words = elementRegisters(elements.held);
  const tileElements = product(tile.atoms);
  const tilesOfOne = presentTiles(writes, tile);

  const rows = rowWork(geometry, exchanged);
  const team = teamWork({ set, geometry, schedule, rows, ways }, gpu);
  const cap = Math.max(1, team.registerCap);
  const comfortable = comfortableRegisters(elements.held, geometry.registers, registerUse(digits));
  const registers = Math.min(comfortable, cap);
  const resident = occupancy(gpu, { threads, registersPerThread: registers, sharedBytes }).blocksPerSm;
  // What goes there and back takes all registers that its bounds leave it; a cluster's block is alone where it is.
  const atOnce = team.front > 0 ? 1 : turns ? Math.min(resident, schedule.blocksPerSm) : resident;
  const blocksPerSm = Math.max(1, atOnce);

  const once = acrossPhases(geometry);
  const all = instructionCounts(set, geometry, phases, schedule, gpu);
  const across = once.length === 0 ? undefined : instructionCounts(set, geometry, once, schedule, gpu);
  const both = (what: keyof Instructions): number => ways * all[what] - (across?.[what] ?? 0);
  const accesses = both("accesses") + rows.instructions;
  const [arithmetic, factors] = [both("arithmetic"), both("factors")];
  const [addresses, conversions] = [both("addresses"), both("conversions")];
  const wavefronts = (2 * team.exchanges * exchanged * team.conflicts) / LINE_BYTES + team.wavefronts;
  const shares = phases.map((phase) => activeThreads(phase) / team.working);
  const held = phases.map(registersPerThread);
  const radices = digits.map(({ radix }) => radix);
  const overlapping = index === 0 ? set.arrays.input : undefined;
  const present = presentShare(reads);
  const presentWritten = presentShare(writes);

  // Without spreads: the search makes tens of thousands of these.
  const kernel: KernelFeatures = {
    sectorsRead: team.sectorsRead * gapsMoved(set, index, read),
    sectorsWritten: team.sectorsWritten * gapsMoved(set, index + 1, written),
    runRead: team.runRead * read,
    tileRunRead: tile.inputRun * read,
    runWritten: team.runWritten * written,
    tileRunWritten: tile.outputRun * written,
    strideRead: runDistance(geometry, "input"),
    strideWritten: runDistance(geometry, "output"),
    brokenRuns: brokenRuns(geometry),
    mirroredRuns: geometry.columns.atoms.length === 0 ? 0 : 1 / tile.outputRun,
    linesStored: team.linesStored,
    apartRead: numbersApart(reads),
    apartWritten: storedApart(geometry),
    othersRead: Number(sharesRuns(geometry, reads)),
    othersWritten: Number(sharesRuns(geometry, writes)),
    piecesRead: partsOf(reads.content) === undefined ? 1 : 2,
    piecesWritten: partsOf(writes.content) === undefined ? 1 : 2,
    accessRead: geometry.loadRun * read,
    accessWritten: geometry.storeRun * written,
    present,
    threadInstructions:
      (instructionsOf({ arithmetic, accesses, factors, addresses, conversions }) * tileElements) / threads / team.size,
    conflicts: team.conflicts,
    remoteBytes: (team.scattering * exchanged * (team.size - 1)) / team.size,
    lookups: ways * factorLookups(geometry, schedule),
    meetings: team.meetings,
    stages: phases.length,
    tables: Number(schedule.twiddles === "table"),
    tileWords: tileElements * words,
    tileBytes: tileElements * (read + written),
    sharedBytes,
    threads,
    lanes: (Math.ceil(threads / WARP) * WARP) / threads,
    members: tile.batchTile,
    blocksPerSm,
    loading: team.loading,
    storing: team.storing,
    idle: shares.reduce((sum, share) => sum + 1 / share - 1, 0) / shares.length,
    heldWords: geometry.registers * words,
    wordsLoaded: registersPerThread(loadingPhase(geometry)) * words,
    wordsStored: registersPerThread(storingPhase(geometry)) * words,
    spread: Math.max(...held) / Math.min(...held),
    firstRadix: phases[0]?.digit?.radix ?? 1,
    lastRadix: phases.at(-1)?.digit?.radix ?? 1,
    largestRadix: Math.max(1, ...radices),
    smallestRadix: Math.min(...radices),
    live: all.live,
    registerCap: cap,
    squeezed: registersToFit(given, schedule.twiddles) / cap,
    team: team.size,
    pipelined: Number(team.pipelined),
    imbalance: team.imbalance,
    dealt: Number(team.dealt),
    bulk: Number(team.bulk),
    front: team.front,
    groups: team.groups,
    early: Number(schedule.early === true),
  };
  const asks = schedule.prefetch === true;
  const features = (batch: number, prefetched = asks): Features => {
    const { blocks, tiles, perSm, activeSms } = team.launched(Math.ceil(batch / tile.batchTile) * tilesOfOne);
    const arrays = geometry.set.elements * batch;
    const tiled = team.front > 0 ? arrays : tiles * tileElements;
    const bytesRead = (arrays * read * present) / (overlapping === undefined ? 1 : timesRead(overlapping, batch));
    const launch: LaunchFeatures = {
      words: arrays * words,
      tiledWords: tiled * words,
      bytesRead,
      bytesReread: arrays * read * present - bytesRead,
      bytesWritten: arrays * written * presentWritten,
      arithmetic: tiled * arithmetic,
      accesses: tiled * accesses,
      factors: tiled * factors,
      addresses: tiled * addresses,
      conversions: tiled * conversions,
      wavefronts: tiled * wavefronts,
      prefetched: Number(prefetched),
      blocks,
      waves: perSm / blocksPerSm,
      activeSms,
    };
    return { kernel, launch };
  };
  return { resources: { registers, blocksPerSm }, features };
}

/** Of several kernels that go there and back the one in the middle writes where it has read. */
const thereAndBack = (geometry: KernelGeometry): KernelGeometry => ({
  ...geometry,
  output: geometry.input,
  writes: geometry.reads,
  storeRun: geometry.loadRun,
  storeSectors: geometry.loadSectors,
  tile: { ...geometry.tile, outputRun: geometry.tile.inputRun },
});
