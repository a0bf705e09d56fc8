// What the host does: it launches kernels, one after the other, on arrays of a call.
import { usualStride } from "../plan/arrays.js";
import { at } from "../failure/errors.js";
import { inputArray, outputArray, type Kernel } from "./program.js";

/** The caller's arrays. */
export const CALLERS_ARRAYS = ["in", "out"] as const;

/** The arrays of the workspace, in their order in memory. */
export const WORKSPACE_ARRAYS = ["workspace", "second"] as const;

/** An array of a call. */
export type CallArray = (typeof CALLERS_ARRAYS | typeof WORKSPACE_ARRAYS)[number];

export const isCallers = (array: CallArray): array is (typeof CALLERS_ARRAYS)[number] =>
  CALLERS_ARRAYS.some((name) => name === array);

export interface Launch {
  readonly kernel: Kernel;
  /** For each array of the kernel that of the call. */
  readonly arrays: readonly CallArray[];
  /** The counter of the tile queue in the workspace, if there is one. */
  readonly counter: number | undefined;
}

/** What a kernel transforms in a launch, and where it leaves the results. */
export const launchSource = ({ kernel, arrays }: Launch): CallArray =>
  at(arrays, kernel.arrays.indexOf(inputArray(kernel)));
export const launchTarget = ({ kernel, arrays }: Launch): CallArray =>
  at(arrays, kernel.arrays.indexOf(outputArray(kernel)));

/** The memory that the caller provides to the kernels for a call, besides input and output. */
export interface Workspace {
  /** Copies of the batch: one between kernels, and a second one where a kernel could not write the array that it reads. */
  readonly arrays: number;
  /** Counters after them, all 0 when the first kernel starts. */
  readonly counters: number;
}

/** The actions of the host: launching these kernels in this order. */
export interface HostProgram {
  readonly name: string;
  /** Whether input and output have the same layout, and may be one array. */
  readonly inPlace: boolean;
  /** Strides that the caller supplies, in the order of the parameters. */
  readonly parameters: readonly string[];
  readonly launches: readonly Launch[];
  readonly workspace: Workspace;
}

/** The kernel with the largest output in arrays of the workspace, which determines their size; undefined if there is none. */
export function largestWriter({ launches }: Pick<HostProgram, "launches">): Kernel | undefined {
  const sizeOf = (kernel: Kernel): number => {
    const { distance, element } = outputArray(kernel);
    return usualStride(distance) * element.width * (element.field === "complex" ? 2 : 1);
  };
  return launches
    .filter((launch) => launchTarget(launch) !== "out")
    .map(({ kernel }) => kernel)
    .reduce<Kernel | undefined>(
      (most, kernel) => (most === undefined || sizeOf(kernel) > sizeOf(most) ? kernel : most),
      undefined,
    );
}

export const usesWorkspace = ({ workspace }: HostProgram): boolean => workspace.arrays + workspace.counters > 0;
