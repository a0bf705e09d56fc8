// Puts the kernels of several transforms into one host program: their products with constants are done by the kernel before or
// behind them, and none of them costs a pass over the array.
import { InputError } from "../failure/errors.js";
import type { ConstantTable } from "../kernel/constant-table.js";
import type { Kernel, PhaseStep, ThreadStep } from "../kernel/program.js";
import type { FactorSource } from "../kernel/twiddle.js";
import type { TwiddleTable } from "../kernel/twiddle-table.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { isFragment } from "../layout/fragment-phases.js";
import { computesPairs, widthOf } from "../plan/elements.js";
import type { Constants, TransformStage } from "../plan/stages.js";
import { computedIn, isComplex } from "../plan/transform.js";
import type { Products } from "./lower-phase.js";

/** What kernel `index` of a stage multiplies by, whose geometry this is. */
export function productsOfKernel(
  { plan, before, after }: TransformStage,
  geometry: KernelGeometry,
  index: number,
): Products {
  const table = ({ name, re, im }: Constants): ConstantTable => {
    requireMultipliable(name, geometry);
    const imaginary = isComplex(plan.transform) ? (im ?? new Float64Array(re.length)) : undefined;
    return { name, storage: computedIn(plan.transform.precision), re, im: imaginary };
  };
  return {
    before: before === undefined || index > 0 ? undefined : table(before),
    after: after === undefined || index < plan.kernels.length - 1 ? undefined : table(after),
  };
}

/** Constants are single numbers in single or double precision. */
function requireMultipliable(name: string, { elements, phases }: KernelGeometry): void {
  const { held } = elements;
  const reason =
    held.kind === "compensated"
      ? "its errors would need products of their own"
      : widthOf(held) > 1
        ? "its elements are vectors: leave out their width"
        : computesPairs(elements)
          ? "16-bit arithmetic is too coarse for it: leave that out"
          : phases.some(isFragment)
            ? "on tensor cores elements are no single numbers: leave out the units"
            : undefined;
  if (reason !== undefined) throw new InputError(`stages: a kernel cannot multiply by ${name}: ${reason}`);
}

/** A kernel whose tables have other names: those of inverse transforms hold other numbers than those of forward ones. */
export function withTableNames(kernel: Kernel, named: (name: string) => string): Kernel {
  const renamed = (table: TwiddleTable): TwiddleTable => ({ ...table, name: named(table.name) });
  const source = (from: FactorSource): FactorSource => {
    if (from.kind === "table") return { ...from, table: renamed(from.table) };
    if (from.kind === "product")
      return { ...from, parts: from.parts.map((part) => ({ ...part, table: renamed(part.table) })) };
    return from;
  };
  const step = (one: ThreadStep): ThreadStep =>
    (one.kind === "butterfly" || one.kind === "matrix-butterfly") && one.twiddle !== undefined
      ? { ...one, twiddle: { ...one.twiddle, source: source(one.twiddle.source) } }
      : one;
  const phase = (one: PhaseStep): PhaseStep => ({ ...one, steps: one.steps.map(step) });
  return {
    ...kernel,
    tables: kernel.tables.map(renamed),
    roles: kernel.roles.map((role) => ({
      ...role,
      steps: role.steps.map((one) => (one.kind === "phase" ? phase(one) : one)),
    })),
  };
}
