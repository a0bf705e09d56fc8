// The alignment of the caller's pointers: each is that of the kernels that use the pointer.
import { at } from "../failure/errors.js";
import {
  fetchOf,
  inputArray,
  outputArray,
  phasesOf,
  threadStepsOf,
  type GlobalArray,
  type Kernel,
} from "../kernel/program.js";
import { isCallers, type CallArray, type HostProgram } from "../kernel/host-program.js";
import { arrayElementBytes, arraysOf, type ArraySpec } from "../plan/arrays.js";
import { accessBytes } from "../plan/elements.js";
import type { Transform } from "../plan/transform.js";

/** The alignments of the pointers of a call. */
export type Alignments = Readonly<Record<"in" | "out" | "workspace", Alignment>>;

export interface Alignment {
  /** The pointer is a multiple of this. */
  readonly bytes: number;
  /** Why it is more than that of one number or element. */
  readonly reason?: "for bulk copies" | "for vectorised accesses";
}

/** Addresses in tensor maps, which bulk copies use, are multiples of 16 (CUDA driver API, cuTensorMapEncodeTiled). */
const BULK_COPY_BYTES = 16;

/** A counter in the workspace, which is never aligned to less. */
export const COUNTER_BYTES = 4;

/**
 * The alignments that the kernels of one plan need. For an r2c transform in f64 whose kernels load single numbers the input is
 * aligned to 8 bytes and the output to 16; where they load pairs of numbers both are aligned to 16.
 */
export function alignmentsOf({ launches }: HostProgram, transform: Transform): Alignments {
  const { input, output } = arraysOf(transform);
  // Whether an array is planar, and what is stored in it, the kernels know: they may have other arrays than the transform's.
  const number = ({ content }: ArraySpec, { planar, element: { storage } }: GlobalArray): Alignment => ({
    bytes: arrayElementBytes(transform, { ...(content === undefined ? {} : { content }), storage }) / (planar ? 2 : 1),
  });
  const through = (own: Alignment, isMeant: (array: CallArray) => boolean): Alignment =>
    stricter([
      own,
      ...launches.flatMap(({ kernel, arrays }) =>
        kernel.arrays.flatMap((array, index) => (isMeant(at(arrays, index)) ? alignmentsIn(kernel, array) : [])),
      ),
    ]);
  return {
    in: through(number(input, inputArray(at(launches, 0).kernel)), (array) => array === "in"),
    out: through(number(output, outputArray(at(launches, launches.length - 1).kernel)), (array) => array === "out"),
    workspace: through({ bytes: COUNTER_BYTES }, (array) => !isCallers(array)),
  };
}

/** The alignments that satisfy each of several variants. */
export const strictest = (all: readonly Alignments[]): Alignments => ({
  in: stricter(all.map((one) => one.in)),
  out: stricter(all.map((one) => one.out)),
  workspace: stricter(all.map(({ workspace }) => workspace)),
});

/** The first of the strictest alignments. */
const stricter = (all: readonly Alignment[]): Alignment =>
  all.reduce((most, one) => (one.bytes > most.bytes ? one : most));

const alignmentsIn = (kernel: Kernel, array: GlobalArray): readonly Alignment[] => [
  accessAlignment(array, longestRun(kernel, array.direction === "read" ? "read" : "write", array.name)),
  ...(fetchOf(kernel)?.array === array.name ? [{ bytes: BULK_COPY_BYTES, reason: "for bulk copies" } as const] : []),
];

function accessAlignment({ element, planar }: GlobalArray, run: number): Alignment {
  const bytes = (run * accessBytes(element)) / (planar ? 2 : 1);
  const isOfSeveral = run > 1 || element.asPair === true || (element.width > 1 && element.apart !== true);
  return isOfSeveral ? { bytes, reason: "for vectorised accesses" } : { bytes };
}

/** The most elements that one access moves. */
const longestRun = (kernel: Kernel, kind: "read" | "write", array: string): number =>
  Math.max(
    1,
    ...phasesOf(kernel)
      .flatMap(threadStepsOf)
      .map((step) => (step.kind === kind && step.array === array ? step.run : 1)),
  );
