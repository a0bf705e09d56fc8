// Where sequency order puts what lies at a place in dyadic order.
import type { BitField } from "./access.js";

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
