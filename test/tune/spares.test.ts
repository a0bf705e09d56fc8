// Spares of a benchmark: which plans they are, where a pack lists them, and which are left to run when something is known.
import { expect, test } from "vitest";
import { at } from "../../generator/failure/errors.js";
import { printKernel } from "../../generator/notation/print.js";
import { makeTransform } from "../../generator/plan/transform.js";
import { sparedCandidates, tuningCandidates } from "../../generator/tune/candidates.js";
import type { Job } from "../../generator/tune/job.js";
import type { Measurement, Outcome } from "../../generator/tune/measurement.js";
import { packFiles } from "../../generator/tune/pack.js";
import { jobsToRun, packWithSpares } from "../../generator/tune/spares.js";
import { dealt, isDefault } from "../effort.js";
import { gpu, jobsOf } from "./jobs.js";

const asSpare = (job: Job): Job => ({ ...job, spare: true });
const [first, second, third, fourth] = jobsOf(64, 8, 4);
if (!first || !second || !third || !fourth) throw new Error("too few jobs");
const other = at(jobsOf(60, 5, 1), 0);
const jobs = [first, second, asSpare(third), asSpare(fourth), other];

const spilling: Outcome = { kind: "spills", bytes: 8 };
const measured: Outcome = {
  kind: "measured",
  timing: { milliseconds: 1, copyMilliseconds: 1, repeat: 3 },
  relativeL2Error: 1e-7,
};
const spillingLittle: Outcome = { ...measured, spilledBytes: 8 };
const knowing = (...outcomes: readonly (readonly [Job | undefined, Outcome])[]): ReadonlyMap<Job, Measurement> =>
  new Map(
    outcomes.flatMap(([job, outcome]) => {
      if (job === undefined) return [];
      const platform = { gpu: "NVIDIA H200", driver: "580", toolchain: "nvcc 13.0" };
      return [[job, { candidate: job.candidate, platform, outcome, buildSeconds: 1, binaryBytes: 1 }] as const];
    }),
  );

/** Ranks, spares in brackets. */
const ranks = (found: readonly Job[]): string =>
  found.map(({ candidate: { rank }, spare }) => (spare === true ? `(${rank})` : String(rank))).join(" ");

test.runIf(isDefault).each([
  ["nothing is known: all of them", knowing(), "1 2 (3) (4) 1"],
  ["one is known to be right", knowing([first, measured]), "2 (3) (4) 1"],
  ["one is known to spill: a spare takes its place", knowing([first, spilling]), "2 3 (4) 1"],
  ["one is known to spill a little, and was measured: so is a spare", knowing([first, spillingLittle]), "2 3 (4) 1"],
  ["both are", knowing([first, spilling], [second, spilling]), "3 4 1"],
  ["one is, and the spare for it is known", knowing([first, spilling], [jobs[2], measured]), "2 (4) 1"],
  ["one is, and so is the spare for it", knowing([first, spilling], [jobs[2], spilling]), "2 4 1"],
  ["all that was asked for is known: no spare is run", knowing([first, measured], [second, measured]), "1"],
])("%s", (_, known, left) => {
  expect(ranks(jobsToRun(jobs, known))).toBe(left);
});

test.runIf(isDefault)("a pack has the lines of spares in a list of their own, and the files of all", () => {
  const all = packFiles(jobs, gpu);
  const files = packWithSpares(jobs, gpu);
  const textAt = (path: string): string | undefined => files.find((file) => file.path === path)?.text;
  expect(textAt("jobs.txt")).toBe(
    "c2c_f32_64-b8-1 c2c_f32_64 1 8 1 measure\nc2c_f32_64-b8-2 c2c_f32_64 2 8 2 measure\nc2c_f32_60-b5-1 c2c_f32_60 1 5 1 measure\n",
  );
  expect(textAt("spares.txt")).toBe(
    "c2c_f32_64-b8-3 c2c_f32_64 3 8 3 measure\nc2c_f32_64-b8-4 c2c_f32_64 4 8 4 measure\n",
  );
  expect(files.filter(({ path }) => path !== "spares.txt").map(({ path }) => path)).toEqual(
    all.map(({ path }) => path),
  );
  const without = [first, second, other];
  expect(packWithSpares(without, gpu)).toEqual(packFiles(without, gpu));
});

test.each(dealt([[[1000]], [[128, 128]], [[2 ** 20]]], (_, index) => index === 0))(
  "%j: spares are no candidates, have more registers for each thread or other kernels, and change no candidate",
  (lengths) => {
    const transform = makeTransform(lengths, "f32", { batch: 64 });
    const { plans, spares } = sparedCandidates(transform, gpu, 1);
    expect(plans).toEqual(tuningCandidates(transform, gpu, 1));
    expect(spares).toHaveLength(2);
    const texts = [...plans, ...spares].map(({ plan }) => plan.kernels.map(printKernel).join(" "));
    expect(new Set(texts).size).toBe(3);
    const kernels = at(plans, 0).plan.kernels;
    const isFreer = spares.some(({ plan }) => {
      const own = plan.kernels.map(printKernel);
      const others = kernels.every((kernel) => !own.includes(printKernel(kernel)));
      const fewer = plan.kernels.some(
        ({ schedule }, index) => schedule.blocksPerSm < (kernels[index]?.schedule.blocksPerSm ?? 0),
      );
      return others || fewer;
    });
    expect(isFreer).toBe(true);
  },
);
