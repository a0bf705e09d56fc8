// How steps of a kernel program reach an array: where a thread begins in it, where its registers lie from there, and which of
// them are there at all. An address is a sum of coordinates times constants, combined by exclusive or where the array is
// swizzled. In numbers: with index (x2 + 16 y) ^ x1 and axes [8, weight 0, exchanged 1; 4, weight 256], thread (x1, x2, y) =
// (2, 5, 1) finds register 9, the second value of both axes, at ((5 + 16) ^ 2 ^ 1) + 256 = 278.
import type { StorePolicy } from "../plan/plan.js";
import type { Sum } from "./coordinates.js";

/** One axis of a register array, the first running fastest: `size` registers whose elements lie `weight` apart. */
export interface RegisterAxis {
  readonly size: number;
  readonly weight: number;
  /** Distance in the batch between them; 0 unless the axis is part of the batch. */
  readonly batch: number;
  /** What its values exchange in a swizzled address; 0 elsewhere. */
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

/** A thread's place in an array: the sum, each term of `exchanged` combined with it by exclusive or, in sequency order if so. */
export interface Index {
  readonly sum: Sum;
  readonly exchanged: Sum;
  readonly sequency: Sequency | undefined;
}

/** Accesses to batch members that do not exist are left out: access only where `member + axis offsets < members present`. */
export interface Guard {
  /** The thread's place in the batch tile; empty when the batch sits in registers alone. */
  readonly member: Sum;
}

/** What reading and writing have in common. */
interface AccessOf {
  /** The kernel's array, by name. */
  readonly array: string;
  /** The variable that holds the thread's place; accesses of one phase that have the same share it. */
  readonly place: string;
  readonly index: Index;
  readonly axes: readonly RegisterAxis[];
  readonly guard: Guard | undefined;
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

/** How elements reach the blocks of a cluster: they arrive some time later, each adding its bytes to a barrier of that block. */
export interface Send {
  readonly barrier: string;
  /** What stays in this block is stored at once, and does not count. */
  readonly keepsOwn: boolean;
}

export type Access = Read | Write;
