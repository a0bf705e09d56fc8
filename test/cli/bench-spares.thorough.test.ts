// `fftgen bench` where first choices spill registers: the next plans are measured in their place, here and from a pack.
import { beforeEach, describe, expect, test } from "vitest";
import { parseMeasurements } from "../../generator/bench/measurement-file.js";
import type { ReportValue } from "../../generator/bench/report-value.js";
import { isThorough } from "../effort.js";
import { hostCompiler } from "../toolchain/compilers.js";
import { runProgram, useProgram, useProject } from "./program.js";
import { standInCuda } from "./stand-in-cuda.js";

useProgram();
const project = useProject();
beforeEach(() => {
  project.clear();
  project.write("mine.json", JSON.stringify({ name: "mine", entries: [{ size: "64", precision: "f32", batch: 4 }] }));
});

/** Candidates of one case, by rank. */
const outcomes = (path: string): readonly (readonly [rank: number, kind: string])[] =>
  parseMeasurements(project.read(path), path)
    .map(({ candidate, outcome }) => [candidate.rank, outcome.kind] as const)
    .toSorted(([a], [b]) => a - b);

const compiledKernels = (compiled: readonly string[]): readonly string[] =>
  compiled.flatMap((path) => /^c2c_f32_64\/(\d)\//.exec(path)?.[1] ?? []);

describe.skipIf(hostCompiler === undefined)("here", () => {
  test("the next plan stands in for one that spills, and both are remembered", async () => {
    const cuda = await standInCuda(project.path("cuda"), ["c2c_f32_64/1/", 160]);
    const words = ["bench", "mine.json", "--repeat", "2"];
    const { code, stdout, stderr } = await project.run([...words, "--json"], cuda.environment);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const { cases, summary } = JSON.parse(stdout) as ReportValue;
    expect(cases.map(({ state }) => state)).toEqual(["measured"]);
    expect(summary.failed).toBe(0);
    expect(outcomes(".fftgen/measurements.jsonl")).toEqual([
      [1, "spills"],
      [2, "measured"],
    ]);
    cuda.compiled();
    expect(await project.run(words, cuda.environment)).toMatchObject({ code: 0 });
    expect(cuda.compiled()).toEqual([]);
  });

  test("spares are not even compiled where nothing spills", async () => {
    const cuda = await standInCuda(project.path("cuda"));
    const { code } = await project.run(["bench", "mine.json", "--repeat", "2"], cuda.environment);
    expect(code).toBe(0);
    expect(outcomes(".fftgen/measurements.jsonl")).toEqual([[1, "measured"]]);
    expect(compiledKernels(cuda.compiled())).toEqual(["1"]);
  });
});

test.skipIf(hostCompiler === undefined)("layouts are measured as they are, of every kind", async () => {
  const one = { size: "8x16", precision: "f32", batch: 4 };
  const entries = [
    { ...one, inputStrides: { Y: 20 }, outputStrides: { X: 8, Y: 1 }, planar: "input" },
    { ...one, axes: ["Y"], strides: "run-time", outputRange: { X: [2, 9] } },
    { ...one, kind: "r2c", inputRange: { X: [0, 11] }, strides: "run-time" },
    { ...one, kind: "dct-2", axes: ["X"], inputStrides: { X: 32, batch: 4, Y: 1 } },
    { ...one, kind: "fwht", outputStrides: { Y: 17 } },
  ];
  project.write("mine.json", JSON.stringify({ name: "mine", entries }));
  const cuda = await standInCuda(project.path("cuda"));
  const { code, stdout } = await project.run(["bench", "mine.json", "--repeat", "2", "--json"], cuda.environment);
  expect(code).toBe(0);
  const { cases } = JSON.parse(stdout) as ReportValue;
  expect(cases.map((one) => [one.state, "reasons" in one ? one.reasons : undefined])).toEqual(
    entries.map(() => ["measured", undefined]),
  );
});

describe.skipIf(hostCompiler === undefined)("from a pack", () => {
  const packed = async (spilling: string, bytes = 160) => {
    const made = await project.run(["bench", "mine.json", "--pack", "pack"]);
    expect(made).toMatchObject({ code: 0, stderr: "" });
    expect(made.stdout).toContain("(1 plan of suite mine, 2 spares for those that spill registers)");
    const cuda = await standInCuda(project.path("cuda"), [spilling, bytes]);
    const { code, stdout } = await runProgram(
      "sh",
      ["run.sh", "--repeat", "2"],
      project.path("pack"),
      cuda.environment,
    );
    expect(code).toBe(0);
    return { stdout, compiled: compiledKernels(cuda.compiled()) };
  };

  test("its script takes the next plan", async () => {
    const { stdout } = await packed("c2c_f32_64/1/");
    expect(stdout).toMatch(/^\[1\/2\] c2c_f32_64, batch 4, #1: refused: spills 160 bytes of registers$/m);
    expect(stdout).toMatch(/^\[2\/2\] c2c_f32_64, batch 4, #2: [\d.]+ ms/m);
    expect(outcomes("pack/results.json")).toEqual([
      [1, "spills"],
      [2, "measured"],
    ]);
    const report = await project.run(["bench", "mine.json", "--import", "pack/results.json", "--json"]);
    expect((JSON.parse(report.stdout) as ReportValue).summary).toMatchObject({ measured: 1, failed: 0 });
  });

  test("a few bytes are measured, and so is the next plan", async () => {
    const { stdout } = await packed("c2c_f32_64/1/", 16);
    expect(stdout).toMatch(
      /^\[1\/2\] c2c_f32_64, batch 4, #1: [\d.]+ ms \([\d.]+ of copy\), spills 16 bytes of registers$/m,
    );
    const [first, second] = outcomes("pack/results.json");
    expect(first).toEqual([1, "measured"]);
    expect(second?.[0]).toBe(2);
  });

  test.runIf(isThorough)("or the one after it", async () => {
    await packed("c2c_f32_64/[12]/");
    expect(outcomes("pack/results.json")).toEqual([
      [1, "spills"],
      [2, "spills"],
      [3, "measured"],
    ]);
  });

  test("or none: spares that nobody needs are not compiled", async () => {
    const { compiled } = await packed("nothing");
    expect(compiled).toEqual(["1"]);
    expect(outcomes("pack/results.json")).toEqual([[1, "measured"]]);
  });
});
