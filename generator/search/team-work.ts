// How the blocks of a team do the work of its tiles (layout/geometry.ts): blocks alone and on branches load, exchange and store in turn, as
// many on a multiprocessor as fit; a cluster's blocks go through its tiles, one on each multiprocessor. In numbers: 1000 tiles are 1000
// blocks alone, 2000 of branches in pairs, and 132 of clusters of 2, which do 15 or 16 tiles each.
import type { Gpu } from "../gpu/gpu.js";
import { registerCap } from "../gpu/occupancy.js";
import type { ClusterPlacement } from "../layout/cluster.js";
import { atomStride, digitsAcross, type DigitSet } from "../layout/digits.js";
import { accessesOf, loadingPhase, storingPhase } from "../layout/exchange.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { activeThreads, type Phase } from "../layout/phases.js";
import { elementTypeBytes } from "../plan/elements.js";
import type { Schedule } from "../plan/plan.js";
import { instructionCounts, instructionsOf } from "./instructions.js";
import { fragmentWavefronts } from "./matrix-instructions.js";
import type { RowWork } from "./row-work.js";
import { linesStored, sectorsWasted } from "./sector-waste.js";

export interface TeamWork {
  readonly size: number;
  /** Registers that a thread may have. */
  readonly registerCap: number;
  /** Times that elements go through shared memory; accesses' wavefronts over the fewest; those of each element beside; meetings. */
  readonly exchanges: number;
  readonly conflicts: number;
  readonly wavefronts: number;
  readonly meetings: number;
  /** Sectors over the fewest possible; contiguous elements of an access and of a tile's part; lines of a warp's stores over the fewest. */
  readonly sectorsRead: number;
  readonly sectorsWritten: number;
  readonly runRead: number;
  readonly runWritten: number;
  readonly linesStored: number;
  /** Shares of a block's threads that load and store; threads that work on one phase. */
  readonly loading: number;
  readonly storing: number;
  readonly working: number;
  /** Segments that a warp sends to other blocks over the fewest. */
  readonly scattering: number;
  readonly pipelined: boolean;
  readonly imbalance: number;
  readonly dealt: boolean;
  readonly bulk: boolean;
  readonly front: number;
  readonly groups: number;
  /** Of so many tiles. */
  readonly launched: (tiles: number) => Launched;
}

export interface Launched {
  readonly blocks: number;
  /** Tiles that are worked on, by all blocks of a team: partly filled ones as full ones, but those of clusters, whose rounds are many. */
  readonly tiles: number;
  /** Blocks over those at once on each multiprocessor alone; of clusters rounds. */
  readonly perSm: number;
  readonly activeSms: number;
}

export interface Worked {
  readonly set: DigitSet;
  readonly geometry: KernelGeometry;
  readonly schedule: Schedule;
  readonly rows: RowWork;
  /** Butterflies of one way and of both. */
  readonly ways: number;
}

export function teamWork(worked: Worked, gpu: Gpu): TeamWork {
  const { team } = worked.geometry;
  switch (team.kind) {
    case "block":
      return blockWork(worked, 1, gpu);
    case "branches":
      return blockWork(worked, team.size, gpu);
    case "cluster":
      return clusterWork(worked, team, gpu);
  }
}

/** Butterflies across rows, which what goes there and back does once. */
export function acrossPhases({ set, phases }: KernelGeometry): readonly Phase[] {
  const names = new Set((set.gathers ? digitsAcross(set) : []).map(({ name }) => name));
  return phases.filter(({ digit }) => digit !== undefined && names.has(digit.name));
}

function blockWork({ geometry, schedule, rows, ways }: Worked, size: number, gpu: Gpu): TeamWork {
  const { phases, tile, threads, elements } = geometry;
  const exchanges = ways * Math.max(0, phases.length - 1) - acrossPhases(geometry).length;
  const [read, written] = [elementTypeBytes(elements.input), elementTypeBytes(elements.output)];
  return {
    size,
    registerCap: registerCap(gpu, schedule),
    exchanges,
    conflicts: conflictsOf(geometry),
    wavefronts: rows.wavefronts + fragmentWavefronts(geometry),
    meetings: exchanges + rows.meetings,
    sectorsRead: sectorsWasted(geometry, "load", read),
    sectorsWritten: sectorsWasted(geometry, "store", written),
    runRead: tile.inputRun,
    runWritten: tile.outputRun,
    linesStored: linesStored(geometry, written),
    loading: activeThreads(loadingPhase(geometry)) / threads,
    storing: activeThreads(storingPhase(geometry)) / threads,
    working: threads,
    scattering: 1,
    pipelined: false,
    imbalance: 1,
    dealt: false,
    bulk: false,
    front: 0,
    groups: 0,
    launched: (tiles) => {
      const blocks = tiles * size;
      const activeSms = Math.min(gpu.multiprocessors, blocks);
      return { blocks, tiles: blocks, perSm: blocks / activeSms, activeSms };
    },
  };
}

function conflictsOf({ exchanges }: KernelGeometry): number {
  const accesses = accessesOf(exchanges);
  const sum = (count: (one: (typeof accesses)[number]) => number): number =>
    accesses.reduce((total, one) => total + count(one), 0);
  return accesses.length === 0 ? 1 : sum(({ wavefronts }) => wavefronts) / sum(({ ideal }) => ideal);
}

function clusterWork({ set, geometry, schedule }: Worked, cluster: ClusterPlacement, gpu: Gpu): TeamWork {
  const { phases, tile, threads, output, loadSectors, storeSectors } = geometry;
  const { size, undivided, front, back } = cluster;
  const work = (part: readonly Phase[]): number =>
    instructionsOf(instructionCounts(set, geometry, part, schedule, gpu));
  const [before, after] = undivided ? [1, 1] : [work(front), work(back)];
  const bulk = cluster.fetchedBy === "bulk copies";
  const most = Math.max(1, Math.floor(residentSms(gpu, size) / size));
  return {
    size,
    // What is left of a multiprocessor by one block on each.
    registerCap: Math.min(gpu.maxRegistersPerThread, Math.floor(gpu.registersPerSm / threads)),
    exchanges: phases.length,
    conflicts: cluster.conflicts,
    wavefronts: 0,
    meetings: phases.length,
    // Bulk copies fetch whole sectors.
    sectorsRead: loadSectors.sectors / loadSectors.ideal,
    sectorsWritten: storeSectors.sectors / storeSectors.ideal,
    runRead: bulk ? (cluster.box[0]?.box ?? 1) : tile.inputRun,
    // Those between are other blocks' of its cluster.
    runWritten: Math.min(tile.outputRun, ...cluster.rankAfter.map((atom) => atomStride(output, atom))),
    linesStored: 1,
    loading: 1,
    storing: 1,
    working: undivided ? threads : threads / 2,
    scattering: cluster.scattering,
    pipelined: !undivided,
    // Warps of one half cannot do the work of the other.
    imbalance: (2 * Math.max(before, after)) / (before + after),
    dealt: cluster.order === "ticket",
    bulk,
    front: front.length,
    groups: cluster.groups,
    launched: (tiles) => {
      const clusters = Math.min(most, tiles);
      return {
        blocks: clusters * size,
        tiles,
        perSm: tiles / clusters,
        activeSms: Math.min(gpu.multiprocessors, clusters * size),
      };
    },
  };
}

/** Multiprocessors that clusters of this size can use; a guess where nobody has measured it. */
function residentSms({ clusterResidency, multiprocessors }: Gpu, size: number): number {
  const known = clusterResidency.find(({ clusterSize }) => clusterSize === size);
  return known?.multiprocessors ?? Math.floor((0.9 * multiprocessors) / size) * size;
}
