// Draws the errors of one number format as an SVG: a panel for each experiment and distribution, the mean relative error against
// the size in each, both logarithmic, as figures 4.1 to 4.4 of Andersson's thesis. Needs no script and no font of its own.
import { label, line, escapeMarkup, polyline, raisedExponents } from "../bench/markup.js";
import { median } from "../bench/statistics.js";
import { render } from "../emit/render.js";
import type { NumberFormat } from "../plan/transform.js";
import type { StudyResults, Truth } from "./results.js";
import {
  ALGORITHM_TITLES,
  algorithmsOf,
  DISTRIBUTIONS,
  EXPERIMENT_TITLES,
  EXPERIMENTS,
  ROUNDOFFS,
  STORAGE_TITLES,
  type Algorithm,
  type Distribution,
  type Experiment,
} from "./vocabulary.js";

const WIDTH = 1086;
const LEFT = 138;
const TOP = 112;
const PANEL = { width: 212, height: 120 } as const;
const GAP = { x: 22, y: 18 } as const;
const BOTTOM = 46;

interface Panel {
  readonly experiment: Experiment;
  readonly distribution: Distribution;
  readonly x: number;
  readonly y: number;
}

interface Axes {
  /** Exponents of 2. */
  readonly sizes: readonly [number, number];
  /** Decimal logarithms. */
  readonly errors: readonly [number, number];
}

/** Undefined if nothing was measured in this format. A standalone SVG file. */
export function studyFigure(results: StudyResults, storage: NumberFormat, truth: Truth): string | undefined {
  const records = results.records.filter(({ type }) => type === storage);
  const curves = new Map(
    records.map((record) => [
      [record.algorithm, record.experiment, record.distribution, record.log2Size].join(" "),
      median(record[truth].flatMap((error) => error ?? [])),
    ]),
  );
  const sizes = [...new Set(records.map(({ log2Size }) => log2Size))].toSorted((a, b) => a - b);
  const [smallest] = sizes;
  const largest = sizes.at(-1);
  if (smallest === undefined || largest === undefined) return undefined;
  const positive = [...curves.values()].filter((error): error is number => error !== undefined && error > 0);
  const axes: Axes = {
    sizes: [smallest, Math.max(largest, smallest + 1)],
    errors: [
      Math.floor(Math.log10(Math.min(ROUNDOFFS[storage] / 2, ...positive))),
      Math.ceil(Math.log10(Math.max(ROUNDOFFS[storage] * 2, ...positive))),
    ],
  };
  const panels = DISTRIBUTIONS.flatMap((distribution, row) =>
    EXPERIMENTS.map((experiment, column): Panel => ({
      experiment,
      distribution,
      x: LEFT + column * (PANEL.width + GAP.x),
      y: TOP + row * (PANEL.height + GAP.y),
    })),
  );
  const errorAt = (algorithm: Algorithm, { experiment, distribution }: Panel, size: number): number | undefined =>
    curves.get([algorithm, experiment, distribution, size].join(" "));
  const height = TOP + DISTRIBUTIONS.length * (PANEL.height + GAP.y) + BOTTOM;
  const title = `Mean relative errors of Walsh-Hadamard transforms in ${STORAGE_TITLES[storage]} precision`;
  const { gpu, toolchain } = results.platform;
  return render("study-figure.svg", {
    width: String(WIDTH),
    height: String(height),
    title,
    description: escapeMarkup(`${title}, by experiment and distribution of the input, on ${gpu}.`),
    shapes: [
      `<rect width="${WIDTH}" height="${height}" class="paper"/>`,
      label(24, 32, "heading", title),
      label(24, 52, "muted", escapeMarkup(`${gpu}, ${toolchain}; median of ${results.seeds} inputs each`)),
      ...legend(storage),
      ...EXPERIMENTS.map((experiment, column) =>
        label(
          LEFT + column * (PANEL.width + GAP.x) + PANEL.width / 2,
          TOP - 9,
          "strong middle",
          EXPERIMENT_TITLES[experiment],
        ),
      ),
      ...panels.flatMap((panel) => [
        ...frame(panel, axes, storage),
        ...algorithmsOf(storage).flatMap((algorithm) =>
          curve(
            algorithm,
            sizes.map((size) => ({ size, error: errorAt(algorithm, panel, size) })),
            panel,
            axes,
          ),
        ),
      ]),
      label(
        LEFT,
        height - 12,
        "muted",
        "across: elements of the transform; up: mean relative error; dashed: half an ulp of 1",
      ),
    ],
  });
}

function legend(storage: NumberFormat): readonly string[] {
  let x = 24;
  return algorithmsOf(storage).flatMap((algorithm) => {
    const title = ALGORITHM_TITLES[algorithm];
    const shapes = [line(x, 72, x + 22, 72, `curve ${algorithm}`), label(x + 28, 76, "", escapeMarkup(title))];
    x += 28 + title.length * 7 + 22;
    return shapes;
  });
}

const SIZE_TICKS = [5, 10, 15, 20, 25] as const;

function frame({ distribution, experiment, x, y }: Panel, axes: Axes, storage: NumberFormat): readonly string[] {
  const isFirst = experiment === EXPERIMENTS[0];
  const isLast = distribution === DISTRIBUTIONS.at(-1);
  const [low, high] = axes.errors;
  const step = Math.ceil((high - low) / 5);
  const decades = Array.from({ length: Math.floor((high - low) / step) + 1 }, (_, index) => low + index * step);
  const ticks = SIZE_TICKS.filter((tick) => tick >= axes.sizes[0] && tick <= axes.sizes[1]);
  const bottom = y + PANEL.height;
  return [
    ...decades.flatMap((decade) => {
      const height = up(decade, y, axes);
      const text = raisedExponents(`10^${Math.abs(decade)}`).replace("10", decade < 0 ? "10⁻" : "10");
      return [
        line(x, height, x + PANEL.width, height, "grid"),
        ...(isFirst ? [label(x - 5, height + 3.5, "muted small end", text)] : []),
      ];
    }),
    ...ticks.flatMap((tick) => {
      const place = across(tick, x, axes);
      return [
        line(place, y, place, bottom, "grid"),
        ...(isLast ? [label(place, bottom + 14, "muted small middle", raisedExponents(`2^${tick}`))] : []),
      ];
    }),
    line(
      x,
      up(Math.log10(ROUNDOFFS[storage]), y, axes),
      x + PANEL.width,
      up(Math.log10(ROUNDOFFS[storage]), y, axes),
      "roundoff",
    ),
    `<rect x="${x}" y="${y}" width="${PANEL.width}" height="${PANEL.height}" class="frame"/>`,
    ...(isFirst ? [label(24, y + PANEL.height / 2 + 4, "strong small", distribution)] : []),
  ];
}

interface Point {
  readonly size: number;
  readonly error: number | undefined;
}

/** In pieces where an error is 0, which a logarithmic axis does not have, or where there is none. */
function curve(algorithm: Algorithm, points: readonly Point[], { x, y }: Panel, axes: Axes): readonly string[] {
  const pieces: (readonly [number, number])[][] = [[]];
  for (const { size, error } of points) {
    if (error === undefined || error <= 0) pieces.push([]);
    else pieces.at(-1)?.push([across(size, x, axes), up(Math.log10(error), y, axes)]);
  }
  return pieces.filter((piece) => piece.length > 0).map((piece) => polyline(piece, `curve ${algorithm}`));
}

const across = (size: number, x: number, { sizes: [first, last] }: Axes): number =>
  x + ((size - first) / (last - first)) * PANEL.width;

const up = (logarithm: number, y: number, { errors: [low, high] }: Axes): number =>
  y + PANEL.height - ((logarithm - low) / (high - low)) * PANEL.height;
