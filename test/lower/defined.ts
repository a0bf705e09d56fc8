// What a plan is lowered to, against the definition of its transform, over arrays as the transform says they lie: strides, ranges and
// planes included. Where an array has nothing, the input has NaN, which no output may come to have, and the output keeps what it had.
import { expect } from "vitest";
import { lowerPlan } from "../../generator/compile.js";
import type { Gpu } from "../../generator/gpu/gpu.js";
import { evaluateHostProgram, type DataArray } from "../../generator/kernel/evaluate.js";
import { arraysOf, lengthsOf, spanOf, usualStride, type ArraySpec, type Stride } from "../../generator/plan/arrays.js";
import type { ScheduledPlan } from "../../generator/plan/plan.js";
import { elementCount, isTrigonometric, transformedCount, type Transform } from "../../generator/plan/transform.js";
import { kindAlong } from "../../generator/plan/trigonometric.js";
import { uniformNumbers } from "../arbitrary/schedules.js";
import { directDft, relativeError, type ComplexNumbers } from "../../generator/definition/direct-dft.js";
import { directTrigonometric } from "../../generator/definition/direct-trigonometric.js";
import { alongDimension, walshMatrix } from "../../generator/definition/direct-walsh.js";

/** Elements of a batch that is run, as far as one transform has no more. */
const MOST_ELEMENTS = 30_000;

/** With one member of the batch more than a tile has. */
export function expectAsDefined(plan: ScheduledPlan, gpu: Gpu, seed = 1): void {
  const { transform } = plan;
  const { input, output } = arraysOf(transform);
  const { host, geometries } = lowerPlan("defined", plan, gpu);
  const tile = Math.max(...geometries.map((geometry) => geometry.tile.batchTile));
  const batch = Math.max(1, Math.min(tile + 1, Math.floor(MOST_ELEMENTS / elementCount(transform))));
  const { given, meant } = definition(transform, batch, seed);
  const source = laid(given, transform, input, batch);
  const before = structuredClone(source);
  const target = laid({ re: meant.re.map(() => NaN), im: meant.im.map(() => NaN) }, transform, output, batch);
  evaluateHostProgram(host, source, target, batch, seed, parametersOf(input, output));
  expect(source).toEqual(before);
  const expected = laid(meant, transform, output, batch);
  const [found, wanted] = [partsOf(target), partsOf(expected)];
  for (const part of ["re", "im"] as const) {
    const isThere = wanted[part].map((value) => Number(!Number.isNaN(value)));
    expect(found[part].map((value) => Number(!Number.isNaN(value)))).toEqual(isThere);
  }
  const numbers = ({ re, im }: ComplexNumbers): ComplexNumbers => ({
    re: re.filter((value) => !Number.isNaN(value)),
    im: im.filter((value) => !Number.isNaN(value)),
  });
  expect(relativeError(numbers(found), numbers(wanted))).toBeLessThan(transform.precision === "f64" ? 1e-12 : ROUNDED);
}

/** Chirps, spectra and cosines are rounded to the precision of the transform. */
const ROUNDED = 1e-6;

const partsOf = (data: DataArray): ComplexNumbers =>
  data instanceof Float64Array ? { re: data, im: new Float64Array(data.length) } : data;

const parametersOf = (...arrays: readonly ArraySpec[]): ReadonlyMap<string, number> =>
  new Map(
    arrays
      .flatMap(({ axes, distance }): readonly Stride[] => [...axes.map(({ stride }) => stride), distance])
      .flatMap((stride) => (typeof stride === "number" ? [] : [[stride.parameter, stride.usual] as const])),
  );

const isReal = (transform: Transform, { content }: ArraySpec): boolean =>
  transform.kind === "fwht" || content?.kind === "reals" || content?.kind === "numbers";

/** Dense numbers where an array has them, and NaN where it has nothing. */
function laid(numbers: ComplexNumbers, transform: Transform, array: ArraySpec, batch: number): DataArray {
  const room = (batch - 1) * usualStride(array.distance) + spanOf(array);
  const [re, im] = [new Float64Array(room).fill(NaN), new Float64Array(room).fill(NaN)];
  forEachPresent(transform, array, batch, (dense, place) => {
    re[place] = numbers.re[dense] ?? NaN;
    im[place] = numbers.im[dense] ?? NaN;
  });
  return isReal(transform, array) ? re : { re, im };
}

/** Elements that are there: their numbers in a dense array of what the side has, and their places. */
function forEachPresent(
  transform: Transform,
  { axes, distance, content }: ArraySpec,
  batch: number,
  visit: (dense: number, place: number) => void,
): void {
  const lengths = lengthsOf(transform, content);
  const elements = lengths.reduce((product, length) => product * length, 1);
  for (let dense = 0; dense < batch * elements; dense++) {
    let rest = dense % elements;
    let place = Math.floor(dense / elements) * usualStride(distance);
    let isThere = true;
    for (const [axis, { stride, from, below }] of axes.entries()) {
      const length = lengths[axis] ?? 1;
      const index = rest % length;
      rest = Math.floor(rest / length);
      place += index * usualStride(stride);
      isThere &&= index >= from && index < below;
    }
    if (isThere) visit(dense, place);
  }
}

interface Defined {
  readonly given: ComplexNumbers;
  readonly meant: ComplexNumbers;
}

/** What is read, dense, and what is to be written. What an input leaves out is zero. */
function definition(transform: Transform, batch: number, seed: number): Defined {
  const lengths = transform.dimensions.map(({ length }) => length).toReversed();
  const along = transform.dimensions.map(({ name }) => transform.axes.includes(name)).toReversed();
  const count = elementCount(transform) * batch;
  const zeros = new Float64Array(count);
  const { input } = arraysOf(transform);
  const drawn = (part: number): Float64Array => {
    const numbers = new Float64Array(count);
    const all = uniformNumbers(count, seed + part);
    if (transform.kind === "c2r") return all;
    forEachPresent(transform, input, batch, (dense) => (numbers[dense] = all[dense] ?? NaN));
    return numbers;
  };
  const scaled = (numbers: ArrayLike<number>, by = 1): Float64Array =>
    Float64Array.from(numbers, (value) => value * by * transform.scale);
  if (isTrigonometric(transform)) {
    const numbers = drawn(0);
    const kinds = transform.dimensions
      .map(({ name }) => (transform.axes.includes(name) ? kindAlong(transform, name) : undefined))
      .toReversed();
    const meant = directTrigonometric(numbers, lengths, kinds, transform.normalisation === "orthonormal");
    return { given: { re: numbers, im: zeros }, meant: { re: scaled(meant), im: zeros } };
  }
  switch (transform.kind) {
    case "c2c": {
      const given = { re: drawn(0), im: drawn(1) };
      const { re, im } = directDft(given.re, given.im, lengths, transform.direction === "forward" ? -1 : 1, along);
      return { given, meant: { re: scaled(re), im: scaled(im) } };
    }
    case "r2c":
    case "c2r": {
      const numbers = drawn(0);
      const half = halfOf(transform, directDft(numbers, zeros, lengths, -1, along));
      return transform.kind === "r2c"
        ? { given: { re: numbers, im: zeros }, meant: { re: scaled(half.re), im: scaled(half.im) } }
        : { given: half, meant: { re: scaled(numbers, transformedCount(transform)), im: zeros } };
    }
    case "fwht": {
      const numbers = drawn(0);
      const steps = transform.dimensions.map((_, axis) =>
        transform.dimensions.slice(0, axis).reduce((product, { length }) => product * length, 1),
      );
      const meant = transform.dimensions.reduce<readonly number[]>(
        (current, { name, length }, axis) =>
          transform.axes.includes(name)
            ? alongDimension(current, walshMatrix(Math.log2(length), transform.order), steps[axis] ?? 1)
            : current,
        Array.from(numbers),
      );
      return { given: { re: numbers, im: zeros }, meant: { re: scaled(meant), im: zeros } };
    }
  }
}

/** Of whole spectra the first halves. */
function halfOf(transform: Transform, whole: ComplexNumbers): ComplexNumbers {
  const axis = transform.dimensions.findIndex(({ name }) => name === transform.axes[0]);
  const inner = transform.dimensions.slice(0, axis).reduce((product, { length }) => product * length, 1);
  const length = transform.dimensions[axis]?.length ?? 1;
  const isKept = (_: number, index: number): boolean => 2 * (Math.floor(index / inner) % length) <= length;
  return { re: whole.re.filter(isKept), im: whole.im.filter(isKept) };
}
