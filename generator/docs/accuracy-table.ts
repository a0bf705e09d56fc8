// What packages are verified against, and what was measured: a few complex transforms in single and double precision.
import type { Suite } from "../bench/suite.js";
import { invariant } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import { parsePlan } from "../notation/parse-plan.js";
import { completePlan, DEFAULT_TWIDDLES } from "../search/search.js";
import { errorBound } from "../verify/bound.js";
import { errorText, shortSize } from "./figures.js";
import { speedCases, type CheckedInPlan, type SpeedCase } from "./fourier-tables.js";
import { left, markdownTable, right } from "./markdown-table.js";

const SIZES = ["256", "4096", "1048576", "256x256x256"];

/** Relative L2 errors. `gpu`: the one that was measured on. */
export function accuracyTable(suite: Suite, table: string, plans: readonly CheckedInPlan[], gpu: Gpu): string {
  const cases = speedCases(suite, table, plans);
  const bound = ({ benchCase, plan }: SpeedCase): number =>
    errorBound(
      completePlan(parsePlan(benchCase.transform, plan.kernels), gpu, {
        twiddles: DEFAULT_TWIDDLES,
        keep: 1,
      }).plan,
    ).l2;
  return markdownTable(
    [left("size"), right("f32, bound"), right("measured"), right("f64, bound"), right("measured")],
    SIZES.map((size) => [
      shortSize(size),
      ...["f32", "f64"].flatMap((precision) => {
        const found = cases.find(({ plan }) => plan.size === size && plan.precision === precision);
        invariant(found !== undefined, () => `docs: ${precision} ${size} was not measured`);
        return [errorText(bound(found)), errorText(found.plan.relativeL2Error)];
      }),
    ]),
  );
}
