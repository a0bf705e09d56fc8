// Draws the results of a sweep over lengths: a dot for each length, ours and the other library's, below the line of a copy. Like
// the chart of a suite it needs no script and no font of its own, and follows light and dark.
import { render } from "../emit/render.js";
import { bar, escapeMarkup, label, line, dots } from "./markup.js";
import { linearScale, type Scale } from "./scale.js";

/** Bandwidth in GB/s: the data read once and written once, over the time. */
export interface LengthPoint {
  readonly length: number;
  readonly ours: number;
  readonly peer: number | undefined;
  readonly copy: number;
}

export interface LengthChart {
  readonly title: string;
  /** The measured transforms and the GPU. */
  readonly subtitle: string;
  readonly description: string;
  readonly peer: string;
  readonly points: readonly LengthPoint[];
}

const WIDTH = 980;
const HEIGHT = 430;
const LEFT = 56;
const RIGHT = 956;
const TOP = 112;
const BOTTOM = 384;
/** GB/s in one TB/s. */
const TERA = 1000;

/** A standalone SVG file. */
export function lengthChartSvg({ title, subtitle, description, peer, points }: LengthChart): string {
  const lengths = linearScale(
    points.map(({ length }) => length),
    { from: LEFT, to: RIGHT },
  );
  const most = points.flatMap(({ ours, peer: other = 0, copy }) => [ours, other, copy].map((speed) => speed / TERA));
  const speeds = linearScale(most, { from: BOTTOM, to: TOP });
  const placed = (of: (point: LengthPoint) => number | undefined): readonly (readonly [number, number])[] =>
    points.flatMap((point) => {
      const speed = of(point);
      return speed === undefined ? [] : [[lengths.position(point.length), speeds.position(speed / TERA)] as const];
    });
  const copy = points.reduce((sum, point) => sum + point.copy, 0) / Math.max(1, points.length);
  return render("bench-chart.svg", {
    width: String(WIDTH),
    height: String(HEIGHT),
    title: escapeMarkup(title),
    description: escapeMarkup(description),
    shapes: [
      bar(0, WIDTH, 0, HEIGHT, "paper"),
      label(24, 34, "heading", escapeMarkup(title)),
      label(24, 55, "muted", escapeMarkup(subtitle)),
      label(24, 88, "strong", "Bandwidth, TB/s"),
      ...legend(peer),
      ...axes(lengths, speeds),
      dots(
        placed(({ peer: other }) => other),
        "behind speck",
      ),
      dots(
        placed(({ ours }) => ours),
        "ahead speck",
      ),
      line(LEFT, speeds.position(copy / TERA), RIGHT, speeds.position(copy / TERA), "limit"),
    ],
  });
}

function legend(peer: string): readonly string[] {
  const y = 84;
  return [
    dots([[LEFT + 110, y]], "ahead swatch"),
    label(LEFT + 120, y + 4, "muted small", "fftgen"),
    dots([[LEFT + 180, y]], "behind swatch"),
    label(LEFT + 190, y + 4, "muted small", escapeMarkup(peer)),
    line(LEFT + 274, y, LEFT + 294, y, "limit"),
    label(LEFT + 302, y + 4, "muted small", "device-to-device copy"),
  ];
}

const axes = (lengths: Scale, speeds: Scale): readonly string[] => [
  ...speeds.ticks.flatMap((tick) => [
    line(LEFT, speeds.position(tick), RIGHT, speeds.position(tick), "grid"),
    label(LEFT - 8, speeds.position(tick) + 4, "muted small figure end", String(tick)),
  ]),
  ...lengths.ticks.flatMap((tick) => [
    line(lengths.position(tick), BOTTOM, lengths.position(tick), BOTTOM + 5, "rule"),
    label(lengths.position(tick), BOTTOM + 20, "muted small figure middle", String(tick)),
  ]),
  label(RIGHT, HEIGHT - 10, "muted small end", "length"),
];
