// Maps values to pixels along one axis, and selects the values with a tick.

export interface Scale {
  readonly position: (value: number) => number;
  readonly ticks: readonly number[];
}

export interface PixelRange {
  readonly from: number;
  readonly to: number;
}

/** Ratios that are easy to read, the most important first. */
const RATIO_TICKS = [
  1, 2, 0.5, 1.5, 4, 0.25, 10, 0.1, 3, 1.25, 0.8, 0.9, 1.75, 1.1, 0.7, 0.6, 6, 0.4, 0.3, 0.2, 20, 50, 100, 0.05, 0.01,
] as const;
const TICK_DISTANCE = 34;

/** Logarithmic, so that twice as fast is as far from 1 as half as fast. Holds 1 and all `values`, which are positive. */
export function ratioScale(values: readonly number[], range: PixelRange): Scale {
  const low = Math.log(Math.min(0.9, ...values)) - 0.03;
  const high = Math.log(Math.max(1.25, ...values)) + 0.03;
  const position = (value: number): number =>
    range.from + ((Math.log(value) - low) / (high - low)) * (range.to - range.from);
  const inside = RATIO_TICKS.filter((tick) => Math.log(tick) >= low && Math.log(tick) <= high);
  const ticks = inside.reduce<readonly number[]>(
    (kept, tick) =>
      kept.every((other) => Math.abs(position(other) - position(tick)) >= TICK_DISTANCE) ? [...kept, tick] : kept,
    [],
  );
  return { position, ticks: ticks.toSorted((a, b) => a - b) };
}

/** Linear from 0 to a little more than the largest of `values`. */
export function linearScale(values: readonly number[], range: PixelRange): Scale {
  const most = (values.length === 0 ? 1 : Math.max(...values)) * 1.02;
  const position = (value: number): number => range.from + (value / most) * (range.to - range.from);
  const step = roundStep(most / 5);
  return { position, ticks: Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => index * step) };
}

/** The least of 1, 2, 5 times a power of ten that is not below `step`. */
function roundStep(step: number): number {
  const decade = 10 ** Math.floor(Math.log10(step));
  return ([1, 2, 5].find((factor) => factor * decade >= step * (1 - 1e-9)) ?? 10) * decade;
}
