// Real measurements for the tests of this folder: the plans of test/search/measured/h200.tsv, as tuning would have recorded them.
// Predictions are the cost model's of now. Nothing was built here, so build times and sizes are 0.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findGpu } from "../../generator/gpu/registry.js";
import { digitSetOf } from "../../generator/layout/digits.js";
import { kernelGeometry } from "../../generator/layout/whole-geometry.js";
import { printKernel } from "../../generator/notation/print.js";
import { transformName } from "../../generator/plan/transform-name.js";
import { kernelCost } from "../../generator/search/cost.js";
import type { Measurement, Platform } from "../../generator/tune/measurement.js";
import { readMeasurements, type MeasuredPlan } from "../search/measured/read.js";

const path = join(import.meta.dirname, "../search/measured/h200.tsv");
const gpu = findGpu("H200");

export const h200Platform: Platform = { gpu: gpu.name, driver: "580.159.04", toolchain: "nvcc 13.0" };

function predictedMilliseconds({ transform, kernels }: MeasuredPlan): number {
  const set = digitSetOf(
    transform,
    kernels.map(({ kernel }) => kernel),
  );
  return kernels.reduce((sum, { kernel }, index) => {
    const geometry = kernelGeometry(set, kernel, index, gpu);
    if (!geometry.ok) throw new Error(geometry.reason);
    return sum + kernelCost(set, geometry.value, kernel.schedule, gpu).milliseconds;
  }, 0);
}

/** What the table has beside the plans: per transform the times of cuFFT and of the copy, per plan its error. */
function rest(): {
  readonly peers: ReadonlyMap<string, { readonly cufft: number; readonly copy: number }>;
  readonly errors: readonly number[];
} {
  const lines = readFileSync(path, "utf8")
    .split("\n")
    .map((line) => line.split("\t"));
  return {
    peers: new Map(
      lines
        .filter(([kind]) => kind === "c")
        .map(([, precision, size, cufft, copy]) => [
          `${precision} ${size}`,
          { cufft: Number(cufft), copy: Number(copy) },
        ]),
    ),
    errors: lines.filter(([kind]) => kind === "p").map((fields) => Number(fields[5])),
  };
}

/** All 913, ranked by prediction within their transform. */
export function h200Measurements(): readonly Measurement[] {
  const { peers, errors } = rest();
  const plans = readMeasurements(path).map((plan, index) => ({
    plan,
    error: errors[index] ?? NaN,
    predicted: predictedMilliseconds(plan),
  }));
  const groups = [...new Set(plans.map(({ plan }) => plan.group))];
  return groups.flatMap((group) =>
    plans
      .filter(({ plan }) => plan.group === group)
      .toSorted((a, b) => a.predicted - b.predicted)
      .map(({ plan, error, predicted }, index): Measurement => {
        const kernels = plan.kernels.map(({ kernel }) => printKernel(kernel));
        const peer = peers.get(group);
        if (peer === undefined) throw new Error(`no cuFFT time for ${group}`);
        return {
          candidate: {
            name: transformName(plan.transform),
            transform: plan.transform,
            kernels,
            text: `sha256:${createHash("sha256").update(kernels.join("\n")).digest("hex")}`,
            plannedFor: gpu.name,
            predictedMilliseconds: predicted,
            rank: index + 1,
          },
          platform: h200Platform,
          outcome: {
            kind: "measured",
            timing: {
              milliseconds: plan.milliseconds,
              copyMilliseconds: peer.copy,
              cufftMilliseconds: peer.cufft,
              repeat: 15,
            },
            relativeL2Error: error,
          },
          buildSeconds: 0,
          binaryBytes: 0,
        };
      }),
  );
}
