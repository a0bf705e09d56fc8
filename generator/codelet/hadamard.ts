// Hadamard codelets: small Walsh-Hadamard transforms of real elements as straight-line additions. This file is the front
// door: spec -> steps -> text, numbers or operation counts.
import { matrixDefinition, matrixName, type HadamardMatrix } from "../plan/hadamard-matrix.js";
import type { Construction } from "../plan/hadamard-constructions.js";
import { InputError } from "../failure/errors.js";
import { baseMethod, baseOrder } from "./hadamard-base.js";
import { evaluate } from "./hadamard-evaluate.js";
import { almanRao, folklore, withReversedOutputs } from "./hadamard-power-of-two.js";
import { printProgram } from "./hadamard-print.js";
import { countOperations, type OperationCount, type Program } from "./hadamard-program.js";

/** v = H v, in place. */
export interface HadamardSpec {
  readonly kind: "hadamard";
  /** Of a power of two to 32, or of a base order. */
  readonly matrix: HadamardMatrix;
  /** `alman-rao`: for radix 8 only; fewer operations, which are fused multiply-adds in part. */
  readonly algorithm: "folklore" | "alman-rao";
  /** `bit-reversed`: output k is natural output bitreverse(k); for powers of two only. */
  readonly outputs: "natural" | "bit-reversed";
}

const POWERS_OF_TWO: readonly number[] = [2, 4, 8, 16, 32];

/** `hadamard_16`, `hadamard_8_alman_rao`, `hadamard_16_bit_reversed`: also the name of the printed function. */
export const hadamardName = ({ matrix, algorithm, outputs }: HadamardSpec): string =>
  [
    "hadamard",
    matrixName(matrix),
    ...(algorithm === "alman-rao" ? ["alman_rao"] : []),
    ...(outputs === "bit-reversed" ? ["bit_reversed"] : []),
  ].join("_");

/**
 * The codelet as a `__device__ __forceinline__` function of the elements at `v`, in the vocabulary of
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

function build({ matrix, algorithm, outputs }: HadamardSpec): Program {
  const radix = matrix.order;
  const isPowerOfTwo = matrixDefinition(matrix) === undefined;
  if (isPowerOfTwo && !POWERS_OF_TWO.includes(radix))
    throw new InputError(
      `radix ${radix}: a Hadamard butterfly of a power of two has one of ${POWERS_OF_TWO.join(", ")}; split the sub-computation`,
    );
  if (algorithm === "alman-rao" && radix !== 8) {
    throw new InputError(`radix ${radix}: Alman & Rao's algorithm is for radix 8`);
  }
  if (outputs === "bit-reversed" && !isPowerOfTwo) {
    throw new InputError(`radix ${radix}: only powers of two have a bit-reversed order`);
  }
  if (!isPowerOfTwo) return baseOrder(matrix);
  const natural = algorithm === "alman-rao" ? almanRao() : folklore(radix);
  return outputs === "natural" ? natural : withReversedOutputs(natural);
}

const formula = ({ matrix, outputs }: HadamardSpec): string => {
  const k = outputs === "natural" ? "k" : "bitreverse(k)";
  return matrixDefinition(matrix) === undefined
    ? `v[k] = sum over j of (-1)^popcount(j & ${k}) v[j]`
    : `v[k] = sum over j of H_${matrix.order}[${matrix.transposed ? "j][k" : "k][j"}] v[j]`;
};

/** Names and sources for the comment above the printed function. */
function describeAlgorithm({ matrix, algorithm }: HadamardSpec): string {
  if (algorithm === "alman-rao") return "a matrix of low rank plus a sparse one (Alman & Rao 2023)";
  const definition = matrixDefinition(matrix);
  return definition === undefined
    ? "butterflies, largest stride first (Shanks 1969)"
    : `${sourceOf(definition.construction)}, ${baseMethod(matrix)}`;
}

function sourceOf(construction: Construction): string {
  switch (construction.kind) {
    case "paley-1":
      return `Paley's first matrix (1933) for q = ${construction.prime}`;
    case "paley-2":
      return `Paley's second matrix (1933) for q = ${construction.prime ** (construction.nonresidue === undefined ? 1 : 2)}`;
    case "williamson":
      return `Williamson's array (1944) of circulants of order ${construction.rows[0].length}`;
    case "doubled":
      return `${sourceOf(construction.of)}, doubled`;
  }
}
