// The grammar of kernel programs: the actions of a kernel, typed, before they are text. Its nouns: a kernel has buffers (arrays
// in shared memory), barriers, tiles (its share of the array, one after the other) and roles (some threads of each block). A
// role's steps are phases, in which threads read, compute and write on their own, and synchronisation between them.
import { invariant } from "../failure/errors.js";
import type { CodeletSpec } from "../codelet/codelet.js";
import type { HadamardSpec } from "../codelet/hadamard.js";
import type { HermitianPairsStep, HermitianStep } from "./hermitian-steps.js";
import type { ElementType, KernelElements } from "../plan/elements.js";
import type { Stride } from "../plan/arrays.js";
import type { TileOrder } from "../plan/plan.js";
import type { Precision, NumberFormat } from "../plan/transform.js";
import type { BitField, PlaceMap } from "../plan/place-map.js";
import type { PlaceTable } from "../plan/place-table.js";
import type { Access, Guard, RegisterAxis } from "./access.js";
import type { ConstantTable } from "./constant-table.js";
import type { Coordinate, Sum } from "./coordinates.js";
import type { Let } from "./let.js";
import type { MirrorStep } from "./mirror-step.js";
import type { MatrixButterfly, MatrixOperand } from "./matrix-program.js";
import type { Barrier, Copies, Meeting, SyncStep } from "./sync.js";
import type { Twiddle } from "./twiddle.js";
import type { TwiddleTable } from "./twiddle-table.js";

export type { BitField, PlaceMap, PlaceTable };

/** The step of one thread in a phase; in a folded phase a step of one of its two butterflies, or of both. */
export type ThreadStep = SingleStep | TurnStep | InMemoryOrderStep;

export type SingleStep =
  | { readonly kind: "coordinates"; readonly coordinates: readonly Coordinate[] }
  | Access
  | {
      readonly kind: "butterfly";
      readonly codelet: CodeletSpec;
      /** The number of butterflies, one after the other in the registers, and how many of them are computed at once. */
      readonly butterflies: number;
      readonly atOnce: 1 | 2;
      /** Its factors: those of the first butterfly, then of the next. */
      readonly twiddle: Twiddle | undefined;
    }
  | {
      readonly kind: "hadamard";
      readonly codelet: HadamardSpec;
      /** The place of its digit: in registers, or inside each element. */
      readonly place: "registers" | "vector";
      readonly butterflies: number;
    }
  | MatrixButterfly
  | HermitianStep
  | HermitianPairsStep
  | Let
  | MirrorStep
  /**
   * Multiplies by a weight where the sum is `value`: half, of a frequency that is its own conjugate; what an orthonormal transform has for
   * frequency 0; or 1. `isReal`: what is imaginary there is dropped.
   */
  | {
      readonly kind: "weigh";
      readonly isReal: boolean;
      readonly weight: number;
      readonly points: readonly { readonly register: number; readonly sum: Sum; readonly value: number }[];
    }
  /** `as`: the format in which the factor is rounded and multiplied. */
  | { readonly kind: "scale"; readonly factor: number; readonly as: NumberFormat; readonly registers: number }
  /** Times the factor that the caller says. */
  | { readonly kind: "scale"; readonly factor: "called"; readonly registers: number }
  /** Sets imaginary parts to 0 from this register on: the results are the real parts. */
  | { readonly kind: "real"; readonly registers: number }
  /** Each element times the constant of its place: the thread's place plus that of the register axes. */
  | {
      readonly kind: "pointwise";
      readonly table: ConstantTable;
      readonly place: Sum;
      readonly axes: readonly RegisterAxis[];
    }
  /**
   * Rader's DC term, where the sum of a frequency is 0: for each such register and x(0), which is at its place in the buffer, the
   * sum X(0) replaces x(0), and `length` times x(0) is subtracted from the register.
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
 * The threads of the role store the elements of the buffer in their order: so many elements of each member of the batch,
 * `members` or fewer. Warps begin at lines of memory.
 */
export interface LinesStep {
  readonly kind: "lines";
  readonly array: string;
  /** Of global memory. */
  readonly target: string;
  readonly elements: number;
  readonly members: number;
  readonly threads: number;
  readonly lineElements: number;
}

/** The steps of one of two butterflies, in which a thread stands for another one. */
export interface TurnStep {
  readonly kind: "turn";
  readonly mirrored: boolean;
  /** The numbers of its own, among them that of the thread for which it stands, which has the name of `thread`. */
  readonly numbers: readonly Let[];
  readonly thread: string;
  /** Its registers: the first one and their number. */
  readonly first: number;
  readonly registers: number;
  readonly steps: readonly SingleStep[];
}

/** An access in the order of memory, and coordinates: of the elements that a lane moves for others, and then exchanges by shuffles. */
export interface InMemoryOrderStep {
  readonly kind: "in-memory-order";
  readonly steps: readonly SingleStep[];
}

/** Steps that have names of their own. */
export type Scope = PhaseStep | TurnStep | InMemoryOrderStep;

export const isScope = (step: RoleStep | ThreadStep): step is Scope =>
  step.kind === "phase" || step.kind === "turn" || step.kind === "in-memory-order";

/** Steps that threads do on their own, in registers whose values end with the phase. */
export interface PhaseStep {
  readonly kind: "phase";
  readonly comment: string;
  /** The threads of the role that have work, where not all of them do. */
  readonly workers: Workers | undefined;
  /** Elements each thread holds. */
  readonly registers: number;
  /** The type of the elements between computations. */
  readonly holds: "held" | "exchanged";
  readonly steps: readonly ThreadStep[];
}

/** The first threads of a role, which have work in a phase, and what its others do there. */
export interface Workers {
  readonly count: number;
  /** `skip`: nothing. `repeat`: the last worker's steps, but for its writes, so that all threads meet inside the phase. */
  readonly others: "skip" | "repeat";
}

export type RoleStep = PhaseStep | SyncStep;

/** Some threads of each block, and their steps for a tile. */
export interface Role {
  readonly name: string;
  /** The number of groups and of their threads; the fields below are for each group. */
  readonly groups: number;
  readonly groupThreads: number;
  /** Barriers at which its threads meet, among those with a name in the text. */
  readonly meetings: readonly Meeting[];
  /** Where its tile begins in each array of global memory that its threads read or write. */
  readonly origins: readonly TileOrigin[];
  /** The bulk copies of its first thread, if any. */
  readonly fetches: Fetch | undefined;
  /**
   * Threads recompute the values of their numbers for each tile: kept from tile to tile, constants of many phases would be
   * spilled.
   */
  readonly forgets?: true;
  /** Whether its first thread takes the cluster's tiles from the queue. */
  readonly deals: boolean;
  /** Steps before the first tile, and for each tile. */
  readonly before: readonly SyncStep[];
  readonly steps: readonly RoleStep[];
}

export interface TileOrigin {
  /** The name of the array. */
  readonly array: string;
  /** The coordinates of the block's rank in `base`. */
  readonly coordinates: readonly Coordinate[];
  readonly base: Sum;
  /**
   * The number of elements of a tile that an L2 prefetch loads ahead. On clusters each block prefetches its own elements, which
   * follow those of the block before it; blocks with a tile each prefetch another block's tile, so many elements of each member
   * of the batch.
   */
  readonly prefetches?: number;
}

/** One dimension of the array that bulk copies read, and of the box that one of them fetches. */
export interface BoxExtent {
  /** The number of elements present, and the first of them; elements before and after them read as zero. */
  readonly extent: number;
  readonly from: number;
  readonly whole: number;
  /** Elements between neighbours. */
  readonly stride: number;
  /** Elements of the box along this dimension. */
  readonly box: number;
  /** The start of the box of a tile, block and group along this dimension. */
  readonly start: Sum;
}

/** A bulk copy from global memory to a buffer, which arrives at the buffer's barrier. */
export interface Fetch {
  /** Of global memory. */
  readonly array: string;
  /** Coordinates of the block's rank and of the group at the copy. */
  readonly coordinates: readonly Coordinate[];
  /** Dimensions of one transform, the contiguous one first. */
  readonly box: readonly BoxExtent[];
  /** The number of members of the batch, and the first one, counted from the tile's; members beyond the last one are zero. */
  readonly members: { readonly box: number; readonly start: Sum };
  readonly buffer: string;
  readonly barrier: string;
  readonly bytes: number;
  /** Whether an L2 prefetch loads a tile before the bulk copy. */
  readonly prefetches: boolean;
}

/** An array in the shared memory of a block. */
export interface Buffer {
  /** Its name in steps: that of the role's own copy. */
  readonly name: string;
  readonly copies: Copies | undefined;
  /** The name of all copies together, where there are several. */
  readonly pool: string | undefined;
  /** Bytes from the beginning of the block's shared memory. */
  readonly offset: number;
  /** The type of its elements: reads and writes convert to it, a bulk copy does not. */
  readonly type: ElementType;
  /** The number of elements of one copy. */
  readonly elements: number;
  readonly note: string | undefined;
}

/** The tile numbers of a cluster, round by round, in the shared memory of each block. */
export interface Ring {
  /** Rounds from taking a tile from the queue to working on it. */
  readonly ahead: number;
  readonly places: Copies;
  /** The barrier of each place: its number has arrived. */
  readonly barrier: string;
  /** The bytes of a number, and the offset in the block's shared memory. */
  readonly bytes: number;
  readonly offset: number;
}

/** The tiles, and their assignment to blocks or clusters. */
export interface Tiles {
  /** The number of tiles for each group of `batch` transforms. */
  readonly perGroup: number;
  readonly batch: number;
  readonly coordinates: readonly Coordinate[];
  /** Guards on the coordinates of a tile: a tile outside has nothing to write, and is left out. */
  readonly guards: readonly Guard[];
  /**
   * - `each`: a block or a cluster for each tile
   * - `static`: as many clusters as the GPU holds, each with its share
   * - `ticket`: as many clusters, each taking the next tile from the queue when it is ready
   */
  readonly order: "each" | TileOrder;
  readonly ring: Ring | undefined;
}

/** An array of global memory, as a kernel takes it. */
export interface GlobalArray {
  /** Its name in accesses: that of the pointer to the beginning of the tile. */
  readonly name: string;
  /** The kernel's parameter: the pointer to the beginning of the batch, or the tensor map of bulk copies. */
  readonly parameter: string;
  readonly direction: "read" | "written";
  readonly element: ElementType;
  /** Elements from one member of the batch to the next. */
  readonly distance: Stride;
  /** Whether real and imaginary parts are in separate arrays. */
  readonly planar: boolean;
}

/**
 * A kernel: in each block, roles that run at the same time, and buffers through which they exchange data. A block on its own, a
 * cluster with uniform warps and one with warp-specialised roles differ in their data only.
 */
export interface Kernel {
  readonly name: string;
  /** The kernel in notation. */
  readonly notation: string;
  /** In registers, and between the phases. */
  readonly elements: RegisterElements;
  /** The precision of factors and twiddle factors. */
  readonly precision: Precision;
  readonly threads: number;
  readonly blocksPerSm: number;
  /** Bytes of shared memory of one block. */
  readonly sharedBytes: number;
  /** In the order of its parameters. */
  readonly arrays: readonly GlobalArray[];
  /** The names of strides that the caller supplies. */
  readonly parameters: readonly string[];
  /** Whether it takes the factor of all outputs that the caller says. */
  readonly takesFactor: boolean;
  /** Whether offsets inside one transform need more than 32 bits. */
  readonly wideOffsets: boolean;
  readonly tables: readonly TwiddleTable[];
  /** Tables of constant factors of its elements. */
  readonly constants: readonly ConstantTable[];
  /** Tables by which its maps gather. */
  readonly places: readonly PlaceTable[];
  /** Matrices of products on tensor cores. */
  readonly matrices: readonly MatrixOperand[];
  /** Whether it may start before the previous kernel has ended. Its first statement waits for that. */
  readonly startsEarly: boolean;
  /** The number of blocks that work on one tile together: 1, or the size of the cluster. */
  readonly cluster: number;
  readonly tiles: Tiles;
  readonly buffers: readonly Buffer[];
  readonly barriers: readonly Barrier[];
  readonly roles: readonly Role[];
}

export type RegisterElements = Pick<KernelElements, "held" | "exchanged">;

/** The array of global memory of this name; undefined for a buffer. */
export const globalArray = ({ arrays }: Pick<Kernel, "arrays">, name: string): GlobalArray | undefined =>
  arrays.find((array) => array.name === name);

export function requiredArray(kernel: Pick<Kernel, "name" | "arrays">, name: string): GlobalArray {
  const found = globalArray(kernel, name);
  invariant(found !== undefined, () => `program: ${kernel.name} has no array ${name}`);
  return found;
}

/** The array of which a kernel takes its tiles: the first that it reads. */
export const inputArray = (kernel: Pick<Kernel, "name" | "arrays">): GlobalArray => firstArray(kernel, "read");

/** The array in which it leaves them: the first that it writes. */
export const outputArray = (kernel: Pick<Kernel, "name" | "arrays">): GlobalArray => firstArray(kernel, "written");

function firstArray({ name, arrays }: Pick<Kernel, "name" | "arrays">, wanted: GlobalArray["direction"]): GlobalArray {
  const found = arrays.find(({ direction }) => direction === wanted);
  invariant(found !== undefined, () => `program: no array of ${name} is ${wanted}`);
  return found;
}

/** Where a role's tile begins in the arrays that are read, or written. */
export const originsOf = (
  { origins }: Pick<Role, "origins">,
  kernel: Pick<Kernel, "arrays">,
  direction: GlobalArray["direction"],
): readonly TileOrigin[] => origins.filter(({ array }) => globalArray(kernel, array)?.direction === direction);

/** The buffer of Rader's DC terms (plan/rader.ts). */
export const ZEROTH = "zeroth";

/** The buffer of real numbers in their order in memory (layout/in-order.ts). */
export const NUMBERS = "numbers";

/** The buffer of rows that are stored in whole lines (layout/whole-lines.ts). */
export const ROWS = "rows";

export function bufferNamed({ name, buffers }: Pick<Kernel, "name" | "buffers">, wanted: string): Buffer {
  const found = buffers.find((buffer) => buffer.name === wanted);
  invariant(found !== undefined, () => `program: ${name} has no buffer ${wanted}`);
  return found;
}

/** All steps of a thread in a phase, of either butterfly. */
export const threadStepsOf = ({ steps }: PhaseStep): readonly SingleStep[] =>
  steps.flatMap((step) => (isScope(step) ? step.steps : [step]));

/** Whether the next kernel may start before this one has ended. */
export const letsNextStart = ({ roles }: Pick<Kernel, "roles">): boolean =>
  roles.some(({ before, steps }) => before.some(isLetting) || steps.some(isLetting));

const isLetting = (step: RoleStep | ThreadStep): boolean =>
  isScope(step) ? step.steps.some((own: ThreadStep) => isLetting(own)) : step.kind === "let-next-start";

export const phasesOf = (kernel: Kernel): readonly PhaseStep[] =>
  kernel.roles.flatMap(({ steps }) => steps.flatMap((step) => (step.kind === "phase" ? [step] : [])));

/** The bulk copies of a kernel, if it has any. */
export const fetchOf = ({ roles }: Pick<Kernel, "roles">): Fetch | undefined =>
  roles.find(({ fetches }) => fetches !== undefined)?.fetches;

/** Whether its blocks work in clusters. */
export const isOnClusters = ({ cluster }: Pick<Kernel, "cluster">): boolean => cluster > 1;

/** Whether its threads load, and an L2 prefetch loads tiles ahead. */
export const asksAhead = ({ roles }: Pick<Kernel, "roles">): boolean =>
  roles.some(({ origins }) => origins.some(({ prefetches }) => prefetches !== undefined));

/** Whether its clusters are persistent: they work on one tile after the other. */
export const isPersistent = ({ tiles }: Pick<Kernel, "tiles">): boolean => tiles.order !== "each";
