// Neighbours among real numbers as the parts of complex ones: where an array of them lies so.
import { at } from "../failure/errors.js";
import { usualStride, type ArraySpec } from "./arrays.js";

/** Of an array of real numbers that of their pairs; undefined where they do not lie so. */
export function pairsOf(array: ArraySpec, axis: number): ArraySpec | undefined {
  const { length, stride, from, below, gap } = at(array.axes, axis);
  const others = array.axes.filter((other, index) => index !== axis && other.length > 1);
  const apart = [...others.map((other) => other.stride), array.distance];
  const isEven = [length, from, below, ...apart.map(usualStride)].every((number) => number % 2 === 0);
  if (!isEven || gap !== undefined || stride !== 1 || apart.some((one) => typeof one !== "number")) return undefined;
  return {
    ...array,
    axes: array.axes.map((one, index) =>
      index === axis
        ? { length: length / 2, stride: 1, from: from / 2, below: below / 2 }
        : { ...one, stride: usualStride(one.stride) / 2 },
    ),
    content: { kind: "pairs", axis },
    distance: usualStride(array.distance) / 2,
  };
}
