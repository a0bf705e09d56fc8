// Results that `tune --import` must not believe: of the emulator, beyond the error bound, of plans that cannot be, of no JSON.
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Candidate, Measurement } from "../../generator/tune/measurement.js";
import { useProject } from "./program.js";

const project = useProject();
const STORE = ".fftgen/measurements.jsonl";

let candidate: Candidate;
beforeAll(async () => {
  await project.run(["tune", "8", "--batch", "16", "--top", "1", "--pack", "pack"]);
  candidate = JSON.parse(project.read("pack/jobs/c2c_f32_8-b16-1.json")) as Candidate;
});
beforeEach(() => project.clear());

const results = (change: (one: Measurement) => object = (one) => one): string =>
  JSON.stringify([
    change({
      candidate,
      platform: { gpu: "NVIDIA H200", driver: "580", toolchain: "nvcc 13.0" },
      outcome: {
        kind: "measured",
        timing: { milliseconds: 1, copyMilliseconds: 0.9, repeat: 9 },
        relativeL2Error: 5e-8,
      },
      buildSeconds: 1,
      binaryBytes: 1000,
    }),
  ]);

const imported = (text: string) => {
  project.write("r.json", text);
  return project.run(["tune", "--import", "r.json"]);
};

test("good ones are believed", async () => {
  expect(await imported(results())).toMatchObject({ code: 0, stderr: "" });
  expect(project.read("plans/c2c_f32_8.plan.ts")).toContain("relativeL2Error: 5e-8");
});

test.each<readonly [string, () => string, RegExp]>([
  [
    "of the emulator",
    () => results((one) => ({ ...one, platform: { gpu: "fftgen emulator", driver: "none", toolchain: "g++ 12.2" } })),
    /^fftgen: r\.json has results of fftgen emulator by g\+\+ 12\.2, not by nvcc: the emulator's times are meaningless, so nothing is imported\n$/,
  ],
  ["an empty file", () => " \n", /^fftgen: r\.json holds no measurements: the file is empty\n$/],
  ["no JSON", () => "{{{", /^fftgen: r\.json holds no measurements: it is not JSON\n$/],
  ["an empty list", () => "[]", /^fftgen: r\.json holds no measurements: the list is empty\n$/],
  [
    "a kernel that cannot be read",
    () => results((one) => ({ ...one, candidate: { ...candidate, kernels: ["{ X(1,8,1,8,no-tw) } on 16 treads"] } })),
    /^fftgen: r\.json, candidate 1 of c2c_f32_8:1:\d+: expected /,
  ],
  [
    "a plan of another transform",
    () =>
      results((one) => ({
        ...one,
        candidate: { ...candidate, kernels: ["{ X(4,4,1,4,no-tw) } on 16 threads, table"] },
      })),
    /^fftgen: r\.json, candidate 1 of c2c_f32_8: kernel 1/,
  ],
  [
    "a kernel that no GPU can run",
    () =>
      results((one) => ({
        ...one,
        candidate: {
          ...candidate,
          kernels: candidate.kernels.map((text) => text.replace(/\d+ threads/, "4096 threads")),
        },
      })),
    /^fftgen: r\.json, candidate 1 of c2c_f32_8.*cannot run on NVIDIA H200: 4096 threads exceed/,
  ],
  [
    "a time that no launch takes",
    () =>
      results((one) => ({
        ...one,
        outcome: { ...one.outcome, timing: { milliseconds: 1e-9, copyMilliseconds: 0.07, repeat: 9 } },
      })),
    /^fftgen: r\.json: measurement 1, of c2c_f32_8: 1e-9 ms is less than the launch of a kernel takes: the result is wrong\n$/,
  ],
  [
    "a time that no GPU takes beside its copy",
    () =>
      results((one) => ({
        ...one,
        outcome: { ...one.outcome, timing: { milliseconds: 0.01, copyMilliseconds: 0.07, repeat: 9 } },
      })),
    /0\.01 ms is less than half of the 0\.07 ms that a copy of the data took/,
  ],
  [
    "a name that C does not have",
    () => results((one) => ({ ...one, candidate: { ...candidate, name: "a-b" } })),
    /candidate\.name: expected a name of C/,
  ],
  [
    "an end of a comment as a GPU",
    () => results((one) => ({ ...one, platform: { ...one.platform, gpu: "x */ #error" } })),
    /^fftgen: r\.json: measurement 1: not a measurement of fftgen: platform\.gpu: expected the name of a GPU as nvidia-smi has it\n$/,
  ],
])("%s: refused, and nothing is kept", async (_, text, message) => {
  const { code, stdout, stderr } = await imported(text());
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(message);
  expect(project.files()).toEqual(["r.json"]);
});

test("an error beyond the bound of the plan never wins", async () => {
  const wrong = results((one) => ({ ...one, outcome: { ...one.outcome, relativeL2Error: 1e30 } }));
  const { code, stdout, stderr } = await imported(wrong);
  expect(code).toBe(1);
  expect(stdout).toContain("#1 is wrong: its error is 1.0e+30, as the file says (bound ");
  expect(stderr).toContain(
    "no candidate gives right results without spilling registers: c2c_f32_8; nothing was written for it",
  );
  expect(project.files().filter((file) => /^(plans|generated)/.test(file))).toEqual([]);
  expect(project.read(STORE)).toContain('"kind":"wrong"');
});

describe("a store with a broken line", () => {
  test("stops nobody: the line is told and left out", async () => {
    await imported(results());
    project.write(STORE, `{"broken": true}\n${project.read(STORE)}half a li\n`);
    const { stderr } = await project.run(["bench"], { PATH: "/nowhere" });
    expect(stderr).toContain(`fftgen: ${STORE}:1: not a measurement of fftgen: `);
    expect(stderr).toContain("this and 1 more are left out, to be measured again\n");
    const again = await imported(results((one) => ({ ...one, buildSeconds: 2 })));
    expect(again.code).toBe(0);
    expect(project.read(STORE).trimEnd().split("\n")).toHaveLength(4);
  });
});
