// The grammar of kernel programs: what a kernel does, typed, before it is text. Addresses are sums of coordinates times
// constants; registers are addressed through constant axes, so every register index is known at generation time.
import type { CodeletSpec, Factor } from "../codelet/codelet.js";
import type { StorePolicy } from "../plan/plan.js";
import type { Direction, Precision } from "../plan/transform.js";

/** A named part of the thread or block index: `index / divisor % modulus`; no modulus when nothing lies above it. */
export interface Coordinate {
  readonly name: string;
  readonly source: "thread" | "block";
  readonly divisor: number;
  readonly size: number;
  /** False when it is the heaviest part of its index, so that the remainder need not be taken. */
  readonly reduce: boolean;
}

export interface Term {
  readonly coordinate: string;
  readonly weight: number;
}

/** The sum of coordinate times weight over its terms. */
export type Sum = readonly Term[];

/** One axis of a register array, the first running fastest: `size` registers whose elements lie `weight` apart. */
export interface RegisterAxis {
  readonly size: number;
  readonly weight: number;
  /** Distance in the batch between them; 0 unless the axis is part of the batch. */
  readonly batch: number;
}

/**
 * A table of roots of unity: entry [row][index] = exp(-2 pi i (row.power * index / order + row.turn)), conjugated for inverse
 * transforms; less 1 where `minusOne` says so.
 */
export interface TwiddleTable {
  readonly name: string;
  readonly order: number;
  readonly count: number;
  readonly rows: readonly Factor[];
  /** Entries are roots less 1: small numbers that keep all their digits. */
  readonly minusOne: boolean;
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

/** What one thread does in a phase. */
export type ThreadStep =
  | { readonly kind: "coordinates"; readonly coordinates: readonly Coordinate[] }
  | {
      readonly kind: "load";
      readonly address: Sum;
      readonly axes: readonly RegisterAxis[];
      readonly guard: Guard | undefined;
    }
  | {
      readonly kind: "store";
      readonly address: Sum;
      readonly axes: readonly RegisterAxis[];
      readonly guard: Guard | undefined;
      readonly policy: StorePolicy;
    }
  | { readonly kind: "shared-write"; readonly address: Sum; readonly axes: readonly RegisterAxis[] }
  | { readonly kind: "shared-read"; readonly address: Sum; readonly axes: readonly RegisterAxis[] }
  | {
      readonly kind: "butterfly";
      readonly codelet: CodeletSpec;
      /** Register axes above the butterfly's own: one butterfly for each of their values. */
      readonly groups: readonly { readonly size: number }[];
      readonly twiddle: Twiddle | undefined;
    }
  | { readonly kind: "scale"; readonly factor: number; readonly registers: number };

/** What a block does: phases, in which its threads work on their own, with barriers between them. */
export type BlockStep =
  | {
      readonly kind: "phase";
      readonly comment: string;
      /** The first so many threads take part; undefined: all. */
      readonly activeThreads: number | undefined;
      /** Complex elements each thread holds. */
      readonly registers: number;
      readonly steps: readonly ThreadStep[];
    }
  | { readonly kind: "barrier" };

export interface KernelProgram {
  readonly name: string;
  /** The kernel in notation. */
  readonly notation: string;
  readonly precision: Precision;
  readonly direction: Direction;
  readonly threads: number;
  readonly blocksPerSm: number;
  /** Complex elements of shared memory. */
  readonly sharedElements: number;
  /** Blocks for each group of `batchTile` transforms. */
  readonly blocksPerBatchTile: number;
  readonly batchTile: number;
  /** Elements between transforms of the batch. */
  readonly batchStride: number;
  /** Coordinates of the block, and its place in the input and the output. */
  readonly blockCoordinates: readonly Coordinate[];
  readonly blockInput: Sum;
  readonly blockOutput: Sum;
  /** Offsets inside one transform need more than 32 bits. */
  readonly wideOffsets: boolean;
  readonly body: readonly BlockStep[];
  readonly tables: readonly TwiddleTable[];
}

/** Which memory a kernel reads or writes. */
export type Buffer = "in" | "out" | "workspace";

export interface Launch {
  readonly kernel: KernelProgram;
  readonly source: Buffer;
  readonly target: Buffer;
}

/** What the host does: launch these kernels in this order. */
export interface HostProgram {
  readonly name: string;
  readonly launches: readonly Launch[];
  /** The workspace holds one copy of the batch, or nothing. */
  readonly usesWorkspace: boolean;
}
