// Expressions as verification programs compute them on the host (templates/runtime/verify/fftgen_quantity.hpp). Decides nothing.
import { DIMENSION_NAMES } from "../plan/transform.js";
import { seedOf, verifiedScalar } from "../pointwise/arguments.js";
import { partsIn, type ElementFunction } from "../pointwise/expression.js";
import { printExpression, type Words } from "../pointwise/print.js";
import { BATCH_INDEX } from "../pointwise/scope.js";

/** In the words of the verification program, in which every number is a Quantity. */
export const hostText = ({ expression }: ElementFunction): string => printExpression(expression, HOST_WORDS);

const HOST_WORDS: Words = {
  number: (value) => `Quantity(${value})`,
  scalar: (name) => `Quantity(${verifiedScalar(name)})`,
  operand: ({ name, isComplex, shape }) => {
    const place = shape.reduce(
      (text, { along, length }) => (text === "" ? along : `(${text}) * Quantity(${length ?? 1}) + ${along}`),
      "",
    );
    return `operand_number(${place}, ${seedOf(name)}, ${String(isComplex)})`;
  },
  window: ({ window, along, first }) => {
    const { points, beta } = window;
    const shape = `fftgen::verify::Window{${[points, window.isSymmetric, beta].join(", ")}}`;
    return `${window.shape}(${shape}, ${first === 0 ? along : `${along} - Quantity(${first})`})`;
  },
};

/** Definitions of what it names besides v, from `at`, where the element is. */
export const hostDefinitions = ({ expression, indices }: ElementFunction, rank: number): readonly string[] => {
  const of = (along: string): string =>
    along === BATCH_INDEX
      ? "at.batch"
      : `at.indices[${rank - 1 - DIMENSION_NAMES.findIndex((name) => name.toLowerCase() === along)}]`;
  const named = new Map(
    partsIn(expression).flatMap((part): readonly (readonly [string, string])[] => {
      if (part.kind === "length") return [[`n${part.along}`, String(part.length)]];
      if (part.kind !== "frequency") return [];
      const index = part.isSigned ? `signed_frequency(${part.along}, ${part.length})` : part.along;
      return [[`k${part.along}`, index]];
    }),
  );
  return [...indices.map((name) => [name, of(name)] as const), ...named].map(
    ([name, value]) => `const Quantity ${name} = ${value};`,
  );
};
