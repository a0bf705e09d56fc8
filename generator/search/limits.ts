// What no plan can do: lengths without codelets, orders that do not exist, data that does not fit into memory.
import { InputError } from "../failure/errors.js";
import { primeFactors } from "../arithmetic/factorisation.js";
import type { Gpu } from "../gpu/gpu.js";
import { requireTransform } from "../json/transform-schema.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { elementRegisters, kernelElements } from "../plan/elements.js";
import {
  elementBytes,
  hasTwiddles,
  isTrigonometric,
  sizeText,
  stabilisationOf,
  type Transform,
} from "../plan/transform.js";
import { arrayElementBytes, arraysOf, presentElements, spanOf, usualStride } from "../plan/arrays.js";
import { transformedAxes, type Axis } from "../plan/axes.js";
import { bluesteinProblem } from "../plan/bluestein.js";
import { coreOf } from "../plan/core.js";
import { hasButterflies, isSmooth, largestPrime } from "../plan/radices.js";

/** Of the base orders whose numbers fit into the registers of a thread where each takes two. */
const LARGEST_WIDE_BASE = 60;

/** Throws an InputError for a transform that this GPU or the codelets cannot do. */
export function checkTransform(transform: Transform, gpu: Gpu): void {
  requireTransform("the transform", transform);
  const through = bluesteinProblem(transform);
  // What a cosine transform goes through may be longer than its lengths.
  const axes = transformedAxes(isTrigonometric(transform) ? coreOf(transform) : transform);
  if (through !== undefined) for (const axis of axes) checkAxis(transform, axis, through);
  const least = transform.placement === "in-place" ? 1 : 2;
  if (least * dataBytes(transform) > gpu.memoryBytes) throw new InputError(memoryReason(transform, least, gpu));
}

/** Whether a transform has a length that only Bluestein's way leads to. */
export const needsBluestein = (transform: Transform): boolean =>
  hasTwiddles(transform) && transformedAxes(coreOf(transform)).some(({ length }) => !hasButterflies(length, transform));

/** Throws for a length that the codelets of its group do not do. */
function checkAxis(transform: Transform, { name, length, group, base }: Axis, through: string): void {
  if (group === "cyclic" && !isSmooth(length, largestPrime(transform)))
    throw new InputError(
      `length ${length} along ${name} ${primeText(length)}: prime factors up to ${largestPrime(transform)} have codelets, and ${through}${nearestText(length, transform)}`,
    );
  if (base > LARGEST_WIDE_BASE && elementRegisters(kernelElements(transform, { width: 1 }, 0, 1).held) > 1)
    throw new InputError(
      `length ${length} along ${name}: a thread holds all ${base} outputs of its matrix, and has no registers for so many ${stabilisationOf(transform) === "none" ? transform.precision : "numbers with their errors"}; f32, f16 and bf16 without stabilisation fit, and bases to ${LARGEST_WIDE_BASE} do in any type`,
    );
}

function primeText(length: number): string {
  const prime = Math.max(...primeFactors(length));
  return prime === length ? "is prime" : `has the prime factor ${prime}`;
}

function nearestText(length: number, transform: Transform): string {
  const near = nearestLengths(length, largestPrime(transform));
  return near.length === 0 ? "" : `; the nearest lengths that have only such are ${near.join(", ")}`;
}

/** As far as lengths are looked for: those beyond 2^40 have none nearby. */
const SEARCHED = 2 ** 16;

/** Lengths around one, those below it first, that are products of radices: two on each side. */
function nearestLengths(length: number, largest: number): readonly number[] {
  const found = (step: 1 | -1): readonly number[] => {
    const lengths: number[] = [];
    for (let next = length + step; next > 1 && lengths.length < 2 && Math.abs(next - length) < SEARCHED; next += step)
      if (isSmooth(next, largest)) lengths.push(next);
    return lengths;
  };
  return [...found(-1).toReversed(), ...found(1)];
}

/** Bytes of the whole batch, on the side that takes more. */
export function dataBytes(transform: Transform): number {
  const { input, output } = arraysOf(transform);
  return Math.max(
    ...[input, output].map(
      (array) =>
        ((transform.batch - 1) * usualStride(array.distance) + spanOf(array)) * arrayElementBytes(transform, array),
    ),
  );
}

/** Milliseconds of a device-to-device copy of as many bytes as have to be read and written. */
export function copyTime(transform: Transform, gpu: Gpu): number {
  return (movedBytes(transform) * transform.batch) / gpu.copyBandwidth / 1e6;
}

/** Bytes of one array that have to be read, and written. */
export function movedBytes(transform: Transform): number {
  const { input, output } = arraysOf(transform);
  return [input, output].reduce(
    (bytes, array) => bytes + presentElements(array) * arrayElementBytes(transform, array),
    0,
  );
}

/** Why the data, and the workspace of these kernels, do not fit; undefined if they do. */
export function memoryProblem(transform: Transform, kernels: readonly KernelGeometry[], gpu: Gpu): string | undefined {
  const copies = (transform.placement === "in-place" ? 1 : 2) + workspaceCopies(transform, kernels);
  return copies * dataBytes(transform) > gpu.memoryBytes ? memoryReason(transform, copies, gpu) : undefined;
}

/** None if every kernel can write where it reads. Values that travel with their errors take twice the room. */
function workspaceCopies(transform: Transform, kernels: readonly KernelGeometry[]): number {
  if (kernels.some(({ elements }) => elements.output.compensation !== undefined)) return 2;
  const [first] = kernels;
  // What lies between the kernels of a longer transform is as long as that.
  if (first?.set.turns === true && (kernels.length === 1 || !kernels.some(({ set }) => set.gathers))) {
    const bytes = first.set.elements * elementBytes(transform) * transform.batch;
    return kernels.length === 1 ? 0 : bytes / dataBytes(transform);
  }
  if (kernels.every(({ blockLocal }) => blockLocal)) return 0;
  // What the output has no room for takes turns in two arrays, unless the kernels between the first and the last write where they read.
  const servesOut = kernels.every(({ set: { arrays } }) => arrays.between === arrays.output);
  return servesOut || kernels.slice(1, -1).every(({ blockLocal }) => blockLocal) ? 1 : 2;
}

/** Says that so many copies of the data do not fit. */
function memoryReason(transform: Transform, copies: number, gpu: Gpu): string {
  const gigabytes = dataBytes(transform) / 1e9;
  const batch = transform.batch === 1 ? "" : ` in a batch of ${transform.batch}`;
  const needs = `${sizeText(transform)}${batch} needs ${Math.round(copies * 100) / 100} x ${gigabytes.toFixed(1)} GB, ${gpu.name} has ${(gpu.memoryBytes / 1e9).toFixed(1)} GB`;
  return `${needs}${memoryRemedy(transform, copies, gpu)}`;
}

/** What could be asked for instead. */
function memoryRemedy(transform: Transform, copies: number, gpu: Gpu): string {
  const bytes = dataBytes(transform);
  if (transform.placement === "out-of-place" && (copies - 1) * bytes <= gpu.memoryBytes)
    return "; in place (--in-place) it needs one copy less";
  if (transform.batch > 1) return "; plan for a smaller batch";
  const largest = Math.floor(Math.log2(gpu.memoryBytes / elementBytes(transform)));
  return `; up to 2^${largest} elements fit in place`;
}
