// What becomes of each element as a transform loads or stores it (pointwise/).
import { at, InputError } from "../failure/errors.js";
import type { Result } from "../failure/result.js";
import type { Argument } from "../pointwise/arguments.js";
import type { ElementFunction, Field } from "../pointwise/expression.js";
import { parseExpression } from "../pointwise/parse.js";
import type { Along, Scope } from "../pointwise/scope.js";
import { byFamily, type ByFamily } from "./families.js";
import { DIMENSION_NAMES, type Transform } from "./transform.js";

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

/** What expressions call the index along a dimension. */
export const indexName = (dimension: number): string => at(DIMENSION_NAMES, dimension).toLowerCase();

/** What an expression of a side can name, as users write it. A dimension V has no name there: v is the element. */
export const elementScope = (transform: Transform, side: Side): Scope => ({
  value: elementField(transform, side),
  along: transform.dimensions.flatMap(({ name, length }): readonly Along[] =>
    name === "V" ? [] : [alongOf(name.toLowerCase(), length, countsAlong(transform, side, name))],
  ),
});

const alongOf = (name: string, length: number, counts: Along["counts"]): Along => ({
  ...{ name, length, counts },
  elements: counts === "frequencies from 0" ? Math.floor(length / 2) + 1 : length,
});

/** Indices along a dimension are places on one side of a Fourier transform, frequencies on the other; of half a spectrum none is negative. */
function countsAlong(transform: Transform, side: Side, name: string): Along["counts"] {
  const isFrequency = (transform.direction === "forward") === (side === "output");
  const ofFourier = (halved?: string): Along["counts"] =>
    !isFrequency || !transform.axes.includes(name)
      ? "places"
      : name === halved
        ? "frequencies from 0"
        : "signed frequencies";
  return byFamily<Along["counts"]>(transform, {
    // In digit-reversed order an index is none.
    fourier: ({ order }) => (order === "natural" || !isFrequency ? ofFourier() : "neither"),
    real: ({ axes }) => ofFourier(axes[0]),
    walsh: () => "neither",
    trigonometric: () => "neither",
  });
}

const textOf = (transform: Transform, side: Side): string => transform[side === "input" ? "load" : "store"];

/**
 * The same of a transform that is part of a user's, along fewer dimensions, or the other way round: what the user's has named, its array has
 * for it, too.
 */
function insideScope(transform: Transform, side: Side): Scope {
  const { value, along } = elementScope(transform, side);
  const named = (counts: Along["counts"]): Along["counts"] => (counts === "places" ? "signed frequencies" : counts);
  return { value, along: along.map((one) => ({ ...one, counts: named(one.counts) })) };
}

/** As it is read; undefined where elements are moved as they are. */
export const readFunction = (transform: Transform, side: Side): Result<ElementFunction> | undefined => {
  const text = textOf(transform, side);
  return text === "" ? undefined : parseExpression(text, elementScope(transform, side));
};

/** @throws InputError for a text that is none */
export function elementFunction(transform: Transform, side: Side): ElementFunction | undefined {
  const text = textOf(transform, side);
  if (text === "") return undefined;
  const read = parseExpression(text, insideScope(transform, side));
  if (!read.ok) throw new InputError(`${side === "input" ? "load" : "store"}: ${read.reason}`);
  return read.value;
}

/** Whether complex outputs are stored as real numbers. */
export const storesReals = (transform: Transform): boolean =>
  elementField(transform, "output") === "complex" && elementFunction(transform, "output")?.gives === "real";

/** What a call gives to expressions: those of the load first, each once. */
export const elementArguments = (transform: Transform): readonly Argument[] => {
  const all = (["input", "output"] as const).flatMap((side) => elementFunction(transform, side)?.arguments ?? []);
  return [...new Map(all.map((argument) => [argument.name, argument] as const)).values()];
};

/** Two arguments of one name, in a load and in a store, that are not one; undefined if there are none. */
export function clashingArguments(transform: Transform): readonly [Argument, Argument] | undefined {
  const [own = [], other = []] = (["input", "output"] as const).map(
    (side) => elementFunction(transform, side)?.arguments ?? [],
  );
  return own.flatMap((one): readonly (readonly [Argument, Argument])[] =>
    other.flatMap((two) =>
      one.name === two.name && JSON.stringify(one) !== JSON.stringify(two) ? [[one, two] as const] : [],
    ),
  )[0];
}

/** Whether an expression asks where elements are. */
export const asksWhere = (transform: Transform): boolean =>
  (["input", "output"] as const).some((side) => (elementFunction(transform, side)?.indices.length ?? 0) > 0);

/** Whether elements are moved as they are, but for the types of numbers. */
export const movesPlainly = ({ load, store }: Pick<Transform, "load" | "store">): boolean =>
  load === "" && store === "";
