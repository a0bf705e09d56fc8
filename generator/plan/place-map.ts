// Maps of places: what becomes of a place in an array between what a kernel counts and where it lies. An exchange goes from one
// space to the next by such a map; most often the places are the same, and there is none.
import { at, unreachable } from "../failure/errors.js";
import type { PlaceTable } from "./place-table.js";

/** The bits of a place in the array that are the index along one dimension. */
export interface BitField {
  readonly shift: number;
  readonly bits: number;
}

/**
 * What becomes of a place before it is one in the array.
 * - `sequency`: along each field, dyadic order becomes sequency order: each bit the sum, modulo 2, of itself and those above it
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
  | { readonly kind: "sequency"; readonly fields: readonly BitField[] }
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

export function mappedPlace(map: PlaceMap, place: number): number {
  switch (map.kind) {
    case "sequency":
      return sequencyPlace(place, map.fields);
    case "gather":
      return at(map.table.places, place);
    case "reflect":
      return (map.length - place) % map.length;
    case "linear":
      return linearPlace(map, place);
    case "rotate":
      return (place + map.by) % map.length;
    case "even": {
      const number = linearPlace(map.of, place);
      return Math.min(number, map.period - number) - map.first;
    }
    case "zigzag": {
      const number = map.of === undefined ? place : linearPlace(map.of, place);
      return 2 * number < map.length ? 2 * number : 2 * map.length - 1 - 2 * number;
    }
    case "mirrored":
      return mirroredPlace(map, place);
    case "padded": {
      const inside = mappedPlace(map.of, place);
      return inside + Math.floor(inside / map.every);
    }
    default:
      return unreachable(map);
  }
}

function mirroredPlace({ half, length, wraps, first, isRotated }: MirroredMap, place: number): number {
  const own = first + (place >= half ? place - half : place);
  const number = place >= half || (wraps && own === 0) ? own : length - own;
  return isRotated === true ? (number + length - 1) % length : number;
}

export const linearPlace = ({ scale, offset }: Linear, place: number): number => offset + scale * place;

/** The same with no place left out. */
export const unpadded = (map: PlaceMap): PlaceMap => (map.kind === "padded" ? unpadded(map.of) : map);

/** The place in sequency order of what lies at `place` in dyadic order. */
export const sequencyPlace = (place: number, fields: readonly BitField[]): number =>
  fields.reduce((result, { shift, bits }) => {
    const weight = 2 ** shift;
    const field = Math.floor(place / weight) % 2 ** bits;
    let decoded = field;
    for (let above = Math.floor(field / 2); above > 0; above = Math.floor(above / 2)) decoded = xor(decoded, above);
    return result + (decoded - field) * weight;
  }, place);

/** Exclusive or of integers of up to 53 bits. */
function xor(a: number, b: number): number {
  const half = 2 ** 26;
  return (Math.floor(a / half) ^ Math.floor(b / half)) * half + ((a % half) ^ (b % half));
}
