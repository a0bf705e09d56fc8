// Packages that compute their constants before the first launch: of one variant, and of two, after `prepare` and without.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compilePlan } from "../../generator/compile.js";
import { linkPackage } from "../../generator/emit/link-package.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { errorBound } from "../../generator/verify/bound.js";
import { directDft, relativeError } from "../../generator/definition/direct-dft.js";
import { hostCompiler, withoutCompiler } from "../toolchain/compilers.js";
import { buildPackages, BUILD_TIMEOUT, type EmulatedPackages } from "./emulated-packages.js";
import { parts, randomBatch } from "./interleaved.js";
import { computedConstants, gpu, type NamedPlan } from "./named-plan.js";

const alone: NamedPlan = computedConstants;
const variants: NamedPlan = { ...computedConstants, name: "computed_in_variants" };

describe.skipIf(hostCompiler === undefined)(`packages with computed constants${withoutCompiler}`, () => {
  let packages: EmulatedPackages | undefined;
  beforeAll(async () => {
    packages = await buildPackages([alone, variants], {
      emit: ({ name, plan }) =>
        linkPackage((name === alone.name ? [gpu] : [gpu, findGpu("A100")]).map((one) => compilePlan(name, plan, one))),
      described: (name) =>
        [
          `fftgen::${name}::elements, fftgen_${name}_workspace_bytes,`,
          "+[](const float2* in, float2* out, void* workspace, std::size_t batch, cudaStream_t stream) {",
          ...(name === alone.name ? [] : [`  if (const cudaError_t status = fftgen_${name}_prepare()) return status;`]),
          `  return fftgen_${name}_execute(in, out, workspace, batch, stream); }`,
        ].join("\n      "),
    });
  }, BUILD_TIMEOUT);
  afterAll(() => packages?.remove());

  test.each([alone, variants])("$name", async (named) => {
    const { transform } = named.plan;
    const input = randomBatch(transform, 1);
    const outcome = await packages?.transform(named, input, "out-of-place");
    expect(outcome?.complaints).toBe("");
    const { re, im } = parts(input);
    const error = relativeError(parts(outcome?.output ?? []), directDft(re, im, [re.length], -1));
    expect(error).toBeLessThan(errorBound(named.plan).l2);
  });
});
