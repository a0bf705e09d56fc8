// Prints the functions that compute places by maps.
import type { BitField, PlaceMap } from "../kernel/program.js";
import type { MirroredMap } from "../plan/place-map.js";
import { block } from "./lines.js";
import { offsetType, unsignedLiteral } from "./print-index.js";

/** The function of a map that does not fit in one line. */
export function printPlace(map: PlaceMap, wide: boolean): readonly string[] {
  switch (map.kind) {
    case "sequency":
      return [printSequencyPlace(map.fields, wide)];
    case "zigzag":
      return [printZigzag(wide)];
    case "even":
      return [printEven(wide)];
    case "rotate":
      return [printWrapped(wide)];
    case "mirrored":
      return map.isRotated === true
        ? [printMirrored(map.wraps, wide), printRotated(wide)]
        : [printMirrored(map.wraps, wide)];
    case "padded":
      return [...printPlace(map.of, wide), printPadded(wide)];
    case "gather":
    case "linear":
    case "reflect":
      return [];
  }
}

/** Places of the numbers of an axis in the order of even ones upwards, then odd ones downwards. */
const printZigzag = (wide: boolean): string =>
  [
    "/// Makhoul's order: the even indices below n upwards, then the odd ones downwards; 0, 2, 4, 5, 3, 1 for n = 6.",
    "template <unsigned n>",
    ...block(`__device__ __forceinline__ constexpr ${offsetType(wide)} zigzag(${offsetType(wide)} i)`, [
      "return 2u * i < n ? 2u * i : 2u * n - 1u - 2u * i;",
    ]),
  ].join("\n");

/** Places behind the end of an axis, which goes on at its beginning. */
const printWrapped = (wide: boolean): string =>
  [
    "/// i mod n, of i below 2 n: what lies behind the end of an axis goes on at its beginning.",
    "template <unsigned n>",
    ...block(`__device__ __forceinline__ constexpr ${offsetType(wide)} wrapped(${offsetType(wide)} i)`, [
      "return i < n ? i : i - n;",
    ]),
  ].join("\n");

/** Places of frequencies and of their mirrors. */
const printMirrored = (wraps: boolean, wide: boolean): string =>
  [
    wraps
      ? "/// Index of a conjugate pair in n complex numbers: half + i is frequency k = first + i, and i below half its mirror (n - k) mod n."
      : "/// Index of a conjugate pair in a half spectrum: half + i is frequency k = first + i, and i below half its mirror n - k.",
    "template <unsigned half, unsigned n, unsigned first = 0u>",
    ...block(`__device__ __forceinline__ constexpr ${offsetType(wide)} ${mirroredName(wraps)}(${offsetType(wide)} i)`, [
      `return i >= half ? first + i - half : ${wraps ? "first + i == 0u ? 0u : " : ""}n - first - i;`,
    ]),
  ].join("\n");

/** The call of that function. */
export function mirroredText({ wraps, half, length, first, isRotated }: MirroredMap, argument: string): string {
  const numbers = [half, length, ...(first === 0 ? [] : [first])].map(unsignedLiteral).join(", ");
  const own = `${mirroredName(wraps)}<${numbers}>(${argument})`;
  return isRotated === true ? `behind_others<${unsignedLiteral(length)}>(${own})` : own;
}

/** Places of numbers of which 0 comes last. */
const printRotated = (wide: boolean): string =>
  [
    "/// Index in a row of n of which element 0 lies behind the others: 1, 2, ..., n - 1, 0.",
    "template <unsigned n>",
    ...block(`__device__ __forceinline__ constexpr ${offsetType(wide)} behind_others(${offsetType(wide)} i)`, [
      "return i == 0u ? n - 1u : i - 1u;",
    ]),
  ].join("\n");

const mirroredName = (wraps: boolean): string => (wraps ? "mirrored_around" : "mirrored");

/** Places of the numbers of a sequence that is mirrored in the second half of its period. */
const printEven = (wide: boolean): string =>
  [
    "/// Index into an even sequence of period n: 0, 1, 2, 3, 2, 1 for n = 6.",
    "template <unsigned n>",
    ...block(`__device__ __forceinline__ constexpr ${offsetType(wide)} even(${offsetType(wide)} i)`, [
      "return i < n - i ? i : n - i;",
    ]),
  ].join("\n");

/** Places in padded shared memory, for lanes that access every second or fourth number. */
const printPadded = (wide: boolean): string =>
  [
    "/// Padded index in shared memory: one element is left unused after every n.",
    "template <unsigned n>",
    ...block(`__device__ __forceinline__ constexpr ${offsetType(wide)} padded(${offsetType(wide)} i)`, [
      "return i + i / n;",
    ]),
  ].join("\n");

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

/** `sequency_place`, for the bit fields of one transform. It is linear over exclusive or. */
function printSequencyPlace(fields: readonly BitField[], wide: boolean): string {
  const type = offsetType(wide);
  const steps = fields.flatMap(({ shift, bits }) => {
    const lines: string[] = [];
    for (let distance = 1; distance < bits; distance *= 2) {
      const mask = (2 ** (bits - distance) - 1) * 2 ** shift;
      lines.push(`place ^= (place >> ${distance}) & ${unsignedLiteral(mask)};`);
    }
    return lines;
  });
  return [
    "/// Dyadic (Paley) index to sequency (Walsh) index: Gray code to binary. Each bit becomes the parity of itself and the bits above it.",
    ...block(`__device__ __forceinline__ constexpr ${type} sequency_place(${type} place)`, [...steps, "return place;"]),
  ].join("\n");
}
