// Random Walsh-Hadamard transforms with random legal plans and schedules: any order of the steps, any grouping, any vectors.
import fc from "fast-check";
import { findGpu } from "../../generator/gpu/registry.js";
import { digitSetOf, kernelDigits, memoryLayout } from "../../generator/layout/digits.js";
import { placeKernel } from "../../generator/layout/geometry.js";
import { possibleColumns } from "../../generator/layout/tile.js";
import { inVectors } from "../../generator/layout/vector.js";
import { hasShortExchange } from "../../generator/plan/elements.js";
import type { Plan, Schedule, ScheduledPlan, SubComputation } from "../../generator/plan/plan.js";
import { elementCount, makeWalshTransform, type WalshTransform } from "../../generator/plan/transform.js";
import { transformedAxes } from "../../generator/plan/axes.js";
import { baseOrderOf } from "../../generator/plan/hadamard-lengths.js";

const gpu = findGpu("H200");

/** Draws from a list of numbers, again and again. */
function drawing(draws: readonly number[]): (below: number) => number {
  let position = 0;
  return (below) => (draws[position++ % draws.length] ?? 0) % below;
}

const LENGTHS = [2, 4, 8, 16, 32, 64, 128, 256, 12, 24, 20, 28, 48] as const;

function drawnTransform(draw: (below: number) => number): WalshTransform {
  const dimensions = 1 + draw(2);
  const lengths = Array.from({ length: dimensions }, (_, index) =>
    index === 0 || draw(3) > 0 ? (LENGTHS[draw(LENGTHS.length)] ?? 8) : 1 + draw(6),
  );
  while (lengths.reduce((product, length) => product * length, 1) > 512) lengths.pop();
  const names = ["X", "Y"].slice(0, lengths.length);
  const possible = names.filter((_, index) => baseOrderOf(lengths.toReversed()[index] ?? 1, "standard") !== undefined);
  const some = possible.filter(() => draw(3) > 0);
  const axes = some.length > 0 ? some : possible.slice(0, 1);
  const plain = axes.every((name) => Number.isInteger(Math.log2(lengths.toReversed()[names.indexOf(name)] ?? 3)));
  const inner = axes.includes("X") || Number.isInteger(Math.log2(lengths.at(-1) ?? 3));
  const precision = (["f32", "f64", "f16", "bf16"] as const)[draw(4)] ?? "f32";
  const order =
    plain && inner ? ((["natural", "natural", "dyadic", "sequency"] as const)[draw(4)] ?? "natural") : "natural";
  const elements = lengths.reduce((product, length) => product * length, 1);
  return makeWalshTransform(lengths, precision, {
    axes,
    order,
    arithmetic: precision !== "f64" && draw(2) === 0 ? "f32" : "native",
    stabilisation:
      order === "natural"
        ? ((["none", "none", "kahan", "neumaier", "semi-kahan", "semi-neumaier"] as const)[draw(6)] ?? "none")
        : "none",
    distance: elements + ([0, 0, 8, 3][draw(4)] ?? 0),
    scale: [1, 0.25][draw(2)] ?? 1,
  });
}

/** The steps of every axis, cut and shuffled at random. */
function drawnSteps(transform: WalshTransform, draw: (below: number) => number): readonly SubComputation[] {
  const elements = elementCount(transform);
  const steps = transformedAxes(transform).flatMap(({ step, length, base }) => {
    const radices: number[] = [];
    for (let rest = Math.log2(length / base); rest > 0;) {
      const bits = 1 + draw(Math.min(4, rest));
      radices.push(2 ** bits);
      rest -= bits;
    }
    if (base > 1) radices.push(base);
    let stride = step;
    return radices.map((radix): SubComputation => {
      const made: SubComputation = {
        dimension: "H",
        count: elements / radix,
        radix,
        stride,
        extent: radix * stride,
        twiddle: "no-tw",
        ...(radix === 8 && draw(2) === 0 && transform.stabilisation === "none" ? { unit: "alman-rao" as const } : {}),
      };
      stride *= radix;
      return made;
    });
  });
  return steps
    .map((step) => ({ step, key: draw(1000) }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ step }) => step);
}

function drawnSchedule(
  plan: Plan,
  index: number,
  draw: (below: number) => number,
  widths: readonly number[],
): Schedule | undefined {
  const kernel = plan.kernels[index];
  if (kernel === undefined) return undefined;
  const all = digitSetOf(plan.transform, plan.kernels);
  const choices = widths.flatMap((width): readonly Schedule[] => {
    const viewed = inVectors(all, width);
    if (!viewed.ok) return [];
    const set = viewed.value;
    const digits = kernelDigits(set, kernel);
    const radices = digits.reduce((total, digit) => total * digit.radix, 1);
    const layouts = [memoryLayout(set, index), memoryLayout(set, index + 1)] as const;
    const columns = possibleColumns(set, digits, Math.max(1, Math.floor(256 / radices)), ...layouts);
    return columns.flatMap((count) =>
      [1, 2, 4, 8, 16, 32, 5, 3].map((threads): Schedule => ({
        threads,
        columns: count,
        blocksPerSm: 1,
        twiddles: "table",
        stores: draw(2) === 0 ? "default" : "streaming",
        ...(hasShortExchange(plan.transform) && draw(2) === 0 ? { exchange: "short" as const } : {}),
        ...(width === 1 ? {} : { width }),
      })),
    );
  });
  // From the drawn one in great strides over the others, all of them once: few of them are legal.
  const start = draw(choices.length + 1);
  for (let tried = 0; tried < choices.length; tried++) {
    const schedule = choices[(start + tried * STRIDE) % choices.length];
    if (schedule !== undefined && placeKernel(all, { ...kernel, schedule }, index, gpu).ok) return schedule;
  }
  return undefined;
}

/** A prime larger than any number of choices. */
const STRIDE = 7919;

/** A scheduled plan of a drawn transform; undefined where a kernel has no legal schedule among those tried. */
function drawnPlan(draws: readonly number[]): ScheduledPlan | undefined {
  const draw = drawing(draws);
  const transform = drawnTransform(draw);
  const steps = drawnSteps(transform, draw);
  if (steps.length === 0) return undefined;
  const groups: SubComputation[][] = [[]];
  for (const step of steps) {
    if ((groups.at(-1)?.length ?? 0) > 0 && draw(3) === 0) groups.push([]);
    groups.at(-1)?.push(step);
  }
  const plan: Plan = { transform, kernels: groups.map((subComputations) => ({ subComputations })) };
  // Errors that travel between kernels lie beside vectors of one width.
  const travels = transform.stabilisation === "kahan" || transform.stabilisation === "neumaier";
  const widths = travels ? [[1, 2][draw(2)] ?? 1] : [1, 2, 4, 8];
  const kernels = plan.kernels.flatMap((kernel, index) => {
    const schedule = drawnSchedule(plan, index, draw, widths);
    return schedule === undefined ? [] : [{ ...kernel, schedule }];
  });
  return kernels.length === plan.kernels.length ? { transform, kernels } : undefined;
}

/** Random legal plans with random legal schedules. */
export const walshPlans = (): fc.Arbitrary<ScheduledPlan> =>
  fc
    .array(fc.nat(100_000), { minLength: 20, maxLength: 60 })
    .map(drawnPlan)
    .filter((plan) => plan !== undefined);
