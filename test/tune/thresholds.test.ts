// Where evidence ends: errors just within the bound of a plan and just beyond it, times of one regime and of another.
import { describe, expect, test } from "vitest";
import { compilePlan } from "../../generator/compile.js";
import { deviceTextHash } from "../../generator/emit/device-text.js";
import { at } from "../../generator/failure/errors.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { judgedWisdom } from "../../generator/measured.js";
import { printKernel } from "../../generator/notation/print.js";
import { makeTransform } from "../../generator/plan/transform.js";
import { schedulePlan } from "../../generator/planfile/schedule-plan.js";
import { printWisdomFile, type WisdomEntry } from "../../generator/planfile/wisdom-file.js";
import type { RankedPlan } from "../../generator/search/ranked-plans.js";
import { DEFAULT_TWIDDLES, searchPlans } from "../../generator/search/search.js";
import { errorBound } from "../../generator/verify/bound.js";
import { useProject } from "../cli/program.js";

const gpu = findGpu("H200");
const LENGTH = 64;

function entryOf({ plan }: RankedPlan, relativeL2Error = 1e-7): WisdomEntry {
  return {
    transform: plan.transform,
    gpu: gpu.name,
    kernels: plan.kernels.map(printKernel),
    evidence: [
      {
        gpu: gpu.name,
        driver: "580",
        toolchain: "nvcc 13.0",
        text: deviceTextHash(compilePlan("c2c_f32_64", plan, gpu)),
        milliseconds: 1,
        ratioToCopy: 1.1,
        relativeL2Error,
      },
    ],
  };
}

const ranking = (batch: number): readonly RankedPlan[] =>
  searchPlans(makeTransform([LENGTH], "f32", { batch }), gpu, { twiddles: DEFAULT_TWIDDLES, keep: 10_000 }).plans;

describe("an error in wisdom", () => {
  const best = at(ranking(2 ** 18), 0);
  const bound = errorBound(best.plan).l2;

  test.each([0.99, 1])("%f bounds is taken", (share) => {
    expect(judgedWisdom("plans[0]", entryOf(best, share * bound), gpu).measured.relativeL2Error).toBe(share * bound);
  });

  test("1.01 bounds is refused", () => {
    expect(() => judgedWisdom("plans[0]", entryOf(best, 1.01 * bound), gpu)).toThrow(
      "is beyond the bound of this plan",
    );
  });
});

describe("a plan that was measured in another batch", () => {
  const project = useProject();
  const MEASURED = 2 ** 18;
  const all = ranking(MEASURED);
  const slow = at(all, all.length - 1);

  /** How much longer an array takes in a batch than in the one that was measured, as a share. */
  const apart = (batch: number): number => {
    const transform = { ...slow.plan.transform, batch };
    const timed = schedulePlan({ path: "plans", plan: { ...slow.plan, transform }, places: [], gpu }, gpu);
    return Math.abs(slow.milliseconds / MEASURED / (timed.milliseconds / batch) - 1);
  };
  /** The batches around the threshold, by halving what lies between one array and so many. */
  const around = (): readonly [far: number, near: number] => {
    let [far, near] = [1, MEASURED];
    while (near - far > 1) {
      const middle = Math.floor((near + far) / 2);
      if (apart(middle) < 0.1) near = middle;
      else far = middle;
    }
    return [far, near];
  };

  test("is taken as measured where an array takes less than a tenth more or less, and not otherwise", async () => {
    const [far, near] = around();
    expect(apart(near)).toBeGreaterThan(0.09);
    expect(apart(far)).toBeLessThan(0.11);
    project.write("wisdom.json", printWisdomFile({ gpus: [], plans: [entryOf(slow)] }));
    expect((await project.run(["wisdom", "import", "wisdom.json"])).code).toBe(0);
    const basis = async (batch: number): Promise<string> => {
      const words = ["plan", String(LENGTH), "--batch", String(batch), "--dry-run", "--json"];
      const { stdout } = await project.run(words);
      return (JSON.parse(stdout) as { readonly origin: { readonly basis: string } }).origin.basis;
    };
    expect(await basis(near)).toBe("measured");
    expect(await basis(far)).not.toBe("measured");
  });
});
