// No prediction gets shorter where a kernel does more, so that a search cannot gain by it.
import fc from "fast-check";
import { expect, test } from "vitest";
import { at } from "../../generator/failure/errors.js";
import { fitRows } from "../../generator/fit/rows.js";
import { findGpu } from "../../generator/gpu/registry.js";
import type { LaunchFeatures } from "../../generator/search/features.js";
import { predictedTime } from "../../generator/search/model.js";
import { runs } from "../effort.js";
import { tablesOf } from "./tables.js";

const RISING = [
  ...([
    "bytesRead",
    "bytesReread",
    "bytesWritten",
    "arithmetic",
    "accesses",
    "factors",
    "addresses",
    "conversions",
  ] as const),
  "wavefronts",
] as const satisfies readonly (keyof LaunchFeatures)[];

test("more bytes, instructions or wavefronts never take less time, on a GPU that was measured and on others", () => {
  const plans = tablesOf("h200").flatMap((table) => table.plans.filter((_, index) => index % 50 === 0));
  const kernels = fitRows(plans, findGpu("H200")).flatMap((row) => row.kernels);
  expect(kernels.length).toBeGreaterThan(150);
  fc.assert(
    fc.property(
      fc.nat(kernels.length - 1),
      fc.constantFrom(...RISING),
      fc.double({ min: 1.0001, max: 4, noNaN: true }),
      fc.constantFrom("H200", "A100", "L4", "B200"),
      (index, name, factor, called) => {
        const gpu = findGpu(called);
        const { kernel, launch } = at(kernels, index);
        const more = { kernel, launch: { ...launch, [name]: launch[name] * factor } };
        const [before, after] = [predictedTime({ kernel, launch }, gpu), predictedTime(more, gpu)];
        expect(after.work + after.launch).toBeGreaterThanOrEqual((before.work + before.launch) * (1 - 1e-12));
      },
    ),
    { seed: 51, numRuns: runs(2000, 20_000) },
  );
});
