// Draws the terms of a predicted time: the kernels of a plan one after the other, and for each kernel the terms of its cost,
// which overlap; all relative to the time of a copy of the same data.
import { bar, escapeMarkup, label, line } from "../bench/markup.js";
import { linearScale, type Scale } from "../bench/scale.js";
import type { RatedCost } from "../search/rated-cost.js";
import type { ExplainedPlan } from "./explained-plan.js";
import { CHART_WIDTH } from "./page-places.js";
import { dominantTerm, termName } from "./ranking.js";
import { percent, short } from "./terminal.js";

const RANGE = { from: 128, to: 622 };
const ROW = 22;
const BAR = 12;
const TOP = 20;

/** An SVG element: the kernels of a plan, and a copy of the data. */
export function planTimeChart({ ranked, kernels }: ExplainedPlan): string {
  const { position } = linearScale([ranked.milliseconds, ranked.copyMilliseconds], RANGE);
  let sum = 0;
  const parts = kernels.flatMap(({ cost }, index) => {
    const from = position(sum);
    sum += cost.milliseconds;
    const to = position(sum);
    const name = `kernel ${index + 1}`;
    return [
      bar(from, Math.max(from + 1, to - 1.5), TOP - 4, 22, "total"),
      ...(to - from < name.length * 7 ? [] : [label((from + to) / 2, TOP + 11, "middle inverse", name)]),
    ];
  });
  const end = position(ranked.milliseconds);
  return chart(TOP + 50, "the predicted time of the plan and that of a copy", [
    label(0, TOP + 11, "strong", "predicted"),
    ...parts,
    label(end + 8, TOP + 11, "strong figure", `${short(ranked.milliseconds)} ms`),
    label(0, TOP + 39, "", "a copy"),
    bar(position(0), position(ranked.copyMilliseconds), TOP + 28, 14, "copy"),
    label(
      position(ranked.copyMilliseconds) + 8,
      TOP + 39,
      "figure",
      `${short(ranked.copyMilliseconds)} ms, ${percent(ranked.copyMilliseconds / ranked.milliseconds)} of it`,
    ),
  ]);
}

/** One scale for all kernels of a plan, so that their bars can be compared. */
export const kernelTimeScale = ({ kernels }: ExplainedPlan): Scale =>
  linearScale(
    kernels.flatMap(({ cost }) => [cost.milliseconds, cost.copyMilliseconds, ...Object.values(cost.terms)]),
    RANGE,
  );

/** An SVG element: the terms of a kernel's time, with the limiting one marked, and the resulting time. */
export function kernelTimeChart(cost: RatedCost, { position }: Scale, title: string): string {
  const limit = dominantTerm(cost);
  const terms: readonly (keyof RatedCost["terms"])[] = ["memory", "issue", "shared", "latency", "launch"];
  const rows = terms.flatMap((term, index) => {
    const y = TOP + index * ROW;
    const value = cost.terms[term];
    const isLimit = term === limit;
    const note = isLimit ? ", the limit" : "";
    return [
      label(0, y + 10, isLimit ? "strong" : "", escapeMarkup(termName(term))),
      bar(position(0), Math.max(position(0) + 0.5, position(value)), y, BAR, isLimit ? "term limit" : "term"),
      label(position(value) + 6, y + 10, isLimit ? "strong figure" : "figure", `${short(value)} ms${note}`),
    ];
  });
  const y = TOP + terms.length * ROW + 6;
  const copy = position(cost.copyMilliseconds);
  return chart(y + 22, title, [
    ...rows,
    line(0, y - 5, CHART_WIDTH, y - 5, "rule"),
    label(0, y + 11, "strong", "together"),
    bar(position(0), position(cost.milliseconds), y, BAR + 2, "total"),
    label(position(cost.milliseconds) + 6, y + 11, "strong figure", `${short(cost.milliseconds)} ms`),
    line(copy, TOP - 6, copy, y + 18, "copy"),
    label(copy, TOP - 9, "small muted middle", `a copy ${short(cost.copyMilliseconds)} ms`),
  ]);
}

const chart = (height: number, title: string, shapes: readonly string[]): string =>
  [
    `<svg class="chart" viewBox="0 0 ${CHART_WIDTH} ${height}" role="img" aria-label="${escapeMarkup(title)}">`,
    ...shapes,
    "</svg>",
  ].join("\n");
