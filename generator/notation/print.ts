// Turns kernels into text, the one canonical form: printing what was parsed from it gives the same text.
import { surroundingRules, type SurroundingRule } from "../plan/kernel-rules.js";
import {
  CLUSTER_DEFAULTS,
  isOnCluster,
  type ClusterSchedule,
  type Plan,
  type PlanKernel,
  type Schedule,
} from "../plan/plan.js";
import { subComputationText, usesTwiddles } from "../plan/sub-computations.js";
import { SCHEDULE_DEFAULTS } from "./schedule-words.js";

/**
 * `{ X(64,4,64,256,tw) Y(16,16,1,16,no-tw) } on 256 threads, 32 columns, 4 blocks/SM, table, streaming stores`. A kernel by itself does not
 * know the rules around it.
 */
export const printKernel = (kernel: PlanKernel): string => printKernelInside([], kernel);

/** The same inside these rules, the outermost first. */
export function printKernelInside(rules: readonly SurroundingRule[], kernel: PlanKernel): string {
  const { subComputations, schedule } = kernel;
  const braces = printBraces(kernel, rules);
  return schedule === undefined ? braces : `${braces} on ${printSchedule(schedule, usesTwiddles(subComputations))}`;
}

/** What it does, without its schedule. */
function printBraces({ subComputations, through, hermitian }: PlanKernel, rules: readonly SurroundingRule[]): string {
  const step = hermitian === undefined ? [] : ["pairs", subComputationText(hermitian)];
  const own = [...(through === undefined ? [] : [through]), ...subComputations.map(subComputationText)];
  const words = hermitian?.twiddle === "tw" ? [...step, ...own] : [...own, ...step];
  return `{ ${printRules(rules)}${words.join(" ")} }`;
}

/** `cosine pairs: `, and nothing where there are none. */
export const printRules = (rules: readonly string[]): string => (rules.length === 0 ? "" : `${rules.join(" ")}: `);

/** The kernels of a legal plan, each with the rules around it. */
export function printKernels(plan: Plan): readonly string[] {
  const rules = surroundingRules(plan);
  return plan.kernels.map((kernel, index) => printKernelInside(rules[index] ?? [], kernel));
}

/** The same, one to a line. */
export const printPlan = (plan: Plan): string => printKernels(plan).join("\n");

/** What a schedule says that another does not, as it is written: `distance 132`, `ordered stores`. */
export function furtherWords(before: Schedule, after: Schedule): readonly string[] {
  const said = new Set(scheduleParts(before, true));
  return scheduleParts(after, true).filter((part) => !said.has(part));
}

const printSchedule = (schedule: Schedule, hasTwiddles: boolean): string =>
  scheduleParts(schedule, hasTwiddles).join(", ");

/**
 * `256 threads, 32 columns, 4 blocks/SM, table, streaming stores`. One column, one block, vectors of one element and default
 * stores go without saying; where the twiddle factors come from is always said of a kernel that can have some, since accuracy
 * depends on it.
 */
function scheduleParts(schedule: Schedule, hasTwiddles: boolean): readonly string[] {
  const {
    threads,
    prefetch,
    distance,
    storing,
    shared,
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
  const prefetching = [...(prefetch === true ? ["prefetch"] : []), ...numbered("distance", distance)];
  return [
    `${threads} threads`,
    ...(isOnCluster(schedule) ? clusterWords(schedule.cluster, prefetching) : prefetching),
    ...(columns === SCHEDULE_DEFAULTS.columns ? [] : [`${columns} columns`]),
    ...(blocksPerSm === SCHEDULE_DEFAULTS.blocksPerSm ? [] : [`${blocksPerSm} blocks/SM`]),
    ...(width === 1 ? [] : [`vectors of ${width}`]),
    ...(hasTwiddles ? [twiddles] : []),
    ...numbered("entries", entries),
    ...numbered("sectors", sectors),
    ...(stores === "streaming" ? ["streaming stores"] : []),
    ...(storing === undefined ? [] : [storing === "ordered" ? "ordered stores" : "direct stores"]),
    ...numbered("shared", shared),
    ...(exchange === "short" ? ["short exchange"] : []),
    ...(early === true ? ["early"] : []),
    ...(tiled === true ? ["tiled"] : []),
  ];
}

const numbered = (word: string, value: number | undefined): readonly string[] =>
  value === undefined ? [] : [`${word} ${value}`];

const clusterWords = (cluster: ClusterSchedule, prefetching: readonly string[]): readonly string[] => [
  `cluster ${cluster.size} after ${cluster.after}`,
  ...(cluster.undivided === true ? ["undivided"] : []),
  ...prefetching,
  ...(cluster.order === "ticket" ? ["ticket"] : []),
  ...(["ahead", "groups", "buffers"] as const).flatMap((part) =>
    cluster[part] === CLUSTER_DEFAULTS[part] ? [] : numbered(part, cluster[part]),
  ),
];
