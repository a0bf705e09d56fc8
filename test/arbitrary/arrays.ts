// Random arrays: rows and planes that lie apart, in any order, the batch among them; parts of axes; planar ones; strides that only
// the caller says. And what they mean, element by element.
import fc from "fast-check";
import {
  type ArrayAxis,
  type ArraySpec,
  type Arrays,
  arraysBetween,
  type Stride,
} from "../../generator/plan/arrays.js";
import type { Storage } from "../../generator/plan/storage.js";
import { isComplex, type Transform } from "../../generator/plan/transform.js";
import type { ComplexNumbers } from "../../generator/definition/direct-dft.js";

/** An array, and what the caller says of its strides. */
export interface SaidArray {
  readonly array: ArraySpec;
  readonly said: ReadonlyMap<string, number>;
}

export interface SaidArrays {
  readonly arrays: Arrays;
  readonly input: SaidArray;
  readonly output: SaidArray;
  readonly said: ReadonlyMap<string, number>;
}

interface Draws {
  readonly side: "in" | "out";
  /** Elements along each dimension, then members of the batch. */
  readonly lengths: readonly number[];
  readonly names: readonly string[];
  readonly ranges: boolean;
  readonly parameters: boolean;
  readonly planar: boolean;
  /** Elements that rows and planes may lie apart. */
  readonly gaps: readonly number[];
  readonly inOrder: boolean;
  readonly storages: readonly Storage[];
}

/** Where an index lies that is counted from the middle. */
const rotated = (length: number, turn: number): Pick<ArrayAxis, "map"> => ({
  map: { kind: "rotate", length, by: 1 + (turn % (length - 1)) },
});

const arrayOf = ({
  side,
  lengths,
  names,
  ranges,
  parameters,
  planar,
  inOrder,
  gaps: apart,
  storages,
}: Draws): fc.Arbitrary<SaidArray> =>
  fc
    .record({
      order: fc
        .shuffledSubarray(
          lengths.map((_, axis) => axis),
          { minLength: lengths.length },
        )
        .map((order) => (inOrder ? order.toSorted((a, b) => a - b) : order)),
      gaps: fc.array(fc.constantFrom(...apart), { minLength: lengths.length, maxLength: lengths.length }),
      ends: fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: lengths.length, maxLength: lengths.length }),
      isRound: fc.array(fc.nat({ max: 2 }), { minLength: lengths.length, maxLength: lengths.length }),
      turns: fc.array(fc.tuple(fc.boolean(), fc.nat()), { minLength: lengths.length, maxLength: lengths.length }),
      isRanged: fc.array(fc.boolean(), { minLength: lengths.length, maxLength: lengths.length }),
      isSaid: fc.array(fc.boolean(), { minLength: lengths.length, maxLength: lengths.length }),
      further: fc.nat({ max: 9 }),
      isPlanar: fc.boolean(),
      storage: fc.constantFrom(...storages),
    })
    .map(({ order, gaps, ends, isRound, turns, isRanged, isSaid, further, isPlanar, storage }): SaidArray => {
      const strides = lengths.map(() => 1);
      let next = 1;
      for (const [position, axis] of order.entries()) {
        strides[axis] = next + (position === 0 ? 0 : (gaps[axis] ?? 0));
        next = (strides[axis] ?? 1) * (lengths[axis] ?? 1);
      }
      const said = new Map<string, number>();
      const heaviest = order.at(-1);
      const stride = (axis: number): Stride => {
        const usual = strides[axis] ?? 1;
        if (!parameters || isSaid[axis] !== true) return usual;
        const parameter = `stride_${side}_${names[axis] ?? ""}`;
        // What the caller says is not what was planned: the heaviest may be longer, and what is read may lie anywhere.
        said.set(parameter, side === "in" ? further : axis === heaviest ? usual + further : usual);
        return { parameter, usual };
      };
      const axes = lengths.slice(0, -1).map((length, axis) => {
        const [first, second] = ends[axis] ?? [0, 0];
        const from = ranges && isRanged[axis] === true ? first % length : 0;
        const below = ranges && isRanged[axis] === true ? from + 1 + (second % (length - from)) : length;
        const [turned, turn] = turns[axis] ?? [false, 0];
        const map = ranges && turned && length > 1 ? rotated(length, turn) : {};
        // What is not there of a range round the end lies between two parts that are.
        return from > 0 && below < length && isRound[axis] === 0
          ? { length, stride: stride(axis), from: 0, below: length, gap: { from, below }, ...map }
          : { length, stride: stride(axis), from, below, ...map };
      });
      return { array: { axes, storage, distance: stride(lengths.length - 1), planar: planar && isPlanar }, said };
    });

/** What kinds of arrays there are to be; parts of axes, and indices that lie elsewhere than they are counted; in order: the first dimension side by side, the batch apart. */
export interface SaidKinds {
  readonly ranges?: boolean;
  readonly parameters?: boolean;
  readonly inOrder?: boolean;
  /** Elements that rows and planes may lie apart. */
  readonly gaps?: readonly number[];
  /** What each side may be stored in; absent: the precision of the transform. */
  readonly storages?: readonly Storage[];
}

/** Arrays of a transform in a batch of `batch`. */
export function saidArrays(
  transform: Transform,
  batch: number,
  {
    ranges = true,
    parameters = true,
    inOrder = false,
    gaps = [0, 1, 2, 3],
    storages = [transform.precision],
  }: SaidKinds = {},
): fc.Arbitrary<SaidArrays> {
  const lengths = [...transform.dimensions.map(({ length }) => length), batch];
  const names = [...transform.dimensions.map(({ name }) => name.toLowerCase()), "batch"];
  const common = { lengths, names, ranges, parameters, planar: isComplex(transform), inOrder, gaps, storages };
  return fc
    .record({ input: arrayOf({ ...common, side: "in" }), output: arrayOf({ ...common, side: "out" }) })
    .map(({ input, output }) => ({
      arrays: arraysBetween(transform, input.array, output.array),
      input,
      output,
      said: new Map([...input.said, ...output.said]),
    }));
}

/** For each element of a dense batch its place; undefined for one that is not there. */
export function placesOf({ array, said }: SaidArray, batch: number): readonly (number | undefined)[] {
  const value = (stride: Stride): number => (typeof stride === "number" ? stride : (said.get(stride.parameter) ?? NaN));
  const count = array.axes.reduce((product, { length }) => product * length, 1);
  return Array.from({ length: count * batch }, (_, element) => {
    let rest = element % count;
    let place: number | undefined = Math.floor(element / count) * value(array.distance);
    for (const { length, stride, from, below, gap, map } of array.axes) {
      const index = rest % length;
      rest = Math.floor(rest / length);
      const isThere = index >= from && index < below && (gap === undefined || index < gap.from || index >= gap.below);
      const turned = map?.kind === "rotate" ? (index + map.by) % length : index;
      if (!isThere) place = undefined;
      else if (place !== undefined) place += turned * value(stride);
    }
    return place;
  });
}

/** Elements that an array must have room for. */
export const roomFor = (places: readonly (number | undefined)[]): number =>
  places.reduce<number>((room, place) => Math.max(room, (place ?? 0) + 1), 1);

/** The dense batch that a transform sees. */
export const gathered = (places: readonly (number | undefined)[], numbers: Float64Array): Float64Array =>
  Float64Array.from(places, (place) => (place === undefined ? 0 : (numbers[place] ?? NaN)));

/** What becomes of an array when a dense batch is written to it. */
export function scattered(
  places: readonly (number | undefined)[],
  result: ComplexNumbers,
  before: ComplexNumbers,
): ComplexNumbers {
  const after = { re: Float64Array.from(before.re), im: Float64Array.from(before.im) };
  places.forEach((place, element) => {
    if (place === undefined) return;
    after.re[place] = result.re[element] ?? NaN;
    after.im[place] = result.im[element] ?? NaN;
  });
  return after;
}
