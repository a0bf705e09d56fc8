// Real measurements for the tests of this folder: the plans of test/search/measured/h200.jsonl, as tuning would have recorded them.
// Predictions are the cost model's of now. Nothing was built here, so build times and sizes are 0.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseTimedPlans } from "../../generator/bench/timed-plans.js";
import { predictedRow } from "../../generator/fit/fitted-weights.js";
import { fitRows } from "../../generator/fit/rows.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { sizeText } from "../../generator/plan/transform.js";
import { transformName } from "../../generator/plan/transform-name.js";
import type { Measurement, Platform } from "../../generator/tune/measurement.js";

const path = join(import.meta.dirname, "../search/measured/h200.jsonl");
const gpu = findGpu("H200");

export const h200Platform: Platform = { gpu: gpu.name, driver: "580.159.04", toolchain: "nvcc 13.0" };

/** All 913, ranked by prediction within their transform. */
export function h200Measurements(): readonly Measurement[] {
  const timed = parseTimedPlans(readFileSync(path, "utf8"), path);
  const plans = timed.map((plan) => {
    const [row] = fitRows([{ ...plan, spilledBytes: 0 }], gpu);
    if (row === undefined) throw new Error(`no kernel can be placed of ${plan.kernels.join(" ")}`);
    const { transform } = plan;
    return {
      plan,
      group: `${transform.precision} ${sizeText(transform)}`,
      predicted: predictedRow(row, gpu.weights, gpu),
    };
  });
  const groups = [...new Set(plans.map(({ group }) => group))];
  return groups.flatMap((own) =>
    plans
      .filter(({ group }) => group === own)
      .toSorted((a, b) => a.predicted - b.predicted)
      .map(({ plan, predicted }, index): Measurement => {
        const { transform, kernels, milliseconds, copyMilliseconds, cufftMilliseconds, relativeL2Error } = plan;
        if (copyMilliseconds === undefined || cufftMilliseconds === undefined) throw new Error(`no peers of ${own}`);
        return {
          candidate: {
            name: transformName(transform),
            transform,
            kernels,
            text: `sha256:${createHash("sha256").update(kernels.join("\n")).digest("hex")}`,
            plannedFor: gpu.name,
            predictedMilliseconds: predicted,
            rank: index + 1,
          },
          platform: h200Platform,
          outcome: {
            kind: "measured",
            timing: { milliseconds, copyMilliseconds, cufftMilliseconds, repeat: 15 },
            relativeL2Error: relativeL2Error ?? NaN,
          },
          buildSeconds: 0,
          binaryBytes: 0,
        };
      }),
  );
}
