// Runs straight-line code on numbers, in f64. A fused multiply-add is rounded twice here, which no test of an
// algorithm can notice. Kernels are interpreted butterfly by butterfly, so a program is resolved once, to positions
// in one array of numbers.
import { invariant } from "../failure/errors.js";
import { constantValue } from "./constant.js";
import { operandsOf, outputOperands, type Operand, type StraightLine } from "./instruction.js";

export interface Complex {
  readonly re: number;
  readonly im: number;
}

/** An operand: twice the slot of its number, and one more if the number is taken negative. */
type Place = number;

interface Resolved {
  /** Constants first, then elements, factors and results; two slots for a complex number. */
  readonly constants: readonly number[];
  /** Of each instruction: whether it multiplies, its two operands, and what is added to a product, or NOTHING. */
  readonly steps: Int32Array;
  readonly outputs: readonly { readonly re: Place; readonly im: Place }[];
}

const NOTHING = -1;

const resolvedPrograms = new WeakMap<StraightLine, Resolved>();

/** A program is always given the same number of factors: those of its codelet. */
function resolve(program: StraightLine, factorCount: number): Resolved {
  const known = resolvedPrograms.get(program);
  if (known !== undefined) return known;
  const constants = new Map<bigint, number>();
  const operands = program.instructions.flatMap(({ operation }) => operandsOf(operation));
  for (const { source } of [...operands, ...outputOperands(program)]) {
    if (source.kind === "constant") constants.set(source.constant.residue, constantValue(source.constant, "f64"));
  }
  const order = [...constants.keys()];
  const elementBase = order.length;
  const factorBase = elementBase + 2 * program.outputs.length;
  const resultBase = factorBase + 2 * factorCount;
  const slotOf = ({ source }: Operand): number => {
    switch (source.kind) {
      case "constant":
        return order.indexOf(source.constant.residue);
      case "element":
        return elementBase + 2 * source.index + (source.part === "re" ? 0 : 1);
      case "factor":
        return factorBase + 2 * source.index + (source.part === "re" ? 0 : 1);
      case "result":
        return resultBase + source.instruction;
    }
  };
  const place = (operand: Operand): Place => 2 * slotOf(operand) + (operand.negative ? 1 : 0);
  const resolved: Resolved = {
    constants: [...constants.values()],
    steps: Int32Array.from(
      program.instructions.flatMap(({ operation }) => [
        operation.kind === "add" ? 0 : 1,
        place(operation.left),
        place(operation.right),
        operation.kind === "fma" ? place(operation.addend) : NOTHING,
      ]),
    ),
    outputs: program.outputs.map(({ re, im }) => ({ re: place(re), im: place(im) })),
  };
  resolvedPrograms.set(program, resolved);
  return resolved;
}

/** The outputs, in natural order, for as many inputs as outputs and one number for each factor input. */
export function evaluateStraightLine(
  program: StraightLine,
  inputs: readonly Complex[],
  factors: readonly Complex[],
): readonly Complex[] {
  invariant(
    inputs.length === program.outputs.length,
    () => `evaluate: ${inputs.length} elements for a butterfly of ${program.outputs.length}`,
  );
  const { constants, steps, outputs } = resolve(program, factors.length);
  const values = new Float64Array(constants.length + 2 * (inputs.length + factors.length) + steps.length / 4);
  let next = 0;
  for (const constant of constants) values[next++] = constant;
  for (const list of [inputs, factors]) {
    for (const { re, im } of list) {
      values[next++] = re;
      values[next++] = im;
    }
  }
  const value = (place: Place): number => {
    const number = values[place >> 1] ?? NaN;
    return (place & 1) === 0 ? number : -number;
  };
  for (let step = 0; step < steps.length; step += 4) {
    const a = value(steps[step + 1] ?? NaN);
    const b = value(steps[step + 2] ?? NaN);
    const addend = steps[step + 3] ?? NaN;
    values[next++] = steps[step] === 0 ? a + b : a * b + (addend === NOTHING ? 0 : value(addend));
  }
  return outputs.map(({ re, im }) => ({ re: value(re), im: value(im) }));
}
