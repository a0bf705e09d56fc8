// The C++ types of elements, and their conversions between memory and registers.
import { isPlainlyTyped } from "../plan/array-types.js";
import { invariant, unreachable } from "../failure/errors.js";
import { sameElements, type ElementType } from "../plan/elements.js";
import { arraysOf, contentsOf, type ArraySpec } from "../plan/arrays.js";
import { computedIn, isInteger, isShort, type Storage } from "../plan/storage.js";
import { isComplex, type Transform } from "../plan/transform.js";
import { complexType } from "./complex-type.js";

const NUMBER = {
  f64: "double",
  f32: "float",
  f16: "__half",
  bf16: "__nv_bfloat16",
  u8: "uint8_t",
  i8: "int8_t",
  u16: "uint16_t",
  i16: "int16_t",
} as const satisfies Record<Storage, string>;

export const numberType = (storage: Storage): string => NUMBER[storage];

/** The type of elements in tests: that of the precision, or where an array holds another one, that of the arithmetic. */
export function userType(transform: Transform): string {
  const { precision } = transform;
  const storage = isPlainlyTyped(transform) ? precision : computedIn(precision);
  return isComplex(transform) ? complexType(storage) : numberType(storage);
}

/** The type of the user's pointers to that side. */
export const sideType = (transform: Transform, side: "input" | "output"): string =>
  arrayType(transform, side, arraysOf(transform)[side]);

/** The same of an array in which kernels have its numbers. */
export const arrayType = (
  transform: Transform,
  side: "input" | "output",
  { storage, single }: Pick<ArraySpec, "storage" | "single">,
): string =>
  isComplex(transform) && single !== true && !["reals", "numbers"].includes(contentsOf(transform)[side]?.kind ?? "")
    ? complexType(storage)
    : numberType(storage);

/** `float2`, `float`, `Vector<float, 4>`, `Kahan<Vector<float, 2>>`; `__half2` for a pair as for a complex number. */
export function elementText({ field, storage, width, asPair, apart, compensation }: ElementType): string {
  if (apart === true) return NUMBER[storage];
  if (field === "complex" || asPair === true) return complexType(storage);
  const plain = width === 1 ? NUMBER[storage] : `Vector<${NUMBER[storage]}, ${width}>`;
  return compensation === undefined ? plain : `${COMPENSATED[compensation]}<${plain}>`;
}

const COMPENSATED = { kahan: "Kahan", neumaier: "Neumaier" } as const;

/** The indices of an element that an expression asks for, as text, in its order, then what the call gives. */
export type Where = readonly string[];

/** The conversion of an element in an array to the type in registers. */
export function asHeld(stored: ElementType, held: ElementType, value: string, where: Where = []): string {
  const { compensation } = held;
  const computed = computedType(stored, held);
  // A real number is the real part of a complex one.
  if (isPart(stored, held)) {
    const number = applied(stored, converted(stored, realOf(computed), value), LOADED, where);
    return `${elementText(held)}{${converted(realOf(computed), realOf(held), number)}, 0}`;
  }
  const own = applied(stored, converted(stored, computed, value), LOADED, where, isInParts(stored, computed));
  // Of complex elements an expression may give real numbers.
  const isReal = stored.by?.gives === "real" && stored.by.takes === "complex";
  const plain = converted(computed, held, isReal ? `${elementText(computed)}{${own}, 0}` : own);
  if (stored.compensation === compensation) return plain;
  invariant(compensation !== undefined, () => "print: numbers with their errors cannot be held without");
  return `compensated<${COMPENSATED[compensation]}>(${plain})`;
}

/** The conversion of an element in registers to the type in an array. */
export function asStored(held: ElementType, stored: ElementType, value: string, where: Where = []): string {
  const own = stored.compensation === held.compensation ? value : `rounded(${value})`;
  const computed = computedType(stored, held);
  if (isPart(stored, held) && stored.by?.takes !== "complex") {
    const number = converted(realOf(held), realOf(computed), `${value}.x`);
    return converted(realOf(computed), stored, applied(stored, number, STORED, where));
  }
  const given = applied(stored, converted(held, computed, own), STORED, where, isInParts(stored, computed));
  return converted(
    stored.by?.gives === "real" && stored.by.takes === "complex" ? realOf(computed) : computed,
    stored,
    given,
  );
}

/** The functions that kernels have for what becomes of elements. */
export const LOADED = "loaded";
export const STORED = "stored";

/** What registers hold, without errors; expressions are computed in single precision at least. */
function computedType({ by }: ElementType, { compensation: _, ...held }: ElementType): ElementType {
  return by === undefined ? held : { ...held, storage: computedIn(held.storage) };
}

const realOf = (type: ElementType): ElementType => ({ field: "real", storage: type.storage, width: 1 });

/** Whether an element consists of several numbers, of each of which something becomes. */
const isInParts = ({ by }: ElementType, { field, width }: ElementType): boolean =>
  by?.takes === "real" && (field === "complex" || width > 1);

/** `loaded(v)`, `loaded(v, x)`; of vectors, and of two real numbers for a complex one, for each number. */
function applied(
  { by }: ElementType,
  value: string,
  name: typeof LOADED | typeof STORED,
  where: Where,
  isEach = false,
): string {
  if (by === undefined) return value;
  invariant(
    where.length === by.indices.length + by.arguments.length,
    () => `print: ${by.text} of an element that is nobody knows where`,
  );
  // Of pairs there is a function of its own where it matters which of both a number is.
  return isEach && by.indices.length === 0
    ? `each(${value}, [${where.length === 0 ? "" : "="}](auto x) { return ${name}(${["x", ...where].join(", ")}); })`
    : `${name}(${[value, ...where].join(", ")})`;
}

/** The same of one number of an element whose parts lie apart. */
export const numberHeld = (stored: ElementType, held: ElementType, value: string, where: Where): string =>
  applied(stored, converted(realOf(stored), realOf(held), value), LOADED, where);
export const numberStored = (held: ElementType, stored: ElementType, value: string, where: Where): string =>
  converted(realOf(held), realOf(stored), applied(stored, value, STORED, where));

/** Whether single real numbers represent complex ones. */
const isPart = (stored: ElementType, held: ElementType): boolean =>
  stored.field === "real" && stored.asPair !== true && held.field === "complex";

/** The conversion of an element in shared memory to the type in registers: it applies to the value, not to the place. */
export const fromShared = (stored: ElementType, held: ElementType, place: string, where: Where): string =>
  sameElements(stored, held) ? place : asHeld(stored, held, `${elementText(stored)}(${place})`, where);

/** A number, a pair of them, or a vector, in another storage. 16-bit ones go through single precision, in which they are computed with. */
export function converted(from: ElementType, to: ElementType, value: string): string {
  if (from.storage === to.storage) return value;
  const inside = isShort(from.storage) && to.storage !== "f32";
  const hasFar = isShort(to.storage) && isInteger(from.storage);
  if (!inside && !hasFar) return directly(from.storage, to, value);
  const float = { ...to, storage: "f32" } as const;
  return converted(float, to, converted(from, float, value));
}

/** `to` has the numbers side by side as the value has them. */
function directly(from: Storage, to: ElementType, value: string): string {
  const { storage, width } = to;
  if (to.field === "complex" || to.asPair === true) return `${PAIR_CONVERSIONS[storage]}(${value})`;
  // Those of the other files are of vectors, too.
  const isOld = from === "f32" ? isShort(storage) : isShort(from);
  if (width === 1 || isOld) return numberConverted(from, storage, value);
  if (storage === "f32" || storage === "f64") return `cast<${NUMBER[storage]}>(${value})`;
  const one = numberConverted(from, storage, "x");
  return `each(${value}, [](${NUMBER[from]} x) { return ${one}; })`;
}

const PAIR_CONVERSIONS = {
  f64: "to_double2",
  f32: "to_float2",
  f16: "to_half2",
  bf16: "to_bfloat162",
  u8: "to_uchar2",
  i8: "to_char2",
  u16: "to_ushort2",
  i16: "to_short2",
} as const satisfies Record<Storage, string>;

function numberConverted(from: Storage, to: Storage, value: string): string {
  switch (to) {
    case "f32":
      return isShort(from) ? `to_float(${value})` : `static_cast<float>(${value})`;
    case "f64":
      return `static_cast<double>(${value})`;
    case "f16":
      return from === "f64" ? `__double2half(${value})` : `to_half(${value})`;
    case "bf16":
      return from === "f64" ? `__double2bfloat16(${value})` : `to_bfloat16(${value})`;
    case "u8":
    case "i8":
    case "u16":
    case "i16":
      return `to_${to}(${value})`;
    default:
      return unreachable(to);
  }
}
