// What kernels transform: parts of axes. The index along an axis is a row of digits; a part is a stretch of them.
import type { Axis } from "../plan/axes.js";
import { WALSH, type SubComputation, type TwiddlePosition } from "../plan/plan.js";

/** Digits of an axis that stand together: `size` values, `stride` apart along the axis. */
export interface Part {
  readonly axis: Axis;
  readonly stride: number;
  readonly size: number;
}

export const sizeOf = (parts: readonly Part[]): number => parts.reduce((total, { size }) => total * size, 1);

/** Elements of the array from one value of a part to the next. */
export const flatStride = ({ axis, stride }: Part): number => axis.step * stride;

/** Whether it is the digit of a base order, which is no power of two and stays whole. */
export const isBase = ({ axis, size }: Part): boolean => axis.base > 1 && size === axis.base;

/** The same in as few digits as can be, the lightest first: neighbours are one, but for a base order. */
export function wholeDigits(parts: readonly Part[]): readonly Part[] {
  const merged: Part[] = [];
  for (const part of parts.toSorted((a, b) => flatStride(a) - flatStride(b))) {
    const last = merged.at(-1);
    if (last !== undefined && last.axis.name === part.axis.name && last.stride * last.size === part.stride)
      merged[merged.length - 1] = { ...last, size: last.size * part.size };
    else merged.push(part);
  }
  return merged.flatMap((part) => {
    const { axis, stride, size } = part;
    if (axis.base === 1 || stride * size < axis.length || isBase(part)) return [part];
    const rest = size / axis.base;
    return [
      { axis, stride, size: rest },
      { axis, stride: stride * rest, size: axis.base },
    ];
  });
}

/** For keys: what tells parts apart. */
export const partsKey = (parts: readonly Part[]): readonly unknown[] =>
  parts.map(({ axis, stride, size }) => [axis.name, stride, size]);

/** Where the factors of a chain stand. */
export type ChainStyle = "tw" | "pre-tw";

/** The sub-computation of a digit. `elements`: of the array. */
export function digitStep({ axis, stride, size }: Part, elements: number, style: ChainStyle): SubComputation {
  const { name, length, step, group } = axis;
  if (group === "dyadic") {
    const flat = step * stride;
    return {
      dimension: WALSH,
      count: elements / size,
      radix: size,
      stride: flat,
      extent: size * flat,
      twiddle: "no-tw",
    };
  }
  const extent = size * stride;
  const isPlain = style === "tw" ? stride === 1 : extent === length;
  const twiddle: TwiddlePosition = isPlain ? "no-tw" : style;
  return { dimension: name, count: length / size, radix: size, stride, extent, twiddle };
}

/** The digits of a part with these sizes, in the order given: from light to heavy, or from heavy to light. */
export function digitsOfPart(part: Part, sizes: readonly number[], from: "light" | "heavy"): readonly Part[] {
  let { stride } = part;
  const lightFirst = (from === "light" ? sizes : sizes.toReversed()).map((size): Part => {
    const digit = { axis: part.axis, stride, size };
    stride *= size;
    return digit;
  });
  return from === "light" ? lightFirst : lightFirst.toReversed();
}
