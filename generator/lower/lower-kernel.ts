// Turns the geometry of a kernel, or of several that go on in one another's blocks, into a kernel program. Does not choose anything:
// every decision stands in the plan or follows from the geometry. The structure of a kernel, a block on its own or a cluster, is
// data of the program.
//
// In numbers, the kernel at the head of layout/digits.ts, x = 16 x1 + x2 on 64 threads with 4 members of the batch:
// - fields.ts makes coordinates of what lies on threads, x2 = thread % 16 and b = thread / 16, and sums of them;
// - sides.ts says where a phase reads and writes: from `source` at x2 + 256 b, 16 a register; to `tile` at x2 + 272 b, 17 a register;
// - butterfly.ts gives codelet and factors: radix 16, e = x2, row k of a table of 15 times 16 entries;
// - lower-phase.ts puts them in order: coordinates, read, butterfly, write; lower-path.ts puts a barrier between phases.
import type { MatrixOperand } from "../kernel/matrix-program.js";
import type { Kernel } from "../kernel/program.js";
import type { TwiddleTable } from "../kernel/twiddle-table.js";
import { at } from "../failure/errors.js";
import { tableEntries } from "../kernel/factor-source.js";
import { twiddleExponents } from "../layout/twiddle-exponents.js";
import { blockHandovers, branchHandovers } from "./block-handovers.js";
import { pipelinedHandovers, undividedHandovers } from "./cluster-handovers.js";
import { withoutDeadNames } from "./dead-names.js";
import type { Handovers } from "./handovers.js";
import { kernelHead } from "./kernel-head.js";
import { lowerPath } from "./lower-path.js";
import type { PhaseContext } from "./lower-phase.js";
import { lettingNextStart } from "./next-kernel.js";
import type { KernelPath } from "./path.js";

export function lowerKernel(name: string, path: KernelPath): Kernel {
  const tables = new Map<string, TwiddleTable>();
  const matrices = new Map<string, MatrixOperand>();
  const contexts = path.parts.map(({ stretch, schedule, texts, products, columns }): PhaseContext => ({
    set: stretch.set,
    geometry: stretch,
    schedule,
    texts,
    tables,
    matrices,
    products,
    columns,
    exponents: twiddleExponents(stretch.set, stretch.digits),
    twiddles: schedule.twiddles,
    tableEntries: tableEntries(schedule),
  }));
  const structure = lowerPath(path, contexts, handoversOf(path));
  const kernel = withoutDeadNames({ name, ...kernelHead(path, structure, tables, matrices), ...structure });
  return path.parts.some(({ texts }) => texts.letsNextStart) ? lettingNextStart(kernel) : kernel;
}

function handoversOf(path: KernelPath): Handovers {
  const { placed, parts } = path;
  const { team } = placed;
  const { schedule } = at(parts, 0);
  switch (team.kind) {
    case "block":
      return blockHandovers(path);
    case "branches":
      return branchHandovers(path, team.size);
    case "cluster":
      return team.undivided ? undividedHandovers(placed, team, schedule) : pipelinedHandovers(placed, team, schedule);
  }
}
