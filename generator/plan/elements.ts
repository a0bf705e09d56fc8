// What the elements are that a kernel reads, holds in registers and shared memory, and writes.
import {
  computedWith,
  isComplex,
  isShort,
  stabilisationOf,
  storageBytes,
  type Stabilisation,
  type Storage,
  type Transform,
} from "./transform.js";
import type { Schedule, ScheduledKernel } from "./plan.js";
import { usesMatrices } from "./units.js";

/** The methods that keep the rounding error of a value beside it. */
export type Compensation = "kahan" | "neumaier";

/**
 * One element as kernels move it.
 * - `complex`: real and imaginary part
 * - `real`: `width` neighbouring numbers, moved and computed with together
 * - `compensated`: the same, each with its rounding error
 * - `neighbours`: two neighbouring numbers in one register, as tensor cores take them
 */
export type ElementType =
  | { readonly kind: "complex"; readonly storage: Storage }
  | { readonly kind: "real"; readonly storage: Storage; readonly width: number }
  | { readonly kind: "neighbours"; readonly storage: Storage }
  | { readonly kind: "compensated"; readonly method: Compensation; readonly storage: Storage; readonly width: number };

/** The elements of one kernel. They all stand for the same number of places in the array. */
export interface KernelElements {
  /** In registers, where they are computed with. */
  readonly held: ElementType;
  /** In shared memory, between two sub-computations. */
  readonly exchanged: ElementType;
  readonly input: ElementType;
  readonly output: ElementType;
}

export const elementTypeBytes = (type: ElementType): number => {
  switch (type.kind) {
    case "complex":
    case "neighbours":
      return 2 * storageBytes(type.storage);
    case "real":
      return storageBytes(type.storage) * type.width;
    case "compensated":
      return 2 * storageBytes(type.storage) * type.width;
  }
};

/** Numbers of the array in one element: complex ones, or real ones. */
export const widthOf = (type: ElementType): number => {
  switch (type.kind) {
    case "complex":
      return 1;
    case "neighbours":
      return 2;
    case "real":
    case "compensated":
      return type.width;
  }
};

/** Whether elements are of one format: nothing is converted between them. */
export const sameElements = (a: ElementType, b: ElementType): boolean =>
  a.kind === b.kind && a.storage === b.storage && widthOf(a) === widthOf(b);

/** Numbers that an element takes in the registers of a thread, in registers of 32 bits. */
export const elementRegisters = (type: ElementType): number => Math.max(1, elementTypeBytes(type) / 4);

/** Whether a kernel computes with complex numbers of 16-bit parts. */
export const computesPairs = ({ held }: Pick<KernelElements, "held">): boolean =>
  held.kind === "complex" && isShort(held.storage);

/** What the elements of a kernel depend on. */
export interface KernelTraits extends Pick<Schedule, "width" | "exchange"> {
  /** Whether it multiplies by matrices, whose operands are what memory holds. */
  readonly matrices?: boolean;
}

/** The elements of kernel `index` of `count`. Only the first reads the user's input, and only the last writes the output. */
export function kernelElements(
  transform: Transform,
  { width = 1, matrices = false, exchange }: KernelTraits,
  index: number,
  count: number,
): KernelElements {
  if (isComplex(transform)) {
    const stored = { kind: "complex", storage: transform.precision } as const;
    const held = { kind: "complex", storage: computedWith(transform) } as const;
    return { held, exchanged: matrices || exchange === "short" ? stored : held, input: stored, output: stored };
  }
  const { precision } = transform;
  if (matrices) {
    const operands = { kind: "neighbours", storage: precision } as const;
    const sums = { kind: "neighbours", storage: "f32" } as const;
    return { held: sums, exchanged: operands, input: operands, output: operands };
  }
  const stored = { kind: "real", storage: precision, width } as const;
  const method = compensationOf(stabilisationOf(transform));
  const storage = computedWith(transform);
  if (method === undefined) {
    const held = { kind: "real", storage, width } as const;
    return { held, exchanged: exchange === "short" ? stored : held, input: stored, output: stored };
  }
  const held = { kind: "compensated", method, storage, width } as const;
  const between = errorsTravel(transform) ? held : stored;
  return {
    held,
    exchanged: held,
    input: index === 0 ? stored : between,
    output: index === count - 1 ? stored : between,
  };
}

/** The same of a kernel that has its schedule. */
export const scheduledElements = (
  transform: Transform,
  kernel: ScheduledKernel,
  index: number,
  count: number,
): KernelElements => kernelElements(transform, { ...kernel.schedule, matrices: usesMatrices(kernel) }, index, count);

/** Whether kernels may exchange numbers as memory holds them, of 16 bits. Rounding errors that are kept are kept in full. */
export const hasShortExchange = (transform: Transform): boolean =>
  isShort(transform.precision) && stabilisationOf(transform) === "none";

/** Whether errors go from kernel to kernel with the values. Semi-stabilised transforms keep them within kernels only. */
export const errorsTravel = (transform: Transform): boolean =>
  stabilisationOf(transform) === compensationOf(stabilisationOf(transform));

const compensationOf = (stabilisation: Stabilisation): Compensation | undefined => {
  switch (stabilisation) {
    case "none":
      return undefined;
    case "kahan":
    case "semi-kahan":
      return "kahan";
    case "neumaier":
    case "semi-neumaier":
      return "neumaier";
  }
};
