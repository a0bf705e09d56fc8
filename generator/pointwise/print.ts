// Writes an expression with the brackets that it needs, and no others.
import { operandText, type Operand } from "./arguments.js";
import { windowName } from "./window.js";
import type { Expression, FunctionName, Operator } from "./expression.js";

const PRIORITY: Readonly<Record<Operator, number>> = { "+": 1, "-": 1, "*": 2, "/": 2 };
const NEGATIVE = 3;

/** What another language writes otherwise. */
export interface Words {
  readonly number: (value: number) => string;
  readonly scalar: (name: string) => string;
  readonly operand: (operand: Operand) => string;
  readonly window: (window: Extract<Expression, { readonly kind: "window" }>) => string;
}

const OWN_WORDS: Words = {
  number: String,
  window: windowText,
  scalar: (name) => `$${name}`,
  operand: operandText,
};

/** As the parser reads it, or in other words. */
export function printExpression(expression: Expression, words = OWN_WORDS, least = 0): string {
  const within = (own: number, text: string): string => (own < least ? `(${text})` : text);
  const of = (one: Expression, inside: number): string => printExpression(one, words, inside);
  switch (expression.kind) {
    case "value":
      return "v";
    case "number":
      return words.number(expression.value);
    case "index":
      return expression.along;
    case "frequency":
      return `k${expression.along}`;
    case "length":
      return `n${expression.along}`;
    case "window":
      return words.window(expression);
    case "scalar":
      return words.scalar(expression.name);
    case "operand":
      return words.operand(expression);
    case "negative":
      return within(NEGATIVE, `-${of(expression.of, NEGATIVE + 1)}`);
    case "operation": {
      const own = PRIORITY[expression.operator];
      const [left, right] = [of(expression.left, own), of(expression.right, own + 1)];
      return within(own, `${left} ${expression.operator} ${right}`);
    }
    case "call":
      return callText(expression.name, expression.operands, words);
  }
}

/** `hann(512)` along x, `kaiser(64, 8.6, y)` along another dimension. */
function windowText({ window, along }: Extract<Expression, { readonly kind: "window" }>): string {
  const { points, shape, beta } = window;
  const said = [points, ...(shape === "kaiser" ? [beta] : []), ...(along === USUAL_ALONG ? [] : [along])];
  return `${windowName(window)}(${said.join(", ")})`;
}

/** Of a window that does not say. */
export const USUAL_ALONG = "x";

const callText = (name: FunctionName, operands: readonly Expression[], words: Words): string =>
  `${name}(${operands.map((one) => printExpression(one, words)).join(", ")})`;
