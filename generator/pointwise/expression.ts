// What becomes of each element as it is loaded or stored: an expression of one value, v, that is real or complex, and of where it is. In
// numbers: v / 255 of the pixel 51 is 0.2, and 10 * log10(abs2(v)) of 3 + 4 i is 13.98, its power in decibels.
import { argumentText, type Argument, type Operand } from "./arguments.js";
import type { Window } from "./window.js";

export type Field = "real" | "complex";

export type Expression =
  /** The element. */
  | { readonly kind: "value" }
  | { readonly kind: "number"; readonly value: number }
  /** The index along a dimension, or in the batch. */
  | { readonly kind: "index"; readonly along: string }
  /** The frequency at the index along a dimension: of both signs, unless only those from 0 on are there. */
  | { readonly kind: "frequency"; readonly along: string; readonly length: number; readonly isSigned: boolean }
  | { readonly kind: "length"; readonly along: string; readonly length: number }
  /** The weight of an index: 0 in front of the first and behind the last of its points; `isWhole`: there are none. */
  | {
      readonly kind: "window";
      readonly window: Window;
      readonly along: string;
      readonly first: number;
      readonly isWhole: boolean;
    }
  /** What the call says. */
  | { readonly kind: "scalar"; readonly name: string }
  /** The number of an array that the call gives, at the indices of the element. */
  | ({ readonly kind: "operand" } & Operand)
  | { readonly kind: "negative"; readonly of: Expression }
  | {
      readonly kind: "operation";
      readonly operator: Operator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: "call"; readonly name: FunctionName; readonly operands: readonly Expression[] };

export type Operator = "+" | "-" | "*" | "/";

/** What a function takes, how many of them, and what it gives; `same`: what it takes. */
interface FunctionTraits {
  readonly takes: "real" | "complex" | "any";
  readonly gives: "real" | "same";
  readonly least: number;
  readonly most: number;
}

const UNARY = { least: 1, most: 1 } as const;
const REAL = { ...UNARY, takes: "real", gives: "real" } as const;
const OF_ANY = { ...UNARY, takes: "any", gives: "real" } as const;
const SEVERAL = { least: 2, most: Infinity, takes: "real", gives: "real" } as const;

export const FUNCTIONS = {
  conj: { ...UNARY, takes: "any", gives: "same" },
  re: OF_ANY,
  im: { ...OF_ANY, takes: "complex" },
  abs: OF_ANY,
  abs2: OF_ANY,
  arg: OF_ANY,
  min: SEVERAL,
  max: SEVERAL,
  clamp: { ...SEVERAL, least: 3, most: 3 },
  exp: REAL,
  log: REAL,
  log10: REAL,
  sqrt: REAL,
} as const satisfies Readonly<Record<string, FunctionTraits>>;

export type FunctionName = keyof typeof FUNCTIONS;

export const FUNCTION_NAMES = Object.keys(FUNCTIONS) as readonly FunctionName[];

export const traitsOfFunction = (name: FunctionName): FunctionTraits => FUNCTIONS[name];

/** An expression with what it takes and what it gives. */
export interface ElementFunction {
  readonly expression: Expression;
  /** As `printExpression` writes it. */
  readonly text: string;
  readonly takes: Field;
  readonly gives: Field;
  /** The indices of the element that it depends on. */
  readonly indices: readonly string[];
  /** What a call gives to it. */
  readonly arguments: readonly Argument[];
}

/** What an expression gives, of a value of this field; of a right one. */
export function fieldOf(expression: Expression, value: Field): Field {
  switch (expression.kind) {
    case "value":
      return value;
    case "number":
    case "index":
    case "frequency":
    case "length":
    case "window":
    case "scalar":
      return "real";
    case "operand":
      return expression.isComplex ? "complex" : "real";
    case "negative":
      return fieldOf(expression.of, value);
    case "operation":
      return [expression.left, expression.right].some((one) => fieldOf(one, value) === "complex") ? "complex" : "real";
    case "call": {
      const [first] = expression.operands;
      const isSame = traitsOfFunction(expression.name).gives === "same";
      return isSame && first !== undefined ? fieldOf(first, value) : "real";
    }
  }
}

/** What an expression is made of directly. */
function operandsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case "value":
    case "number":
    case "index":
    case "frequency":
    case "length":
    case "window":
    case "scalar":
    case "operand":
      return [];
    case "negative":
      return [expression.of];
    case "operation":
      return [expression.left, expression.right];
    case "call":
      return expression.operands;
  }
}

/** All that an expression consists of, what is computed first before what is computed from it. */
export const partsIn = (expression: Expression): readonly Expression[] => [
  ...operandsOf(expression).flatMap(partsIn),
  expression,
];

/** Operations and functions; and what is converted, or rounded to the precision. */
const ROUNDED: ReadonlySet<Expression["kind"]> = new Set(["operation", "call", "index", "frequency", "window"]);

/** Operations of an expression: each rounds once, or is one of a library. */
export const operationsIn = (expression: Expression): number =>
  partsIn(expression).filter(({ kind }) => ROUNDED.has(kind)).length;

/** The indices that these parts ask for. */
export const indicesOf = (parts: readonly Expression[]): readonly string[] => [
  ...new Set(
    parts.flatMap((one) => {
      if (one.kind === "operand") return one.shape.map(({ along }) => along);
      return one.kind === "index" || one.kind === "frequency" || one.kind === "window" ? [one.along] : [];
    }),
  ),
];

/** The windows of an expression. */
export const windowsIn = (expression: Expression): readonly Window[] =>
  partsIn(expression).flatMap((one) => (one.kind === "window" ? [one.window] : []));

/** What a call gives to an expression, each once. */
export const argumentsIn = (expression: Expression): readonly Argument[] => [
  ...new Map(
    partsIn(expression).flatMap((one) =>
      one.kind === "scalar" || one.kind === "operand" ? [[argumentText(one), one] as const] : [],
    ),
  ).values(),
];
