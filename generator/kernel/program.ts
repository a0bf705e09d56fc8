// The grammar of kernel programs: what a kernel does, typed, before it is text. Its nouns: a kernel has buffers (arrays in shared
// memory), barriers, tiles (its share of the array, one after the other) and roles (some threads of each block). A role's steps
// are phases, in which threads read, compute and write on their own, and synchronisation between them.
import { invariant } from "../failure/errors.js";
import type { CodeletSpec } from "../codelet/codelet.js";
import type { HadamardSpec } from "../codelet/hadamard.js";
import type { HermitianSpec } from "../codelet/hermitian.js";
import type { ElementType, KernelElements } from "../plan/elements.js";
import { usualStride, type Stride } from "../plan/arrays.js";
import type { TileOrder } from "../plan/plan.js";
import type { Precision, Storage } from "../plan/transform.js";
import type { BitField, PlaceMap, PlaceTable } from "../plan/place-map.js";
import type { Access, Guard, RegisterAxis } from "./access.js";
import type { ColumnStep, Folded, MirrorStep, PairStep, RowPairStep, RowStep } from "./columns.js";
import type { ConstantTable } from "./constant-table.js";
import type { Coordinate, Sum } from "./coordinates.js";
import type { MatrixButterfly, MatrixOperand } from "./matrix-program.js";
import type { Barrier, Copies, Meeting, SyncStep } from "./sync.js";
import type { Twiddle } from "./twiddle.js";
import type { TwiddleTable } from "./twiddle-table.js";

export type { BitField, PlaceMap, PlaceTable };

/** What one thread does in a phase, as one or, where the phase is folded, as the two that it is. */
export type ThreadStep = SingleStep | TurnStep;

export type SingleStep =
  | { readonly kind: "coordinates"; readonly coordinates: readonly Coordinate[] }
  | Access
  | {
      readonly kind: "butterfly";
      readonly codelet: CodeletSpec;
      /** So many, one behind the other in the registers, of which so many are computed at once. */
      readonly butterflies: number;
      readonly atOnce: 1 | 2;
      /** Its factors: of each butterfly those that the codelet takes, then of the next. */
      readonly twiddle: Twiddle | undefined;
    }
  | {
      readonly kind: "hadamard";
      readonly codelet: HadamardSpec;
      /** Where its digit lies: in registers, or inside each element. */
      readonly place: "registers" | "vector";
      readonly butterflies: number;
    }
  | MatrixButterfly
  | HermitianStep
  | ColumnStep
  | MirrorStep
  | PairStep
  | RowPairStep
  | RowStep
  /**
   * Where the sum is `value`: a number of a spectrum that has no other as its conjugate, and counts half as much as the others; or half as
   * much of its real part.
   */
  | {
      readonly kind: "halve";
      readonly isReal: boolean;
      readonly points: readonly { readonly register: number; readonly sum: Sum; readonly value: number }[];
    }
  /** `as`: what the factor is rounded to, and multiplied in. */
  | { readonly kind: "scale"; readonly factor: number; readonly as: Storage; readonly registers: number }
  /** Imaginary parts are 0 from there on: the result was the real ones. */
  | { readonly kind: "real"; readonly registers: number }
  /** Each element times the constant of its place: that of the thread, and what the register axes add to it. */
  | {
      readonly kind: "pointwise";
      readonly table: ConstantTable;
      readonly place: Sum;
      readonly axes: readonly RegisterAxis[];
    }
  /**
   * Where the sum of a frequency is 0: of each such register and x(0), which lies at its place in the buffer, the sum X(0) takes that
   * place, and `length` times x(0) is taken from the register.
   */
  | {
      readonly kind: "zeroth";
      readonly array: string;
      readonly frequency: Sum;
      readonly place: Sum;
      readonly points: readonly { readonly register: number; readonly place: number }[];
      readonly length: number;
    }
  | LinesStep
  | SyncStep;

/**
 * The threads of the role store what lies in the buffer as it lies: so many elements of each member of the batch, `members` or fewer.
 * Warps begin where lines of memory do.
 */
export interface LinesStep {
  readonly kind: "lines";
  readonly array: string;
  readonly elements: number;
  readonly members: number;
  readonly threads: number;
  readonly lineElements: number;
}

/** Of all registers of a phase that is folded, those of both turns (codelet/hermitian.ts). */
export interface HermitianStep {
  readonly kind: "hermitian";
  readonly pairs: HermitianSpec;
  readonly twiddle: Twiddle;
  /** Where the exponent is 0: with factors that are all constants. */
  readonly ends: HermitianSpec;
  readonly endsTwiddle: Twiddle;
  /** Where columns are rows: `ends` of those that are their own mirrors, and `edges` of the others. */
  readonly rows?: HermitianRows;
}

export interface HermitianRows {
  /** The coordinate that is not 0 where a row is its own mirror. */
  readonly alone: string;
  readonly edges: HermitianSpec;
  readonly twiddle: Twiddle;
}

export interface TurnStep {
  readonly kind: "turn";
  readonly folded: Folded;
  readonly mirrored: boolean;
  /** Its registers: so many, from there on. */
  readonly first: number;
  readonly registers: number;
  readonly steps: readonly SingleStep[];
}

/** Steps that threads do on their own, in registers that live no longer. */
export interface PhaseStep {
  readonly kind: "phase";
  readonly comment: string;
  /** The first so many threads of the role have work; undefined: all. Where steps meet, all meet. */
  readonly activeThreads: number | undefined;
  /** Elements each thread holds. */
  readonly registers: number;
  /** What they are as long as they are not computed with. */
  readonly holds: "held" | "exchanged";
  readonly steps: readonly ThreadStep[];
}

export type RoleStep = PhaseStep | SyncStep;

/** Some threads of each block, and what they do for a tile. */
export interface Role {
  readonly name: string;
  /** So many groups of so many threads; what stands below is for each group. */
  readonly groups: number;
  readonly groupThreads: number;
  /** Barriers at which its threads meet, of those that the text names. */
  readonly meetings: readonly Meeting[];
  /** Where it begins to read global memory, if it does so itself, and the coordinates of the block's rank then. */
  readonly loads: Loads | undefined;
  /** What its first thread fetches, if it does. */
  readonly fetches: Fetch | undefined;
  /** Where it begins to write global memory, if it does, and the coordinates of the block's rank then. */
  readonly stores: { readonly coordinates: readonly Coordinate[]; readonly base: Sum } | undefined;
  /**
   * What its threads compute of their numbers they compute for each tile anew: kept from tile to tile, constants of many phases would be
   * spilled.
   */
  readonly forgets?: true;
  /** Whether its first thread deals out the cluster's tiles. */
  readonly deals: boolean;
  /** Before the first tile, and for each. */
  readonly before: readonly SyncStep[];
  readonly steps: readonly RoleStep[];
}

export interface Loads {
  readonly coordinates: readonly Coordinate[];
  readonly base: Sum;
  /**
   * The L2 cache is asked for a tile before: so many elements. Of clusters each block asks for its own, which follow those of the block
   * before it; of blocks with a tile each it asks for another one's, so many of each member of the batch.
   */
  readonly prefetches?: number;
}

/** One dimension of the array that bulk copies read, and of the box that one of them fetches. */
export interface BoxExtent {
  /** Elements that are there, and the first of them; with those before and behind them, which read as zero. */
  readonly extent: number;
  readonly from: number;
  readonly whole: number;
  /** Elements between neighbours. */
  readonly stride: number;
  /** Elements of the box along it. */
  readonly box: number;
  /** Where along it the box of a tile, block and group begins. */
  readonly start: Sum;
}

/** A bulk copy from global memory to a buffer, whose barrier it completes. */
export interface Fetch {
  /** Of the block's rank and of the group, then. */
  readonly coordinates: readonly Coordinate[];
  /** Dimensions of one transform, the contiguous one first. */
  readonly box: readonly BoxExtent[];
  /** Members of the batch, from which of the tile's on; those beyond the last one are zero. */
  readonly members: { readonly box: number; readonly start: Sum };
  readonly buffer: string;
  readonly barrier: string;
  readonly bytes: number;
  /** A tile is brought to the L2 cache before it is fetched. */
  readonly prefetches: boolean;
}

/** An array in the shared memory of a block. */
export interface Buffer {
  /** What steps call it: the copy that is theirs. */
  readonly name: string;
  readonly copies: Copies | undefined;
  /** What all copies together are called, where they are. */
  readonly pool: string | undefined;
  /** Bytes from the beginning of the block's shared memory. */
  readonly offset: number;
  /** Of what it holds: what reads and writes it converts, a bulk copy does not. */
  readonly type: ElementType;
  /** Of one copy. */
  readonly elements: number;
  readonly note: string | undefined;
}

/** Of tickets: numbers of the tiles that the cluster does, round by round, in the shared memory of each block. */
export interface Ring {
  /** Rounds from the one that deals out a tile to the one that does it. */
  readonly ahead: number;
  readonly places: Copies;
  /** Of each place: its number has come. */
  readonly barrier: string;
  /** Bytes of a number, and from the beginning of the block's shared memory. */
  readonly bytes: number;
  readonly offset: number;
}

/** Which tiles there are, and which block or cluster does which. */
export interface Tiles {
  /** Of each group of `batch` transforms. */
  readonly perGroup: number;
  readonly batch: number;
  readonly coordinates: readonly Coordinate[];
  /** Of its coordinates: a tile outside has nothing to write, and is left out. */
  readonly guards: readonly Guard[];
  /**
   * - `each`: a block for each tile, or a cluster
   * - `static`: as many clusters as the GPU holds, each with its share
   * - `ticket`: the same, each taking the next tile when it is ready
   */
  readonly order: "each" | TileOrder;
  readonly ring: Ring | undefined;
}

/** An array of global memory as a kernel sees it; where in it elements lie is its accesses'. */
export interface GlobalArray {
  /** Elements from one member of the batch to the next. */
  readonly distance: Stride;
  /** Real and imaginary parts in arrays of their own. */
  readonly planar: boolean;
}

/**
 * A kernel: in each block, roles that play at the same time, and buffers through which they hand over what they have. A block
 * on its own, a cluster whose blocks are undivided and one whose blocks work in a pipeline differ in their data only.
 */
export interface Kernel {
  readonly name: string;
  /** The kernel in notation. */
  readonly notation: string;
  readonly elements: KernelElements;
  /** Of factors and twiddle factors. */
  readonly precision: Precision;
  readonly threads: number;
  readonly blocksPerSm: number;
  /** Bytes of shared memory of one block. */
  readonly sharedBytes: number;
  readonly source: GlobalArray;
  readonly target: GlobalArray;
  /** Strides that the caller says, by name. */
  readonly parameters: readonly string[];
  /** Offsets inside one transform need more than 32 bits. */
  readonly wideOffsets: boolean;
  readonly tables: readonly TwiddleTable[];
  /** What its elements are multiplied by. */
  readonly constants: readonly ConstantTable[];
  /** What its maps gather by. */
  readonly places: readonly PlaceTable[];
  /** What tensor cores multiply by. */
  readonly matrices: readonly MatrixOperand[];
  readonly overlap: Overlap;
  /** Blocks that work on one tile together: 1, or those of a cluster. */
  readonly cluster: number;
  readonly tiles: Tiles;
  readonly buffers: readonly Buffer[];
  readonly barriers: readonly Barrier[];
  readonly roles: readonly Role[];
}

/** How a kernel overlaps with those around it; what it computes does not depend on it. */
export interface Overlap {
  /** It may start before the one before it has ended, and waits for that before it touches global memory. */
  readonly startsEarly: boolean;
  /** The next one does so, once all blocks of this one have started. */
  readonly letsNextStart: boolean;
}

/** The arrays of global memory, as steps call them; all others are buffers. */
export const SOURCE = "source";
export const TARGET = "target";
/** The buffer of elements at 0 (plan/rader.ts). */
export const ZEROTH = "zeroth";

/** The buffer of real numbers as they are to be stored (layout/in-order.ts). */
export const NUMBERS = "numbers";

/** The buffer of rows that are stored in whole lines (layout/whole-lines.ts). */
export const ROWS = "rows";

export function bufferNamed({ name, buffers }: Pick<Kernel, "name" | "buffers">, wanted: string): Buffer {
  const found = buffers.find((buffer) => buffer.name === wanted);
  invariant(found !== undefined, () => `program: ${name} has no buffer ${wanted}`);
  return found;
}

/** All that a thread does in a phase, in whatever turn. */
export const threadStepsOf = ({ steps }: PhaseStep): readonly SingleStep[] =>
  steps.flatMap((step) => (step.kind === "turn" ? step.steps : [step]));

export const phasesOf = (kernel: Kernel): readonly PhaseStep[] =>
  kernel.roles.flatMap(({ steps }) => steps.flatMap((step) => (step.kind === "phase" ? [step] : [])));

/** What its bulk copies fetch, if it has any. */
export const fetchOf = ({ roles }: Pick<Kernel, "roles">): Fetch | undefined =>
  roles.find(({ fetches }) => fetches !== undefined)?.fetches;

/** Its blocks work in clusters. */
export const isOnClusters = ({ cluster }: Pick<Kernel, "cluster">): boolean => cluster > 1;

/** Its threads load, and the L2 cache is asked ahead. */
export const asksAhead = ({ roles }: Pick<Kernel, "roles">): boolean =>
  roles.some(({ loads }) => loads?.prefetches !== undefined);

/** Its clusters stay, and do tile after tile. */
export const isPersistent = ({ tiles }: Pick<Kernel, "tiles">): boolean => tiles.order !== "each";

/** Which memory a kernel reads or writes. */
export type Memory = "in" | "out" | "workspace" | "second";

/** The arrays of the workspace, in the order in which they lie in it. */
export const WORKSPACE_ARRAYS = ["workspace", "second"] as const satisfies readonly Memory[];

export interface Launch {
  readonly kernel: Kernel;
  readonly source: Memory;
  readonly target: Memory;
  /** Which counter of the workspace deals out the tiles, if one does. */
  readonly counter: number | undefined;
}

/** What the caller lends the kernels for the time of a call, beside input and output. */
export interface Workspace {
  /** Copies of the batch: one that kernels hand on through, and a second one where one of them could not write what it reads. */
  readonly arrays: number;
  /** Counters behind them, all 0 when the first kernel starts. */
  readonly counters: number;
}

/** What the host does: launch these kernels in this order. */
export interface HostProgram {
  readonly name: string;
  /** Input and output lie alike, and may be one. */
  readonly inPlace: boolean;
  /** Strides that the caller says, in the order in which they are passed. */
  readonly parameters: readonly string[];
  readonly launches: readonly Launch[];
  readonly workspace: Workspace;
}

/** Of the kernels that write arrays of the workspace the one that writes most, for which all of these have room; undefined if none does. */
export function largestWriter({ launches }: Pick<HostProgram, "launches">): Kernel | undefined {
  const sizeOf = ({ target, elements: { output } }: Kernel): number =>
    usualStride(target.distance) * output.width * (output.field === "complex" ? 2 : 1);
  return launches
    .filter(({ target }) => target !== "out")
    .map(({ kernel }) => kernel)
    .reduce<Kernel | undefined>(
      (most, kernel) => (most === undefined || sizeOf(kernel) > sizeOf(most) ? kernel : most),
      undefined,
    );
}

export const usesWorkspace = ({ workspace }: HostProgram): boolean => workspace.arrays + workspace.counters > 0;
