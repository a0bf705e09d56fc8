// The C++ types of elements, and their conversions between memory and registers.
import { invariant, unreachable } from "../failure/errors.js";
import { sameElements, type ElementType } from "../plan/elements.js";
import { arraysOf, contentsOf, type ArraySpec } from "../plan/arrays.js";
import type { Storage } from "../plan/storage.js";
import { isComplex, type Transform } from "../plan/transform.js";
import { complexType } from "./complex-type.js";

const NUMBER = { f64: "double", f32: "float", f16: "__half", bf16: "__nv_bfloat16" } as const;

export const numberType = (storage: Storage): string => NUMBER[storage];

/** The type of elements in tests, by default: that of the arithmetic. */
export const userType = (transform: Transform): string =>
  isComplex(transform) ? complexType(transform.precision) : numberType(transform.precision);

/** The type of the user's pointers to that side. */
export const sideType = (transform: Transform, side: "input" | "output"): string =>
  arrayType(transform, side, arraysOf(transform)[side]);

/** The same of an array in which kernels have its numbers. */
export const arrayType = (
  transform: Transform,
  side: "input" | "output",
  { storage }: Pick<ArraySpec, "storage">,
): string =>
  isComplex(transform) && !["reals", "numbers"].includes(contentsOf(transform)[side]?.kind ?? "")
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

/** The conversion of an element in an array to the type in registers. */
export function asHeld(stored: ElementType, held: ElementType, value: string): string {
  // A real number is the real part of a complex one.
  if (isPart(stored, held)) return `${elementText(held)}{${converted(stored, { ...held, field: "real" }, value)}, 0}`;
  const plain = converted(stored, held, value);
  const { compensation } = held;
  if (stored.compensation === compensation) return plain;
  invariant(compensation !== undefined, () => "print: numbers with their errors cannot be held without");
  return `compensated<${COMPENSATED[compensation]}>(${plain})`;
}

/** The conversion of an element in registers to the type in an array. */
export const asStored = (held: ElementType, stored: ElementType, value: string): string =>
  isPart(stored, held)
    ? converted({ ...held, field: "real" }, stored, `${value}.x`)
    : converted(held, stored, stored.compensation === held.compensation ? value : `rounded(${value})`);

/** Whether single real numbers represent complex ones. */
const isPart = (stored: ElementType, held: ElementType): boolean =>
  stored.field === "real" && stored.asPair !== true && held.field === "complex";

/** The conversion of an element in shared memory to the type in registers: it applies to the value, not to the place. */
export const fromShared = (stored: ElementType, held: ElementType, place: string): string =>
  sameElements(stored, held) ? place : asHeld(stored, held, `${elementText(stored)}(${place})`);

/** A number, or a pair of them, in another storage. */
export function converted(from: ElementType, to: ElementType, value: string): string {
  if (from.storage === to.storage) return value;
  const isPair = to.field === "complex" || to.asPair === true;
  switch (to.storage) {
    case "f32":
      return `${isPair ? "to_float2" : "to_float"}(${value})`;
    case "f16":
      return `${isPair ? "to_half2" : "to_half"}(${value})`;
    case "bf16":
      return `${isPair ? "to_bfloat162" : "to_bfloat16"}(${value})`;
    case "f64":
      invariant(false, () => `print: ${from.storage} has no conversion to f64`);
      return value;
    default:
      return unreachable(to.storage);
  }
}
