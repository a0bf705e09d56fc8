// What the elements are that a kernel reads, holds in registers and shared memory, and writes.
import type { ElementFunction } from "../pointwise/expression.js";
import {
  computedWith,
  isComplex,
  isShort,
  stabilisationOf,
  storageBytes,
  type Stabilisation,
  type Transform,
} from "./transform.js";
import { indexName } from "./element-functions.js";
import type { NumberFormat } from "./number-format.js";
import type { Storage } from "./storage.js";
import type { ArraySpec } from "./arrays.js";
import type { Schedule, ScheduledKernel } from "./plan.js";
import { MATRIX_WIDTH, usesMatrices } from "./units.js";

/** The methods that keep the rounding error of a value beside it. */
export type Compensation = "kahan" | "neumaier";

/** One element as kernels move it: `width` neighbouring numbers of the array, moved and computed with together. */
export interface ElementType<S extends Storage = Storage> {
  readonly field: "complex" | "real";
  readonly storage: S;
  readonly width: number;
  /** Two numbers lie as the parts of a complex one do, and as tensor cores take them: `__half2`, where others are `Vector<__half, 2>`. */
  readonly asPair?: true;
  /** Its two numbers do not lie side by side: each is moved on its own. */
  readonly apart?: true;
  /** What becomes of it between memory and registers. */
  readonly by?: ElementFunction;
  /** The index along which its two numbers follow each other, where the expression asks for it. */
  readonly along?: string;
  /** Each number has its rounding error beside it. */
  readonly compensation?: Compensation;
}

/** The elements of one kernel. They all stand for the same number of places in the array. */
export interface KernelElements {
  /** In registers, where they are computed with. */
  readonly held: ElementType<NumberFormat>;
  /** In shared memory, between two sub-computations. */
  readonly exchanged: ElementType<NumberFormat>;
  readonly input: ElementType;
  readonly output: ElementType;
}

export const elementTypeBytes = ({ field, storage, width, compensation }: ElementType): number =>
  (field === "complex" ? 2 : 1) * (compensation === undefined ? 1 : 2) * width * storageBytes(storage);

/** Bytes that one access moves of it at least. */
export const accessBytes = (type: ElementType): number => elementTypeBytes(type) / (type.apart === true ? 2 : 1);

/** Whether elements are of one format: nothing is converted between them. */
export const sameElements = (a: ElementType, b: ElementType): boolean =>
  (["field", "storage", "width", "asPair", "apart", "by", "compensation"] as const).every((key) => a[key] === b[key]);

/** What lies on chip when a bulk copy has brought what a kernel reads: of two real numbers for a complex one, that. */
export const landedElement = ({ held, input }: Pick<KernelElements, "held" | "input">): ElementType =>
  held.field === "complex" && input.asPair === true
    ? { field: "complex", storage: input.storage, width: 1, ...functionOf(input) }
    : input;

/** Numbers that an element takes in the registers of a thread, in registers of 32 bits. */
export const elementRegisters = (type: ElementType): number => Math.max(1, elementTypeBytes(type) / 4);

/** Elements that one operation computes with: of complex numbers with 16-bit parts two, in two butterflies. */
export const elementsAtOnce = ({ field, storage }: ElementType): 1 | 2 =>
  field === "complex" && isShort(storage) ? 2 : 1;

/** What the elements of a kernel depend on. */
export interface KernelTraits extends Pick<Schedule, "width" | "exchange"> {
  /** Whether it multiplies by matrices, whose operands are what memory holds. */
  readonly matrices?: boolean;
}

/** What an array says of its elements. */
export type Stored = Pick<ArraySpec, "storage" | "content" | "by" | "single">;

/** The arrays that a kernel reads and writes. */
export interface KernelEnds {
  readonly input: Stored;
  readonly output: Stored;
}

/**
 * The elements of kernel `index` of `count`. Only the first reads the user's input, and only the last writes the output. `ends`: absent,
 * those of kernels between others.
 */
export function kernelElements(
  transform: Transform,
  { width = 1, matrices = false, exchange }: KernelTraits,
  index: number,
  count: number,
  ends: KernelEnds = betweenOthers(transform),
): KernelElements {
  if (isComplex(transform)) {
    const stored = { field: "complex", storage: transform.precision, width: 1 } as const;
    const held = { ...stored, storage: computedWith(transform) };
    return {
      held,
      exchanged: matrices || exchange === "short" ? stored : held,
      input: contentElement(ends.input),
      output: contentElement(ends.output),
    };
  }
  const { precision } = transform;
  if (matrices) {
    const operands = { field: "real", storage: precision, width: MATRIX_WIDTH, asPair: true } as const;
    return { held: { ...operands, storage: "f32" }, exchanged: operands, ...storedAs(operands, ends) };
  }
  const stored = { field: "real", storage: precision, width } as const;
  const compensation = compensationOf(stabilisationOf(transform));
  const plain = { ...stored, storage: computedWith(transform) };
  const { input, output } = storedAs(stored, ends);
  if (compensation === undefined)
    return { held: plain, exchanged: exchange === "short" ? stored : plain, input, output };
  const held = { ...plain, compensation };
  const travels = errorsTravel(transform);
  return {
    held,
    exchanged: held,
    input: index > 0 && travels ? held : input,
    output: index < count - 1 && travels ? held : output,
  };
}

const storedAs = (type: ElementType, { input, output }: KernelEnds): Pick<KernelElements, "input" | "output"> => ({
  input: { ...type, storage: input.storage, ...byOf(input) },
  output: { ...type, storage: output.storage, ...byOf(output) },
});

const functionOf = ({ by, along }: ElementType): Pick<ElementType, "by" | "along"> => ({
  ...(by === undefined ? {} : { by }),
  ...(along === undefined ? {} : { along }),
});

const byOf = ({ by }: Stored): Pick<ElementType, "by"> => (by === undefined ? {} : { by });

const betweenOthers = ({ precision }: Transform): KernelEnds => ({
  input: { storage: precision },
  output: { storage: precision },
});

/** The complex element of an array, or what stands for it there. */
export function contentElement({ storage, content, ...array }: Stored): ElementType {
  const stored = { field: "complex", storage, width: 1, ...byOf({ storage, ...array }) } as const;
  const single = { ...stored, field: "real" } as const;
  switch (content?.kind) {
    case "reals":
    case "numbers":
      return single;
    case "pairs":
      return content.parts === undefined
        ? { ...single, width: 2, asPair: true, ...alongOf(array.by, content.axis) }
        : { ...single, width: 2, apart: true };
    case "folded":
      if (content.parts !== undefined) return { ...single, width: 2, apart: true };
      return array.single === true ? single : stored;
    case "half":
    case undefined:
      return array.single === true ? single : stored;
  }
}

const alongOf = (by: ElementFunction | undefined, axis: number): Pick<ElementType, "along"> => {
  const along = indexName(axis);
  return by?.indices.includes(along) === true ? { along } : {};
};

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
