// The table of a report, as text cells, for the terminal and the HTML page.
import { attentionOrder, isLosing, type MeasuredCase, type SuiteResults } from "./results.js";
import { hasFourierCases } from "./suite.js";

export type Tone = "good" | "bad" | "plain" | "muted";

export interface ReportCell {
  readonly text: string;
  readonly tone: Tone;
}

export interface ReportColumn {
  readonly title: string;
  readonly align: "left" | "right";
}

export interface ReportTable {
  readonly columns: readonly ReportColumn[];
  readonly rows: readonly (readonly ReportCell[])[];
}

const left = (title: string): ReportColumn => ({ title, align: "left" });
const right = (title: string): ReportColumn => ({ title, align: "right" });

/** cuFFT has a column where it supports a transform, targets where the suite has any. */
const columnsFor = (hasCufft: boolean, hasTargets: boolean): readonly ReportColumn[] => [
  left("case"),
  right("ms"),
  right("copy"),
  right("of copy"),
  ...(hasCufft ? [right("cuFFT")] : []),
  right("best peer"),
  right("ratio"),
  ...(hasTargets ? [right("target")] : []),
  left("verdict"),
  right("error"),
  right("nvcc s"),
  right("KiB"),
  right("passes"),
];

/** Every case that was tried, first those that need attention. Times in milliseconds; `of copy`: a copy's time over ours. */
export function caseTable(results: SuiteResults): ReportTable {
  const hasCufft = hasFourierCases(results.suite);
  const { floor, cases } = results.suite;
  const hasTargets = floor !== undefined || cases.some(({ target }) => target !== undefined);
  const columns = columnsFor(hasCufft, hasTargets);
  const before = columns.findIndex(({ title }) => title === "verdict") - 1;
  return {
    columns,
    rows: attentionOrder(results).map((result) => [
      plain(result.benchCase.label),
      ...(result.kind === "measured"
        ? measuredCells(
            result,
            hasCufft,
            hasTargets ? (result.benchCase.target?.atLeast ?? floor ?? "none") : undefined,
          )
        : failedCells(result.reasons, before)),
    ]),
  };
}

/** A verdict after so many empty cells: the whole reason is below the table. */
const failedCells = (reasons: readonly string[], before: number): readonly ReportCell[] => [
  ...Array.from({ length: before }, () => plain("")),
  { text: `failed: ${firstWords(reasons[0] ?? "")}`, tone: "bad" },
];

const firstWords = (reason: string): string => {
  const line = reason.split("\n")[0] ?? "";
  return line.length <= 40 ? line : `${line.slice(0, 37)}...`;
};

/** `required`: the ratio that the suite requires of the case; undefined where it requires none. */
function measuredCells(
  result: MeasuredCase,
  hasCufft: boolean,
  required: number | "none" | undefined,
): readonly ReportCell[] {
  const { timing, bestPeer, ratio, verdict, fastest, passes } = result;
  const tone: Tone = isLosing(result) ? "bad" : ratio === undefined ? "muted" : "good";
  const { cufftMilliseconds } = timing;
  return [
    plain(milliseconds(timing.milliseconds)),
    plain(milliseconds(timing.copyMilliseconds)),
    plain(`${Math.round((100 * timing.copyMilliseconds) / timing.milliseconds)}%`),
    ...(hasCufft ? [plain(cufftMilliseconds === undefined ? "" : milliseconds(cufftMilliseconds))] : []),
    plain(
      bestPeer === undefined
        ? ""
        : `${bestPeer.sameRun ? "" : `${bestPeer.library} `}${milliseconds(bestPeer.milliseconds)}`,
    ),
    { text: ratio === undefined ? "" : ratio.toFixed(2), tone },
    ...(required === undefined ? [] : [plain(required === "none" ? "" : required.toFixed(2))]),
    { text: verdict, tone },
    plain(result.relativeL2Error.toExponential(1)),
    plain(fastest.buildSeconds === 0 ? "" : fastest.buildSeconds.toFixed(1)),
    plain(fastest.binaryBytes === 0 ? "" : String(Math.ceil(fastest.binaryBytes / 1024))),
    plain(String(passes)),
  ];
}

const plain = (text: string): ReportCell => ({ text, tone: "plain" });

/** 4 significant digits; below 0.1 ms 4 decimals, the resolution of clocks. */
const milliseconds = (value: number): string =>
  value >= 1000 ? String(Math.round(value)) : value >= 0.1 ? value.toPrecision(4) : value.toFixed(4);

/** For each case with several measured plans: how well the cost model ranked them. */
export function costModelTable({ costModel }: SuiteResults): ReportTable {
  return {
    columns: [left("case"), right("plans"), right("Spearman"), right("loss of first choice")],
    rows: costModel.cases.map(({ label, plans, spearman, loss }) => [
      plain(label),
      plain(String(plans)),
      plain(spearman === undefined ? "" : spearman.toFixed(2)),
      loss === undefined
        ? { text: "it failed", tone: "bad" }
        : { text: percentText(loss), tone: loss > 0.1 ? "bad" : "plain" },
    ]),
  };
}

/** `0.6%`: one decimal, for losses are small. */
export const percentText = (share: number): string => `${(100 * share).toFixed(1)}%`;
