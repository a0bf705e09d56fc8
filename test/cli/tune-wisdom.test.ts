// What tuning finds is the candidate that is best beside its copy; it goes into the user's wisdom too, unless that is not wanted or
// cannot be.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { compilePlan } from "../../generator/compile.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { makeTransform } from "../../generator/json/made-transform.js";
import { tuningCandidates } from "../../generator/tune/candidates.js";
import { jobOf } from "../../generator/tune/job.js";
import { useProject } from "./program.js";

const project = useProject();
const gpu = findGpu("H200");
const transform = makeTransform([8], "f32", { batch: 16 });
const candidates = tuningCandidates(transform, gpu, 3).map(
  (ranked, index) => jobOf(ranked, index + 1, compilePlan("c2c_f32_8", ranked.plan, gpu)).candidate,
);

/** Milliseconds of each candidate, and of the copy that was measured with it. */
function results(times: readonly (readonly [number, number])[], on = gpu.name): void {
  const measurements = times.map(([milliseconds, copyMilliseconds], index) => ({
    candidate: candidates[index],
    platform: { gpu: on, driver: "580.1", toolchain: "nvcc 13.0" },
    buildSeconds: 1,
    binaryBytes: 1,
    outcome: { kind: "measured", timing: { milliseconds, copyMilliseconds, repeat: 9 }, relativeL2Error: 5e-8 },
  }));
  project.write("results.json", JSON.stringify(measurements));
}

const imported = (...words: readonly string[]) => project.run(["tune", "--import", "results.json", ...words]);
const WISE = join("plans", "c2c_f32_8.h200.batch_16.plan.ts");
const wise = (): readonly string[] => (existsSync(project.wisdom) ? readdirSync(join(project.wisdom, "plans")) : []);

beforeEach(() => project.clear());

describe("the winner", () => {
  test("is what is best beside the copy that was measured with it", async () => {
    results([
      [2, 1.2],
      [1.5, 0.8],
      [2.2, 1.6],
    ]);
    const { code, stdout } = await imported();
    expect(code).toBe(0);
    expect(stdout).toMatch(/^3 .* 2\.20000 +73% .*best/m);
    expect(stdout.replaceAll(/\s+/g, " ")).toContain(
      " #3 wins at 73% of the speed of the device-to-device copy measured with it, the criterion. #1 took less time, but so did the copy measured with it. ",
    );
    expect(project.read("plans/c2c_f32_8.plan.ts")).toContain(candidates[2]?.kernels[0]);
  });

  test("is the plan that is there, unless another is better by more than noise", async () => {
    results([[2, 1]]);
    await imported();
    results([
      [2, 1],
      [1.99, 1],
    ]);
    const { stdout } = await imported();
    expect(stdout).toMatch(/^1 .*best/m);
    expect(stdout).toContain(
      "#1 stays at 50% of the speed of the device-to-device copy measured with it, the criterion; it is the present plan, and\n#2 is better by only 0.5%, less than the variation between runs.\n",
    );
  });
});

describe("the user's wisdom", () => {
  test("gets it, and other projects find it there", async () => {
    results([
      [2, 1],
      [1, 1],
    ]);
    const { code, stdout, stderr } = await imported();
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain(
      `\nwisdom    ${join(project.wisdom, WISE)}  (new: 1 ms, 1 times a device-to-device copy; --no-wisdom leaves it out)\n`,
    );
    project.write("elsewhere/fftgen.json", "{}");
    const planned = await project.runIn("elsewhere", ["plan", "8", "--batch", "16", "--no-verify", "--no-compile"]);
    expect(planned.stdout).toContain(`from      your wisdom, ${join(project.wisdom, WISE)}, measured on NVIDIA H200\n`);
    expect(project.read("elsewhere/plans/c2c_f32_8.plan.ts")).toContain(candidates[1]?.kernels[0]);
  });

  test("keeps what was measured to be better", async () => {
    results([[1, 1]]);
    await imported();
    project.write("fftgen.json", '{ "plans": "others" }');
    results([
      [2, 1],
      [1.5, 1],
    ]);
    const { stdout } = await imported();
    expect(stdout).toContain(
      "yours stays; no better: 1.5 ms, 1.5 times a device-to-device copy; yours: 1 ms, 1 times a device-to-device copy)\n",
    );
    const { transforms } = JSON.parse((await imported("--json")).stdout) as { readonly transforms: readonly unknown[] };
    expect(transforms).toMatchObject([{ wisdom: { state: "kept", path: join(project.wisdom, WISE) } }]);
  });

  test("gets nothing with --no-wisdom, nor what was measured on another GPU", async () => {
    results([[1, 1]]);
    expect((await imported("--no-wisdom")).stdout).not.toContain("wisdom");
    results([[1, 1]], "NVIDIA H100 PCIe");
    expect((await imported()).stdout).toContain(
      "wisdom    yours is unchanged: it was measured on NVIDIA H100 PCIe, and is planned for NVIDIA H200\n",
    );
    expect(wise()).toEqual([]);
  });

  test("that cannot be written is no reason to lose the winner, unless --wisdom asks for it", async () => {
    results([[1, 1]]);
    writeFileSync(project.wisdom, "a file");
    const asked = await imported("--wisdom");
    expect(asked).toMatchObject({ code: 2, stdout: "" });
    expect(asked.stderr).toContain(`fftgen: cannot write to ${project.wisdom}/plans: `);
    expect(existsSync(project.path("plans"))).toBe(false);
    const { code, stdout } = await imported();
    expect(code).toBe(0);
    expect(stdout).toContain(`wisdom    yours is unchanged: cannot write to ${project.wisdom}/plans: `);
    expect(existsSync(project.path("plans/c2c_f32_8.plan.ts"))).toBe(true);
  });

  test("that is broken stays as it is", async () => {
    results([[1, 1]]);
    mkdirSync(join(project.wisdom, "plans"), { recursive: true });
    writeFileSync(join(project.wisdom, WISE), "broken");
    expect((await imported()).stdout).toContain("wisdom    yours is unchanged: ");
    expect(wise()).toHaveLength(1);
  });
});

test.each([
  [["--pack", "pack", "--no-wisdom"], "--no-wisdom is for a winner, --pack gives none: leave out one"],
  [["--dry-run", "--wisdom"], "--wisdom is for a winner, --dry-run gives none: leave out one"],
  [["--on", "emulator", "--wisdom"], "--wisdom is for a winner, --on emulator gives none: leave out one"],
  [["--dry-run", "--keep"], "--dry-run measures nothing here: --keep does not go with it; leave out one"],
])("%j is refused", async (words, message) => {
  expect(await project.run(["tune", "8", ...words])).toMatchObject({ code: 2, stderr: `fftgen: ${message}\n` });
});

test("--keep keeps what candidates were built in that failed", async () => {
  mkdirSync(project.path("scratch"));
  const environment = { CXX: "false", TMPDIR: project.path("scratch") };
  const words = ["tune", "8", "--on", "emulator", "--batch", "2", "--top", "1"];
  const gone = await project.run(words, environment);
  expect(readdirSync(project.path("scratch"))).toEqual([]);
  const { code, stderr } = await project.run([...words, "--keep"], environment);
  expect(code).toBe(gone.code);
  const [, kept = ""] = /kept: (.*)$/m.exec(stderr) ?? [];
  expect(readdirSync(join(kept, "pack"))).toContain("run.sh");
});
