// Prints the functions that compute places by maps.
import { functionsIn, named } from "../plan/index-expression.js";
import { placeExpression, type PlaceMap } from "../plan/place-map.js";
import { block } from "./lines.js";
import { functionText } from "./print-expression.js";
import { offsetType } from "./literals.js";

/** The functions of a map. */
export const printPlace = (map: PlaceMap, wide: boolean): readonly string[] =>
  functionsIn(placeExpression(map, named("place"))).map((one) => functionText(one, wide));

/** The signs of the numbers at even places, and at odd ones. */
export const printAlternating = (wide: boolean): string =>
  [
    "/// Negates the elements at odd indices.",
    "template <class T>",
    ...block(`__device__ __forceinline__ constexpr T alternating(T value, ${offsetType(wide)} place)`, [
      "return place % 2u == 0u ? value : -value;",
    ]),
  ].join("\n");

/** The sign of an odd sequence in the second half of its period. */
export const NEGATED_IF = [
  "template <class T>",
  ...block("__device__ __forceinline__ constexpr T negated_if(bool is_negated, T value)", [
    "return is_negated ? -value : value;",
  ]),
].join("\n");

/** A number, or 0 if it is absent, without a branch: a thread that waited for each load would load one after the other. */
export const printLoadIf = (wide: boolean): string =>
  [
    "/// The element at `place`, or 0 where there is none: the first element is then loaded instead, without a branch.",
    "template <class T>",
    ...block(`__device__ __forceinline__ T load_if(bool is_there, const T* source, ${offsetType(wide)} place)`, [
      "const T value = load(source + (is_there ? place : 0u));",
      "return is_there ? value : static_cast<T>(0);",
    ]),
  ].join("\n");
