// Turns the geometry of a kernel, or of several that go on in one another's blocks, into a kernel program. Does not choose anything:
// every decision stands in the plan or follows from the geometry. The structure of a kernel, a block on its own or a cluster, is
// data of the program.
//
// In numbers, the kernel at the head of layout/digits.ts, x = 16 x1 + x2 on 64 threads with 4 members of the batch:
// - fields.ts makes coordinates of what lies on threads, x2 = thread % 16 and b = thread / 16, and sums of them;
// - sides.ts says where a phase reads and writes: from `source` at x2 + 256 b, 16 a register; to `tile` at x2 + 272 b, 17 a register;
// - butterfly.ts gives codelet and factors: radix 16, e = x2, row k of a table of 15 times 16 entries;
// - lower-phase.ts puts them in order: coordinates, read, butterfly, write; block-structure.ts puts a barrier between phases.
import type { MatrixOperand } from "../kernel/matrix-program.js";
import type { Kernel } from "../kernel/program.js";
import type { TwiddleTable } from "../kernel/twiddle-table.js";
import { at } from "../failure/errors.js";
import { blockStructure } from "./block-structure.js";
import { clusterStructure } from "./cluster-structure.js";
import { kernelHead } from "./kernel-head.js";
import { withoutDeadNames } from "./dead-names.js";
import { lettingNextStart } from "./next-kernel.js";
import type { KernelPart } from "./kernel-part.js";
import { withSeats } from "./mirrored.js";
import type { PhaseContext } from "./lower-phase.js";
import { branchStructure } from "./branch-structure.js";
import { tableEntries } from "../kernel/factor-source.js";
import { twiddleExponents } from "../layout/twiddle-exponents.js";

/** `parts`: mostly one. */
export function lowerKernel(name: string, parts: readonly KernelPart[]): Kernel {
  const tables = new Map<string, TwiddleTable>();
  const matrices = new Map<string, MatrixOperand>();
  const contexts = parts.map(
    ({ geometry, schedule, texts, products, inRegisters = false, ...handing }): PhaseContext => ({
      ...handing,
      set: geometry.set,
      geometry: withSeats(geometry),
      schedule,
      texts,
      tables,
      matrices,
      products,
      inRegisters,
      exponents: twiddleExponents(geometry.set, geometry.digits),
      twiddles: schedule.twiddles,
      tableEntries: tableEntries(schedule),
    }),
  );
  const { cluster, branches } = at(parts, 0).geometry;
  const [first, second] = contexts;
  const structure =
    first !== undefined && second !== undefined && branches !== undefined
      ? branchStructure(first, second)
      : first === undefined || cluster === undefined
        ? blockStructure(contexts)
        : clusterStructure(first, cluster);
  const kernel = withoutDeadNames({ name, ...kernelHead(parts, structure, tables, matrices), ...structure });
  return at(parts, parts.length - 1).texts.letsNextStart ? lettingNextStart(kernel) : kernel;
}
