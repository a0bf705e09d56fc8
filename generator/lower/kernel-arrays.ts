// The arrays of global memory that a kernel takes.
import type { GlobalArray } from "../kernel/program.js";
import type { ElementType } from "../plan/elements.js";
import type { Reach } from "../layout/reach.js";

/** Their names in accesses. */
export const SOURCE = "source";
export const TARGET = "target";

/** What a kernel reads and what it writes: `input` and `output` are the elements there. */
export const kernelArrays = (
  { input, output }: { readonly input: ElementType; readonly output: ElementType },
  { reads, writes }: { readonly reads: Reach; readonly writes: Reach },
): readonly GlobalArray[] => [
  { name: SOURCE, parameter: "in", direction: "read", element: input, ...placesOf(reads) },
  { name: TARGET, parameter: "out", direction: "written", element: output, ...placesOf(writes) },
];

const placesOf = ({ distance, planar }: Reach): Pick<GlobalArray, "distance" | "planar"> => ({ distance, planar });
