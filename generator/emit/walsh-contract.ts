// Words for people: what a generated Walsh-Hadamard transform computes.
import type { Stabilisation, WalshOrder, WalshTransform } from "../plan/transform.js";
import { elementCount, sizeText } from "../plan/transform.js";
import { walshAxes } from "../plan/walsh.js";
import { arithmeticNote } from "./short-contract.js";

/** `4096 Walsh-Hadamard transform, bf16, natural order`. */
export function walshTitle(transform: WalshTransform): string {
  const along = transform.axes.length === transform.dimensions.length ? "" : ` along ${transform.axes.join(", ")}`;
  return [
    `${sizeText(transform)} Walsh-Hadamard transform${along}`,
    `${transform.precision}${arithmeticNote(transform)}`,
    `${transform.order} order`,
    ...(transform.stabilisation === "none" ? [] : [METHODS[transform.stabilisation]]),
    ...(transform.placement === "in-place" ? ["in place"] : []),
    ...(transform.scale === 1 ? [] : [`scaled by ${transform.scale}`]),
  ].join(", ");
}

const METHODS: Readonly<Record<Exclude<Stabilisation, "none">, string>> = {
  kahan: "Kahan-stabilised",
  neumaier: "Neumaier-stabilised",
  "semi-kahan": "Kahan-stabilised within kernels",
  "semi-neumaier": "Neumaier-stabilised within kernels",
};

const ORDERS: Readonly<Record<WalshOrder, string>> = {
  natural: "Output is in natural order: row k of Sylvester's matrix.",
  dyadic: "Output is in dyadic order (Paley): the bits of k are reversed along each transformed dimension.",
  sequency:
    "Output is in sequency order (Walsh): output k along a transformed dimension is the row with k sign changes.",
};

/** What is computed: formula, shapes, order, units. */
export function walshContractLines(transform: WalshTransform): readonly string[] {
  const { scale, axes, dimensions, distance, order, stabilisation } = transform;
  const along = axes.length === dimensions.length ? "every dimension" : axes.join(", ");
  const lengths = dimensions.toReversed().map(({ name, length }) => `${name} ${length}`);
  const bases = walshAxes(transform).filter(({ base }) => base > 1);
  const apart = distance === elementCount(transform) ? "follow each other" : `begin ${distance} elements apart`;
  return [
    `Computes, for each array of the batch, out[k] = ${scale === 1 ? "" : `${scale} * `}sum over j of in[j] (-1)^popcount(j and k) along ${along}${scale === 1 ? "; unnormalised" : ""}.`,
    ...bases.map(
      ({ name, length, base }) =>
        `${name} has ${base} times ${length / base} elements: its matrix is the Kronecker product of Paley's Hadamard matrix of order ${base} (first row and column all 1) and Sylvester's of order ${length / base}.`,
    ),
    `Arrays are row-major: ${lengths.join(" by ")}, ${dimensions[0]?.name ?? "X"} contiguous; the arrays of a batch ${apart}${apart === "follow each other" ? "" : "; what lies between them is not touched"}.`,
    ORDERS[order],
    ...(stabilisation === "none"
      ? []
      : [
          `Rounding errors of all additions are kept and applied (Andersson, "Efficient And Numerically Stable GPU Implementations of The Fast Walsh-Hadamard Transform", 2025, section ${stabilisation.endsWith("kahan") ? "3.3.1" : "3.3.2"})${stabilisation.startsWith("semi") ? ", within each kernel" : ""}.`,
        ]),
  ];
}
