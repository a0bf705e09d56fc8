// Turns a kernel's geometry into a kernel program. Does not choose anything: every decision stands in the plan or follows from
// the geometry. The structure of a kernel, a block on its own or a cluster, is data of the program.
import type { MatrixOperand } from "../kernel/matrix-program.js";
import type { Kernel } from "../kernel/program.js";
import type { TwiddleTable } from "../kernel/twiddle-table.js";
import type { KernelGeometry } from "../layout/geometry.js";
import type { Schedule } from "../plan/plan.js";
import { blockStructure } from "./block-structure.js";
import { clusterStructure } from "./cluster-structure.js";
import { kernelHead } from "./kernel-head.js";
import type { PhaseContext, Products } from "./lower-phase.js";
import type { KernelTexts } from "./texts.js";
import { tableEntries } from "../kernel/factor-source.js";
import { twiddleExponents } from "../layout/twiddle-exponents.js";

export function lowerKernel(
  geometry: KernelGeometry,
  schedule: Schedule,
  texts: KernelTexts,
  products: Products = { before: undefined, after: undefined },
): Kernel {
  const { set, cluster } = geometry;
  const tables = new Map<string, TwiddleTable>();
  const matrices = new Map<string, MatrixOperand>();
  const context: PhaseContext = {
    set,
    geometry,
    schedule,
    texts,
    tables,
    matrices,
    products,
    exponents: twiddleExponents(set, geometry.digits),
    twiddles: schedule.twiddles,
    tableEntries: tableEntries(schedule),
  };
  const structure = cluster === undefined ? blockStructure(context) : clusterStructure(context, cluster);
  return { ...kernelHead(geometry, schedule, texts, tables, matrices, products), ...structure };
}
