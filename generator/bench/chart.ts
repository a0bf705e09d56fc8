// Draws the results of a suite as one SVG: a row for each case, which shows the speed relative to the best other library and
// relative to the limit of the GPU's memory. Needs no script and no font of its own; follows light and dark. Cases without a
// measurement are counted below, not drawn.
import { isPowerOfTwo } from "../arithmetic/factorisation.js";
import { at, unreachable } from "../failure/errors.js";
import { isComplex, USUAL_KIND } from "../plan/transform.js";
import { render } from "../emit/render.js";
import { lengthChartSvg, type LengthPoint } from "./length-chart.js";
import { bar, diamond, dot, escapeMarkup, label, line, raisedExponents, tspan } from "./markup.js";
import type { CaseResult, MeasuredCase, SuiteResults, SuiteSummary } from "./results.js";
import { linearScale, ratioScale, type Scale } from "./scale.js";

const WIDTH = 980;
const LABELS_END = 172;
const RATIO = { from: 188, to: 520 };
const RATIO_FIGURES_END = 566;
const BANDWIDTH = { from: 606, to: 900 };
const BANDWIDTH_FIGURES_END = 958;
const TOP = 152;
const ROW = 18;
const GROUP = 28;
const BAR = 8;

/** The values of a measured case in its row. */
type ChartedMeasurement = Pick<MeasuredCase, "kind" | "benchCase" | "ratio" | "bandwidth" | "bandwidthLimit">;

type ChartedCase = ChartedMeasurement | Exclude<CaseResult, MeasuredCase>;

/** The results of a suite in a chart. */
export interface ChartedResults {
  readonly suite: Pick<SuiteResults["suite"], "title">;
  readonly platform: SuiteResults["platform"];
  readonly cases: readonly ChartedCase[];
  readonly summary: Pick<SuiteSummary, "geometricMean" | "measured" | "missing">;
}

const isMeasured = (result: ChartedCase): result is ChartedMeasurement => result.kind === "measured";

/** A standalone SVG file; an HTML page may contain it unchanged. */
export function chartSvg(results: ChartedResults): string {
  if (isSweep(results)) return sweepChart(results);
  const shown = results.cases.filter(({ kind }) => kind === "measured" || kind === "failed");
  const groups = groupedCases(shown);
  const measured = results.cases.filter(isMeasured);
  const ratios = measured.flatMap(({ ratio, benchCase: { target } }) => [
    ...(ratio === undefined ? [] : [ratio]),
    ...(target === undefined ? [] : [target.atLeast, target.aim ?? target.atLeast]),
  ]);
  const scales: Scales = {
    ratio: ratioScale(ratios, RATIO),
    bandwidth: linearScale(
      measured.flatMap(({ bandwidth, bandwidthLimit }) => [bandwidth / 1000, bandwidthLimit / 1000]),
      BANDWIDTH,
    ),
  };
  const rows: string[] = [];
  let y = TOP;
  for (const { title, cases } of groups) {
    rows.push(label(LABELS_END, y + GROUP - 9, "strong end", escapeMarkup(title)));
    y += GROUP;
    for (const result of cases) {
      rows.push(...rowShapes(result, y + ROW / 2, scales));
      y += ROW;
    }
  }
  const without = untimedText(results);
  const height = y + (without === "" ? 34 : 54);
  return render("bench-chart.svg", {
    width: String(WIDTH),
    height: String(height),
    title: escapeMarkup(results.suite.title),
    description: escapeMarkup(description(results)),
    shapes: [
      bar(0, WIDTH, 0, height, "paper"),
      ...headShapes(results),
      ...axisShapes(scales, y),
      ...rows,
      line(scales.ratio.position(1), TOP - 4, scales.ratio.position(1), y + 4, "rule"),
      ...(without === "" ? [] : [label(24, height - 14, "muted small", escapeMarkup(without))]),
    ],
  });
}

/** The number of cases of one dimension above which there is no row for each. */
const SWEEP = 200;

const isSweep = ({ cases }: ChartedResults): boolean =>
  cases.length > SWEEP &&
  cases.every(({ benchCase: { transform } }) => transform.dimensions.length === 1) &&
  new Set(cases.map(({ benchCase: { transform } }) => `${transform.kind} ${transform.precision}`)).size === 1;

function sweepChart(results: ChartedResults): string {
  const { platform, summary, suite } = results;
  const points = results.cases
    .filter(isMeasured)
    .map(({ benchCase, bandwidth, bandwidthLimit, ratio }): LengthPoint => ({
      length: at(benchCase.transform.dimensions, 0).length,
      ours: bandwidth,
      peer: ratio === undefined ? undefined : bandwidth / ratio,
      copy: bandwidthLimit,
    }));
  const { gpu, driver, toolchain } = platform;
  const mean = summary.geometricMean;
  return lengthChartSvg({
    title: suite.title,
    subtitle: `${gpu}, driver ${driver}, ${toolchain}${mean === undefined ? "" : `. Geometric mean of ${summary.measured} transforms: ${mean.toFixed(2)} times as fast as the best peer.`}`,
    description: description(results),
    peer: "best peer",
    points,
  });
}

interface Scales {
  readonly ratio: Scale;
  /** The scale of TB/s. */
  readonly bandwidth: Scale;
}

interface CaseGroup {
  readonly title: string;
  readonly cases: readonly ChartedCase[];
}

/** Groups cases of one kind, rank, precision and kind of length, in the order of their first case in the suite. */
function groupedCases(cases: readonly ChartedCase[]): readonly CaseGroup[] {
  const groups = new Map<string, ChartedCase[]>();
  for (const result of cases) {
    const { transform } = result.benchCase;
    const { dimensions, precision } = transform;
    const powers = dimensions.every(({ length }) => isPowerOfTwo(length));
    const family = isComplex(transform) ? "" : " Walsh-Hadamard";
    const title = `${dimensions.length}D ${precision}${family}${powers ? "" : ", other lengths"}`;
    const group = groups.get(title);
    if (group === undefined) groups.set(title, [result]);
    else group.push(result);
  }
  return [...groups].map(([title, own]) => ({ title, cases: own }));
}

function description({ summary, platform }: ChartedResults): string {
  const mean = summary.geometricMean;
  return `${summary.measured} transforms on ${platform.gpu}${mean === undefined ? "" : `; geometric mean ${mean.toFixed(2)} times as fast as the best peer`}.`;
}

/** `24 cases not measured; not supported: f32 10007 x6706`; empty if every case has a row. */
function untimedText({ cases, summary }: ChartedResults): string {
  const unsupported = cases.flatMap(({ kind, benchCase }) => (kind === "unsupported" ? [benchCase.label] : []));
  const few = unsupported.length <= 3 ? unsupported.join(", ") : `${unsupported.length} cases`;
  return [
    ...(summary.missing === 0 ? [] : [`Not measured: ${summary.missing} ${summary.missing === 1 ? "case" : "cases"}.`]),
    ...(unsupported.length === 0 ? [] : [`Not supported: ${few}.`]),
  ].join(" ");
}

function headShapes(results: ChartedResults): readonly string[] {
  const { platform, summary } = results;
  const mean = summary.geometricMean;
  const { gpu, driver, toolchain } = platform;
  return [
    label(24, 34, "heading", escapeMarkup(results.suite.title)),
    label(
      24,
      55,
      "muted",
      escapeMarkup(
        `${gpu}, driver ${driver}, ${toolchain}${mean === undefined ? "" : `. Geometric mean of ${summary.measured} transforms: ${mean.toFixed(2)} times as fast as the best peer.`}`,
      ),
    ),
    label(RATIO.from, 88, "strong", "Speed relative to the best other library"),
    label(RATIO.from, 104, "muted small", "time of the fastest peer over ours; logarithmic"),
    ...legend(RATIO.from, 121, [
      { mark: (x, y) => dot(x, y, 4.5, "dot ahead"), text: "ahead" },
      { mark: (x, y) => dot(x, y, 4.5, "dot behind"), text: "behind" },
      ...targetLegend(results),
    ]),
    label(BANDWIDTH.from, 88, "strong", "Bandwidth, TB/s"),
    label(BANDWIDTH.from, 104, "muted small", "the data once in and once out over the time"),
    ...legend(BANDWIDTH.from, 121, [
      { mark: (x, y) => bar(x - 4, x + 4, y - 4, BAR, "ahead"), text: "achieved" },
      {
        mark: (x, y) => line(x, y - 6, x, y + 6, "limit"),
        text: "limit: a copy's, over the fewest passes",
      },
    ]),
  ];
}

/** The legend of targets, where the suite has any. */
function targetLegend({ cases }: ChartedResults): readonly LegendEntry[] {
  const targets = cases.flatMap(({ benchCase: { target } }) => target ?? []);
  return [
    ...(targets.length === 0
      ? []
      : [{ mark: (x: number, y: number) => line(x, y - 6, x, y + 6, "target"), text: "target" }]),
    ...(targets.every(({ aim }) => aim === undefined)
      ? []
      : [{ mark: (x: number, y: number) => diamond(x, y, 4, "aim"), text: "aim" }]),
  ];
}

interface LegendEntry {
  readonly mark: (x: number, y: number) => string;
  readonly text: string;
}

/** Advance of one letter of a legend: wider than most, so that entries never touch. */
const LETTER = 6.6;

function legend(start: number, y: number, entries: readonly LegendEntry[]): readonly string[] {
  let x = start + 4;
  return entries.flatMap(({ mark, text }) => {
    const shapes = [mark(x, y - 4), label(x + 9, y, "small", escapeMarkup(text))];
    x += 9 + text.length * LETTER + 14;
    return shapes;
  });
}

function axisShapes({ ratio, bandwidth }: Scales, bottom: number): readonly string[] {
  const axis = ({ position, ticks }: Scale, text: (tick: number) => string): readonly string[] =>
    ticks.flatMap((tick) => {
      const x = position(tick);
      return [
        line(x, TOP - 4, x, bottom + 4, "grid"),
        label(x, TOP - 9, "muted small middle figure", text(tick)),
        label(x, bottom + 18, "muted small middle figure", text(tick)),
      ];
    });
  const figures = [
    label(RATIO_FIGURES_END, TOP - 9, "muted small end", "ratio"),
    label(BANDWIDTH_FIGURES_END, TOP - 9, "muted small end", "of limit"),
  ];
  const decimals = Math.max(0, -Math.floor(Math.log10(bandwidth.ticks[1] ?? 1)));
  return [...figures, ...axis(ratio, (tick) => String(tick)), ...axis(bandwidth, (tick) => tick.toFixed(decimals))];
}

function rowShapes(result: ChartedCase, y: number, scales: Scales): readonly string[] {
  const name = caseLabel(result, y);
  switch (result.kind) {
    case "measured":
      return [name, ...ratioShapes(result, y, scales.ratio), ...bandwidthShapes(result, y, scales.bandwidth)];
    case "failed":
      return [name, note(y, "no right result", scales.ratio)];
    case "unsupported":
    case "missing":
      return [];
    default:
      return unreachable(result);
  }
}

/** A note to the right of the line at 1, so that it does not cross the words. */
const note = (y: number, text: string, { position }: Scale): string =>
  label(position(1) + 8, y + 4, "muted small", escapeMarkup(text));

/** The size in the suite's words, without the kind and precision, which are those of the group. */
function caseLabel({ benchCase }: ChartedCase, y: number): string {
  const { kind, precision, batch } = benchCase.transform;
  const head = kind === USUAL_KIND ? `${precision} ` : `${kind} ${precision} `;
  const arrays = batch === 1 ? "" : ` x${batch}`;
  const size = benchCase.label.slice(head.length, benchCase.label.length - arrays.length);
  const batchText = arrays === "" ? "" : tspan("muted small", `\u00a0\u00a0× ${batch}`);
  return label(LABELS_END, y + 4, "end figure", escapeMarkup(raisedExponents(size)) + batchText);
}

function ratioShapes({ ratio, benchCase }: ChartedMeasurement, y: number, scale: Scale): readonly string[] {
  const { position } = scale;
  if (ratio === undefined) return [note(y, "no peer", scale)];
  const classes = ratio >= 1 ? "ahead" : "behind";
  const { target } = benchCase;
  const marks =
    target === undefined
      ? []
      : [
          ...(target.aim === undefined ? [] : [diamond(position(target.aim), y, 4, "aim")]),
          line(position(target.atLeast), y - 6, position(target.atLeast), y + 6, "target"),
        ];
  return [
    bar(position(1), position(ratio), y - 1.5, 3, classes),
    ...marks,
    dot(position(ratio), y, 4.5, `dot ${classes}`),
    label(RATIO_FIGURES_END, y + 4, `end figure strong ${classes}`, ratio.toFixed(2)),
  ];
}

function bandwidthShapes(
  { bandwidth, bandwidthLimit }: ChartedMeasurement,
  y: number,
  { position }: Scale,
): readonly string[] {
  const limit = position(bandwidthLimit / 1000);
  return [
    bar(position(0), limit, y - BAR / 2, BAR, "room"),
    bar(position(0), position(bandwidth / 1000), y - BAR / 2, BAR, "ahead"),
    line(limit, y - 6, limit, y + 6, "limit"),
    label(BANDWIDTH_FIGURES_END, y + 4, "end figure", `${Math.round((100 * bandwidth) / bandwidthLimit)}%`),
  ];
}
