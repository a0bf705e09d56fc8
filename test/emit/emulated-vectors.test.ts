// Packages that move two complex numbers by one access, compiled by the host's compiler against the emulator and run: do they compute
// the transform, keep to their memory, and need as few accesses as they should?
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { at } from "../../generator/failure/errors.js";
import { elementCount } from "../../generator/plan/transform.js";
import { errorBound } from "../../generator/verify/bound.js";
import { uniformNumbers } from "../arbitrary/schedules.js";
import { relativeError } from "../../generator/definition/direct-dft.js";
import { orderedDft } from "../reference/ordered-dft.js";
import { hostCompiler, withoutCompiler } from "../toolchain/compilers.js";
import { buildPackages, BUILD_TIMEOUT, type EmulatedPackages } from "./emulated-packages.js";
import { parts } from "./interleaved.js";
import type { NamedPlan } from "./named-plan.js";
import { vectors } from "./nvcc-plans.js";

describe.skipIf(hostCompiler === undefined)(
  `emulated packages with vectors of complex numbers${withoutCompiler}`,
  () => {
    let packages: EmulatedPackages | undefined;
    beforeAll(async () => {
      packages = await buildPackages(vectors, { optimisation: "-O0" });
    }, BUILD_TIMEOUT);
    afterAll(() => packages?.remove());

    test.each(vectors.map((one): readonly [string, NamedPlan] => [one.name, one]))("%s", async (_, one) => {
      if (packages === undefined) throw new Error("nothing was built");
      const elements = elementCount(one.plan.transform);
      const batch = 2;
      const input = Float32Array.from(uniformNumbers(2 * elements * batch, 14));
      const { output, complaints, launches } = await packages.transform(one, input, "out-of-place");
      expect(complaints).toBe("");
      const { re, im } = parts(input);
      expect(relativeError(parts(output), orderedDft(one.plan, re, im))).toBeLessThan(errorBound(one.plan).l2);
      // A warp moves 512 bytes by one request, in the fewest sectors.
      for (const index of one.plan.kernels.keys())
        for (const traffic of [at(launches, index).globalLoads, at(launches, index).globalStores])
          expect(traffic.sectors / traffic.requests).toBe(512 / 32);
    });
  },
);
