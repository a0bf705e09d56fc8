// The grammar of kernel programs: what a kernel does, typed, before it is text. Addresses are sums of coordinates times
// constants; registers are addressed through constant axes, so every register index is known at generation time.
import type { CodeletSpec, Factor } from "../codelet/codelet.js";
import type { HadamardSpec } from "../codelet/hadamard.js";
import type { KernelElements } from "../plan/elements.js";
import type { StorePolicy, TileOrder } from "../plan/plan.js";
import type { Direction, Precision } from "../plan/transform.js";
import type { Coordinate, Sum } from "./coordinates.js";
import type { MatrixButterfly, MatrixOperand } from "./matrix-program.js";
import type { TwiddleTable } from "./twiddle-table.js";

/** One axis of a register array, the first running fastest: `size` registers whose elements lie `weight` apart. */
export interface RegisterAxis {
  readonly size: number;
  readonly weight: number;
  /** Distance in the batch between them; 0 unless the axis is part of the batch. */
  readonly batch: number;
}

/**
 * Where the factors of a butterfly come from; e is its exponent, w = exp(-2 pi i e / order).
 * - `table`: factor s is row s, entry e of one table
 * - `product`: factor s is w^power, the product over the parts of part[(e * power mod order) / unit % count]; the last part
 *   holds roots, the finer ones roots less 1, so that each costs no more accuracy than one rounding
 * - `fast`: the sine and cosine intrinsics
 */
export type FactorSource =
  | { readonly kind: "table"; readonly table: TwiddleTable }
  | { readonly kind: "product"; readonly parts: readonly { readonly table: TwiddleTable; readonly unit: number }[] }
  | { readonly kind: "fast" };

export interface Twiddle {
  readonly order: number;
  readonly exponent: Sum;
  /** What each register axis above the butterfly adds to the exponent. */
  readonly groupWeights: readonly number[];
  readonly factors: readonly Factor[];
  readonly source: FactorSource;
}

/** Accesses to batch members that do not exist are left out: access only where `member + axis offsets < members present`. */
export interface Guard {
  /** The thread's place in the batch tile; empty when the batch sits in registers alone. */
  readonly member: Sum;
}

/** An address in swizzled shared memory: the sum, and each term of `exchanged` combined with it by exclusive or. */
export interface SwizzledAddress {
  readonly sum: Sum;
  readonly exchanged: Sum;
}

/** One axis of a register array in swizzled shared memory: what its values add to the address, and what they exchange in it. */
export interface SwizzledAxis {
  readonly size: number;
  readonly weight: number;
  readonly exchanged: number;
  /** Distance in ranks between its values, for those sent to different blocks; 0 elsewhere. */
  readonly rank: number;
}

/** The bits of a place in the array that are the index along one dimension. */
export interface BitField {
  readonly shift: number;
  readonly bits: number;
}

/**
 * A store in sequency order. Its address is the place in dyadic order within one transform; along each field it becomes that of
 * sequency order: each bit the sum, modulo 2, of itself and those above it.
 */
export interface Sequency {
  readonly fields: readonly BitField[];
  /** What the thread's place in the batch tile adds to the address. */
  readonly member: Sum;
}

/**
 * What one thread does in a phase. Accesses move `run` neighbours at a time, along the axis of weight 1; mostly 1. Those to global
 * memory are done in the order of memory where lanes hold fragments: neighbouring lanes then access for each other what lies
 * together, and exchange it by shuffles. It makes no difference to what a thread gets.
 */
export type ThreadStep =
  | { readonly kind: "coordinates"; readonly coordinates: readonly Coordinate[] }
  | {
      readonly kind: "load";
      readonly address: Sum;
      readonly axes: readonly RegisterAxis[];
      readonly guard: Guard | undefined;
      readonly run: number;
      readonly inMemoryOrder: boolean;
    }
  | {
      readonly kind: "store";
      readonly address: Sum;
      readonly axes: readonly RegisterAxis[];
      readonly guard: Guard | undefined;
      readonly run: number;
      readonly inMemoryOrder: boolean;
      readonly policy: StorePolicy;
      readonly sequency: Sequency | undefined;
    }
  | {
      readonly kind: "shared-write";
      readonly array: SharedArray;
      readonly address: Sum;
      readonly axes: readonly RegisterAxis[];
      readonly run: number;
    }
  | {
      readonly kind: "shared-read";
      readonly array: SharedArray;
      readonly address: Sum;
      readonly axes: readonly RegisterAxis[];
      readonly run: number;
    }
  | {
      readonly kind: "butterfly";
      readonly codelet: CodeletSpec;
      /** Register axes above the butterfly's own: one butterfly for each of their values. */
      readonly groups: readonly { readonly size: number }[];
      readonly twiddle: Twiddle | undefined;
    }
  | {
      readonly kind: "hadamard";
      readonly codelet: HadamardSpec;
      /** Register axes above the butterfly's own: one butterfly for each of their values. */
      readonly groups: readonly { readonly size: number }[];
    }
  | MatrixButterfly
  /** The Walsh-Hadamard transform within each element. */
  | { readonly kind: "hadamard-within"; readonly registers: number }
  | { readonly kind: "scale"; readonly factor: number; readonly registers: number }
  | PipelineStep;

/** Shared memory without swizzling: the tile of a plain kernel, where a group's bulk copies land, or the one buffer of an undivided block. */
export type SharedArray = "tile" | "landing" | "part";

/** What only threads of kernels on clusters do. */
export type PipelineStep =
  | { readonly kind: "receive-read"; readonly address: SwizzledAddress; readonly axes: readonly SwizzledAxis[] }
  | { readonly kind: "receive-write"; readonly address: SwizzledAddress; readonly axes: readonly SwizzledAxis[] }
  /** To the receive buffers of all blocks of the cluster, this one's included. */
  | { readonly kind: "send"; readonly address: SwizzledAddress; readonly axes: readonly SwizzledAxis[] }
  /** All threads of the group have read the landing buffer for the last time: the next tile is fetched into it. */
  | { readonly kind: "fetch-next" }
  /** Waits until every block of the cluster has read the receive buffer that is sent to next. */
  | { readonly kind: "claim" }
  /** Tells the cluster which tile it does some rounds later; after `claim`, when all have read what it then overwrites. */
  | { readonly kind: "deal" }
  /** All threads of the back (of an undivided block: all) have read the receive buffer for the last time: the cluster may fill it again. */
  | { readonly kind: "release" };

/** What a block does: phases, in which its threads work on their own, with barriers between them. */
export type BlockStep =
  | {
      readonly kind: "phase";
      readonly comment: string;
      /** The first so many threads take part; undefined: all. */
      readonly activeThreads: number | undefined;
      /** Elements each thread holds. */
      readonly registers: number;
      /** What they are as long as they are not computed with. */
      readonly holds: "held" | "exchanged";
      readonly steps: readonly ThreadStep[];
    }
  | { readonly kind: "barrier" };

/** What every kernel has. */
export interface KernelHead {
  readonly name: string;
  /** The kernel in notation. */
  readonly notation: string;
  readonly elements: KernelElements;
  /** Of factors and twiddle factors. */
  readonly precision: Precision;
  /** Of Fourier butterflies. */
  readonly direction: Direction;
  readonly threads: number;
  readonly blocksPerSm: number;
  /** Bytes of shared memory of one block. */
  readonly sharedBytes: number;
  /** Elements between transforms of the batch. */
  readonly batchStride: number;
  /** Offsets inside one transform need more than 32 bits. */
  readonly wideOffsets: boolean;
  readonly tables: readonly TwiddleTable[];
  /** What tensor cores multiply by. */
  readonly matrices: readonly MatrixOperand[];
  readonly overlap: Overlap;
}

/** How a kernel overlaps with those around it; what it computes does not depend on it. */
export interface Overlap {
  /** It may start before the one before it has ended, and waits for that before it touches global memory. */
  readonly startsEarly: boolean;
  /** The next one does so, once all blocks of this one have started. */
  readonly letsNextStart: boolean;
}

/** A kernel whose blocks do not know of each other: one tile each. */
export interface PlainKernel extends KernelHead {
  readonly kind: "plain";
  /** Elements of shared memory. */
  readonly sharedElements: number;
  /** Blocks for each group of `batchTile` transforms. */
  readonly blocksPerBatchTile: number;
  readonly batchTile: number;
  /** Coordinates of the block, and its place in the input and the output. */
  readonly blockCoordinates: readonly Coordinate[];
  readonly blockInput: Sum;
  readonly blockOutput: Sum;
  readonly body: readonly BlockStep[];
}

/** One dimension of the array that bulk copies read, and of the box that one of them fetches. */
export interface BoxExtent {
  readonly extent: number;
  /** Elements between neighbours. */
  readonly stride: number;
  /** Elements of the box along it. */
  readonly box: number;
  /** Where along it the box of a tile, block and group begins. */
  readonly start: Sum;
}

/** What the threads of one role do for one tile. */
export type RoleStep =
  /** Waits until the group's part of the tile has landed (front), or the block's has been received (back). */
  | { readonly kind: "await" }
  /** All threads of the group (front) or of the back. */
  | { readonly kind: "sync" }
  | {
      readonly kind: "phase";
      readonly comment: string;
      readonly registers: number;
      readonly steps: readonly ThreadStep[];
    };

/** A persistent kernel on clusters, which do tile after tile. */
export interface ClusterKernel extends KernelHead {
  /** Blocks of a cluster. */
  readonly cluster: number;
  /** Elements of a tile in one block. */
  readonly blockElements: number;
  /** A tile is brought to the L2 cache before it is fetched. */
  readonly prefetch: boolean;
  readonly tilesPerTransform: number;
  readonly tileCoordinates: readonly Coordinate[];
  /** Dimensions of one transform, the contiguous one first. */
  readonly box: readonly BoxExtent[];
  /** Coordinates of the block before the exchange, and of the group. */
  readonly frontCoordinates: readonly Coordinate[];
  /** Coordinates of the block after the exchange. */
  readonly backCoordinates: readonly Coordinate[];
  /** Place of the tile and block in the output. */
  readonly output: Sum;
  readonly front: readonly RoleStep[];
  readonly back: readonly RoleStep[];
}

/** The threads of its blocks have two roles: while the front works on one tile, the back works on the one before. */
export interface PipelinedKernel extends ClusterKernel {
  readonly kind: "pipelined";
  /** The front: `groups` times `groupThreads` threads. The others are the back. */
  readonly groups: number;
  readonly groupThreads: number;
  readonly backThreads: number;
  readonly receiveBuffers: number;
  readonly order: TileOrder;
}

/** All threads of a block play the front, then the back, in one buffer, where bulk copies land and the cluster sends to. */
export interface UndividedKernel extends ClusterKernel {
  readonly kind: "undivided";
}

export type KernelProgram = PlainKernel | PipelinedKernel | UndividedKernel;

/** Phases of either kind of kernel. */
export const phasesOf = (
  kernel: KernelProgram,
): readonly { readonly comment: string; readonly steps: readonly ThreadStep[] }[] =>
  (kernel.kind === "plain" ? kernel.body : [...kernel.front, ...kernel.back]).flatMap((step) =>
    step.kind === "phase" ? [step] : [],
  );

/** Which memory a kernel reads or writes. */
export type Buffer = "in" | "out" | "workspace";

export interface Launch {
  readonly kernel: KernelProgram;
  readonly source: Buffer;
  readonly target: Buffer;
  /** Which counter of the workspace deals out the tiles, if one does. */
  readonly counter: number | undefined;
}

/** What the caller lends the kernels for the time of a call, beside input and output. */
export interface Workspace {
  /** One copy of the batch. */
  readonly holdsBatch: boolean;
  /** Counters behind it, all 0 when the first kernel starts. */
  readonly counters: number;
}

/** What the host does: launch these kernels in this order. */
export interface HostProgram {
  readonly name: string;
  readonly launches: readonly Launch[];
  readonly workspace: Workspace;
}

export const usesWorkspace = ({ workspace }: HostProgram): boolean => workspace.holdsBatch || workspace.counters > 0;
