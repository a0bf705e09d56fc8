// What is said of a layout, in one form only: names in their order, and nothing that would be so without being said.
import { arraysOf, isPartSaid, isPlainlyLaid, sideLengths, usualStride, type ArraySpec } from "./arrays.js";
import { strideNames, rangeNames, listed } from "./stride-names.js";
import { indexFrom } from "./present-indices.js";
import type { Ranges, Strides, Transform } from "./transform.js";

const SIDES = [
  { side: "input", strides: "inputStrides", range: "inputRange" },
  { side: "output", strides: "outputStrides", range: "outputRange" },
] as const;

/** The same transform, of a right one: 8x8 with `Y=8,X=1,batch=64`, of which `X=0..7` is there, is 8x8. */
export function withUsualLayout<T extends Transform>(transform: T): T {
  if (isPlainlyLaid(transform)) return transform;
  return SIDES.reduce<T>((one, { side, strides, range }) => {
    const ranged = { ...one, [range]: neededRanges(one, side, one[range]) };
    return strideNames(one).reduce<T>(
      (shorter, name) => {
        const fewer = { ...shorter, [strides]: without(shorter[strides], name) };
        return isSame(arraysOf(fewer)[side], arraysOf(shorter)[side]) ? fewer : shorter;
      },
      { ...ranged, [strides]: inOrder(one[strides], strideNames(one)) },
    );
  }, transform);
}

const inOrder = <V>(said: Readonly<Record<string, V>>, names: readonly string[]): Readonly<Record<string, V>> =>
  listed(names, new Map(Object.entries(said)));

const without = (strides: Strides, name: string): Strides =>
  Object.fromEntries(Object.entries(strides).filter(([other]) => other !== name));

function neededRanges(transform: Transform, side: "input" | "output", ranges: Ranges): Ranges {
  const lengths = new Map(sideLengths(transform, side).map(({ name, length }) => [name, length]));
  const needed = Object.keys(ranges)
    .filter((name) => isPartSaid(transform, side, name))
    .map((name) => {
      const length = lengths.get(name) ?? 1;
      const [first, last] = ranges[name] ?? [0, length - 1];
      return [name, [indexFrom(first, length), indexFrom(last, length)]] as const;
    });
  return inOrder<Ranges[string]>(Object.fromEntries(needed), rangeNames(transform));
}

/** Whether elements lie at the same places. */
const isSame = (a: ArraySpec, b: ArraySpec): boolean =>
  usualStride(a.distance) === usualStride(b.distance) &&
  a.axes.every(({ stride }, axis) => usualStride(stride) === usualStride(b.axes[axis]?.stride ?? 0));
