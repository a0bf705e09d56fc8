// Words for people: what a generated Walsh-Hadamard transform computes.
import type { Stabilisation, WalshOrder, WalshTransform } from "../plan/transform.js";
import { elementCount, sizeText, transformedCount } from "../plan/transform.js";
import { isOwnInverse, signMatrix, transformedAxes, type Axis } from "../plan/axes.js";
import { definedName, definitionLines } from "./hadamard-definition.js";
import { arithmeticNote } from "./short-contract.js";

/** `4096 Walsh-Hadamard transform, bf16, natural order`. */
export function walshTitle(transform: WalshTransform): string {
  const along = transform.axes.length === transform.dimensions.length ? "" : ` along ${transform.axes.join(", ")}`;
  return [
    `${sizeText(transform)} ${transform.direction === "inverse" ? "inverse " : ""}Walsh-Hadamard transform${along}`,
    `${transform.precision}${arithmeticNote(transform)}`,
    ...(transform.hadamard === "standard" ? [] : [`Dao's matrices${transform.hadamard === "dao" ? "" : " (dao-20)"}`]),
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
  const all = transformedAxes(transform);
  const bases = all.filter(({ base }) => base > 1);
  const apart = distance === elementCount(transform) ? "follow each other" : `begin ${distance} elements apart`;
  return [
    `Computes, for each array of the batch, out[k] = ${scale === 1 ? "" : `${scale} * `}sum over j of in[j] ${bases.length === 0 ? SYLVESTER : transform.direction === "inverse" ? "H[j][k]" : "H[k][j]"} along ${along}${scale === 1 ? "; unnormalised" : ""}.`,
    ...(bases.length === 0 ? [] : matrixLines(transform, all)),
    `Arrays are row-major: ${lengths.join(" by ")}, ${dimensions[0]?.name ?? "X"} contiguous; the arrays of a batch ${apart}${apart === "follow each other" ? "" : "; what lies between them is not touched"}.`,
    bases.length === 0 ? ORDERS[order] : "Output is in natural order: output k is that of row k of the matrix.",
    ...(stabilisation === "none"
      ? []
      : [
          `Rounding errors of all additions are kept and applied (Andersson, "Efficient And Numerically Stable GPU Implementations of The Fast Walsh-Hadamard Transform", 2025, section ${stabilisation.endsWith("kahan") ? "3.3.1" : "3.3.2"})${stabilisation.startsWith("semi") ? ", within each kernel" : ""}.`,
        ]),
  ];
}

const SYLVESTER = "(-1)^popcount(j and k)";

/** The matrix along each dimension, and each base matrix once. */
function matrixLines(transform: WalshTransform, axes: readonly Axis[]): readonly string[] {
  const orders = [...new Set(axes.flatMap(({ base }) => (base > 1 ? [base] : [])))];
  const count = transformedCount(transform);
  return [
    ...axes.map(
      ({ name, length, base }) => `Along ${name}, of ${length} elements, H[k][j] = ${entryText(length, base)}.`,
    ),
    ...orders.flatMap((order) => definitionLines(signMatrix({ ...transform, direction: "forward" }, order))),
    isOwnInverse(transform)
      ? `H is symmetric: the transform is its own inverse but for a factor of 1/${count}.`
      : `The ${transform.direction === "inverse" ? "forward" : "inverse"} transform has ${transform.direction === "inverse" ? "H[k][j] for H[j][k]" : "H[j][k] for H[k][j]"}: one after the other multiplies by ${count}, where neither is scaled.`,
  ];
}

/** The Kronecker product of a base matrix and Sylvester's. */
function entryText(length: number, base: number): string {
  const rest = length / base;
  if (base === 1) return SYLVESTER;
  const name = definedName({ order: base });
  return rest === 1
    ? `${name}[k][j]`
    : `${name}[k / ${rest}][j / ${rest}] (-1)^popcount((j mod ${rest}) and (k mod ${rest})), quotients rounded down`;
}
