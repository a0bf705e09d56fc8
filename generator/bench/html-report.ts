// The report as one self-contained HTML page: figures, chart, tables, and definitions of the words.
import { render } from "../emit/render.js";
import type { HtmlTableView } from "../emit/views.js";
import { chartSvg } from "./chart.js";
import { caseTable, costModelTable, type ReportTable } from "./columns.js";
import { escapeMarkup } from "./markup.js";
import type { SuiteResults } from "./results.js";
import { hasFourierCases } from "./suite.js";
import { costModelSentences, summarySentences } from "./sentences.js";

/** The report as one self-contained page. */
export function htmlReport(results: SuiteResults): string {
  const { suite, platform } = results;
  return render("page.html", {
    title: escapeMarkup(suite.title),
    subtitle: escapeMarkup(`Suite ${suite.name} on ${platform.gpu}, driver ${platform.driver}, ${platform.toolchain}.`),
    figures: headlineFigures(results).map(({ figure, meaning }) => ({
      figure: escapeMarkup(figure),
      meaning: escapeMarkup(meaning),
    })),
    style: "",
    body: render("bench-report.html", {
      chart: chartSvg(results),
      cases: tableView(caseTable(results)),
      costModel: costModelSentences(results.costModel).map(escapeMarkup),
      costModelCases: tableView(costModelTable(results)),
      notes: [...summarySentences(results), ...notes(hasFourierCases(suite))].map(escapeMarkup),
    }),
  });
}

const notes = (hasCufft: boolean): readonly string[] => [...(hasCufft ? CUFFT_NOTES : PEER_NOTES), ...COMMON_NOTES];

const CUFFT_NOTES: readonly string[] = [
  "Times are medians in milliseconds of one call for the whole batch, out of place, natural order; launches of fftgen, cuFFT and a device-to-device copy alternate.",
  "The best peer is the fastest of cuFFT in the same run and of the times that the suite records for the same GPU; ratio is its time over ours, so above 1 we are faster.",
];

/** Notes for suites without a cuFFT transform. */
const PEER_NOTES: readonly string[] = [
  "Times are medians in milliseconds of one call for the whole batch, out of place, natural order unless the case says another; launches of fftgen and a device-to-device copy alternate.",
  "The best peer is the fastest of the times that the suite records for the same GPU; ratio is its time over ours, so above 1 we are faster.",
];

const COMMON_NOTES: readonly string[] = [
  "Bandwidth counts one read and one write of the data, whatever a plan moves. Its limit is the copy's bandwidth over the fewest passes, which follow from the registers and the shared memory of the largest cluster.",
  "nvcc s and KiB: compile time and machine code of the transform's kernels. Error: relative L2 norm against sums in higher precision.",
];

function headlineFigures({ summary, costModel }: SuiteResults): readonly {
  readonly figure: string;
  readonly meaning: string;
}[] {
  const { geometricMean, worst, medianShareOfLimit } = summary;
  return [
    ...(geometricMean === undefined
      ? []
      : [{ figure: `${geometricMean.toFixed(2)}×`, meaning: "the best peer's speed, geometric mean" }]),
    ...(worst === undefined ? [] : [{ figure: `${worst.ratio.toFixed(2)}×`, meaning: `worst case: ${worst.label}` }]),
    ...(summary.withTarget === 0
      ? []
      : [{ figure: `${summary.targetsMet} of ${summary.withTarget}`, meaning: "cases reach their target" }]),
    ...(medianShareOfLimit === undefined
      ? []
      : [{ figure: `${Math.round(100 * medianShareOfLimit)}%`, meaning: "of the bandwidth limit, median" }]),
    ...(costModel.shareWithinTolerance === undefined
      ? []
      : [
          {
            figure: `${Math.round(100 * costModel.shareWithinTolerance)}%`,
            meaning: "of first choices within 10% of the best",
          },
        ]),
  ];
}

const tableView = ({ columns, rows }: ReportTable): HtmlTableView => ({
  columns: columns.map(({ title, align }) => ({
    classes: align === "right" ? "number" : "",
    text: escapeMarkup(title),
  })),
  rows: rows.map((cells) => ({
    cells: cells.map(({ text, tone }, column) => ({
      classes: [columns[column]?.align === "right" ? "number" : "", tone === "plain" ? "" : tone].join(" ").trim(),
      text: escapeMarkup(text),
    })),
  })),
});
