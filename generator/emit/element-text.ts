// The C++ types of elements, and how one is turned into another on its way between memory and registers.
import { invariant, unreachable } from "../failure/errors.js";
import { sameElements, type ElementType } from "../plan/elements.js";
import { contentsOf } from "../plan/arrays.js";
import { isComplex, type Storage, type Transform } from "../plan/transform.js";
import { complexType } from "./complex-type.js";

const NUMBER = { f64: "double", f32: "float", f16: "__half", bf16: "__nv_bfloat16" } as const;

export const numberType = (storage: Storage): string => NUMBER[storage];

/** What tests see, where nothing else is said: numbers as they are computed with. */
export const userType = (transform: Transform): string =>
  isComplex(transform) ? complexType(transform.precision) : numberType(transform.precision);

/** What the user's pointers to that side point to. */
export const sideType = (transform: Transform, side: "input" | "output"): string =>
  ["reals", "numbers"].includes(contentsOf(transform)[side]?.kind ?? "")
    ? numberType(transform.precision)
    : userType(transform);

/** `float2`, `float`, `Vector<float, 4>`, `Kahan<Vector<float, 2>>`; `__half2` for a pair as for a complex number. */
export function elementText({ field, storage, width, asPair, apart, compensation }: ElementType): string {
  if (apart === true) return NUMBER[storage];
  if (field === "complex" || asPair === true) return complexType(storage);
  const plain = width === 1 ? NUMBER[storage] : `Vector<${NUMBER[storage]}, ${width}>`;
  return compensation === undefined ? plain : `${COMPENSATED[compensation]}<${plain}>`;
}

const COMPENSATED = { kahan: "Kahan", neumaier: "Neumaier" } as const;

/** An expression of what an array holds, as registers hold it. */
export function asHeld(stored: ElementType, held: ElementType, value: string): string {
  // A real number is the real part of a complex one.
  if (isPart(stored, held)) return `${elementText(held)}{${converted(stored, { ...held, field: "real" }, value)}, 0}`;
  const plain = converted(stored, held, value);
  const { compensation } = held;
  if (stored.compensation === compensation) return plain;
  invariant(compensation !== undefined, () => "print: numbers with their errors cannot be held without");
  return `compensated<${COMPENSATED[compensation]}>(${plain})`;
}

/** An expression of what registers hold, as an array is to hold it. */
export const asStored = (held: ElementType, stored: ElementType, value: string): string =>
  isPart(stored, held)
    ? converted({ ...held, field: "real" }, stored, `${value}.x`)
    : converted(held, stored, stored.compensation === held.compensation ? value : `rounded(${value})`);

/** Whether real numbers, one by one, stand for complex ones. */
const isPart = (stored: ElementType, held: ElementType): boolean =>
  stored.field === "real" && stored.asPair !== true && held.field === "complex";

/** An expression of a place in shared memory, as registers hold what lies there: the conversion wants its value, not its place. */
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
