// Turns kernels into text, the one canonical form: printing what was parsed from it gives the same text.
import { CLUSTER_DEFAULTS, type Plan, type PlanKernel, type Schedule } from "../plan/plan.js";
import { subComputationText, usesTwiddles } from "../plan/sub-computations.js";
import { SCHEDULE_DEFAULTS } from "./schedule-words.js";

/** `{ X(64,4,64,256,tw) Y(16,16,1,16,no-tw) } on 256 threads, 32 columns, 4 blocks/SM, table, streaming stores` */
export function printKernel(kernel: PlanKernel): string {
  const { subComputations, schedule } = kernel;
  const braces = printBraces(kernel);
  return schedule === undefined ? braces : `${braces} on ${printSchedule(schedule, usesTwiddles(subComputations))}`;
}

/** What it does, without its schedule. */
export function printBraces({ subComputations, through, hermitian }: PlanKernel): string {
  const step = hermitian === undefined ? [] : ["pairs", subComputationText(hermitian)];
  const own = [...(through === undefined ? [] : [through]), ...subComputations.map(subComputationText)];
  const words = hermitian?.twiddle === "tw" ? [...step, ...own] : [...own, ...step];
  return `{ ${words.join(" ")} }`;
}

/** The kernels of a plan, one to a line. */
export function printPlan(plan: Plan): string {
  return plan.kernels.map(printKernel).join("\n");
}

/**
 * `256 threads, 32 columns, 4 blocks/SM, table, streaming stores`. One column, one block, vectors of one element and default
 * stores go without saying; where the twiddle factors come from is always said of a kernel that can have some, since accuracy
 * depends on it.
 */
function printSchedule(schedule: Schedule, hasTwiddles: boolean): string {
  const {
    threads,
    cluster,
    prefetch,
    columns,
    blocksPerSm,
    width = 1,
    twiddles,
    entries,
    sectors,
    stores,
    exchange,
    early,
    tiled,
  } = schedule;
  const prefetching = prefetch === true ? ["prefetch"] : [];
  return [
    `${threads} threads`,
    ...(cluster === undefined
      ? prefetching
      : [
          `cluster ${cluster.size} after ${cluster.after}`,
          ...(cluster.undivided === true ? ["undivided"] : []),
          ...prefetching,
          ...(cluster.order === "ticket" ? ["ticket"] : []),
          ...(["ahead", "groups", "buffers"] as const).flatMap((part) => {
            const value = cluster[part];
            return value === undefined || value === CLUSTER_DEFAULTS[part] ? [] : [`${part} ${value}`];
          }),
        ]),
    ...(columns === SCHEDULE_DEFAULTS.columns ? [] : [`${columns} columns`]),
    ...(blocksPerSm === SCHEDULE_DEFAULTS.blocksPerSm ? [] : [`${blocksPerSm} blocks/SM`]),
    ...(width === 1 ? [] : [`vectors of ${width}`]),
    ...(hasTwiddles ? [twiddles] : []),
    ...(entries === undefined ? [] : [`entries ${entries}`]),
    ...(sectors === undefined ? [] : [`sectors ${sectors}`]),
    ...(stores === "streaming" ? ["streaming stores"] : []),
    ...(exchange === "short" ? ["short exchange"] : []),
    ...(early === true ? ["early"] : []),
    ...(tiled === true ? ["tiled"] : []),
  ].join(", ");
}
