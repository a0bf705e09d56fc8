// Prints the functions by which kernels load and store elements: expressions as C++ on the device, and as the verification program
// computes them on the host. Decides nothing.
import { nearestLiteral } from "../arithmetic/float-literal.js";
import { invariant } from "../failure/errors.js";
import { LOADED, numberType, type STORED } from "./element-text.js";
import { complexType } from "./complex-type.js";
import type { Precision } from "../plan/transform.js";
import {
  fieldOf,
  type ElementFunction,
  type Expression,
  type Field,
  type FunctionName,
} from "../pointwise/expression.js";
import { printExpression } from "../pointwise/print.js";

/** How strongly operators of C++ bind. */
const SUM = 1;
const PRODUCT = 2;
const UNARY = 3;

interface Written {
  readonly precision: Precision;
  readonly value: Field;
}

/** The text of a real expression, with brackets where it binds less. */
function realText(expression: Expression, written: Written, least = 0): string {
  const within = (own: number, text: string): string => (own < least ? `(${text})` : text);
  const of = (one: Expression, inside = 0): string => realText(one, written, inside);
  switch (expression.kind) {
    case "value":
      return "v";
    case "number":
      return nearestLiteral(expression.value, written.precision);
    case "negative":
      return within(UNARY, `-${of(expression.of, UNARY + 1)}`);
    case "operation": {
      const { operator, left, right } = expression;
      const by = operator === "/" ? reciprocalOf(right, written.precision) : undefined;
      if (by !== undefined) return `over(${of(left)}, ${of(right)}, ${by})`;
      const own = operator === "+" || operator === "-" ? SUM : PRODUCT;
      return within(own, `${of(left, own)} ${operator} ${of(right, own + 1)}`);
    }
    case "call":
      return realCall(expression.name, expression.operands, written);
  }
}

/**
 * The reciprocal of a constant by which is divided; undefined of others, and of powers of two, whose compilers know it. Those far from 1
 * have remainders that are too small to be numbers.
 */
function reciprocalOf(divisor: Expression, precision: Precision): string | undefined {
  if (divisor.kind !== "number" || divisor.value === 0) return undefined;
  const exponent = Math.log2(divisor.value);
  if (Number.isInteger(exponent) || Math.abs(exponent) > FAR) return undefined;
  // Of the divisor as it is in the precision.
  const own = precision === "f32" ? Math.fround(divisor.value) : divisor.value;
  return nearestLiteral(1 / own, precision);
}

const FAR = 24;

function realCall(name: FunctionName, operands: readonly Expression[], written: Written): string {
  const [first] = operands;
  if (first === undefined) return "";
  const suffix = written.precision === "f32" ? "f" : "";
  const texts = operands.map((one) => text(one, written));
  const [own = ""] = texts;
  const nested = (called: string): string => texts.reduce((inside, one) => `${called}${suffix}(${inside}, ${one})`);
  if (fieldOf(first, written.value) === "complex") return complexToReal(name, own, suffix);
  switch (name) {
    case "conj":
    case "re":
      return `(${own})`;
    case "im":
      invariant(false, () => "print: real numbers have no imaginary part");
      return own;
    case "abs":
      return `fabs${suffix}(${own})`;
    case "abs2":
      return `(${own}) * (${own})`;
    case "arg":
      return `atan2${suffix}(${nearestLiteral(0, written.precision)}, ${own})`;
    case "min":
      return nested("fmin");
    case "max":
      return nested("fmax");
    case "clamp":
      return `fmin${suffix}(fmax${suffix}(${own}, ${texts[1] ?? ""}), ${texts[2] ?? ""})`;
    case "exp":
    case "log":
    case "log10":
    case "sqrt":
      return `${name}${suffix}(${own})`;
  }
}

/** What is real of a complex number. */
function complexToReal(name: FunctionName, own: string, suffix: string): string {
  switch (name) {
    case "re":
      return `${own}.x`;
    case "im":
      return `${own}.y`;
    case "abs":
      return `hypot${suffix}(${own}.x, ${own}.y)`;
    case "arg":
      return `atan2${suffix}(${own}.y, ${own}.x)`;
    case "abs2":
      return `abs2(${own})`;
    case "conj":
    case "min":
    case "max":
    case "clamp":
    case "exp":
    case "log":
    case "log10":
    case "sqrt":
      invariant(false, () => `print: ${name} of a complex number is no real one`);
      return own;
  }
}

/** A complex expression: functions of the device header. */
function complexText(expression: Expression, written: Written): string {
  const asComplex = (one: Expression): string =>
    fieldOf(one, written.value) === "complex" ? complexText(one, written) : `complex_of(${realText(one, written)})`;
  switch (expression.kind) {
    case "value":
      return "v";
    case "number":
      return asComplex(expression);
    case "negative":
      return `complex_negative(${complexText(expression.of, written)})`;
    case "operation":
      return operationText(expression, written, asComplex);
    case "call":
      return `${expression.name}(${expression.operands.map((one) => complexText(one, written)).join(", ")})`;
  }
}

function operationText(
  { operator, left, right }: Extract<Expression, { readonly kind: "operation" }>,
  written: Written,
  asComplex: (one: Expression) => string,
): string {
  switch (operator) {
    case "+":
      return `complex_plus(${asComplex(left)}, ${asComplex(right)})`;
    case "-":
      return `complex_minus(${asComplex(left)}, ${asComplex(right)})`;
    case "/": {
      const by = reciprocalOf(right, written.precision);
      const divisor = [realText(right, written), ...(by === undefined ? [] : [by])].join(", ");
      return `complex_over(${complexText(left, written)}, ${divisor})`;
    }
    case "*": {
      if (fieldOf(left, written.value) === "real")
        return `scale(${complexText(right, written)}, ${realText(left, written)})`;
      return fieldOf(right, written.value) === "real"
        ? `scale(${complexText(left, written)}, ${realText(right, written)})`
        : `multiply(${complexText(left, written)}, ${complexText(right, written)})`;
    }
  }
}

const text = (expression: Expression, written: Written): string =>
  fieldOf(expression, written.value) === "complex" ? complexText(expression, written) : realText(expression, written);

const typeOf = (field: Field, precision: Precision): string =>
  field === "complex" ? complexType(precision) : numberType(precision);

/** `loaded` or `stored`, in the precision that is computed with. */
export function printElementFunction(
  { expression, text: said, takes, gives }: ElementFunction,
  name: typeof LOADED | typeof STORED,
  precision: Precision,
): string {
  const what =
    name === LOADED ? "what is transformed of an element v of the input" : "what the output holds of a result v";
  return [
    `/// ${said}: ${what}.`,
    `__device__ __forceinline__ ${typeOf(gives, precision)} ${name}(${typeOf(takes, precision)} v) {`,
    `  return ${text(expression, { precision, value: takes })};`,
    "}",
  ].join("\n");
}

/** The same in the words of the verification program, in which every number is a Quantity. */
export const hostText = ({ expression }: ElementFunction): string =>
  printExpression(expression).replaceAll(/(?<![\w.])\d+(?:\.\d+)?(?:e[+-]?\d+)?/gu, (number) => `Quantity(${number})`);
