// Compiled plans as the fit of registers takes them: what the estimate sees of every kernel, beside what ptxas said of it.
import { ifRight } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import { registerCap } from "../gpu/occupancy.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { placeKernel } from "../layout/geometry.js";
import { setsOf } from "../layout/leg-sets.js";
import { parseKernel } from "../notation/parse.js";
import { printKernel } from "../notation/print.js";
import type { ScheduledKernel, ScheduledPlan } from "../plan/plan.js";
import { sizeText } from "../plan/transform.js";
import { seenNeed, type SeenNeed } from "../search/register-need.js";
import type { TimedPlan } from "./timed-plan.js";

/** Of one kernel; of a plan in which nobody knows which kernel spills the same of all, which are suspects. */
export interface Verdict {
  /** That it uses; undefined where only this is known, whether it spills. */
  readonly registers: number | undefined;
  readonly spilledBytes: number;
  readonly isSuspect?: true;
}

export interface CompiledPlan {
  readonly file: string;
  readonly plan: ScheduledPlan;
  /** Of each kernel. */
  readonly verdicts: readonly Verdict[];
}

export interface CompiledRow extends Verdict {
  readonly file: string;
  /** The lengths alone: `256x256`. */
  readonly lengths: string;
  /** Registers that its launch bounds leave it. */
  readonly cap: number;
  readonly geometry: KernelGeometry;
  readonly kernel: ScheduledKernel;
  /** Of suspects: their plan. */
  readonly plan: ScheduledPlan;
  readonly seen: SeenNeed;
}

/**
 * A timed plan tells how much the kernel spills that spills most. Undefined for kernels that no longer can be read.
 */
export function compiledFrom({ file, transform, kernels: texts, spilledBytes }: TimedPlan): CompiledPlan | undefined {
  const kernels = ifRight(() => texts.map((text) => parseKernel(text)));
  if (kernels === undefined) return undefined;
  const scheduled = kernels.flatMap(({ schedule, ...kernel }) =>
    schedule === undefined ? [] : { ...kernel, schedule },
  );
  if (scheduled.length < kernels.length) return undefined;
  const isKnown = spilledBytes === 0 || scheduled.length === 1;
  const verdict: Verdict = { registers: undefined, spilledBytes, ...(isKnown ? {} : { isSuspect: true }) };
  const verdicts = scheduled.map(() => verdict);
  return { file, plan: { transform, kernels: scheduled }, verdicts };
}

/** Of kernels that can be placed, each once: of the same in several batches one, that which spills if one does. */
export function compiledRows(plans: readonly CompiledPlan[], gpu: Gpu): readonly CompiledRow[] {
  const rows = new Map<string, CompiledRow>();
  for (const { file, plan, verdicts } of plans) {
    const seenBy = ifRight(() => setsOf(plan.transform, plan.kernels));
    if (seenBy === undefined) continue;
    plan.kernels.forEach((kernel, number) => {
      const verdict = verdicts[number];
      if (verdict === undefined) return;
      const { set, index } = seenBy(number);
      const geometry = placed(set, kernel, index, gpu);
      if (geometry === undefined) return;
      const key = [JSON.stringify({ ...plan.transform, batch: 0 }), number, ...plan.kernels.map(printKernel)].join(
        "\n",
      );
      const known = rows.get(key);
      if (known !== undefined && known.spilledBytes >= verdict.spilledBytes) return;
      rows.set(key, {
        ...verdict,
        ...{ file, plan, geometry, kernel, lengths: sizeText(plan.transform) },
        cap: registerCap(gpu, kernel.schedule),
        seen: seenNeed(geometry, kernel.schedule.twiddles),
      });
    });
  }
  return [...rows.values()];
}

/** Whether the L2 cache is asked ahead changes no registers, and kernels that were compiled before asked where they no longer may. */
function placed(
  set: KernelGeometry["set"],
  kernel: ScheduledKernel,
  index: number,
  gpu: Gpu,
): KernelGeometry | undefined {
  const { prefetch: _, ...silent } = kernel.schedule;
  return ifRight(() => {
    const asked = placeKernel(set, kernel, index, gpu);
    const other = asked.ok ? asked : placeKernel(set, { ...kernel, schedule: silent }, index, gpu);
    return other.ok ? other.value : undefined;
  });
}
