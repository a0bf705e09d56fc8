// What becomes of each element as it is loaded or stored: an expression of one value, v, that is real or complex. In numbers: v / 255 of
// the pixel 51 is 0.2, and 10 * log10(abs2(v)) of 3 + 4 i is 13.98, its power in decibels.

export type Field = "real" | "complex";

export type Expression =
  /** The element. */
  | { readonly kind: "value" }
  | { readonly kind: "number"; readonly value: number }
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
}

/** What an expression gives, of a value of this field; of a right one. */
export function fieldOf(expression: Expression, value: Field): Field {
  switch (expression.kind) {
    case "value":
      return value;
    case "number":
      return "real";
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

/** Operations of an expression: each rounds once, or is one of a library. */
export function operationsIn(expression: Expression): number {
  switch (expression.kind) {
    case "value":
    case "number":
      return 0;
    case "negative":
      return operationsIn(expression.of);
    case "operation":
      return 1 + operationsIn(expression.left) + operationsIn(expression.right);
    case "call":
      return expression.operands.reduce((sum, one) => sum + operationsIn(one), 1);
  }
}
