// How steps of a kernel program address an array: the place of a thread, the offsets of its registers, and which of them are
// present. An address is a sum of coordinates times constants, combined by exclusive or where the array is swizzled. In numbers:
// with index (x2 + 16 y) ^ x1 and axes [8, weight 0, exchanged 1; 4, weight 256], thread (x1, x2, y) = (2, 5, 1) finds register
// 9, the second value of both axes, at ((5 + 16) ^ 2 ^ 1) + 256 = 278.
import type { Places } from "../codelet/codelet.js";
import type { StorePolicy } from "../plan/plan.js";
import type { Parts } from "../plan/parts.js";
import type { PlaceMap } from "../plan/place-map.js";
import type { Integer } from "../plan/index-expression.js";
import { sumExpression, type Sum } from "./coordinates.js";

/** One axis of a register array, the first running fastest: `size` registers with distance `weight` between their elements. */
export interface RegisterAxis {
  readonly size: number;
  readonly weight: number;
  /** Further weights in steps of strides that the caller supplies, by the name of each. */
  readonly strided: ReadonlyMap<string, number>;
  /** The contribution of its values to the argument of each map. */
  readonly mapped: readonly number[];
  /** The exclusive or of its values with a swizzled address; 0 elsewhere. */
  readonly exchanged: number;
  /** Distance in ranks between its values, for those sent to different blocks; 0 elsewhere. */
  readonly rank: number;
  /** The contribution of its values to the sum of each guard. */
  readonly guards: readonly number[];
  /** The contribution of its values to each part of an index. */
  readonly indices: readonly number[];
}

/** Some values of one axis of an access. */
export interface AxisPart extends Places {
  readonly axis: number;
}

export const axisValue = (axis: number, value: number): AxisPart => ({ axis, from: value, below: value + 1 });

/** A part of a place that goes through a map: the map's result for the sum, with a stride. */
export interface MappedSum {
  readonly map: PlaceMap;
  readonly sum: Sum;
  readonly stride: number;
  /** The name of a stride that the caller supplies. */
  readonly by: string | undefined;
}

/**
 * A thread's place in an array: the sum, each term of `exchanged` combined with it by exclusive or, and the results of maps for
 * other parts of the place: a map of the whole place in the array, with the batch in the sum, or maps of the index along single
 * axes.
 */
export interface Index {
  readonly sum: Sum;
  readonly exchanged: Sum;
  readonly mapped: readonly MappedSum[];
}

/** Its place without maps. */
export const indexExpression = ({ sum, exchanged }: Pick<Index, "sum" | "exchanged">): Integer =>
  exchanged.length === 0
    ? sumExpression(sum)
    : { kind: "xor", terms: [sumExpression(sum), ...exchanged.map((term) => sumExpression([term]))] };

/**
 * Only elements within bounds are present: others are not written, and read as zero. Absent are members of the batch in the tile
 * beyond the last one, and the padding of an axis.
 */
export interface Guard {
  /** The part of the thread; the axes add that of the registers. */
  readonly sum: Sum;
  readonly from: number;
  /** A number, or the number of members of the batch in the tile. */
  readonly below: number | "present";
  /** Elements outside of the bounds are there, and those within are not. */
  readonly outside?: true;
}

/** Whether an element is there, by its part of a guard's sum. `present`: members of the batch in the tile. */
export const isGuardedIn = ({ from, below, outside }: Guard, index: number, present: number): boolean =>
  (index >= from && index < (below === "present" ? present : below)) === (outside !== true);

/** A part of an index for which an expression asks (IndexPart). In numbers: of pairs of reals x is 2 times the number of the pair. */
export interface IndexTerm {
  readonly name: string;
  /** The part of the thread; the axes add that of the registers. */
  readonly sum: Sum;
  readonly step: number;
  readonly map?: PlaceMap;
  readonly ofParts?: true;
}

/** The common part of reads and writes. */
export interface AccessOf {
  /** The kernel's array, by name. */
  readonly array: string;
  /** The variable of the thread's place; accesses of one phase with the same place share it. */
  readonly place: string;
  readonly index: Index;
  readonly axes: readonly RegisterAxis[];
  /** The values of an axis in use, where these are not all. */
  readonly only?: AxisPart;
  readonly guards: readonly Guard[];
  /** Where elements are, for an expression that asks; absent: none does. */
  readonly indices?: readonly IndexTerm[];
  /** The places of the parts of complex numbers, instead of the first of the maps, where the parts are not adjacent. */
  readonly parts?: Parts;
  /** The number of such a complex number, from the argument of the first map; absent: that. */
  readonly numbers?: PlaceMap;
  /** The number of adjacent elements of one instruction, along the axis of weight 1; mostly 1. */
  readonly run: number;
  /**
   * Where lanes hold fragments: adjacent lanes access contiguous elements for each other, and exchange them by shuffles. A thread
   * gets the same elements in either case.
   */
  readonly inMemoryOrder: boolean;
}

export interface Read extends AccessOf {
  readonly kind: "read";
}

export interface Write extends AccessOf {
  readonly kind: "write";
  readonly policy: StorePolicy;
  /** Writes to the copies of the array in the blocks of the cluster whose ranks the axes give; this block's own included. */
  readonly send: Send | undefined;
}

/** How elements reach the blocks of a cluster. */
export interface Send {
  /**
   * Elements arrive some time later, each adding its bytes to this barrier of the receiving block. Absent: they are stored there,
   * visible to threads that meet at the cluster's barrier afterwards.
   */
  readonly barrier?: string;
  /** Elements for this block itself are stored at once, and do not count. */
  readonly keepsOwn: boolean;
  /** The destination rank of a thread; its registers' axes are added. */
  readonly rank: Sum;
}

export type Access = Read | Write;

export const isAccess = (step: { readonly kind: string }): step is Access =>
  step.kind === "read" || step.kind === "write";
