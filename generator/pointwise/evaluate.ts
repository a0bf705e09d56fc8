// What an expression gives for a value at a position, in double precision.
import { ANYWHERE, signedFrequency, type Position } from "./scope.js";
import { operandPlace, verifiedNumber, verifiedScalar } from "./arguments.js";
import type { Value } from "./value.js";
import { windowAt } from "./window.js";
import type { Expression, FunctionName, Operator } from "./expression.js";

const real = (re: number): Value => ({ re, im: 0 });

/** What a call gives is what verifications give. */
export function evaluateExpression(expression: Expression, value: Value, where: Position = ANYWHERE): Value {
  switch (expression.kind) {
    case "value":
      return value;
    case "number":
      return real(expression.value);
    case "index":
      return real(where(expression.along));
    case "frequency": {
      const index = where(expression.along);
      return real(expression.isSigned ? signedFrequency(index, expression.length) : index);
    }
    case "length":
      return real(expression.length);
    case "window": {
      const { window, along, first } = expression;
      const k = where(along) - first;
      return real(k < 0 || k >= window.points ? 0 : windowAt(window, k));
    }
    case "scalar":
      return real(verifiedScalar(expression.name));
    case "operand":
      return verifiedNumber(expression, operandPlace(expression, where));
    case "negative": {
      const { re, im } = evaluateExpression(expression.of, value, where);
      return { re: -re, im: -im };
    }
    case "operation":
      return operated(
        expression.operator,
        evaluateExpression(expression.left, value, where),
        evaluateExpression(expression.right, value, where),
      );
    case "call":
      return called(
        expression.name,
        expression.operands.map((one) => evaluateExpression(one, value, where)),
      );
  }
}

function operated(operator: Operator, a: Value, b: Value): Value {
  switch (operator) {
    case "+":
      return { re: a.re + b.re, im: a.im + b.im };
    case "-":
      return { re: a.re - b.re, im: a.im - b.im };
    case "*":
      return { re: a.re * b.re - a.im * b.im, im: a.re * b.im + a.im * b.re };
    case "/":
      return { re: a.re / b.re, im: a.im / b.re };
  }
}

/** What is not a number is left out, as C's fmin and fmax do. */
const counted = (values: readonly Value[]): readonly number[] => {
  const numbers = values.map(({ re }) => re);
  const known = numbers.filter((number) => !Number.isNaN(number));
  return known.length === 0 ? numbers : known;
};

function called(name: FunctionName, values: readonly Value[]): Value {
  const [{ re, im } = real(NaN), ...others] = values;
  switch (name) {
    case "conj":
      return { re, im: -im };
    case "re":
      return real(re);
    case "im":
      return real(im);
    case "abs":
      return real(Math.hypot(re, im));
    case "abs2":
      return real(re * re + im * im);
    case "arg":
      return real(Math.atan2(im, re));
    case "min":
      return real(Math.min(...counted(values)));
    case "max":
      return real(Math.max(...counted(values)));
    case "clamp": {
      const [{ re: least } = real(NaN), largest = real(NaN)] = others;
      return real(Math.min(...counted([real(Math.max(...counted([real(re), real(least)]))), largest])));
    }
    case "exp":
      return real(Math.exp(re));
    case "log":
      return real(Math.log(re));
    case "log10":
      return real(Math.log10(re));
    case "sqrt":
      return real(Math.sqrt(re));
  }
}
