// Prints the report of `fftgen bench` for people: the table of all cases, the summary of the suite, the cost model's accuracy.
import { caseTable, costModelTable, type ReportCell, type ReportTable, type Tone } from "../bench/columns.js";
import type { SuiteResults } from "../bench/results.js";
import { costModelSentences, summarySentences } from "../bench/sentences.js";
import { paragraph, table, type Cell } from "./table.js";
import { outputWidth, styled, type Style } from "./terminal.js";

export function benchText(results: SuiteResults): string {
  const { suite, platform } = results;
  const judged = results.costModel.cases.length > 0;
  return [
    `${styled("bold", suite.title)} (suite ${suite.name})\n${platform.gpu}, driver ${platform.driver}, ${platform.toolchain}; times in ms`,
    tableText(caseTable(results)),
    sentences(summarySentences(results)),
    [
      styled("bold", "cost model"),
      ...(judged ? [tableText(costModelTable(results))] : []),
      sentences(costModelSentences(results.costModel)),
    ].join("\n"),
  ].join("\n\n");
}

const sentences = (texts: readonly string[]): string =>
  texts.map((text) => paragraph(text, outputWidth(), "  ")).join("\n");

const tableText = ({ columns, rows }: ReportTable): string =>
  table(
    columns,
    rows.map((cells) => cells.map(cellOf)),
  );

const STYLES: Readonly<Record<Tone, Style | undefined>> = {
  good: "green",
  bad: "red",
  muted: "dim",
  plain: undefined,
};

function cellOf({ text, tone }: ReportCell): Cell {
  const style = STYLES[tone];
  return style === undefined ? text : [{ text, style }];
}
