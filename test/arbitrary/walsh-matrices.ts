// Walsh-Hadamard plans on tensor cores: every cut of a few transforms into butterflies that `mma` computes, in one kernel or with
// the heaviest of them in a second, on tensor cores or beside them.
import { findGpu } from "../../generator/gpu/registry.js";
import { digitSetOf } from "../../generator/layout/digits.js";
import { placeKernel } from "../../generator/layout/geometry.js";
import type {
  PlanKernel,
  Schedule,
  ScheduledKernel,
  ScheduledPlan,
  SubComputation,
} from "../../generator/plan/plan.js";
import { elementCount, makeWalshTransform, type WalshTransform } from "../../generator/plan/transform.js";
import { MATRIX_WIDTH, usesMatrices } from "../../generator/plan/units.js";
import { transformedAxes } from "../../generator/plan/axes.js";

const gpu = findGpu("H200");

const TRANSFORMS: readonly WalshTransform[] = [
  makeWalshTransform([512], "f16"),
  // Accesses of 16 bytes would not be aligned.
  makeWalshTransform([256], "f16", { distance: 258 }),
  makeWalshTransform([256], "bf16", { distance: 260 }),
  makeWalshTransform([512], "bf16", { scale: 0.125 }),
  makeWalshTransform([32, 64], "f16", { scale: 0.25, distance: 2056 }),
  makeWalshTransform([64, 8], "bf16", { axes: ["Y"] }),
];

/** What a kernel on tensor cores can be that is not asked for by its steps. */
const SHAPES: readonly (readonly [threads: number, columns: number])[] = [
  [32, 1],
  [64, 2],
  [32, 4],
  [128, 8],
  [64, 4],
  [32, 16],
  [128, 2],
];

/** Each cut, in one kernel and in two. */
export function walshMatrixPlans(): readonly ScheduledPlan[] {
  return TRANSFORMS.flatMap((transform, index) =>
    cutsOf(transform).flatMap((steps, cut) =>
      groupings(steps, (index + cut) % 2 === 0).flatMap((kernels) => scheduled(transform, kernels, cut) ?? []),
    ),
  );
}

/** Bits of each axis in digits of 2 to 4, and one more in the lightest where that is contiguous. */
function cutsOf(transform: WalshTransform): readonly (readonly SubComputation[])[] {
  return transformedAxes(transform).reduce<readonly (readonly SubComputation[])[]>(
    (done, { step, length }) => {
      const within = step === 1 ? Math.log2(MATRIX_WIDTH) : 0;
      const lists = compositions(Math.log2(length) - within).map((bits) => {
        let stride = step;
        return bits.map((size, place): SubComputation => {
          const radix = 2 ** (place === 0 ? size + within : size);
          const count = elementCount(transform) / radix;
          const made = { dimension: "H", count, radix, stride, extent: radix * stride, twiddle: "no-tw" } as const;
          stride *= radix;
          return { ...made, unit: "mma" };
        });
      });
      return done.flatMap((before) => lists.map((after) => [...before, ...after]));
    },
    [[]],
  );
}

const compositions = (bits: number): readonly (readonly number[])[] =>
  bits === 0
    ? [[]]
    : [2, 3, 4].flatMap((first) => (first > bits ? [] : compositions(bits - first).map((rest) => [first, ...rest])));

/** All in one, heaviest first; and the heaviest alone, last, on tensor cores or in the usual way. */
function groupings(
  lightestFirst: readonly SubComputation[],
  onTensorCores: boolean,
): readonly (readonly PlanKernel[])[] {
  const steps = lightestFirst.toReversed();
  const [heaviest, ...others] = steps;
  const one = [{ subComputations: steps }];
  if (heaviest === undefined || others.length === 0) return [one];
  const { unit: _, ...plain } = heaviest;
  return [one, [{ subComputations: others }, { subComputations: [onTensorCores ? heaviest : plain] }]];
}

/** The first legal schedules, beginning with another one each time; undefined if a kernel has none. */
function scheduled(
  transform: WalshTransform,
  kernels: readonly PlanKernel[],
  first: number,
): ScheduledPlan | undefined {
  const set = digitSetOf(transform, kernels);
  const found = kernels.flatMap((kernel, index): readonly ScheduledKernel[] => {
    const choices = SHAPES.map((_, place) => SHAPES[(first + place) % SHAPES.length] ?? [32, 1]).map(
      ([threads, columns]): ScheduledKernel => {
        const base: Schedule = { threads, columns, blocksPerSm: 1, twiddles: "table", stores: "default" };
        return { ...kernel, schedule: usesMatrices(kernel) ? { ...base, width: MATRIX_WIDTH } : base };
      },
    );
    return choices.filter((choice) => placeKernel(set, choice, index, gpu).ok).slice(0, 1);
  });
  return found.length === kernels.length ? { transform, kernels: found } : undefined;
}
