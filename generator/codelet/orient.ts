// Chooses the sign in which each result of straight-line code is computed, so that few negations remain in its text.
// Operand signs are free on a GPU, but a stored result must have its own. Changes no operation and no order.
import { at } from "../failure/errors.js";
import {
  mapOperands,
  operandsOf,
  outputOperands,
  type Operand,
  type Operation,
  type StraightLine,
} from "./instruction.js";

export const opposite = (operand: Operand): Operand => ({ source: operand.source, negative: !operand.negative });

/** Of a product's two signs, one: -x * -y is x * y, and x * -y is -x * y. */
export function withLeadingSign(operation: Operation): Operation {
  if (operation.kind === "add") return operation;
  const negative = operation.left.negative !== operation.right.negative;
  return {
    ...operation,
    left: { source: operation.left.source, negative },
    right: { source: operation.right.source, negative: false },
  };
}

/** The operation with the opposite result. */
export function oppositeOperation(operation: Operation): Operation {
  switch (operation.kind) {
    case "add":
      return { ...operation, left: opposite(operation.left), right: opposite(operation.right) };
    case "multiply":
      return { ...operation, left: opposite(operation.left) };
    case "fma":
      return { ...operation, left: opposite(operation.left), addend: opposite(operation.addend) };
  }
}

/** The minus signs that the operation is printed with. */
const minusSigns = (operation: Operation): number => operandsOf(operation).filter(({ negative }) => negative).length;

/**
 * Gives every result the sign in which it is wanted: an output positively, any other value so that its definition and
 * its uses have the fewest minus signs. From last to first: the uses of a result are settled when its own sign is
 * chosen.
 */
export function orientSigns(program: StraightLine): StraightLine {
  const operations = program.instructions.map(({ operation }) => operation);
  const balance = new Array<number>(operations.length).fill(0);
  const note = ({ source, negative }: Operand, weight: number): void => {
    if (source.kind === "result")
      balance[source.instruction] = at(balance, source.instruction) + (negative ? -weight : weight);
  };
  outputOperands(program).forEach((operand) => note(operand, 4 * operations.length));

  const isFlipped = new Array<boolean>(operations.length).fill(false);
  for (let position = operations.length - 1; position >= 0; position--) {
    const written = withLeadingSign(at(operations, position));
    const flip = minusSigns(oppositeOperation(written)) + at(balance, position) < minusSigns(written);
    const operation = flip ? oppositeOperation(written) : written;
    isFlipped[position] = flip;
    operations[position] = operation;
    operandsOf(operation).forEach((operand) => note(operand, 1));
  }

  const oriented = (operand: Operand): Operand =>
    operand.source.kind === "result" && at(isFlipped, operand.source.instruction) ? opposite(operand) : operand;
  return {
    instructions: program.instructions.map((instruction, position) => ({
      ...instruction,
      operation: withLeadingSign(mapOperands(at(operations, position), oriented)),
    })),
    outputs: program.outputs.map(({ re, im }) => ({ re: oriented(re), im: oriented(im) })),
  };
}
