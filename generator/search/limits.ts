// What no plan can do: lengths without codelets, orders that do not exist, data that does not fit into memory.
import { InputError } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import { requireTransform } from "../json/transform-schema.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { elementRegisters, kernelElements } from "../plan/elements.js";
import { LARGEST_RADIX } from "../plan/rules.js";
import {
  elementBytes,
  elementCount,
  sizeText,
  type FourierTransform,
  type Transform,
  type WalshTransform,
} from "../plan/transform.js";
import { walshAxes } from "../plan/walsh.js";
import { fewestRadices } from "./radices.js";

/** Of the base orders whose numbers fit into the registers of a thread where each takes two. */
const LARGEST_WIDE_BASE = 60;

/** Throws an InputError for a transform that this GPU or the codelets cannot do. */
export function checkTransform(transform: Transform, gpu: Gpu): void {
  requireTransform("the transform", transform);
  if (transform.kind === "c2c") checkFourier(transform);
  else checkWalsh(transform);
  const least = transform.placement === "in-place" ? 1 : 2;
  if (least * dataBytes(transform) > gpu.memoryBytes) throw new InputError(memoryReason(transform, least, gpu));
}

function checkFourier(transform: FourierTransform): void {
  for (const { name, length } of transform.dimensions) {
    if (fewestRadices(length) === undefined) {
      throw new InputError(
        `length ${length} along ${name} has a prime factor above ${LARGEST_RADIX}: no codelet transforms it; lengths with prime factors up to 31 are supported`,
      );
    }
  }
  if (elementCount(transform) === 1) throw new InputError("a transform of one point is the identity: nothing to plan");
}

/** What is a transform, and beyond the codelets. */
function checkWalsh(transform: WalshTransform): void {
  const large = walshAxes(transform).find(({ base }) => base > LARGEST_WIDE_BASE);
  if (large !== undefined && elementRegisters(kernelElements(transform, { width: 1 }, 0, 1).held) > 1)
    throw new InputError(
      `length ${large.length} along ${large.name}: a thread holds all ${large.base} outputs of its matrix, and has no registers for so many ${transform.stabilisation === "none" ? transform.precision : "numbers with their errors"}; f32, f16 and bf16 without stabilisation fit, and bases to ${LARGEST_WIDE_BASE} do in any type`,
    );
}

/** Bytes of the whole batch. */
function dataBytes(transform: Transform): number {
  const elements = elementCount(transform);
  const distance = transform.kind === "fwht" ? transform.distance : elements;
  return ((transform.batch - 1) * distance + elements) * elementBytes(transform);
}

/** Milliseconds of one device-to-device copy of the data. */
export const copyTime = (transform: Transform, gpu: Gpu): number =>
  (2 * elementCount(transform) * transform.batch * elementBytes(transform)) / gpu.copyBandwidth / 1e6;

/** Why the data, and the workspace of these kernels, do not fit; undefined if they do. */
export function memoryProblem(transform: Transform, kernels: readonly KernelGeometry[], gpu: Gpu): string | undefined {
  const copies = (transform.placement === "in-place" ? 1 : 2) + workspaceCopies(kernels);
  return copies * dataBytes(transform) > gpu.memoryBytes ? memoryReason(transform, copies, gpu) : undefined;
}

/** None if every kernel can write where it reads. Values that travel with their errors take twice the room. */
function workspaceCopies(kernels: readonly KernelGeometry[]): number {
  if (kernels.some(({ elements }) => elements.output.kind === "compensated")) return 2;
  return kernels.every(({ blockLocal }) => blockLocal) ? 0 : 1;
}

/** Says that so many copies of the data do not fit. */
function memoryReason(transform: Transform, copies: number, gpu: Gpu): string {
  const gigabytes = dataBytes(transform) / 1e9;
  const batch = transform.batch === 1 ? "" : ` in a batch of ${transform.batch}`;
  return `${sizeText(transform)}${batch} needs ${copies} x ${gigabytes.toFixed(1)} GB, ${gpu.name} has ${(gpu.memoryBytes / 1e9).toFixed(1)} GB`;
}
