// What no plan can do: lengths without codelets, orders that do not exist, data that does not fit into memory.
import { InputError } from "../failure/errors.js";
import { primeFactors } from "../arithmetic/factorisation.js";
import type { Gpu } from "../gpu/gpu.js";
import { requireTransform } from "../json/transform-schema.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { elementRegisters, kernelElements } from "../plan/elements.js";
import { elementBytes, sizeText, stabilisationOf, type Transform } from "../plan/transform.js";
import { arraysOf, presentElements, spanOf, usualStride } from "../plan/arrays.js";
import { transformedAxes, type Axis } from "../plan/axes.js";
import { fewestRadices } from "./radices.js";

/** Of the base orders whose numbers fit into the registers of a thread where each takes two. */
const LARGEST_WIDE_BASE = 60;

/** Throws an InputError for a transform that this GPU or the codelets cannot do. */
export function checkTransform(transform: Transform, gpu: Gpu): void {
  requireTransform("the transform", transform);
  for (const axis of transformedAxes(transform)) checkAxis(transform, axis);
  const least = transform.placement === "in-place" ? 1 : 2;
  if (least * dataBytes(transform) > gpu.memoryBytes) throw new InputError(memoryReason(transform, least, gpu));
}

/** Throws for a length that the codelets of its group do not do. */
function checkAxis(transform: Transform, { name, length, group, base }: Axis): void {
  if (group === "cyclic" && fewestRadices(length) === undefined) {
    const near = nearestLengths(length);
    const remedy = near.length === 0 ? "" : `; the nearest lengths that have only such are ${near.join(", ")}`;
    const prime = Math.max(...primeFactors(length));
    throw new InputError(
      `length ${length} along ${name} ${prime === length ? "is prime" : `has the prime factor ${prime}`}: prime factors up to ${LARGEST_PRIME} have codelets${remedy}`,
    );
  }
  if (base > LARGEST_WIDE_BASE && elementRegisters(kernelElements(transform, { width: 1 }, 0, 1).held) > 1)
    throw new InputError(
      `length ${length} along ${name}: a thread holds all ${base} outputs of its matrix, and has no registers for so many ${stabilisationOf(transform) === "none" ? transform.precision : "numbers with their errors"}; f32, f16 and bf16 without stabilisation fit, and bases to ${LARGEST_WIDE_BASE} do in any type`,
    );
}

/** Of those that have codelets. */
const LARGEST_PRIME = 31;

/** As far as lengths are looked for: those beyond 2^40 have none nearby. */
const SEARCHED = 2 ** 16;

/** Lengths around one, those below it first, that are products of radices: two on each side. */
function nearestLengths(length: number): readonly number[] {
  const found = (step: 1 | -1): readonly number[] => {
    const lengths: number[] = [];
    for (let next = length + step; next > 1 && lengths.length < 2 && Math.abs(next - length) < SEARCHED; next += step)
      if (isSmooth(next)) lengths.push(next);
    return lengths;
  };
  return [...found(-1).toReversed(), ...found(1)];
}

/** By trial division by the few primes that count: lengths may be large. */
const isSmooth = (length: number): boolean => {
  let rest = length;
  for (let factor = 2; factor <= LARGEST_PRIME; factor++) while (rest % factor === 0) rest /= factor;
  return rest === 1;
};

/** Bytes of the whole batch, on the side that takes more. */
export function dataBytes(transform: Transform): number {
  const { input, output } = arraysOf(transform);
  const elements = [input, output].map((array) => (transform.batch - 1) * usualStride(array.distance) + spanOf(array));
  return Math.max(...elements) * elementBytes(transform);
}

/** Milliseconds of a device-to-device copy of as many bytes as have to be read and written. */
export function copyTime(transform: Transform, gpu: Gpu): number {
  const { input, output } = arraysOf(transform);
  const moved = (presentElements(input) + presentElements(output)) * transform.batch;
  return (moved * elementBytes(transform)) / gpu.copyBandwidth / 1e6;
}

/** Why the data, and the workspace of these kernels, do not fit; undefined if they do. */
export function memoryProblem(transform: Transform, kernels: readonly KernelGeometry[], gpu: Gpu): string | undefined {
  const copies = (transform.placement === "in-place" ? 1 : 2) + workspaceCopies(kernels);
  return copies * dataBytes(transform) > gpu.memoryBytes ? memoryReason(transform, copies, gpu) : undefined;
}

/** None if every kernel can write where it reads. Values that travel with their errors take twice the room. */
function workspaceCopies(kernels: readonly KernelGeometry[]): number {
  if (kernels.some(({ elements }) => elements.output.compensation !== undefined)) return 2;
  return kernels.every(({ blockLocal }) => blockLocal) ? 0 : 1;
}

/** Says that so many copies of the data do not fit. */
function memoryReason(transform: Transform, copies: number, gpu: Gpu): string {
  const gigabytes = dataBytes(transform) / 1e9;
  const batch = transform.batch === 1 ? "" : ` in a batch of ${transform.batch}`;
  const needs = `${sizeText(transform)}${batch} needs ${copies} x ${gigabytes.toFixed(1)} GB, ${gpu.name} has ${(gpu.memoryBytes / 1e9).toFixed(1)} GB`;
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
