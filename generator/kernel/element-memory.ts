// Elements in memory and in registers, on which programs are evaluated: in double precision, without modelled errors.
import type { Complex } from "../codelet/codelet.js";
import { invariant } from "../failure/errors.js";
import type { ElementType } from "../plan/elements.js";
import { isInteger, roundedToInteger } from "../plan/storage.js";
import type { ComplexArray } from "./complex-array.js";

/** The content of a register: a complex number, or the numbers of a vector. */
export type Element = Complex | readonly number[];

/** An array of complex numbers, or of real ones. */
export type DataArray = ComplexArray | Float64Array;

export const isComplex = (element: Element): element is Complex => "re" in element;

export const zeroElement = (type: ElementType): Element =>
  type.field === "complex" ? { re: 0, im: 0 } : Array.from({ length: type.width }, () => 0);

/** Converts the element to this type: one real number gives a complex number without imaginary part, two give its parts. */
export function asField(element: Element, { field, width }: ElementType): Element {
  if (isComplex(element)) return field === "complex" ? element : [element.re, element.im].slice(0, width);
  return field === "complex" ? { re: element[0] ?? 0, im: element[1] ?? 0 } : element;
}

/** The element that an array of this type holds for another: of whole numbers the nearest. */
export function heldElement(element: Element, type: ElementType): Element {
  const { storage } = type;
  const own = asField(element, type);
  if (!isInteger(storage)) return own;
  const held = (value: number): number => roundedToInteger(value, storage);
  return isComplex(own) ? { re: held(own.re), im: held(own.im) } : own.map(held);
}

/** How many whole elements an array holds. */
export const elementsIn = (data: DataArray, type: ElementType): number =>
  data instanceof Float64Array ? Math.floor(data.length / type.width) : data.re.length;

/** An array of the kind of another one, of the given length, filled with zeros. */
export const arrayLike = (data: DataArray, length: number): DataArray =>
  data instanceof Float64Array
    ? new Float64Array(length)
    : { re: new Float64Array(length), im: new Float64Array(length) };

export function readElement(data: DataArray, index: number, type: ElementType): Element {
  invariant(
    index >= 0 && index < elementsIn(data, type),
    () => `evaluate: element ${index} is read outside the array of ${elementsIn(data, type)}`,
  );
  if (data instanceof Float64Array) return Array.from(data.subarray(index * type.width, (index + 1) * type.width));
  return { re: data.re[index] ?? 0, im: data.im[index] ?? 0 };
}

export function writeElement(data: DataArray, index: number, element: Element): void {
  const isThere =
    data instanceof Float64Array
      ? !isComplex(element) && (index + 1) * element.length <= data.length
      : isComplex(element) && index < data.re.length;
  invariant(index >= 0 && isThere, () => `evaluate: store to element ${index} outside the array`);
  if (data instanceof Float64Array) {
    if (!isComplex(element)) data.set(element, index * element.length);
  } else if (isComplex(element)) {
    data.re[index] = element.re;
    data.im[index] = element.im;
  }
}
