// Prints expressions of indices, with the brackets that they need, and those that compilers ask for.
import { unreachable } from "../failure/errors.js";
import type { Let } from "../kernel/let.js";
import { isCondition, type Condition, type IndexFunction, type Integer } from "../plan/index-expression.js";
import { block } from "./lines.js";
import { offsetType, unsignedLiteral } from "./literals.js";

/** The text of a number that has a name. */
export type NameText = (name: string) => string;

export const asNamed: NameText = (name) => name;

/** How strongly operators of C++ bind. */
const CHOICE = 1;
const AND = 2;
const XOR = 3;
const EQUAL = 4;
const LESS = 5;
export const SUM = 6;
const PRODUCT = 7;
const UNARY = 8;
const PRIMARY = 9;

/** `least`: what binds less is put in brackets. */
export function integerText(expression: Integer, names: NameText = asNamed, least = CHOICE): string {
  const of = (one: Integer, inside: number): string => integerText(one, names, inside);
  const within = (own: number, text: string): string => (own < least ? `(${text})` : text);
  switch (expression.kind) {
    case "constant":
      return expression.wide === true ? `${BigInt(expression.value)}ull` : unsignedLiteral(expression.value);
    case "name":
      return names(expression.name);
    case "sum": {
      // a + (b - c) is (a + b) - c.
      const terms = expression.terms.map((term, index) =>
        of(term, index === 0 || term.kind === "difference" ? SUM : PRODUCT),
      );
      return terms.length === 0 ? unsignedLiteral(0) : within(SUM, terms.join(" + "));
    }
    case "product":
      return within(
        PRODUCT,
        expression.terms.map((term, index) => of(term, index === 0 ? PRODUCT : UNARY)).join(" * "),
      );
    case "xor":
      return within(XOR, expression.terms.map((term) => of(term, PRIMARY)).join(" ^ "));
    case "difference":
      return within(SUM, `${of(expression.left, SUM)} - ${of(expression.right, PRODUCT)}`);
    case "quotient":
      return within(PRODUCT, `${of(expression.left, PRODUCT)} / ${of(expression.right, UNARY)}`);
    case "remainder":
      return within(PRODUCT, `${of(expression.left, PRODUCT)} % ${of(expression.right, UNARY)}`);
    case "select":
      return within(
        CHOICE,
        `${conditionText(expression.condition, names, AND)} ? ${of(expression.then, AND)} : ${of(expression.otherwise, CHOICE)}`,
      );
    case "bits":
      return within(
        XOR,
        `(${of(expression.of, PRIMARY)} >> ${expression.shift}) & ${unsignedLiteral(expression.mask)}`,
      );
    case "lookup":
      return `${expression.table.name}[${of(expression.index, CHOICE)}]`;
    case "call": {
      const sizes = expression.sizes.length === 0 ? "" : `<${expression.sizes.map(unsignedLiteral).join(", ")}>`;
      return `${expression.function.name}${sizes}(${of(expression.of, CHOICE)})`;
    }
    default:
      return unreachable(expression);
  }
}

export function conditionText(condition: Condition, names: NameText = asNamed, least = CHOICE): string {
  const within = (own: number, text: string): string => (own < least ? `(${text})` : text);
  switch (condition.kind) {
    case "compare": {
      const { relation, left, right } = condition;
      const operand = (one: Integer): string => integerText(one, names, SUM);
      return within(
        relation === "==" || relation === "!=" ? EQUAL : LESS,
        `${operand(left)} ${relation} ${operand(right)}`,
      );
    }
    case "flag":
      return names(condition.name);
    case "not":
      return `!${conditionText(condition.of, names, UNARY)}`;
    case "all":
      return condition.of.length === 0
        ? "true"
        : within(AND, condition.of.map((one) => conditionText(one, names, XOR)).join(" && "));
    case "if": {
      const [then, otherwise] = [condition.then, condition.otherwise].map((one) => conditionText(one, names, AND));
      return within(CHOICE, `${conditionText(condition.condition, names, AND)} ? ${then} : ${otherwise}`);
    }
    default:
      return unreachable(condition);
  }
}

/** `const unsigned column = seat <= 8u ? seat : 24u - seat;` */
export const letLines = ({ name, value, comment }: Let, names: NameText): readonly string[] => [
  ...(comment === undefined ? [] : [`// ${comment}`]),
  isCondition(value)
    ? `const bool ${name} = ${conditionText(value, names)};`
    : `const unsigned ${name} = ${integerText(value, names)};`,
];

/** The definition of a function of one index. */
export function functionText(
  { name, comment, sizes, usual, index, steps, result }: IndexFunction,
  wide: boolean,
): string {
  const parameters = sizes.map(
    (size, place) =>
      `unsigned ${size}${usual !== undefined && place === sizes.length - 1 ? ` = ${unsignedLiteral(usual)}` : ""}`,
  );
  return [
    `/// ${comment}`,
    ...(sizes.length === 0 ? [] : [`template <${parameters.join(", ")}>`]),
    ...block(`__device__ __forceinline__ constexpr ${offsetType(wide)} ${name}(${offsetType(wide)} ${index})`, [
      ...steps.map((step) => stepText(index, step)),
      `return ${integerText(result)};`,
    ]),
  ].join("\n");
}

/** `place ^= (place >> 1) & 7u;` */
function stepText(index: string, step: Integer): string {
  const [first, ...others] = step.kind === "xor" ? step.terms : [];
  return first?.kind === "name" && first.name === index && others.length === 1
    ? `${index} ^= ${others.map((other) => integerText(other)).join("")};`
    : `${index} = ${integerText(step)};`;
}
