// The straight-line form of a codelet: a list of additions, multiplications and fused multiply-adds on real numbers.
// Operands carry signs, which cost nothing on a GPU. Order is meaning here: a list is what will be printed.
import type { Constant } from "./constant.js";
import type { ComplexRole, Part } from "./expression.js";

export type Source =
  | { readonly kind: "element"; readonly index: number; readonly part: Part }
  | { readonly kind: "factor"; readonly index: number; readonly part: Part }
  | { readonly kind: "constant"; readonly constant: Constant }
  /** The result of an earlier instruction of the list. */
  | { readonly kind: "result"; readonly instruction: number };

export interface Operand {
  readonly source: Source;
  readonly negative: boolean;
}

/**
 * - `add`: left + right
 * - `multiply`: left * right
 * - `fma`: left * right + addend, rounded once
 * Of a product only the left operand may be negative.
 */
export type Operation =
  | { readonly kind: "add"; readonly left: Operand; readonly right: Operand }
  | { readonly kind: "multiply"; readonly left: Operand; readonly right: Operand }
  | { readonly kind: "fma"; readonly left: Operand; readonly right: Operand; readonly addend: Operand };

export interface Instruction {
  readonly operation: Operation;
  /** Which part of which complex value the result is, where it is one. */
  readonly role: ComplexRole | undefined;
  /** Heading of the part of the algorithm that it belongs to; may be empty. */
  readonly section: string;
}

export interface ComplexOperand {
  readonly re: Operand;
  readonly im: Operand;
}

export interface StraightLine {
  readonly instructions: readonly Instruction[];
  /** Output k of the butterfly, in natural order. */
  readonly outputs: readonly ComplexOperand[];
}

export const operandsOf = (operation: Operation): readonly Operand[] =>
  operation.kind === "fma" ? [operation.left, operation.right, operation.addend] : [operation.left, operation.right];

export function mapOperands(operation: Operation, change: (operand: Operand) => Operand): Operation {
  switch (operation.kind) {
    case "add":
      return { kind: "add", left: change(operation.left), right: change(operation.right) };
    case "multiply":
      return { kind: "multiply", left: change(operation.left), right: change(operation.right) };
    case "fma":
      return {
        kind: "fma",
        left: change(operation.left),
        right: change(operation.right),
        addend: change(operation.addend),
      };
  }
}

export const outputOperands = (program: StraightLine): readonly Operand[] =>
  program.outputs.flatMap(({ re, im }) => [re, im]);

export interface Counts {
  readonly additions: number;
  readonly multiplications: number;
  readonly fmas: number;
  /** Their sum: what a GPU issues. */
  readonly instructions: number;
  /**
   * Real values that must be held at once, elements and twiddle factors included, constants not: a lower bound on
   * registers.
   */
  readonly maximumLive: number;
}

export function countInstructions(program: StraightLine): Counts {
  const count = (kind: Operation["kind"]): number =>
    program.instructions.filter(({ operation }) => operation.kind === kind).length;
  return {
    additions: count("add"),
    multiplications: count("multiply"),
    fmas: count("fma"),
    instructions: program.instructions.length,
    maximumLive: maximumLive(program),
  };
}

/** The value's identity for liveness; constants are immediates and have none. */
export function valueName(source: Source): string | undefined {
  switch (source.kind) {
    case "element":
      return `v${source.index}${source.part}`;
    case "factor":
      return `w${source.index}${source.part}`;
    case "result":
      return `r${source.instruction}`;
    case "constant":
      return undefined;
  }
}

/** All elements are live at the start, a factor from its first use; a result may take the place of a dying operand. */
function maximumLive(program: StraightLine): number {
  const lastUse = new Map<string, number>();
  const note = (operand: Operand, position: number): void => {
    const name = valueName(operand.source);
    if (name !== undefined) lastUse.set(name, position);
  };
  program.instructions.forEach(({ operation }, position) => operandsOf(operation).forEach((o) => note(o, position)));
  outputOperands(program).forEach((operand) => note(operand, program.instructions.length));

  const live = new Set([...lastUse.keys()].filter((name) => name.startsWith("v")));
  let maximum = live.size;
  program.instructions.forEach(({ operation }, position) => {
    const names = operandsOf(operation).flatMap((operand) => valueName(operand.source) ?? []);
    names.forEach((name) => live.add(name));
    maximum = Math.max(maximum, live.size);
    names.filter((name) => lastUse.get(name) === position).forEach((name) => live.delete(name));
    live.add(`r${position}`);
    maximum = Math.max(maximum, live.size);
  });
  return maximum;
}
