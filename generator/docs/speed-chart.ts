// The chart of the suite `peers`: what its table shows, drawn as `fftgen bench --svg` draws results.
import { chartSvg } from "../bench/chart.js";
import { leastPasses } from "../bench/least-passes.js";
import { geometricMean } from "../bench/statistics.js";
import type { Suite } from "../bench/suite.js";
import type { Gpu } from "../gpu/gpu.js";
import { movedBytes } from "../search/limits.js";
import { speedCases, type CheckedInPlan } from "./fourier-tables.js";

/** `gpu`: the one that everything was measured on. */
export function speedSvg(suite: Suite, table: string, plans: readonly CheckedInPlan[], gpu: Gpu): string {
  const measured = speedCases(suite, table, plans);
  return chartSvg({
    suite,
    platform: { gpu: gpu.name, driver: "580", toolchain: "CUDA 13.0" },
    summary: {
      geometricMean: geometricMean(measured.map(({ ratio }) => ratio)),
      measured: measured.length,
      missing: suite.cases.length - measured.length,
    },
    cases: measured.map(({ benchCase, plan, ratio }) => {
      const { transform } = benchCase;
      const megabytes = (movedBytes(transform) * transform.batch) / 1e6;
      return {
        kind: "measured",
        benchCase,
        ratio,
        bandwidth: megabytes / plan.milliseconds,
        bandwidthLimit: megabytes / plan.copyMilliseconds / leastPasses(transform, gpu),
      };
    }),
  });
}
