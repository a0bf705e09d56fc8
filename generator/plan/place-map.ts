// Maps of places: what becomes of a place in an array between what a kernel counts and where it lies. An exchange goes from one
// space to the next by such a map; most often the places are the same, and there is none.
import { unreachable } from "../failure/errors.js";
import {
  computedFor,
  constant,
  minus,
  named,
  plus,
  remainder,
  times,
  type IndexFunction,
  type Integer,
} from "./index-expression.js";
import {
  BEHIND_OTHERS,
  EVEN,
  MIRRORED,
  MIRRORED_AROUND,
  PADDED,
  sequencyFunction,
  WRAPPED,
  ZIGZAG,
} from "./place-functions.js";
import type { PlaceTable } from "./place-table.js";

/** The bits of a place in the array that are the index along one dimension. */
export interface BitField {
  readonly shift: number;
  readonly bits: number;
}

/**
 * What becomes of a place before it is one in the array.
 * - `sequency`: along each field, dyadic order becomes sequency order: each bit the sum, modulo 2, of itself and those above it; `isAlong`:
 *   of the index along one dimension, not of a place
 * - `gather`: the entry of a table, as in Rader's permutation i -> g^i mod p
 * - `reflect`: the frequency of opposite sign, (length - i) mod length
 * - `linear`: so many each, from a first one
 * - `padded`: after `every` of the places that another map says one is left out: of every 32 places 33
 * - `rotate`: so many further on, and from behind the end at the beginning: 3, 4, 0, 1, 2 of 5
 * - `zigzag`: of these the even ones upwards, then the odd ones downwards: 0, 2, 4, 5, 3, 1 of 6
 * - `mirrored`: from `half` on what is there, below it the mirrors: number i - half, and length - i, each from
 *   a first one on; `wraps`: the mirror of 0 is 0
 * - `even`: of a sequence that goes back in the second half of its period: 0, 1, 2, 3, 2, 1 of 6; less the first, which has a place
 */
export type PlaceMap =
  | { readonly kind: "sequency"; readonly fields: readonly BitField[]; readonly isAlong?: true }
  | { readonly kind: "gather"; readonly table: PlaceTable }
  | { readonly kind: "reflect"; readonly length: number }
  | ({ readonly kind: "linear" } & Linear)
  | { readonly kind: "rotate"; readonly length: number; readonly by: number }
  | { readonly kind: "zigzag"; readonly length: number; readonly of?: Linear }
  | MirroredMap
  | EvenMap
  | { readonly kind: "padded"; readonly every: number; readonly of: PlaceMap };

export interface MirroredMap {
  readonly kind: "mirrored";
  readonly half: number;
  readonly length: number;
  readonly wraps: boolean;
  /** The first of what is there. */
  readonly first: number;
  /** Number 0 lies behind the others, which begin with 1. */
  readonly isRotated?: true;
}

export interface EvenMap {
  readonly kind: "even";
  readonly period: number;
  readonly of: Linear;
  /** What lies at place 0. */
  readonly first: 0 | 1;
}

/** `offset + scale i` */
export interface Linear {
  readonly scale: number;
  readonly offset: number;
}

/** What becomes of a place, as kernels compute it. */
export function placeExpression(map: PlaceMap, place: Integer): Integer {
  switch (map.kind) {
    case "sequency":
      return call(sequencyFunction(map.fields, map.isAlong === true ? "index" : "place"), [], place);
    case "gather":
      return { kind: "lookup", table: map.table, index: place };
    case "reflect":
      return remainder(minus(constant(map.length), place), map.length);
    case "linear":
      return linearExpression(map, place);
    case "rotate":
      return call(WRAPPED, [map.length], plus(place, constant(map.by)));
    case "even": {
      const number = call(EVEN, [map.period], linearExpression(map.of, place));
      return map.first === 0 ? number : minus(number, constant(map.first));
    }
    case "zigzag":
      return call(ZIGZAG, [map.length], map.of === undefined ? place : linearExpression(map.of, place));
    case "mirrored": {
      const sizes = [map.half, map.length, ...(map.first === 0 ? [] : [map.first])];
      const own = call(map.wraps ? MIRRORED_AROUND : MIRRORED, sizes, place);
      return map.isRotated === true ? call(BEHIND_OTHERS, [map.length], own) : own;
    }
    case "padded":
      return call(PADDED, [map.every], placeExpression(map.of, place));
    default:
      return unreachable(map);
  }
}

/**
 * The place of a register: `start` is its thread's, and `offset` what the register adds. Sequency order is linear over exclusive or: a
 * thread's registers differ from its first by constants, and where it starts has gone through the map.
 */
export function registerPlace(map: PlaceMap, start: Integer, offset: readonly Integer[]): Integer {
  if (map.kind !== "sequency") return placeExpression(map, plus(start, ...offset));
  return offset.length === 0 ? start : { kind: "xor", terms: [start, placeExpression(map, plus(...offset))] };
}

/** Where a thread starts. */
export const startOf = (map: PlaceMap, sum: Integer): Integer =>
  map.kind === "sequency" ? placeExpression(map, sum) : sum;

const call = (own: IndexFunction, sizes: readonly number[], of: Integer): Integer => ({
  kind: "call",
  function: own,
  sizes,
  of,
});

/** `1 + 2 i`; downwards `15 - i`. */
export function linearExpression({ scale, offset }: Linear, place: Integer): Integer {
  const steps = times(Math.abs(scale), place);
  if (scale < 0) return minus(constant(offset), steps);
  if (offset === 0) return steps;
  return offset < 0 ? minus(steps, constant(-offset)) : plus(constant(offset), steps);
}

export const mappedPlace = (map: PlaceMap, place: number): number => placeIn(map, { get: () => place });

const placeIn = computedFor((map: PlaceMap) => placeExpression(map, named("place")));

export const linearPlace = ({ scale, offset }: Linear, place: number): number => offset + scale * place;

/** The same with no place left out. */
export const unpadded = (map: PlaceMap): PlaceMap => (map.kind === "padded" ? unpadded(map.of) : map);
