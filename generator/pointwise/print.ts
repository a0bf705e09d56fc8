// Writes an expression with the brackets that it needs, and no others. Who writes another language says what words and numbers are there.
import type { Expression, FunctionName, Operator } from "./expression.js";

const PRIORITY: Readonly<Record<Operator, number>> = { "+": 1, "-": 1, "*": 2, "/": 2 };
const NEGATIVE = 3;

/** As the parser reads it. */
export function printExpression(expression: Expression, least = 0): string {
  const within = (own: number, text: string): string => (own < least ? `(${text})` : text);
  switch (expression.kind) {
    case "value":
      return "v";
    case "number":
      return String(expression.value);
    case "negative":
      return within(NEGATIVE, `-${printExpression(expression.of, NEGATIVE + 1)}`);
    case "operation": {
      const own = PRIORITY[expression.operator];
      const [left, right] = [printExpression(expression.left, own), printExpression(expression.right, own + 1)];
      return within(own, `${left} ${expression.operator} ${right}`);
    }
    case "call":
      return callText(expression.name, expression.operands);
  }
}

const callText = (name: FunctionName, operands: readonly Expression[]): string =>
  `${name}(${operands.map((one) => printExpression(one)).join(", ")})`;
