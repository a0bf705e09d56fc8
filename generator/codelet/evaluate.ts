// Runs straight-line code on numbers, in f64. A fused multiply-add is rounded twice here, which no test of an
// algorithm can notice. Kernels are interpreted butterfly by butterfly, so a program is resolved once, to positions
// in one array of numbers.
import { invariant } from "../failure/errors.js";
import { constantValue } from "./constant.js";
import { operandsOf, outputOperands, type Operand, type StraightLine } from "./instruction.js";
import type { Places } from "./spec.js";
import { sameElement, writeBack } from "./write-back.js";

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
  /** Slots of elements that are kept before outputs are written over them; what is kept follows the results. */
  readonly kept: Int32Array;
  /** Of each statement that writes an element: the slot of its real part, and what both parts become. */
  readonly writes: Int32Array;
  readonly elementBase: number;
  readonly slots: number;
}

const NOTHING = -1;

const resolvedPrograms = new WeakMap<StraightLine, Resolved>();

/** A program is always given the same number of factors and writes the same outputs: those of its codelet. */
function resolve(program: StraightLine, factorCount: number, outputs: Places | undefined): Resolved {
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
  const placeAt = (slot: number, { negative }: Operand): Place => 2 * slot + (negative ? 1 : 0);
  const place = (operand: Operand): Place => placeAt(slotOf(operand), operand);
  const keptBase = resultBase + program.instructions.length;
  const { kept, writes } = writeBack(program, outputs);
  const writtenPlace = (operand: Operand): Place => {
    const { source } = operand;
    const index = source.kind === "element" ? kept.findIndex((other) => sameElement(other, source)) : -1;
    return index < 0 ? place(operand) : placeAt(keptBase + index, operand);
  };
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
    kept: Int32Array.from(kept.map((source) => slotOf({ source, negative: false }))),
    writes: Int32Array.from(
      writes.flatMap(({ index, re, im }) => [elementBase + 2 * index, writtenPlace(re), writtenPlace(im)]),
    ),
    elementBase,
    slots: keptBase + kept.length,
  };
  resolvedPrograms.set(program, resolved);
  return resolved;
}

/**
 * What is left in v[0], v[1], ..., for as many inputs as outputs and one number for each factor input: statement by statement, as the
 * printed function runs. `written`: the outputs that it writes, if not all; the other elements stay as they are.
 */
export function evaluateStraightLine(
  program: StraightLine,
  inputs: readonly Complex[],
  factors: readonly Complex[],
  written?: Places,
): readonly Complex[] {
  invariant(
    inputs.length === program.outputs.length,
    () => `evaluate: ${inputs.length} elements for a butterfly of ${program.outputs.length}`,
  );
  const { constants, steps, kept, writes, elementBase, slots } = resolve(program, factors.length, written);
  const values = new Float64Array(slots);
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
  for (const slot of kept) values[next++] = values[slot] ?? NaN;
  for (let write = 0; write < writes.length; write += 3) {
    const slot = writes[write] ?? NaN;
    const [re, im] = [value(writes[write + 1] ?? NaN), value(writes[write + 2] ?? NaN)];
    values[slot] = re;
    values[slot + 1] = im;
  }
  return inputs.map((_, index) => ({
    re: values[elementBase + 2 * index] ?? NaN,
    im: values[elementBase + 2 * index + 1] ?? NaN,
  }));
}
