// Prints stores in sequency order, and the function that finds their places. Both are linear over exclusive or, so that the
// places of a thread's registers differ from the place of its first by constants.
import type { BitField, Sequency, Write } from "../kernel/access.js";
import type { Kernel } from "../kernel/program.js";
import { block } from "./lines.js";
import { bracketed, guarded, offsetType, registerLoops, sumText, unsignedLiteral } from "./print-index.js";

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

/** The stores of all registers; `store` gets the register and its place. */
export function sequencyStores(
  { batchStride, wideOffsets }: Kernel,
  { index, axes, guard, place }: Write,
  { member }: Sequency,
  store: (register: string, at: string) => string,
): readonly string[] {
  const withinTransform = axes.map((axis) => (axis.batch === 0 ? axis : { ...axis, weight: 0 }));
  const own = member.length === 0 ? [] : [sumText(member)];
  return [
    `const ${offsetType(wideOffsets)} ${place} = sequency_place(${sumText(index.sum)});`,
    ...registerLoops(withinTransform, ({ register, offset, batch }) => {
      const inOrder = offset.length === 0 ? place : `(${place} ^ sequency_place(${offset.join(" + ")}))`;
      const members = batch.map((term) => `${unsignedLiteral(batchStride)} * ${bracketed(term)}`);
      const line = store(register.join(" + ") || "0", [...own, inOrder, ...members].join(" + "));
      return guarded(guard, batch, line);
    }),
  ];
}
