// The study program around transforms on the host: its true values against the definitions, its errors against what the thesis
// found, and its JSON against the reader.
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { at } from "../../generator/failure/errors.js";
import { reductionTable } from "../../generator/study/reductions.js";
import { parseStudyResults, type StudyResults } from "../../generator/study/results.js";
import { DISTRIBUTIONS, EXPERIMENTS, ROUNDOFFS, NUMBER_FORMATS } from "../../generator/study/vocabulary.js";
import { emulatorHeaders, emulatorObjects } from "../toolchain/emulator-library.js";
import { linkedProgram } from "../toolchain/linked-program.js";
import { requireSuccess, runProgram } from "../toolchain/programs.js";
import { scratchFolder } from "../toolchain/scratch.js";
import { hostCompiler, withoutCompiler } from "../toolchain/compilers.js";

const runtime = join(import.meta.dirname, "../../templates/runtime");
const fixture = (name: string): string => join(import.meta.dirname, "fixtures", name);
const folder = scratchFolder("study");
const program = join(folder.path, "study");
const trueResults = join(folder.path, "true_results");
const includes = ["device", "study", "verify", "measure"].map((name) => `-I${join(runtime, name)}`);
const warnings = ["-Wall", "-Wextra", "-Wshadow", "-Werror"];

describe.skipIf(hostCompiler === undefined)(`the study program${withoutCompiler}`, () => {
  let results: StudyResults;

  beforeAll(async () => {
    const compiler = hostCompiler ?? "";
    const flags = ["-O1", "-pthread", ...warnings, ...includes];
    const study = {
      source: fixture("host_study.cu"),
      flags: ["-std=c++17", "-Wpedantic", ...flags, ...emulatorHeaders],
    };
    const reference = { source: fixture("true_results.cpp"), flags: ["-std=gnu++17", ...flags] };
    await Promise.all([
      linkedProgram(compiler, program, [study], await emulatorObjects(compiler)),
      linkedProgram(compiler, trueResults, [reference]),
    ]);
    const { stdout } = await requireSuccess(program, ["--largest", "10"]);
    results = parseStudyResults(stdout, "its output");
  }, 120_000);
  afterAll(folder.remove);

  test.each([3, 7, 12, 14])("knows the true results at 2^%i to 64 bits", async (exponent) => {
    const { stdout } = await requireSuccess(trueResults, [String(exponent)]);
    const differences = stdout.trim().split("\n").map(Number);
    expect(differences).toHaveLength(exponent <= 12 ? 4 : 3);
    for (const difference of differences) expect(difference).toBeLessThan(2 ** -60);
  });

  test("has all setups at all sizes", () => {
    const perSize = NUMBER_FORMATS.length * 4 * EXPERIMENTS.length * DISTRIBUTIONS.length;
    expect(results.records).toHaveLength(3 * perSize);
    expect(results.seeds).toBe(3);
  });

  test("finds integers exact where the format holds them", () => {
    const exact = results.records.filter(
      ({ type, distribution, experiment, algorithm }) =>
        (type === "f64" || type === "f32") &&
        (distribution === "PMONE" || distribution === "PAGH_PMONE") &&
        (experiment === "one-way" || experiment === "two-way") &&
        algorithm !== "alman-rao",
    );
    expect(exact).toHaveLength(3 * 2 * 3 * 4);
    for (const { drawn, missedZeros } of exact)
      expect({ drawn, missedZeros }).toEqual({ drawn: [0, 0, 0], missedZeros: 0 });
  });

  test("counts the zeros that sparse vectors have in their XOR convolution, which no rounding may hide", () => {
    const sparse = results.records.filter(
      ({ distribution, experiment, log2Size, algorithm }) =>
        distribution === "PAGH_NORM" && experiment === "xor-convolution" && log2Size === 7 && algorithm === "folklore",
    );
    for (const { zeros, drawn, type } of sparse) {
      // 16 times 16 products fall on 128 places: exp(-2) of them stay empty.
      expect(zeros / (3 * 128)).toBeGreaterThan(0.07);
      expect(zeros / (3 * 128)).toBeLessThan(0.21);
      for (const error of drawn) expect(error ?? Infinity).toBeLessThan(200 * ROUNDOFFS[type]);
    }
    expect(sparse).toHaveLength(4);
  });

  test("leaves out what overflows half precision", () => {
    const large = results.records.filter(
      ({ type, distribution, experiment, log2Size }) =>
        type === "f16" && distribution === "RELU_NORM" && experiment === "xor-convolution" && log2Size === 10,
    );
    expect(large.map(({ drawn }) => drawn)).toEqual(large.map(() => [undefined, undefined, undefined]));
    expect(large.length).toBe(4);
  });

  test("reproduces the thesis: Kahan reduces errors by about 30%, Neumaier by about 70%, Alman & Rao increases them", () => {
    const reductions = reductionTable(results, "drawn");
    for (const storage of NUMBER_FORMATS) {
      expect(reductions(storage, 10, "kahan")?.median).toBeCloseTo(0.3, 0.6);
      expect(reductions(storage, 10, "neumaier")?.median).toBeGreaterThan(0.58);
      expect(reductions(storage, 10, "neumaier")?.median).toBeLessThan(0.88);
      expect(reductions(storage, 10, "alman-rao")?.median).toBeLessThan(-0.2);
      expect(reductions(storage, 10, "alman-rao")?.median).toBeGreaterThan(-0.9);
    }
  });

  test("measures less where rounding the input does not count", () => {
    const [drawn, rounded] = [reductionTable(results, "drawn"), reductionTable(results, "rounded")];
    for (const storage of ["f32", "f16", "bf16"] as const) {
      const reduction = rounded(storage, 10, "neumaier")?.median ?? 0;
      expect(reduction).toBeGreaterThan(drawn(storage, 10, "neumaier")?.median ?? 1);
    }
    expect(rounded("f64", 10, "kahan")).toEqual(drawn("f64", 10, "kahan"));
  });

  test("would show a wrong transform", async () => {
    const { stdout } = await requireSuccess(program, ["--largest", "7", "--seeds", "1", "--smallest", "7"], {
      environment: { HOST_STUDY_WRONG: "1" },
    });
    const wrong = parseStudyResults(stdout, "its output").records.filter(({ algorithm }) => algorithm === "kahan");
    const normal = wrong.filter(({ distribution, type }) => distribution === "NORM" && type === "f64");
    for (const { drawn } of normal) expect(at(drawn, 0) ?? 0).toBeGreaterThan(1e-3);
    expect(normal).toHaveLength(4);
  });

  test("refuses options that it does not know", async () => {
    for (const words of [["--size", "3"], ["--seeds"], ["--seeds", "x"], ["--seeds", "0"]]) {
      const { exitCode, stderr } = await runProgram(program, words);
      expect(exitCode).toBe(2);
      expect(stderr).toContain("usage:");
    }
  });
});
