// Prints the functions by which kernels load and store elements: expressions as C++ on the device. Decides nothing.
import { nearestLiteral } from "../arithmetic/float-literal.js";
import { invariant } from "../failure/errors.js";
import { LOADED, numberType, STORED } from "./element-text.js";
import { complexType } from "./complex-type.js";
import type { ElementType } from "../plan/elements.js";
import { isShort } from "../plan/storage.js";
import type { Precision } from "../plan/transform.js";
import {
  fieldOf,
  indicesOf,
  partsIn,
  type ElementFunction,
  type Expression,
  type Field,
  type FunctionName,
} from "../pointwise/expression.js";
import { BATCH_INDEX } from "../pointwise/scope.js";
import { operandLength, type Operand } from "../pointwise/arguments.js";
import type { Window } from "../pointwise/window.js";
import { hasPairs, windowTableName } from "./window-tables.js";
import { argumentType } from "./argument-types.js";
import { TWO_TO_32, unsignedLiteral } from "./literals.js";

/** How strongly operators of C++ bind. */
const SUM = 1;
const PRODUCT = 2;
const UNARY = 3;

interface Written {
  readonly precision: Precision;
  readonly value: Field;
  /** What is stored has 16 bits, for which logarithms and exponentials of the hardware are exact enough. */
  readonly isCoarse: boolean;
  /** Windows whose weights have been loaded: those of an index, of which there are pairs. */
  readonly pairsAlong?: string;
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
    case "index":
      return numberText(expression.along, written);
    case "frequency":
      return expression.isSigned
        ? numberText(`signed_frequency(${expression.along}, ${unsignedLiteral(expression.length)})`, written)
        : numberText(expression.along, written);
    case "length":
      return nearestLiteral(expression.length, written.precision);
    case "window":
      return windowText(expression, written);
    case "scalar":
      return expression.name;
    case "operand":
      return loadedOperand(expression);
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

const numberText = (whole: string, { precision }: Written): string => `static_cast<${numberType(precision)}>(${whole})`;

/** The number of an operand for an element. */
function loadedOperand(operand: Operand): string {
  const isWide = operandLength(operand) >= TWO_TO_32;
  const place = operand.shape.reduce((text, { along, length }) => {
    const index = isWide && along !== BATCH_INDEX ? `std::size_t{${along}}` : along;
    return text === "" ? index : `${bracketed(text)} * ${unsignedLiteral(length ?? 1)} + ${index}`;
  }, "");
  return `load(${operand.name} + ${bracketed(place)})`;
}

const bracketed = (text: string): string => (text.includes(" ") ? `(${text})` : text);

/** The weight of an element, from the table of a window. */
function windowText(expression: WindowExpression, { precision, pairsAlong }: Written): string {
  const { window, along, first, isWhole } = expression;
  if (isOfPairs(expression, pairsAlong)) return weightName(window);
  const name = windowTableName(window);
  const table = hasPairs(window) ? `reinterpret_cast<const ${numberType(precision)}*>(${name})` : name;
  const place = first === 0 ? along : `${along} - ${unsignedLiteral(first)}`;
  // What is in front of it wraps around, to behind its end.
  return isWhole
    ? `load_table(${table} + ${along})`
    : `window_weight(${table}, ${unsignedLiteral(window.points)}, ${place})`;
}

type WindowExpression = Extract<Expression, { readonly kind: "window" }>;

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
      return `${written.isCoarse ? "__" : ""}${name}${suffix}(${own})`;
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
    case "index":
    case "frequency":
    case "length":
    case "window":
    case "scalar":
      return asComplex(expression);
    case "operand":
      return loadedOperand(expression);
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

/** Whether logarithms of the hardware do: of what is stored in 16 bits. */
const isCoarse = (
  name: typeof LOADED | typeof STORED,
  precision: Precision,
  { storage }: Pick<ElementType, "storage">,
) => name === STORED && precision === "f32" && isShort(storage);

/** `loaded` or `stored`, in the precision that is computed with. */
export function printElementFunction(
  { expression, text: said, takes, gives, ...by }: ElementFunction,
  name: typeof LOADED | typeof STORED,
  precision: Precision,
  element: Pick<ElementType, "storage">,
): string {
  const what =
    name === LOADED ? "what is transformed of an element v of the input" : "what the output holds of a result v";
  const where = by.indices.length === 0 ? "" : ` at ${by.indices.join(", ")}`;
  return [
    `/// ${said}: ${what}${where}.`,
    `__device__ __forceinline__ ${typeOf(gives, precision)} ${name}(${parametersText(typeOf(takes, precision), by, precision)}) {`,
    `  return ${text(expression, { precision, value: takes, isCoarse: isCoarse(name, precision, element) })};`,
    "}",
  ].join("\n");
}

const parametersText = (
  type: string,
  by: Pick<ElementFunction, "indices" | "arguments">,
  precision: Precision,
): string =>
  [
    `${type} v`,
    ...by.indices.map((name) => `${name === BATCH_INDEX ? "std::size_t" : "unsigned"} ${name}`),
    ...by.arguments.map((argument) => `${argumentType(argument, precision)} ${argument.name}`),
  ].join(", ");

/** The same of two real numbers that are the parts of a complex one, neighbours along an index, of which the first is even. */
export function printPairFunction(
  by: ElementFunction,
  along: string,
  name: typeof LOADED | typeof STORED,
  precision: Precision,
  element: Pick<ElementType, "storage">,
): string {
  const [pair, number] = [complexType(precision), numberType(precision)];
  const windows = windowsOfPairs(by.expression, along);
  // What only the weights depend on is not passed.
  const others = partsIn(by.expression).filter((part) => !isOfPairs(part, along));
  const given = windows.length === 0 ? by : { indices: indicesOf(others), arguments: by.arguments };
  const passed = (part: string, step: string): string =>
    [
      `v.${part}`,
      ...given.indices.map((one) => (one === along ? `${one}${step}` : one)),
      ...given.arguments.map((argument) => argument.name),
      ...windows.map(({ window }) => `${windowTableName(window)}_weights.${part}`),
    ].join(", ");
  const head = [
    `/// Of two neighbours along ${along}${windows.length === 0 ? "" : ", whose weights are loaded at once"}.`,
    `__device__ __forceinline__ ${pair} ${name}(${parametersText(pair, by, precision)}) {`,
  ];
  if (windows.length === 0)
    return [...head, `  return {${name}(${passed("x", "")}), ${name}(${passed("y", " + 1u")})};`, "}"].join("\n");
  const parameters = [
    parametersText(number, given, precision),
    ...windows.map(({ window }) => `${number} ${weightName(window)}`),
  ];
  const written = { precision, value: by.takes, isCoarse: isCoarse(name, precision, element), pairsAlong: along };
  return [
    ...head,
    ...windows.map(
      ({ window }) =>
        `  const ${pair} ${windowTableName(window)}_weights = load_table(${windowTableName(window)} + ${along} / 2u);`,
    ),
    `  const auto of = [](${parameters.join(", ")}) { return ${text(by.expression, written)}; };`,
    `  return {of(${passed("x", "")}), of(${passed("y", " + 1u")})};`,
    "}",
  ].join("\n");
}

const weightName = (window: Window): string => `${windowTableName(window)}_weight`;

/** Whether it is a window along this index whose weights lie in pairs, all of which are there. */
const isOfPairs = (part: Expression, along: string | undefined): part is WindowExpression =>
  part.kind === "window" && part.along === along && part.isWhole && hasPairs(part.window);

const windowsOfPairs = (expression: Expression, along: string): readonly WindowExpression[] => [
  ...new Map(
    partsIn(expression).flatMap((part) =>
      isOfPairs(part, along) ? [[windowTableName(part.window), part] as const] : [],
    ),
  ).values(),
];
