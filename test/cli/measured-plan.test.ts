// A plan that was measured is announced as measured, with its time, in its batch, and never with advice to replace it.
import { beforeEach, describe, expect, test } from "vitest";
import { compilePlan } from "../../generator/compile.js";
import { deviceTextHash } from "../../generator/emit/device-text.js";
import { at } from "../../generator/failure/errors.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { printKernel } from "../../generator/notation/print.js";
import { makeTransform } from "../../generator/plan/transform.js";
import type { Evidence } from "../../generator/planfile/definition.js";
import { writePlanFile } from "../../generator/planfile/write.js";
import type { RankedPlan } from "../../generator/search/ranked-plans.js";
import { DEFAULT_TWIDDLES, searchPlans } from "../../generator/search/search.js";
import { useProject } from "./program.js";

const project = useProject();
const PLAN = "plans/c2c_f32_64.plan.ts";
const gpu = findGpu("H200");
const BATCH = 2 ** 17;
const ranking = searchPlans(makeTransform([64], "f32", { batch: BATCH }), gpu, {
  twiddles: DEFAULT_TWIDDLES,
  keep: 10_000,
}).plans;
const [best, worst] = [at(ranking, 0), at(ranking, ranking.length - 1)];

async function planFile({ plan }: RankedPlan, stale = false): Promise<void> {
  const evidence: Evidence = {
    gpu: gpu.name,
    driver: "580.159.04",
    toolchain: "nvcc 13.0",
    text: stale ? `sha256:${"0".repeat(64)}` : deviceTextHash(compilePlan("c2c_f32_64", plan, gpu)),
    milliseconds: 0.3085,
    ratioToCopy: 1.25,
    ratioToCufft: 2,
    relativeL2Error: 1e-7,
  };
  const text = await writePlanFile(
    { transform: plan.transform, kernels: plan.kernels.map(printKernel), evidence: [evidence] },
    "64.\nOne pass over memory; fastest of 9 plans measured on NVIDIA H200.",
  );
  project.write(PLAN, text);
}

const plan = async (...words: readonly string[]): Promise<string> => {
  const { code, stdout } = await project.run(["plan", "64", "--no-verify", "--no-compile", ...words]);
  expect(code).toBe(0);
  return stdout.replaceAll(/\s+/g, " ");
};
beforeEach(() => project.clear());

describe("plan", () => {
  test("says the measured time of a plan that the search does not rank first, and how to compare", async () => {
    await planFile(worst);
    const text = await plan();
    expect(text).toContain(`${PLAN} is kept: measured 0.308 ms at batch ${BATCH} on NVIDIA H200, fastest of 9.`);
    expect(text).toContain("By prediction alone: ");
    expect(text).toContain("tune c2c_f32_64` measures both.");
    expect(text).toContain(`for batch ${BATCH} on NVIDIA H200`);
    expect(text).not.toMatch(/--replan|asked/);
  });

  test("and of one that the search agrees with", async () => {
    await planFile(best);
    const text = await plan();
    expect(text).toContain(
      `is kept: measured 0.308 ms at batch ${BATCH} on NVIDIA H200, fastest of 9. The search agrees with it.`,
    );
    expect(text).not.toMatch(/--replan|asked/);
  });

  test("says so where the text has changed since", async () => {
    await planFile(worst, true);
    expect(await plan()).toContain("fastest of 9 with the code of an earlier version.");
  });

  test("says another batch than the file's once, and only where somebody asks for one", async () => {
    await planFile(best);
    const text = await plan("--batch", "7");
    expect(text).toContain(`Its batch is ${BATCH}; the times above are for batch 7.`);
    expect(await plan()).not.toContain("Its batch is");
  });

  test("times the batch of the plan that is written: one of wisdom, too", async () => {
    await planFile(best);
    expect((await project.run(["wisdom", "export", "wisdom.json"])).code).toBe(0);
    expect((await project.run(["wisdom", "import", "wisdom.json"])).code).toBe(0);
    project.write("other/fftgen.json", "{}");
    const { stdout } = await project.runIn("other", ["plan", "64", "--no-verify", "--no-compile"]);
    expect(stdout).toContain(`for batch ${BATCH} on NVIDIA H200`);
    expect(project.read(`other/${PLAN}`)).toMatch(new RegExp(`batch: (${BATCH}|2 \\*\\* 17)`));
  });
});

test("a plan that was not measured is told from the first, with sense where it is predicted to take less time", async () => {
  await planFile(worst);
  project.write(PLAN, project.read(PLAN).replace(/evidence: \[[^]*?\],\n/, ""));
  const text = await plan("--top", "1");
  expect(text).toMatch(
    /the search shows another plan, and is predicted to take \d+% more time than the first\. --replan/,
  );
});

describe("explain shows what was measured beside what is predicted", () => {
  test("as text, as a page, for programs", async () => {
    await planFile(worst);
    const words = ["explain", "c2c_f32_64"];
    const { stdout } = await project.run([...words, "--html", "page.html"]);
    expect(stdout.replaceAll(/\s+/g, " ")).toMatch(
      /predicted [^]* measured 0\.308 ms for batch 131072 on NVIDIA H200, driver 580\.159\.04; a copy of the data took 0\.247 ms, cuFFT 0\.617 ms/,
    );
    expect(project.read("page.html")).toMatch(/0\.308 ms[^]*measured/);
    const value = JSON.parse((await project.run([...words, "--json"])).stdout) as { readonly evidence: unknown };
    expect(value.evidence).toMatchObject([{ milliseconds: 0.3085, stale: false }]);
  });

  test("and what is stale", async () => {
    await planFile(worst, true);
    const { stdout } = await project.run(["explain", "c2c_f32_64"]);
    expect(stdout.replaceAll(/\s+/g, " ")).toContain("stale: this version emits another text than was measured");
  });
});
