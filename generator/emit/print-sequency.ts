// Prints stores in sequency order, and the function that finds their places. Both are linear over exclusive or, so that the
// places of a thread's registers differ from the place of its first by constants.
import type { Sum } from "../kernel/coordinates.js";
import type { BitField, Guard, RegisterAxis, Sequency } from "../kernel/program.js";
import { block } from "./lines.js";
import { offsetType, registerLoops, sumText, unsignedLiteral } from "./print-index.js";

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

/** The stores of all registers; `access` gets the register and its address. */
export function sequencyStores(
  address: Sum,
  sequency: Sequency,
  axes: readonly RegisterAxis[],
  guard: Guard | undefined,
  batchStride: number,
  wide: boolean,
  access: (register: string, address: string) => string,
): readonly string[] {
  const withinTransform = axes.map((axis) => (axis.batch === 0 ? axis : { ...axis, weight: 0 }));
  const member = sequency.member.length === 0 ? [] : [sumText(sequency.member)];
  return [
    `const ${offsetType(wide)} to = sequency_place(${sumText(address)});`,
    ...registerLoops(withinTransform, ({ register, offset, batch }) => {
      const place = offset.length === 0 ? "to" : `(to ^ sequency_place(${offset.join(" + ")}))`;
      const members = batch.map(
        (term) => `${unsignedLiteral(batchStride)} * ${term.includes(" ") ? `(${term})` : term}`,
      );
      const line = access(register.join(" + ") || "0", ["target", ...member, place, ...members].join(" + "));
      return [guard === undefined ? line : `if (${sumText(guard.member, batch)} < present) ${line}`];
    }),
  ];
}
