// Hadamard codelets: small Walsh-Hadamard transforms of real elements as straight-line additions. This file is the front
// door: spec -> steps -> text, numbers or operation counts.
import { BASE_ORDERS } from "../plan/hadamard-matrix.js";
import { InputError } from "../failure/errors.js";
import { baseOrder } from "./hadamard-base.js";
import { evaluate } from "./hadamard-evaluate.js";
import { almanRao, folklore, withReversedOutputs } from "./hadamard-power-of-two.js";
import { printProgram } from "./hadamard-print.js";
import { countOperations, type OperationCount, type Program } from "./hadamard-program.js";

/** v = H v for the matrix of `hadamardMatrix(radix)`, in place. */
export interface HadamardSpec {
  readonly kind: "hadamard";
  /** One of `HADAMARD_RADICES`. */
  readonly radix: number;
  /** `alman-rao`: for radix 8 only; fewer operations, which are fused multiply-adds in part. */
  readonly algorithm: "folklore" | "alman-rao";
  /** `bit-reversed`: output k is natural output bitreverse(k); for powers of two only. */
  readonly outputs: "natural" | "bit-reversed";
}

const POWERS_OF_TWO: readonly number[] = [2, 4, 8, 16, 32];

export const HADAMARD_RADICES: readonly number[] = [...POWERS_OF_TWO, ...BASE_ORDERS];

/** `hadamard_16`, `hadamard_8_alman_rao`, `hadamard_16_bit_reversed`: also the name of the printed function. */
export const hadamardName = ({ radix, algorithm, outputs }: HadamardSpec): string =>
  [
    "hadamard",
    radix,
    ...(algorithm === "alman-rao" ? ["alman_rao"] : []),
    ...(outputs === "bit-reversed" ? ["bit_reversed"] : []),
  ].join("_");

/**
 * The codelet as a `__device__ __forceinline__` function of the `radix` elements at `v`, in the vocabulary of
 * fftgen_vector.cuh. `type` is the text of their type, such as `float` or `Vector<float, 4>`. Every index is a literal, so
 * that the array can live in registers.
 */
export const printHadamard = (spec: HadamardSpec, type: string): string =>
  printProgram(programOf(spec), {
    name: hadamardName(spec),
    type,
    formula: formula(spec),
    algorithm: describeAlgorithm(spec),
  });

/** Runs the codelet in f64. */
export const evaluateHadamard = (spec: HadamardSpec, inputs: readonly number[]): readonly number[] =>
  evaluate(programOf(spec), inputs);

/** What the codelet costs: additions, subtractions included, and fused multiply-adds. */
export const hadamardOperations = (spec: HadamardSpec): OperationCount => countOperations(programOf(spec));

const built = new Map<string, Program>();

function programOf(spec: HadamardSpec): Program {
  const name = hadamardName(spec);
  const known = built.get(name);
  if (known !== undefined) return known;
  const program = build(spec);
  built.set(name, program);
  return program;
}

function build({ radix, algorithm, outputs }: HadamardSpec): Program {
  const isPowerOfTwo = POWERS_OF_TWO.includes(radix);
  if (!HADAMARD_RADICES.includes(radix)) {
    const radices = HADAMARD_RADICES.join(", ");
    throw new InputError(`radix ${radix}: a Hadamard butterfly has one of ${radices}; split the sub-computation`);
  }
  if (algorithm === "alman-rao" && radix !== 8) {
    throw new InputError(`radix ${radix}: Alman & Rao's algorithm is for radix 8`);
  }
  if (outputs === "bit-reversed" && !isPowerOfTwo) {
    throw new InputError(`radix ${radix}: only powers of two have a bit-reversed order`);
  }
  if (!isPowerOfTwo) return baseOrder(radix);
  const natural = algorithm === "alman-rao" ? almanRao() : folklore(radix);
  return outputs === "natural" ? natural : withReversedOutputs(natural);
}

const formula = ({ radix, outputs }: HadamardSpec): string => {
  const k = outputs === "natural" ? "k" : "bitreverse(k)";
  return POWERS_OF_TWO.includes(radix)
    ? `v[k] = sum over j of (-1)^popcount(j & ${k}) v[j]`
    : `v[k] = sum over j of H_${radix}[k][j] v[j]`;
};

/** Names and sources for the comment above the printed function. */
function describeAlgorithm({ radix, algorithm }: HadamardSpec): string {
  const sums = "butterflies of pairs, common sums once (Paar 1997)";
  if (algorithm === "alman-rao") return "a matrix of low rank plus a sparse one (Alman & Rao 2023)";
  switch (radix) {
    case 12:
    case 20:
      return `Paley's first matrix (1933) for q = ${radix - 1}, ${sums}`;
    case 28:
      return `Paley's second matrix (1933) for q = 13, ${sums}`;
    default:
      return "butterflies, heavy strides first (Shanks 1969)";
  }
}
