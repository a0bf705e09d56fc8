// Plans with a Hermitian step behind or before a complex transform: in a kernel of its own, around kernels of each rule, and in the kernel of the
// transform.
import type { ScheduledPlan } from "../../generator/plan/plan.js";
import { parseKernels } from "../../generator/notation/parse.js";
import { withHermitianKernel, withHermitianStep, type AroundComplex } from "../../generator/plan/hermitian-kernel.js";
import { makeRealTransform, makeTrigonometricTransform, type NumberFormat } from "../../generator/plan/transform.js";
import { completePlan } from "../../generator/search/search.js";
import { gpu } from "../emit/named-plan.js";

/** Complex points, and their kernels; whether the first one can have the step. */
const INSIDE: readonly (readonly [points: number, kernels: string, isWhole: boolean])[] = [
  [24, "{ X(4,6,4,24,no-tw) X(6,4,1,4,pre-tw) }", true],
  [24, "{ X(4,6,4,24,tw) } { X(6,4,1,4,no-tw) }", false],
  [67, "{ bluestein X(16,9,16,144,no-tw) X(9,16,1,16,pre-tw) }", true],
  [67, "{ bluestein X(16,9,16,144,no-tw) } { bluestein X(9,16,1,16,pre-tw) }", false],
  [101, "{ rader X(10,10,10,100,no-tw) X(10,10,1,10,pre-tw) }", true],
  [1009, "{ bluestein X(128,16,128,2048,no-tw) X(256,8,16,128,pre-tw) X(128,16,1,16,pre-tw) }", true],
];

const PRECISIONS: readonly NumberFormat[] = ["f32", "f64", "f16"];

function transformsOf(points: number, precision: NumberFormat): readonly AroundComplex[] {
  const [row, spectrum] = [2 * points + 2, points + 1];
  const apart = {
    r2c: { inputStrides: { batch: 3 * row }, outputStrides: { batch: 3 * spectrum } },
    c2r: { inputStrides: { batch: 3 * spectrum }, outputStrides: { batch: 3 * row } },
  };
  const real = (["r2c", "c2r"] as const).flatMap((kind) => [
    makeRealTransform(kind, [2 * points], precision, { batch: 5 }),
    makeRealTransform(kind, [4, 2 * points], precision, { batch: 3, axes: ["X"], scale: 0.5 }),
    makeRealTransform(kind, [2 * points], precision, { batch: 3, ...apart[kind], placement: "in-place" }),
    makeRealTransform(kind, [2 * points], precision, { batch: 3, planar: kind === "r2c" ? "output" : "input" }),
  ]);
  const cosines = (["dct-1", "dct-2", "dct-3", "dst-1", "dst-2", "dst-3"] as const).map((kind) => {
    const length = kind === "dct-1" ? points + 1 : kind === "dst-1" ? points - 1 : 2 * points;
    return makeTrigonometricTransform(kind, [length], precision, { batch: 5 });
  });
  return [...real, ...cosines];
}

/** Lengths, radices of the step, and the kernel of the columns between. */
const IN_COLUMNS: readonly (readonly [length: number, radix: number, kernel: string])[] = [
  [105, 3, "{ X(7,5,7,35,no-tw) X(5,7,1,7,pre-tw) }"],
  [105, 7, "{ X(5,3,5,15,no-tw) X(3,5,1,5,pre-tw) }"],
  [125, 5, "{ X(5,5,5,25,tw) X(5,5,1,5,no-tw) }"],
  [189, 27, "{ X(1,7,1,7,no-tw) }"],
];

const decimatedPlans = (): readonly ScheduledPlan[] =>
  IN_COLUMNS.flatMap(([length, radix, text], index) =>
    (["r2c", "c2r"] as const).flatMap((kind, side) => {
      const precision = PRECISIONS[(index + side) % PRECISIONS.length] ?? "f32";
      const half = (length + 1) / 2;
      const [reals, spectrum] = [{ batch: 4 * half }, { batch: 2 * half }];
      const strides =
        kind === "r2c"
          ? { inputStrides: reals, outputStrides: spectrum }
          : { inputStrides: spectrum, outputStrides: reals };
      return [
        makeRealTransform(kind, [length], precision, { batch: 5, scale: 0.5 }),
        makeRealTransform(kind, [length], precision, { batch: 3, ...strides, placement: "in-place" }),
      ].map((transform) => {
        const kernels = parseKernels(text).flatMap((kernel) => withHermitianStep(transform, kernel, radix));
        return completePlan({ transform, kernels }, gpu).plan;
      });
    }),
  );

/** Each inside in one of the formats, and every third transform of it; then those of odd lengths. */
export const hermitianPlans = (): readonly ScheduledPlan[] => [...pairsPlans(), ...decimatedPlans()];

const pairsPlans = (): readonly ScheduledPlan[] =>
  INSIDE.flatMap(([points, inside, isWhole], index) =>
    transformsOf(points, PRECISIONS[index % PRECISIONS.length] ?? "f32").flatMap((transform, own) => {
      if ((own + index) % 3 !== 0) return [];
      const kernels = parseKernels(inside);
      const together = isWhole ? kernels.slice(0, 1).map((kernel) => withHermitianStep(transform, kernel)) : [];
      return [withHermitianKernel(transform, kernels), ...together].map(
        (all) => completePlan({ transform, kernels: all }, gpu).plan,
      );
    }),
  );
