// What the maps of places make of a place, as numbers.
import { at, unreachable } from "../failure/errors.js";
import type { BitField, PlaceMap } from "./access.js";

export function mappedPlace(map: PlaceMap, place: number): number {
  switch (map.kind) {
    case "sequency":
      return sequencyPlace(place, map.fields);
    case "gather":
      return at(map.table.places, place);
    case "reflect":
      return (map.length - place) % map.length;
    default:
      return unreachable(map);
  }
}

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
