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

/** What numbers are that have names: a map, for example. */
export interface Values {
  readonly get: (name: string) => number | undefined;
}

function valueOf(values: Values, name: string): number {
  const value = values.get(name);
  invariant(value !== undefined, () => `evaluate: ${name} is not defined`);
  return value;
}

/** What an expression is for some values; of a condition 1 where it holds, else 0. */
type Computation = (values: Values) => number;

export const evaluate = (expression: Integer, values: Values): number => computationOf(expression)(values);

export const isTrue = (condition: Condition, values: Values): boolean => computationOf(condition)(values) > 0;

/** A number; of a condition 1 where it holds, else 0. */
export const evaluated = (value: Integer | Condition, values: Values): number => computationOf(value)(values);

const computations = new WeakMap<Integer | Condition, Computation>();

/** How an expression is evaluated that is made of something: once for each object, which many threads have. */
export function computedFor<T extends object>(expressionOf: (of: T) => Integer): (of: T, values: Values) => number {
  const known = new WeakMap<T, Computation>();
  return (of, values) => {
    const found = known.get(of);
    if (found !== undefined) return found(values);
    const computation = computationOf(expressionOf(of));
    known.set(of, computation);
    return computation(values);
  };
}

/** Threads evaluate one expression many times. */
function computationOf(expression: Integer | Condition): Computation {
  const known = computations.get(expression);
  if (known !== undefined) return known;
  const made = isCondition(expression) ? conditionComputation(expression) : integerComputation(expression);
  computations.set(expression, made);
  return made;
}

function integerComputation(expression: Integer): Computation {
  switch (expression.kind) {
    case "constant": {
      const { value } = expression;
      return () => value;
    }
    case "name": {
      const { name } = expression;
      return (values) => valueOf(values, name);
    }
    case "sum":
      return folded(expression.terms, 0, (sum, term) => sum + term);
    case "product":
      return folded(expression.terms, 1, (product, term) => product * term);
    case "xor":
      return folded(expression.terms, 0, exclusiveOr);
    case "difference":
      return joined(expression, (left, right) => left - right);
    case "quotient":
      return joined(expression, (left, right) => Math.floor(left / right));
    case "remainder":
      return joined(expression, (left, right) => left % right);
    case "select":
      return chosen(expression);
    case "bits": {
      const { shift, mask } = expression;
      const of = computationOf(expression.of);
      return (values) => maskedBits(Math.floor(of(values) / 2 ** shift), mask);
    }
    case "lookup": {
      const { places } = expression.table;
      const index = computationOf(expression.index);
      return (values) => at(places, index(values));
    }
    case "call": {
      const of = computationOf(expression.of);
      const result = calling(expression.function, expression.sizes);
      return (values) => result(of(values));
    }
    default:
      return unreachable(expression);
  }
}

function conditionComputation(condition: Condition): Computation {
  switch (condition.kind) {
    case "compare":
      return joined(condition, RELATIONS[condition.relation]);
    case "flag": {
      const { name } = condition;
      return (values) => Number(valueOf(values, name) > 0);
    }
    case "not": {
      const of = computationOf(condition.of);
      return (values) => 1 - of(values);
    }
    case "all":
      return folded(condition.of, 1, (both, one) => both * one);
    case "if":
      return chosen(condition);
    default:
      return unreachable(condition);
  }
}

function folded(
  terms: readonly (Integer | Condition)[],
  first: number,
  combine: (total: number, term: number) => number,
): Computation {
  const parts = terms.map(computationOf);
  return (values) => {
    let total = first;
    for (const part of parts) total = combine(total, part(values));
    return total;
  };
}

function joined(
  sides: { readonly left: Integer; readonly right: Integer },
  of: (left: number, right: number) => number,
): Computation {
  const [left, right] = [computationOf(sides.left), computationOf(sides.right)];
  return (values) => of(left(values), right(values));
}

function chosen<T extends Integer | Condition>(choice: {
  readonly condition: Condition;
  readonly then: T;
  readonly otherwise: T;
}): Computation {
  const condition = computationOf(choice.condition);
  const [then, otherwise] = [computationOf(choice.then), computationOf(choice.otherwise)];
  return (values) => (condition(values) > 0 ? then : otherwise)(values);
}

export const isCondition = (value: Integer | Condition): value is Condition => CONDITIONS.has(value.kind);

const CONDITIONS: ReadonlySet<string> = new Set<Condition["kind"]>(["compare", "flag", "not", "all", "if"]);

const RELATIONS: Readonly<Record<Relation, (left: number, right: number) => number>> = {
  "<": (left, right) => Number(left < right),
  "<=": (left, right) => Number(left <= right),
  ">": (left, right) => Number(left > right),
  ">=": (left, right) => Number(left >= right),
  "==": (left, right) => Number(left === right),
  "!=": (left, right) => Number(left !== right),
};

function calling(
  { sizes, usual, index, steps, result }: IndexFunction,
  said: readonly number[],
): (of: number) => number {
  const [inSteps, inResult] = [steps.map(computationOf), computationOf(result)];
  const known = new Map(sizes.map((size, place) => [size, said[place] ?? usual]));
  return (of) => {
    let own = of;
    const values: Values = { get: (wanted) => (wanted === index ? own : known.get(wanted)) };
    for (const step of inSteps) own = step(values);
    return inResult(values);
  };
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
