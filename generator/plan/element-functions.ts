// What becomes of each element as a transform loads or stores it (pointwise/).
import { InputError } from "../failure/errors.js";
import type { Result } from "../failure/result.js";
import type { ElementFunction, Field } from "../pointwise/expression.js";
import { parseExpression } from "../pointwise/parse.js";
import { byFamily, type ByFamily } from "./families.js";
import type { Transform } from "./transform.js";

type Side = "input" | "output";

/** What an expression of a side takes: a real number where that side holds such, be they taken for complex ones inside. */
export const elementField = (transform: Transform, side: Side): Field => byFamily(transform, FIELDS)(side);

const FIELDS: ByFamily<(side: Side) => Field> = {
  fourier: () => () => "complex",
  walsh: () => () => "real",
  // From real numbers transforms are forward, to them inverse.
  real:
    ({ direction }) =>
    (side) =>
      (direction === "forward") === (side === "input") ? "real" : "complex",
  trigonometric: () => () => "real",
};

const textOf = (transform: Transform, side: Side): string => transform[side === "input" ? "load" : "store"];

/** As it is read; undefined where elements are moved as they are. */
export const readFunction = (transform: Transform, side: Side): Result<ElementFunction> | undefined => {
  const text = textOf(transform, side);
  return text === "" ? undefined : parseExpression(text, elementField(transform, side));
};

/** @throws InputError for a text that is none */
export function elementFunction(transform: Transform, side: Side): ElementFunction | undefined {
  const read = readFunction(transform, side);
  if (read === undefined) return undefined;
  if (!read.ok) throw new InputError(`${side === "input" ? "load" : "store"}: ${read.reason}`);
  return read.value;
}

/** Whether complex outputs are stored as real numbers. */
export const storesReals = (transform: Transform): boolean =>
  elementField(transform, "output") === "complex" && elementFunction(transform, "output")?.gives === "real";

/** Whether elements are moved as they are, but for the types of numbers. */
export const movesPlainly = ({ load, store }: Pick<Transform, "load" | "store">): boolean =>
  load === "" && store === "";
