// Packages whose products on tensor cores are of other shapes than the usual ones, compiled by the host's compiler against the
// emulator and run: do they compute the transform as exactly as their bound says, and keep to their memory?
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { elementCount, isShort } from "../../generator/plan/transform.js";
import { errorBound } from "../../generator/verify/bound.js";
import { uniformNumbers } from "../arbitrary/schedules.js";
import { relativeError, type ComplexNumbers } from "../../generator/definition/direct-dft.js";
import { orderedDft } from "../reference/ordered-dft.js";
import { nearestShortBits, shortValue } from "../reference/short-floats.js";
import { hostCompiler, withoutCompiler } from "../toolchain/compilers.js";
import { buildPackages, BUILD_TIMEOUT, type EmulatedPackages } from "./emulated-packages.js";
import { parts } from "./interleaved.js";
import type { NamedPlan } from "./named-plan.js";
import { shapes } from "./nvcc-plans.js";

const AMPLITUDE = 1 / 4;

describe.skipIf(hostCompiler === undefined)(`emulated packages by other shapes of mma.sync${withoutCompiler}`, () => {
  let packages: EmulatedPackages | undefined;
  beforeAll(async () => {
    packages = await buildPackages(shapes, { optimisation: "-O0" });
  }, BUILD_TIMEOUT);
  afterAll(() => packages?.remove());

  test.each(shapes.map((one): readonly [string, NamedPlan] => [one.name, one]))("%s", async (_, one) => {
    if (packages === undefined) throw new Error("nothing was built");
    const { plan } = one;
    const { precision } = plan.transform;
    if (!isShort(precision)) throw new Error(`${precision} has not 16 bits`);
    const numbers = (bits: Uint16Array): ComplexNumbers =>
      parts(Array.from(bits, (value) => shortValue(value, precision)));
    const batch = 3;
    const input = Uint16Array.from(uniformNumbers(2 * elementCount(plan.transform) * batch, 14), (value) =>
      nearestShortBits(AMPLITUDE * value, precision),
    );
    const { output, complaints } = await packages.transform(one, input, "out-of-place");
    expect(complaints).toBe("");
    const { re, im } = numbers(input);
    expect(relativeError(numbers(output), orderedDft(plan, re, im))).toBeLessThan(errorBound(plan).l2);
  });
});
