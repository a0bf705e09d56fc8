// Turns the steps of a Hadamard codelet into the text of a CUDA device function, one statement to a step. Decides nothing
// about the arithmetic.
import { countOperations, placeName, type Place, type Program, type Step, type Term } from "./hadamard-program.js";

/** What the comment and the signature say. */
export interface Presentation {
  readonly name: string;
  /** Of an element. */
  readonly type: string;
  readonly formula: string;
  readonly algorithm: string;
}

export function printProgram(program: Program, { name, type, formula, algorithm }: Presentation): string {
  const body = program.sections.flatMap(({ heading, steps }, index) => [
    ...(index === 0 ? [] : [""]),
    `  // ${heading}`,
    ...steps.map((step) => `  ${printStep(step, type)}`),
  ]);
  return [
    `/// Walsh-Hadamard transform of length ${program.radix}, in place: ${formula}.`,
    `/// Cost: ${printCost(program)}.`,
    `/// Algorithm: ${algorithm}.`,
    `__device__ __forceinline__ void ${name}(${type}* v) {`,
    ...body,
    "}",
    "",
  ].join("\n");
}

function printCost(program: Program): string {
  const { additions, fused } = countOperations(program);
  return [`${additions} additions`, ...(fused > 0 ? [`${fused} fused multiply-adds`] : [])].join(", ");
}

function printStep(step: Step, type: string): string {
  const assign = (target: Place, value: string): string =>
    `${target.kind === "temporary" ? `const ${type} ` : ""}${placeName(target)} = ${value};`;
  switch (step.kind) {
    case "butterfly":
      return `butterfly(${placeName(step.first)}, ${placeName(step.second)});`;
    case "exchange":
      return `exchange(${placeName(step.first)}, ${placeName(step.second)});`;
    case "twice-plus":
      return assign(step.target, `twice_plus(${placeName(step.left)}, ${placeName(step.right)})`);
    case "sum":
      return assign(step.target, printSum(step.terms));
  }
}

const printSum = (terms: readonly Term[]): string =>
  terms
    .map(({ place, negative }, index) => `${index === 0 ? "" : negative ? " - " : " + "}${placeName(place)}`)
    .join("");
