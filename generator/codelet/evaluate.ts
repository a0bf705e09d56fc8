// Runs straight-line code on numbers, in f64. A fused multiply-add is rounded twice here, which no test of an
// algorithm can notice. Kernels are interpreted butterfly by butterfly, so a program is resolved once, to positions
// in one array of numbers.
import { invariant } from "../failure/errors.js";
import { constantValue } from "./constant.js";
import { operandsOf, type Operand, type StraightLine } from "./instruction.js";

export interface Complex {
  readonly re: number;
  readonly im: number;
}

/** An operand: the number at `slot`, times `sign`. */
interface Place {
  readonly slot: number;
  readonly sign: number;
}

interface Step {
  readonly kind: "add" | "multiply" | "fma";
  readonly left: Place;
  readonly right: Place;
  readonly addend: Place | undefined;
}

interface Resolved {
  /** Constants first, then elements, factors and results; two slots for a complex number. */
  readonly constants: readonly number[];
  readonly steps: readonly Step[];
  readonly outputs: readonly { readonly re: Place; readonly im: Place }[];
}

const resolvedPrograms = new WeakMap<StraightLine, Resolved>();

/** A program is always given the same number of factors: those of its codelet. */
function resolve(program: StraightLine, factorCount: number): Resolved {
  const known = resolvedPrograms.get(program);
  if (known !== undefined) return known;
  const constants = new Map<bigint, number>();
  for (const { source } of program.instructions.flatMap(({ operation }) => operandsOf(operation))) {
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
  const place = (operand: Operand): Place => ({ slot: slotOf(operand), sign: operand.negative ? -1 : 1 });
  const resolved: Resolved = {
    constants: [...constants.values()],
    steps: program.instructions.map(({ operation }) => ({
      kind: operation.kind,
      left: place(operation.left),
      right: place(operation.right),
      addend: operation.kind === "fma" ? place(operation.addend) : undefined,
    })),
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
  const values = new Float64Array(constants.length + 2 * (inputs.length + factors.length) + steps.length);
  let next = 0;
  for (const constant of constants) values[next++] = constant;
  for (const list of [inputs, factors]) {
    for (const { re, im } of list) {
      values[next++] = re;
      values[next++] = im;
    }
  }
  const value = (place: Place): number => place.sign * (values[place.slot] ?? NaN);
  for (const { kind, left, right, addend } of steps) {
    const [a, b] = [value(left), value(right)];
    values[next++] = kind === "add" ? a + b : a * b + (addend === undefined ? 0 : value(addend));
  }
  return outputs.map(({ re, im }) => ({ re: value(re), im: value(im) }));
}
