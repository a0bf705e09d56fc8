// Hadamard codelets of the base orders, from their matrices: which way each is computed.
import { signsOf, type HadamardMatrix } from "../plan/hadamard-matrix.js";
import { pairedProgram } from "./hadamard-paired.js";
import type { Program } from "./hadamard-program.js";
import { streamedProgram } from "./hadamard-streamed.js";

interface Choice {
  readonly program: Program;
  readonly method: string;
}

/** Inputs, outputs and what is between them fit into the registers of a thread; beyond that only outputs do. */
const LARGEST_HELD = 60;

export const baseOrder = (matrix: HadamardMatrix): Program => choose(matrix).program;

/** For the comment above the printed function. */
export const baseMethod = (matrix: HadamardMatrix): string => choose(matrix).method;

function choose(matrix: HadamardMatrix): Choice {
  const signs = signsOf(matrix);
  const paired = matrix.order > LARGEST_HELD ? undefined : pairedProgram(signs);
  return paired === undefined
    ? { program: streamedProgram(signs), method: "shared sums (Arlazarov et al. 1970)" }
    : { program: paired, method: "butterflies of pairs, shared sums (Paar 1997)" };
}
