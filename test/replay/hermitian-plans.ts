// Plans with a Hermitian step behind or before a complex transform: in a kernel of its own, around kernels of each rule, and in the kernel of the
// transform.
import type { ScheduledPlan } from "../../generator/plan/plan.js";
import { parseKernels } from "../../generator/notation/parse.js";
import { withHermitianKernel, withHermitianStep, type AroundComplex } from "../../generator/plan/hermitian-kernel.js";
import { makeRealTransform, makeTrigonometricTransform, type Storage } from "../../generator/plan/transform.js";
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

const PRECISIONS: readonly Storage[] = ["f32", "f64", "f16"];

function transformsOf(points: number, precision: Storage): readonly AroundComplex[] {
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

/** Each inside in one of the formats, and every third transform of it. */
export const hermitianPlans = (): readonly ScheduledPlan[] =>
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
