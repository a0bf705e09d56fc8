// What no plan can do: lengths without codelets, orders that do not exist, data that does not fit into memory.
import { InputError } from "../failure/errors.js";
import { bytesText, gigabytesText } from "../arithmetic/bytes-text.js";
import { primeFactors } from "../arithmetic/factorisation.js";
import type { Gpu } from "../gpu/gpu.js";
import { requireTransform } from "../json/transform-schema.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { elementRegisters, kernelElements } from "../plan/elements.js";
import {
  elementBytes,
  elementCount,
  hasTwiddles,
  sizeText,
  stabilisationOf,
  storageBytes,
  type Transform,
} from "../plan/transform.js";
import { arrayElementBytes, arraysOf, hostArrays, presentElements, spanOf, usualStride } from "../plan/arrays.js";
import { transformedAxes, type Axis } from "../plan/axes.js";
import { bluesteinProblem } from "../plan/bluestein.js";
import { coreOf } from "../plan/core.js";
import { hasButterflies, isSmooth, largestPrime } from "../plan/radices.js";

/** Of the base orders whose numbers fit into the registers of a thread where each takes two. */
const LARGEST_WIDE_BASE = 60;

/** Throws an InputError for a transform that this GPU or the codelets cannot do. `called`: what the message calls it. */
export function checkTransform(transform: Transform, gpu: Gpu, called: string = sizeText(transform)): void {
  requireTransform("the transform", transform);
  const through = bluesteinProblem(transform);
  // What a cosine transform goes through may be longer than its lengths.
  const axes = transformedAxes(coreOf(transform));
  if (through !== undefined) for (const axis of axes) checkAxis(transform, axis, through);
  const needs = sideNeeds(transform);
  if (bytesOf(needs) > gpu.memoryBytes) {
    const batch = transform.batch === 1 ? "" : ` in a batch of ${transform.batch}`;
    throw new InputError(`${called}${batch} ${memoryReason(transform, needs, gpu)}`);
  }
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

/** Memory that is allocated: so many times so many bytes. */
export interface MemoryNeed {
  readonly what: string;
  readonly count: number;
  readonly bytes: number;
}

/** Of the whole batch: each side, or what both are in place. */
export function sideNeeds(transform: Transform): readonly MemoryNeed[] {
  const { input, output } = arraysOf(transform);
  const [read, written] = [input, output].map(
    (array) =>
      ((transform.batch - 1) * usualStride(array.distance) + spanOf(array)) * arrayElementBytes(transform, array),
  );
  const sides = [
    { what: "the input", count: 1, bytes: read ?? 0 },
    { what: "the output", count: 1, bytes: written ?? 0 },
  ];
  return transform.placement === "in-place"
    ? [{ what: "both sides", count: 1, bytes: Math.max(...sides.map(({ bytes }) => bytes)) }]
    : sides;
}

export const bytesOf = (needs: readonly MemoryNeed[]): number =>
  needs.reduce((sum, { count, bytes }) => sum + count * bytes, 0);

/** `3 x 68.7 GB`; of different sizes `67.6 GB for the input, 512 bytes for the output`. */
export function needsText(needs: readonly MemoryNeed[]): string {
  const sizes = needs.map(({ bytes }) => (bytes < 1e8 ? bytesText(bytes) : gigabytesText(bytes)));
  const [size, ...others] = new Set(sizes);
  if (size !== undefined && others.length === 0) return `${needs.reduce((sum, { count }) => sum + count, 0)} x ${size}`;
  return needs
    .map(({ what, count }, index) => `${count === 1 ? "" : `${count} x `}${sizes[index] ?? ""} for ${what}`)
    .join(", ");
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
  const needs = [...sideNeeds(transform), ...workspaceNeeds(transform, kernels)];
  if (bytesOf(needs) <= gpu.memoryBytes) return undefined;
  return `${transform.batch === 1 ? "it" : `a batch of ${transform.batch}`} ${memoryReason(transform, needs, gpu)}`;
}

/** None if every kernel can write where it reads. Values that travel with their errors take twice the room. */
function workspaceNeeds(transform: Transform, kernels: readonly KernelGeometry[]): readonly MemoryNeed[] {
  const [first, ...others] = kernels;
  if (first === undefined || others.length === 0) return [];
  const of = (count: number, bytes = bytesBetween(transform)): readonly MemoryNeed[] => [
    { what: "what lies between kernels", count, bytes },
  ];
  if (kernels.some(({ elements }) => elements.output.compensation !== undefined)) return of(2);
  // What lies between the kernels of a longer transform is as long as that.
  if (first.set.turns && !kernels.some(({ set }) => set.gathers))
    return of(1, first.set.elements * elementBytes(transform) * transform.batch);
  if (kernels.every(({ blockLocal }) => blockLocal)) return [];
  // What the output has no room for takes turns in two arrays, unless the kernels between the first and the last write where they read.
  const servesOut = kernels.every(({ set: { arrays } }) => arrays.between === arrays.output);
  return of(servesOut || kernels.slice(1, -1).every(({ blockLocal }) => blockLocal) ? 1 : 2);
}

/** Of real numbers there are as many as of their pairs' parts, and half a spectrum has hardly more. */
function bytesBetween(transform: Transform): number {
  const { input, between } = arraysOf(transform);
  return input.content === undefined
    ? usualStride(between.distance) * transform.batch * arrayElementBytes(transform, between)
    : elementCount(transform) * transform.batch * storageBytes(transform.precision);
}

/** Says that what is needed does not fit. */
function memoryReason(transform: Transform, needs: readonly MemoryNeed[], gpu: Gpu): string {
  const room = `${gpu.name} has ${gigabytesText(gpu.memoryBytes)}`;
  return `needs ${needsText(needs)}, ${room}${memoryRemedy(transform, needs, gpu)}`;
}

/** What could be asked for instead. */
function memoryRemedy(transform: Transform, needs: readonly MemoryNeed[], gpu: Gpu): string {
  const inPlace = { ...transform, placement: "in-place" } as const;
  const saved = bytesOf(sideNeeds(transform)) - bytesOf(sideNeeds(inPlace));
  if (
    transform.placement === "out-of-place" &&
    hostArrays(arraysOf(inPlace)).alike &&
    bytesOf(needs) - saved <= gpu.memoryBytes
  )
    return "; in place (--in-place) it needs one copy less";
  if (transform.batch > 1) return "; plan for a smaller batch";
  // Elements of which most of the memory has none.
  const dense = elementCount(transform) * elementBytes(transform);
  if (Math.max(...sideNeeds(transform).map(({ bytes }) => bytes)) > 2 * dense) return "; shorter strides need less";
  const largest = Math.floor(Math.log2(gpu.memoryBytes / elementBytes(transform)));
  return `; up to 2^${largest} elements fit in place`;
}
