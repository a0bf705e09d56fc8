// Elements in memory and in registers, on which programs are evaluated: in double precision, without modelled errors.
import type { Complex } from "../codelet/codelet.js";
import { invariant } from "../failure/errors.js";
import type { ElementType } from "../plan/elements.js";
import { isInteger, roundedToInteger } from "../plan/storage.js";
import type { ElementFunction } from "../pointwise/expression.js";
import { evaluateExpression } from "../pointwise/evaluate.js";
import { ANYWHERE, type Position } from "../pointwise/scope.js";
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

/** What a kernel computes with of an element of an array, at this position. */
export function loadedElement(element: Element, { by, along }: ElementType, where: Position = ANYWHERE): Element {
  return by === undefined ? element : applied(by, element, where, along);
}

/** What an expression makes of an element; of real numbers of each, which follow each other along an index. */
function applied(
  { expression, takes, gives }: ElementFunction,
  element: Element,
  where: Position,
  along: string | undefined,
): Element {
  const ofNumber = (re: number, place: number): number =>
    evaluateExpression(expression, { re, im: 0 }, (name) => where(name) + (name === along ? place : 0)).re;
  if (isComplex(element)) {
    if (takes === "real") return { re: ofNumber(element.re, 0), im: ofNumber(element.im, 1) };
    const { re, im } = evaluateExpression(expression, element, where);
    return gives === "real" ? { re, im: 0 } : { re, im };
  }
  return element.map((number, place) => ofNumber(number, place));
}

/** What an array of this type holds for an element: what becomes of it, and of whole numbers the nearest. */
export function heldElement(element: Element, type: ElementType, where: Position = ANYWHERE): Element {
  const { storage, by, along } = type;
  // Of a complex number that stands for a real one, the real part counts.
  const first = by?.takes === "complex" ? element : asField(element, type);
  const own = asField(by === undefined ? first : applied(by, first, where, along), type);
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
