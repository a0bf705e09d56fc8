// How steps of a kernel program reach an array: where a thread begins in it, where its registers lie from there, and which of
// them are there at all. An address is a sum of coordinates times constants, combined by exclusive or where the array is
// swizzled. In numbers: with index (x2 + 16 y) ^ x1 and axes [8, weight 0, exchanged 1; 4, weight 256], thread (x1, x2, y) =
// (2, 5, 1) finds register 9, the second value of both axes, at ((5 + 16) ^ 2 ^ 1) + 256 = 278.
import type { Places } from "../codelet/codelet.js";
import type { StorePolicy } from "../plan/plan.js";
import type { Parts } from "../plan/parts.js";
import type { PlaceMap } from "../plan/place-map.js";
import type { Sum } from "./coordinates.js";

/** One axis of a register array, the first running fastest: `size` registers whose elements lie `weight` apart. */
export interface RegisterAxis {
  readonly size: number;
  readonly weight: number;
  /** Besides, in steps of strides that the caller says: by the name of each. */
  readonly strided: ReadonlyMap<string, number>;
  /** What its values add to what each map is applied to. */
  readonly mapped: readonly number[];
  /** What its values exchange in a swizzled address; 0 elsewhere. */
  readonly exchanged: number;
  /** Distance in ranks between its values, for those sent to different blocks; 0 elsewhere. */
  readonly rank: number;
  /** What its values add to the sum of each guard. */
  readonly guards: readonly number[];
}

/** Some values of one of an access's axes. */
export interface AxisPart extends Places {
  readonly axis: number;
}

export const axisValue = (axis: number, value: number): AxisPart => ({ axis, from: value, below: value + 1 });

/** A part of a place that goes through a map: what that makes of the sum, so many elements each. */
export interface MappedSum {
  readonly map: PlaceMap;
  readonly sum: Sum;
  readonly stride: number;
  /** In steps of a stride that the caller says. */
  readonly by: string | undefined;
}

/**
 * A thread's place in an array: the sum, each term of `exchanged` combined with it by exclusive or, and what maps make of other parts
 * of it: of the whole place in its array, beside which the sum is that of the batch, or of the index along single axes.
 */
export interface Index {
  readonly sum: Sum;
  readonly exchanged: Sum;
  readonly mapped: readonly MappedSum[];
}

/**
 * Only what lies within bounds is there: the rest is not written, and reads as zero. Members of the batch that a tile has room for
 * beyond the last one, and what an axis is padded with.
 */
export interface Guard {
  /** Of the thread; the registers' part is that of their axes. */
  readonly sum: Sum;
  readonly from: number;
  /** A number, or how many members of the batch the tile has. */
  readonly below: number | "present";
}

/** What reading and writing have in common. */
export interface AccessOf {
  /** The kernel's array, by name. */
  readonly array: string;
  /** The variable that holds the thread's place; accesses of one phase that have the same share it. */
  readonly place: string;
  readonly index: Index;
  readonly axes: readonly RegisterAxis[];
  /** The values of an axis that are meant, where it is not all of them. */
  readonly only?: AxisPart;
  readonly guards: readonly Guard[];
  /** Of complex numbers whose parts lie apart: where, instead of the first of the maps. */
  readonly parts?: Parts;
  /** Neighbours that move at a time, along the axis of weight 1; mostly 1. */
  readonly run: number;
  /**
   * Where lanes hold fragments: neighbouring lanes access for each other what lies together, and exchange it by shuffles. It makes
   * no difference to what a thread gets.
   */
  readonly inMemoryOrder: boolean;
}

export interface Read extends AccessOf {
  readonly kind: "read";
}

export interface Write extends AccessOf {
  readonly kind: "write";
  readonly policy: StorePolicy;
  /** To the copies of the array in the blocks of the cluster that the axes' ranks say; this one's own included. */
  readonly send: Send | undefined;
}

/** How elements reach the blocks of a cluster. */
export interface Send {
  /**
   * They arrive some time later, each adding its bytes to this barrier of that block. Absent: they are stored there, for whom meets the
   * cluster after that.
   */
  readonly barrier?: string;
  /** What stays in this block is stored at once, and does not count. */
  readonly keepsOwn: boolean;
  /** The rank that a thread sends to: what its registers' axes say is added. */
  readonly rank: Sum;
}

export type Access = Read | Write;

export const isAccess = (step: { readonly kind: string }): step is Access =>
  step.kind === "read" || step.kind === "write";
