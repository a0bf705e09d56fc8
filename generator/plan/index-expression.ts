// Expressions of indices: what a thread computes of its number, of coordinates and of places, in whole numbers that are never below zero.
// They are built here, evaluated here, and printed in emit/print-expression.ts. In numbers: (64 - x) % 64 of x = 3 is 61.
import { at, invariant, unreachable } from "../failure/errors.js";
import type { PlaceTable } from "./place-table.js";

export type Integer =
  /** `wide`: of 64 bits, so that a product with it has as many. */
  | { readonly kind: "constant"; readonly value: number; readonly wide?: true }
  /** A coordinate, or another number that has a name. */
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "sum" | "product" | "xor"; readonly terms: readonly Integer[] }
  /** Quotients are rounded down. */
  | {
      readonly kind: "difference" | "quotient" | "remainder";
      readonly left: Integer;
      readonly right: Integer;
    }
  | { readonly kind: "select"; readonly condition: Condition; readonly then: Integer; readonly otherwise: Integer }
  /** The bits of `mask` of a number that is `shift` times halved. */
  | { readonly kind: "bits"; readonly of: Integer; readonly shift: number; readonly mask: number }
  | { readonly kind: "lookup"; readonly table: PlaceTable; readonly index: Integer }
  | {
      readonly kind: "call";
      readonly function: IndexFunction;
      readonly sizes: readonly number[];
      readonly of: Integer;
    };

export type Condition =
  | {
      readonly kind: "compare";
      readonly relation: Relation;
      readonly left: Integer;
      readonly right: Integer;
    }
  /** A condition that has a name. */
  | { readonly kind: "flag"; readonly name: string }
  | { readonly kind: "not"; readonly of: Condition }
  | { readonly kind: "all"; readonly of: readonly Condition[] }
  | { readonly kind: "if"; readonly condition: Condition; readonly then: Condition; readonly otherwise: Condition };

export type Relation = "<" | "<=" | ">" | ">=" | "==" | "!=";

/** A function of one index, and of sizes that are known where it is called. */
export interface IndexFunction {
  readonly name: string;
  /** What it computes. */
  readonly comment: string;
  readonly sizes: readonly string[];
  /** Sizes that callers may leave out, from the end: what they are then. */
  readonly usual?: number;
  readonly index: string;
  /** What becomes of the index, one step after the other. */
  readonly steps: readonly Integer[];
  readonly result: Integer;
}

export const constant = (value: number): Integer => ({ kind: "constant", value });
export const named = (name: string): Integer => ({ kind: "name", name });
export const flag = (name: string): Condition => ({ kind: "flag", name });
export const minus = (left: Integer, right: Integer): Integer => ({ kind: "difference", left, right });
export const remainder = (left: Integer, right: number): Integer => ({
  kind: "remainder",
  left,
  right: constant(right),
});
export const select = (condition: Condition, then: Integer, otherwise: Integer): Integer => ({
  kind: "select",
  condition,
  then,
  otherwise,
});
export const compare = (left: Integer, relation: Relation, right: number | Integer): Condition => ({
  kind: "compare",
  relation,
  left,
  right: typeof right === "number" ? constant(right) : right,
});
export const isZero = (of: Integer): Condition => compare(of, "==", 0);
/** A condition without parts is true. */
export const all = (of: readonly Condition[]): Condition => (of.length === 1 ? at(of, 0) : { kind: "all", of });

/** A sum of none is 0. */
export const plus = (...terms: readonly Integer[]): Integer => {
  const flat = terms.flatMap((term) => (term.kind === "sum" ? term.terms : [term]));
  return flat.length === 1 ? at(flat, 0) : { kind: "sum", terms: flat };
};

export const times = (factor: number, of: Integer): Integer =>
  factor === 1 ? of : { kind: "product", terms: [constant(factor), of] };

export const quotient = (left: Integer, right: number): Integer =>
  right === 1 ? left : { kind: "quotient", left, right: constant(right) };

export const quotientBy = (left: Integer, right: Integer): Integer => ({ kind: "quotient", left, right });

/** What numbers are that have names. */
export type Values = (name: string) => number;

export function evaluate(expression: Integer, values: Values): number {
  const of = (one: Integer): number => evaluate(one, values);
  switch (expression.kind) {
    case "constant":
      return expression.value;
    case "name":
      return values(expression.name);
    case "sum":
      return expression.terms.reduce((sum, term) => sum + of(term), 0);
    case "product":
      return expression.terms.reduce((product, term) => product * of(term), 1);
    case "xor":
      return expression.terms.reduce((bits, term) => exclusiveOr(bits, of(term)), 0);
    case "difference":
      return of(expression.left) - of(expression.right);
    case "quotient":
      return Math.floor(of(expression.left) / of(expression.right));
    case "remainder":
      return of(expression.left) % of(expression.right);
    case "select":
      return of(isTrue(expression.condition, values) ? expression.then : expression.otherwise);
    case "bits":
      return maskedBits(Math.floor(of(expression.of) / 2 ** expression.shift), expression.mask);
    case "lookup":
      return at(expression.table.places, of(expression.index));
    case "call":
      return called(expression.function, expression.sizes, of(expression.of));
    default:
      return unreachable(expression);
  }
}

export function isTrue(condition: Condition, values: Values): boolean {
  switch (condition.kind) {
    case "compare": {
      const [left, right] = [evaluate(condition.left, values), evaluate(condition.right, values)];
      return RELATIONS[condition.relation](left, right);
    }
    case "flag":
      return values(condition.name) > 0;
    case "not":
      return !isTrue(condition.of, values);
    case "all":
      return condition.of.every((one) => isTrue(one, values));
    case "if":
      return isTrue(isTrue(condition.condition, values) ? condition.then : condition.otherwise, values);
    default:
      return unreachable(condition);
  }
}

/** A number; of a condition 1 where it holds, else 0. */
export const evaluated = (value: Integer | Condition, values: Values): number =>
  isCondition(value) ? Number(isTrue(value, values)) : evaluate(value, values);

export const isCondition = (value: Integer | Condition): value is Condition => CONDITIONS.has(value.kind);

const CONDITIONS: ReadonlySet<string> = new Set<Condition["kind"]>(["compare", "flag", "not", "all", "if"]);

const RELATIONS: Readonly<Record<Relation, (left: number, right: number) => boolean>> = {
  "<": (left, right) => left < right,
  "<=": (left, right) => left <= right,
  ">": (left, right) => left > right,
  ">=": (left, right) => left >= right,
  "==": (left, right) => left === right,
  "!=": (left, right) => left !== right,
};

function called(
  { name, sizes, usual, index, steps, result }: IndexFunction,
  said: readonly number[],
  of: number,
): number {
  let own = of;
  const values = (wanted: string): number => {
    if (wanted === index) return own;
    const size = said[sizes.indexOf(wanted)] ?? usual;
    invariant(sizes.includes(wanted) && size !== undefined, () => `evaluate: ${name} has no ${wanted}`);
    return size;
  };
  for (const step of steps) own = evaluate(step, values);
  return evaluate(result, values);
}

const HALF = 2 ** 26;

/** Of integers of up to 53 bits. */
const exclusiveOr = (a: number, b: number): number =>
  (Math.floor(a / HALF) ^ Math.floor(b / HALF)) * HALF + ((a % HALF) ^ (b % HALF));

const maskedBits = (a: number, b: number): number =>
  (Math.floor(a / HALF) & Math.floor(b / HALF)) * HALF + ((a % HALF) & (b % HALF));

/** The functions that an expression calls, the innermost first. */
export function functionsIn(expression: Integer): readonly IndexFunction[] {
  switch (expression.kind) {
    case "constant":
    case "name":
      return [];
    case "sum":
    case "product":
    case "xor":
      return expression.terms.flatMap(functionsIn);
    case "difference":
    case "quotient":
    case "remainder":
      return [...functionsIn(expression.left), ...functionsIn(expression.right)];
    case "select":
      return [expression.then, expression.otherwise].flatMap(functionsIn);
    case "bits":
      return functionsIn(expression.of);
    case "lookup":
      return functionsIn(expression.index);
    case "call":
      return [...functionsIn(expression.of), expression.function];
    default:
      return unreachable(expression);
  }
}

/** The names in an expression, or a condition. */
export function namesIn(expression: Integer | Condition): readonly string[] {
  switch (expression.kind) {
    case "constant":
      return [];
    case "name":
    case "flag":
      return [expression.name];
    case "sum":
    case "product":
    case "xor":
      return expression.terms.flatMap(namesIn);
    case "difference":
    case "quotient":
    case "remainder":
    case "compare":
      return [...namesIn(expression.left), ...namesIn(expression.right)];
    case "select":
    case "if":
      return [expression.condition, expression.then, expression.otherwise].flatMap(namesIn);
    case "bits":
    case "call":
    case "not":
      return namesIn(expression.of);
    case "all":
      return expression.of.flatMap(namesIn);
    case "lookup":
      return namesIn(expression.index);
    default:
      return unreachable(expression);
  }
}
