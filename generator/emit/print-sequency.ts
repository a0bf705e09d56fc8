// Prints the function that finds places in sequency order. It is linear over exclusive or.
import type { BitField } from "../kernel/program.js";
import { block } from "./lines.js";
import { offsetType, unsignedLiteral } from "./print-index.js";

/** `sequency_place`, for the bit fields of one transform. */
export function printSequencyPlace(fields: readonly BitField[], wide: boolean): string {
  const type = offsetType(wide);
  const steps = fields.flatMap(({ shift, bits }) => {
    const lines: string[] = [];
    for (let distance = 1; distance < bits; distance *= 2) {
      const mask = (2 ** (bits - distance) - 1) * 2 ** shift;
      lines.push(`place ^= (place >> ${distance}) & ${unsignedLiteral(mask)};`);
    }
    return lines;
  });
  return [
    "/// Where sequency order puts what dyadic order puts at `place`: Gray code to binary, each bit the parity of those from it upwards.",
    ...block(`__device__ __forceinline__ constexpr ${type} sequency_place(${type} place)`, [...steps, "return place;"]),
  ].join("\n");
}
