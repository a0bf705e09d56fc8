// What real transforms must agree in: the plan as its notation says, the program that is lowered from it, and an independent discrete
// Fourier transform of the same real numbers.
import { expect } from "vitest";
import { lowerPlan } from "../../generator/compile.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { evaluateHostProgram } from "../../generator/kernel/evaluate.js";
import type { HostProgram } from "../../generator/kernel/host-program.js";
import { arraysOf, halfLength, usualStride, type ArraySpec } from "../../generator/plan/arrays.js";
import { evaluatePlan } from "../../generator/plan/evaluate.js";
import type { ScheduledPlan } from "../../generator/plan/plan.js";
import { elementCount, transformedCount, type RealTransform } from "../../generator/plan/transform.js";
import { uniformNumbers } from "../arbitrary/schedules.js";
import { directDft, relativeError, type ComplexNumbers } from "../../generator/definition/direct-dft.js";

export const gpu = findGpu("H200");

/** Real numbers and the first half of their spectra, dense. */
export function signalOf(
  transform: RealTransform,
  batch: number,
  seed: number,
): { numbers: Float64Array; half: ComplexNumbers } {
  const numbers = uniformNumbers(elementCount(transform) * batch, seed);
  const lengths = transform.dimensions.map(({ length }) => length).toReversed();
  const along = transform.dimensions.map(({ name }) => transform.axes.includes(name)).toReversed();
  const whole = directDft(numbers, new Float64Array(numbers.length), lengths, -1, along);
  const places = halfPlaces(transform, batch);
  return {
    numbers,
    half: {
      re: Float64Array.from(places, (place) => whole.re[place] ?? NaN),
      im: Float64Array.from(places, (place) => whole.im[place] ?? NaN),
    },
  };
}

/** Where the elements of half spectra lie in whole ones. */
function halfPlaces(transform: RealTransform, batch: number): readonly number[] {
  const { inner, length } = axisOf(transform);
  const rows = (elementCount(transform) * batch) / (inner * length);
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: halfLength(length) }, (_, k) =>
      Array.from({ length: inner }, (_, column) => (row * length + k) * inner + column),
    ),
  ).flat(2);
}

export function axisOf({ dimensions, axes }: RealTransform): { readonly inner: number; readonly length: number } {
  const axis = dimensions.findIndex(({ name }) => name === axes[0]);
  const inner = dimensions.slice(0, axis).reduce((product, { length }) => product * length, 1);
  return { inner, length: dimensions[axis]?.length ?? 1 };
}

/** The place of each element of a dense batch in memory. */
export function placesIn({ axes, distance }: ArraySpec, batch: number): readonly number[] {
  const elements = axes.reduce((product, { length }) => product * length, 1);
  return Array.from({ length: elements * batch }, (_, index) => {
    let rest = index % elements;
    let place = Math.floor(index / elements) * usualStride(distance);
    for (const { length, stride } of axes) {
      place += (rest % length) * usualStride(stride);
      rest = Math.floor(rest / length);
    }
    return place;
  });
}

export const GAP = -77;

export function spread(numbers: Float64Array, places: readonly number[], room: number): Float64Array {
  const all = new Float64Array(room).fill(GAP);
  places.forEach((place, index) => (all[place] = numbers[index] ?? NaN));
  return all;
}

export const gather = (all: Float64Array, places: readonly number[]): Float64Array =>
  Float64Array.from(places, (place) => all[place] ?? NaN);

export function expectGaps(all: Float64Array, places: readonly number[]): void {
  const taken = new Set(places);
  all.forEach((value, place) => (taken.has(place) ? undefined : expect(value).toBe(GAP)));
}

/**
 * Of frequencies that are their own conjugates imaginary parts that are not zero; along several dimensions, of those that are each other's
 * conjugates what is not.
 */
function soiled(transform: RealTransform, { re, im }: ComplexNumbers): ComplexNumbers {
  const { inner, length } = axisOf(transform);
  const half = halfLength(length);
  const beyond = transform.dimensions.slice(
    transform.dimensions.findIndex(({ name }) => name === transform.axes[0]) + 1,
  );
  const mirrorRow = (row: number, index = 0): number => {
    const dimension = beyond[index];
    if (dimension === undefined) return row;
    const place = row % dimension.length;
    const mirrored = transform.axes.includes(dimension.name) ? (dimension.length - place) % dimension.length : place;
    return mirrored + dimension.length * mirrorRow(Math.floor(row / dimension.length), index + 1);
  };
  const soil = (index: number, own: (row: number) => number): number => {
    const k = Math.floor(index / inner) % half;
    return k === 0 || 2 * k === length ? own(Math.floor(index / (inner * half))) : 0;
  };
  return {
    re: re.map((value, index) => value + soil(index, (row) => row - mirrorRow(row))),
    im: im.map((value, index) => value + soil(index, (row) => 5 + row + mirrorRow(row) + (index % inner))),
  };
}

/** Holds them against each other; what it lowers to. */
export function expectRealAgreement(
  plan: ScheduledPlan,
  transform: RealTransform,
  { batch, seed }: { readonly batch: number; readonly seed: number },
): HostProgram {
  const { numbers, half } = signalOf(transform, batch, seed);
  const { scale } = transform;
  const count = transformedCount(transform);
  const { input, output } = arraysOf(transform);
  const zeros = new Float64Array(numbers.length);
  const isForward = transform.kind === "r2c";
  const given: ComplexNumbers = isForward ? { re: numbers, im: zeros } : soiled(transform, half);
  const meant: ComplexNumbers = isForward
    ? { re: half.re.map((value) => value * scale), im: half.im.map((value) => value * scale) }
    : { re: numbers.map((value) => value * scale * count), im: zeros };
  expect(relativeError(evaluatePlan(plan, given.re, given.im), meant)).toBeLessThan(1e-13);

  const { host } = lowerPlan("real", plan, gpu);
  const [from, to] = [placesIn(input, batch), placesIn(output, batch)];
  if (transform.placement === "in-place") expect(host.inPlace).toBe(true);
  const room = (places: readonly number[]): number => Math.max(...places) + 8;
  const laid = (values: ComplexNumbers, places: readonly number[], isReal: boolean) => {
    const re = spread(values.re, places, room(places));
    return isReal ? re : { re, im: spread(values.im, places, room(places)) };
  };
  const source = laid(given, from, isForward);
  const before = structuredClone(source);
  const nothing = { re: new Float64Array(to.length).fill(NaN), im: new Float64Array(to.length).fill(NaN) };
  const target = laid(nothing, to, !isForward);
  evaluateHostProgram(host, source, target, batch, seed);
  expect(source).toEqual(before);
  const parts = target instanceof Float64Array ? { re: target, im: undefined } : target;
  expectGaps(parts.re, to);
  const found = { re: gather(parts.re, to), im: parts.im === undefined ? zeros : gather(parts.im, to) };
  expect(relativeError(found, meant)).toBeLessThan(1e-13);
  return host;
}
