// The ranked table of a search, the term that limits each kernel, and the sentences on why the best is best.
import { primeFactors } from "../arithmetic/factorisation.js";
import { bytesText } from "../arithmetic/bytes-text.js";
import type { Gpu } from "../gpu/gpu.js";
import { printKernels } from "../notation/print.js";
import { arraysOf } from "../plan/arrays.js";
import { raderProblem, withoutButterflies } from "../plan/rader.js";
import { hasButterflies } from "../plan/radices.js";
import type { RatedCost } from "../search/rated-cost.js";
import { wayOf, type RankedPlan } from "../search/ranked-plans.js";
import { LARGEST_TILE_ELEMENTS } from "../search/plain-schedules.js";
import { paragraph, table, wrapped, type Cell, type Column, type Line } from "./table.js";
import { aligned, outputWidth, percent, plural } from "./terminal.js";

/** A plan of the table: `1`, `2` ... by rank, or a word. */
export interface TableEntry {
  readonly label: string;
  readonly ranked: RankedPlan;
}

const RANKING_COLUMNS: readonly Column[] = [
  { title: "#", align: "right" },
  { title: "ms", align: "right" },
  { title: "of copy", align: "right" },
  { title: "kernel ms", align: "right" },
  { title: "plan" },
];

/** For each plan its totals, and for each of its kernels the time and the notation, broken to the width of the output. */
export function rankedTable(entries: readonly TableEntry[]): string {
  const totals = entries.map(({ ranked }) => ranked.milliseconds);
  const times = entries.flatMap(({ ranked }) => ranked.kernels.map(({ cost }) => cost.milliseconds));
  const texts = aligned([...totals, ...times]);
  const kernelTexts = texts.slice(totals.length);
  let row = 0;
  const rows = entries.flatMap(({ label, ranked }, plan) =>
    printKernels(ranked.plan).map((kernel, index): readonly Cell[] => [
      index === 0 ? label : "",
      index === 0 ? (texts[plan] ?? "") : "",
      index === 0 ? percent(ranked.copyMilliseconds / ranked.milliseconds) : "",
      kernelTexts[row++] ?? "",
      (width) => kernelLines(kernel, width),
    ]),
  );
  return table(RANKING_COLUMNS, rows);
}

/** A printed kernel: the braces in the first line, the schedule in the second; more lines where the width requires it. */
export function kernelLines(text: string, width: number): readonly Line[] {
  const { braces, schedule } = bracesAndSchedule(text);
  return [
    // Lines break between sub-computations and after the commas of the schedule, nowhere else.
    ...wrapped(braces.split(/(?<=\)) (?!\})/), width, "  "),
    ...wrapped(schedule.split(/(?<=,) /), width, "  ").map((line) => ({ text: line, style: "dim" as const })),
  ];
}

/** The two parts of a printed kernel. */
export function bracesAndSchedule(text: string): { readonly braces: string; readonly schedule: string } {
  const end = text.indexOf("}") + 1;
  return { braces: text.slice(0, end), schedule: text.slice(end).trim() };
}

/** How each kernel of one plan uses the GPU, by prediction. */
export function resourceTable({ kernels }: RankedPlan): string {
  const times = aligned(kernels.map(({ cost }) => cost.milliseconds));
  return table(
    [
      { title: "kernel", align: "right" },
      { title: "ms", align: "right" },
      { title: "limited by" },
      { title: "registers", align: "right" },
      { title: "shared", align: "right" },
      { title: "occupancy", align: "right" },
      { title: "blocks", align: "right" },
      { title: "per SM", align: "right" },
    ],
    kernels.map(({ cost }, index) => [
      String(index + 1),
      times[index] ?? "",
      termName(dominantTerm(cost)),
      String(cost.registers),
      bytesText(cost.sharedBytes),
      percent(cost.occupancy),
      String(cost.blocks),
      String(cost.blocksPerSm),
    ]),
  );
}

const TERM_NAMES = {
  memory: "device memory",
  issue: "instruction issue",
  shared: "shared memory",
  latency: "latency",
  launch: "launch overhead",
} as const;

/** The term that limits a kernel's time. */
export function dominantTerm(cost: RatedCost): keyof typeof TERM_NAMES {
  const terms = Object.entries(cost.terms) as [keyof typeof TERM_NAMES, number][];
  return terms.reduce((worst, term) => (term[1] > worst[1] ? term : worst))[0];
}

export const termName = (term: keyof typeof TERM_NAMES): string => TERM_NAMES[term];

/** Plans whose predictions differ by less than this share are equally good within the accuracy of predictions. */
export const TIE = 0.005;

/** Why a plan ranks behind others with longer predictions. */
export const LESS_CERTAIN = "which is less certain: kernels like its own were measured less";

/** `otherWays`: the fastest plan by each of the other methods, such as a Rader or Bluestein convolution. */
export function whyBest(plans: readonly RankedPlan[], otherWays: readonly RankedPlan[], gpu: Gpu): string {
  const [best, ...others] = plans;
  if (best === undefined) return "";
  const passes = best.kernels.length;
  const share = percent((passes * best.copyMilliseconds) / best.milliseconds);
  const speed = `${passes === 1 ? "one pass" : `${passes} passes`} over memory at ${share} of the copy speed of ${gpu.name}`;
  const longer = (plan: RankedPlan): number => plan.milliseconds / best.milliseconds - 1;
  const ties = others.filter((plan) => Math.abs(longer(plan)) < TIE).length;
  const next = others.find((plan) => longer(plan) >= TIE);
  const doubtful = others.filter((plan) => longer(plan) <= -TIE).length;
  const sentences = [
    `Why the first: ${speed}; ${limits(best)}.`,
    ...(ties === 0 ? [] : [`${ties === 1 ? "Another plan is" : `${ties} other plans are`} predicted to be as fast.`]),
    ...(doubtful === 0
      ? []
      : [`${doubtful === 1 ? "One is" : `${doubtful} are`} predicted to be faster, ${LESS_CERTAIN}.`]),
    ...(next === undefined
      ? []
      : [`The next slower one takes ${percent(longer(next))} longer: it ${difference(best, next)}.`]),
    ...otherWays.map((other) => otherWay(best, other)),
    ...withoutRader(best, [...plans, ...otherWays]),
    "Times are predictions.",
  ];
  return paragraph(sentences.join(" "), outputWidth());
}

function otherWay(best: RankedPlan, other: RankedPlan): string {
  const way = wayOf(other.plan);
  const longer = other.milliseconds / best.milliseconds - 1;
  const kernels = printKernels(other.plan)
    .map((kernel) => bracesAndSchedule(kernel).braces)
    .join(" ");
  const time = longer < 0 ? `${percent(-longer)} less, ${LESS_CERTAIN}` : `${percent(longer)} longer`;
  return `${way === "" ? "Without a convolution" : `By \`${way}\``} it takes ${time}, and ${difference(best, other)}: ${kernels}.`;
}

/** Why dimensions with a Bluestein convolution have no Rader convolution, where no plan shows how long that would take. */
function withoutRader({ plan: { transform, kernels } }: RankedPlan, all: readonly RankedPlan[]): readonly string[] {
  const known = all.some(({ plan }) => plan.kernels.some(({ through }) => through === "rader"));
  const padded = new Set(
    kernels.flatMap(({ through, subComputations: [first] }) =>
      through === "bluestein" && first !== undefined ? [first.dimension] : [],
    ),
  );
  const reasons = transform.dimensions.flatMap(({ name, length }) => {
    const { prime, factor } = withoutButterflies(length, transform);
    if (!padded.has(name) || prime === 1) return [];
    const problem = raderProblem({ ...transform, axes: [name] }, arraysOf(transform), factor);
    if (problem !== undefined) return [`Not by \`rader\`: ${problem}.`];
    const points = factor === 1 ? `${prime} points` : `the ${prime} of ${length} = ${factor} * ${prime} points`;
    const why = hasButterflies(prime - 1, transform)
      ? prime - 1 > LARGEST_TILE_ELEMENTS
        ? "which no block holds"
        : known
          ? undefined
          : "where no plan was predicted to be as fast"
      : `which has the prime factor ${Math.max(...primeFactors(prime - 1))}`;
    return why === undefined ? [] : [`By \`rader\` ${points} would be a convolution of length ${prime - 1}, ${why}.`];
  });
  return [...new Set(reasons)];
}

function limits(plan: RankedPlan): string {
  const terms = plan.kernels.map(({ cost }) => dominantTerm(cost));
  const [only, ...more] = [...new Set(terms)];
  if (only !== undefined && more.length === 0)
    return `${terms.length === 1 ? "it is" : "every kernel is"} limited by ${termName(only)}`;
  return terms.map((term, index) => `kernel ${index + 1} is limited by ${termName(term)}`).join(", ");
}

function difference(best: RankedPlan, other: RankedPlan): string {
  const more = other.kernels.length - best.kernels.length;
  if (more > 0) return `needs ${plural(more, "more pass", "more passes")}`;
  const worst = other.kernels
    .map(({ cost }, index) => ({
      index,
      loss: cost.milliseconds - (best.kernels[index]?.cost.milliseconds ?? 0),
      cost,
    }))
    .reduce((a, b) => (b.loss > a.loss ? b : a));
  return `loses in kernel ${worst.index + 1}, which is limited by ${termName(dominantTerm(worst.cost))}`;
}
