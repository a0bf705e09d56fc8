// The verification program around a naive host FFT: right answers pass, every kind of wrong one fails by name.
import { readFileSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isThorough } from "../effort.js";
import {
  available,
  besideProgram,
  failuresOf,
  reportOf,
  runWith,
  useNaiveProgram,
  type Launcher,
} from "./naive-program.js";

describe.skipIf(!available)(`the verification program${available ? "" : " (skipped: there is no g++)"}`, () => {
  useNaiveProgram();

  describe("a correct launcher passes", () => {
    it.each<Launcher>([
      { size: "16(4,4)" },
      { size: "1(1)" },
      { size: "2(2)", precision: "f64" },
      { size: "45(5,9)", precision: "f64" },
      { size: "97(97)", direction: "inverse", scale: "0.25" },
      { size: "64(8,8)x32(2,16)", order: "digit-reversed" },
      { size: "12(4,3)x35(5,7)", order: "digit-reversed", direction: "inverse", precision: "f64" },
      { size: "4(4)x6(2,3)x10(5,2)", direction: "inverse", scale: "-0.5" },
      { size: "3(3)x8(2,4)x16(2,8)", order: "digit-reversed", precision: "f64", workspace: "0" },
      // Some dimensions are not transformed, arrays and rows lie apart or within each other.
      { size: "16(4,4)x7-x15(3,5)", input: "/1700", output: "/1700" },
      { size: "16(4,4)x15(3,5)", input: "20,1/400", output: "20,1/400", direction: "inverse" },
      { size: "16(4,4)x15(3,5)", input: "20,1/400", output: "1,16", inPlace: "no", precision: "f64" },
      { size: "16(4,4)x7-x15(3,5)", output: "3000,400,20/1", inPlace: "no" },
      { size: "16(4,4)x15(3,5)", input: "160,10/1", output: "160,10/1" },
      { size: "16(4,4)x6-", input: "///planar", output: "7,1/120//planar", inPlace: "no" },
      { size: "32(4,8)", input: "///planar", output: "///planar", precision: "f64" },
      { size: "5-x12(4,3)x6-", order: "digit-reversed", precision: "f64" },
      { size: "3-x16(4,4)", input: "/50", output: "/50", direction: "inverse" },
      { size: "2(2)x3(3)x2(2)x1(1)x2(2)x3(3)x2(2)x4(2,2)", order: "digit-reversed", inPlace: "no" },
    ])("%j", (launcher) => {
      const report = reportOf(launcher);
      expect(failuresOf(report)).toEqual([]);
      expect(report.passed).toBe(true);
      expect(report.l2).toBeLessThan(report.l2Bound);
      expect(new Set(report.tests.map((test) => test.test))).toContain("frequency shift");
      expect(report.tests.some((test) => test.test.endsWith("in place"))).toBe(launcher.inPlace !== "no");
    });

    it.each<Launcher>([
      { size: "16384(16,4,256)", order: "digit-reversed" },
      { size: "48(16,3)x128(2,64)", precision: "f64", direction: "inverse" },
    ])("$size: too long for every output to be compared", (launcher) => {
      expect(failuresOf(reportOf(launcher, "--batch", "2"))).toEqual([]);
    });

    it("for any shape, order, direction, scale, precision and seed", () => {
      const dimension = fc
        .array(fc.integer({ min: 2, max: 5 }), { minLength: 1, maxLength: 3 })
        .map((radices) => `${radices.reduce((product, radix) => product * radix, 1)}(${radices.join(",")})`);
      const launcher = fc.record({
        size: fc.array(dimension, { minLength: 1, maxLength: 2 }).map((dimensions) => dimensions.join("x")),
        precision: fc.constantFrom("f32", "f64"),
        direction: fc.constantFrom("forward", "inverse"),
        order: fc.constantFrom("natural", "digit-reversed"),
        scale: fc.constantFrom("1", "0.1", "-3", "1e-9"),
      });
      fc.assert(
        fc.property(launcher, fc.nat(), (which, seed) => {
          expect(failuresOf(reportOf(which, "--seed", String(seed), "--batch", "2"))).toEqual([]);
        }),
        { seed: 20, numRuns: 10 },
      );
    });

    it("of which parts are there: tests that need all are left out, and said to be", () => {
      const of = { size: "16(4,4)x6-x15(3,5)", inPlace: "no" } as const;
      const some = reportOf({ ...of, input: "//0..16,1..5,3..12" });
      expect(failuresOf(some)).toEqual([]);
      expect(some.skipped.map(({ test }) => test)).toEqual(expect.arrayContaining(["time shift"]));
      // Rows of which a part is there lie within each other.
      expect(failuresOf(reportOf({ ...of, input: "56,8,1/900/1..8,0..6,4..12", output: "1000,100,3" }))).toEqual([]);
      const [less] = [reportOf({ ...of, output: "400,40,2/8000/2..16,1..5,3..12", order: "digit-reversed" })];
      expect(failuresOf(less)).toEqual([]);
      expect(less.skipped.map(({ test }) => test)).toEqual(
        expect.arrayContaining(["inverse sums, out of place", "frequency shift"]),
      );
    });

    it("and says so in the last line", () => {
      const { status, stdout } = runWith({});
      expect(status).toBe(0);
      expect(stdout.trimEnd().split("\n").at(-1)).toMatch(
        /^naive: verified, relative L2 error \S+e-08 \(bound 1\.8e-07\)$/,
      );
    });

    it("around the tile: one transform less, just as many, one more, and two tiles and three", () => {
      expect([...new Set(reportOf({}).tests.map((test) => test.batch))]).toEqual([1, 3, 4, 5, 11, undefined]);
    });

    it("tries a batch of several rounds for the two clusters that are there, in all tests of a batch", () => {
      const batches = (launcher: Launcher): readonly (number | undefined)[] => [
        ...new Set(reportOf(launcher).tests.map((test) => test.batch)),
      ];
      expect(batches({ tiles: "1" })).toEqual([1, 3, 4, 5, 7, 11, undefined]);
      expect(batches({ tiles: "2" })).toEqual([1, 3, 4, 5, 11, undefined]);
    });

    it.runIf(isThorough)("tries no larger batch where a transform is long", () => {
      const long = { size: "32768(32,32,32)", tiles: "1" };
      const { tests } = reportOf(long, "--samples", "4");
      expect([...new Set(tests.map((test) => test.batch))]).toEqual([1, 3, 4, 5, 7, undefined]);
      expect(tests.find(({ test }) => test === "repeatable bits")?.batch).toBe(7);
    });
  });

  describe("a wrong launcher fails", () => {
    const direct = "random input, out of place";
    const inverse = "inverse sums, out of place";
    const size = "4(4)x4(2,2)x15(3,5)";

    it.each<readonly [fault: string, mustFail: readonly string[]]>([
      ["one wrong output", [direct, inverse, "impulse", "linearity"]],
      ["one wrong twiddle", [direct, "random input, in place", "time shift"]],
      ["swapped dimensions", [direct, inverse, "impulse"]],
      ["missing last batch member", [direct, inverse, "bits by batch position"]],
      ["unwritten element", [direct, inverse, "every output written"]],
      ["ten times the bound", [direct, "linearity", "time shift", "frequency shift"]],
      ["wrong direction", [direct, inverse, "impulse", "time shift", "frequency shift"]],
      ["wrong scale", [direct, inverse, "impulse"]],
      ["gives NaN", [direct, inverse, "impulse", "linearity", "time shift", "frequency shift"]],
      ["modifies the input", ["input unchanged"]],
    ])("%s: %j", (fault, mustFail) => {
      for (const precision of ["f32", "f64"] as const) {
        const report = reportOf({ size, precision, fault });
        expect(report.passed).toBe(false);
        expect(failuresOf(report)).toEqual(expect.arrayContaining([...mustFail]));
      }
    });

    it.each<readonly [fault: string, failures: readonly string[]]>([
      ["writes past the end", ["guard bands"]],
      ["writes before the beginning", ["guard bands"]],
      ["writes past the workspace", ["guard bands"]],
      ["not repeatable", ["repeatable bits", "another stream", "least alignment"]],
      ["depends on the batch position", ["bits by batch position"]],
      ["writes for batch 0", ["arguments"]],
      ["accepts null", ["arguments"]],
      ["accepts misaligned", ["arguments"]],
    ])("%s: exactly %j", (fault, failures) => {
      expect(failuresOf(reportOf({ size, fault }))).toEqual(failures);
    });

    it("along a dimension that is a batch of its own, or beyond an array", () => {
      const some = { size: "16(4,4)x4-(2,2)", input: "/70", output: "/70", gap: "130" };
      const report = reportOf({ ...some, fault: "transforms a batch" });
      expect(failuresOf(report)).toEqual(expect.arrayContaining([direct, inverse, "impulse"]));
      expect(failuresOf(reportOf({ ...some, fault: "writes into the gap" }))).toEqual(["guard bands"]);
    });

    it.each<Launcher>([
      { output: "5,1/80", gap: "9" },
      { output: "1,17", gap: "32" },
      { output: "///planar", gap: "1300" },
      { output: "//0..16,1..4", gap: "1" },
    ])("between rows, behind planes, where a part of the output is: %j", (lies) => {
      const some: Launcher = { size: "16(4,4)x4-(2,2)", inPlace: "no", ...lies };
      expect(failuresOf(reportOf(some, "--batch", "5"))).toEqual([]);
      expect(failuresOf(reportOf({ ...some, fault: "writes into the gap" }, "--batch", "5"))).toEqual(["guard bands"]);
    });

    it("natural order where digits should be reversed", () => {
      const report = reportOf({ size, order: "digit-reversed", fault: "natural order" });
      expect(failuresOf(report)).toEqual(expect.arrayContaining([direct, inverse, "impulse"]));
    });

    it("a single wrong output among more than are sampled", () => {
      const report = reportOf({ size: "16384(16,4,256)", fault: "one wrong output" }, "--samples", "3", "--batch", "1");
      expect(failuresOf(report)).toEqual(expect.arrayContaining([inverse, "impulse"]));
      expect(failuresOf(report)).not.toContain(direct);
    });

    it("with exit status 1, where it went wrong, and the failed tests in the last line", () => {
      const { status, stdout } = runWith({ size, fault: "writes past the end" });
      expect(status).toBe(1);
      expect(stdout).toContain(
        "4 bytes past the end of the output was overwritten, in: random input, out of place, batch 1",
      );
      expect(stdout.trimEnd().split("\n").at(-1)).toBe("naive: FAILED: guard bands");
      const unwritten = runWith({ size, fault: "unwritten element" }).stdout;
      expect(unwritten).toContain("output (2, 0, 0) of batch member 0 was not written");
      expect(unwritten).toMatch(/FAILED: random input, out of place \(batch 1, 3, 4, 5, 11\); inverse sums/);
    });
  });

  describe("the command line", () => {
    it.each([
      [["--frobnicate"], "no option '--frobnicate'"],
      [["polish"], "unknown mode 'polish'"],
      [["--batch"], "--batch needs a value"],
      [["--batch", "0"], "at least 1, not '0'"],
      [["--seed", "-1"], "whole number"],
      [["benchmark", "--seed", "1"], "no option '--seed'"],
      [["raw", "--input", "x"], "raw needs --input FILE and --output FILE"],
      [["raw", "--input", "does-not-exist", "--output", "x"], "cannot read does-not-exist"],
    ])("refuses %j", (args, message) => {
      const { status, stderr } = runWith({}, ...args);
      expect(status).toBe(2);
      expect(stderr).toContain(message);
    });

    it("refuses a description that contradicts itself", () => {
      const { status, stderr } = runWith({ size: "16(4,3)" });
      expect(status).toBe(2);
      expect(stderr).toContain("radices of a dimension must multiply to its length");
    });

    it("explains itself", () => {
      const { status, stdout } = runWith({}, "--help");
      expect(status).toBe(0);
      expect(stdout).toMatch(/verify.*benchmark.*raw/s);
    });

    it.each(["verify", "benchmark"])("%s says how much memory is missing", (mode) => {
      const { status, stderr } = runWith({ inPlace: "no", workspace: "0" }, mode, "--batch", "10000000000");
      expect(status).toBe(3);
      expect(stderr).toMatch(/not enough device memory: batch 10000000000 .*needs \d{13} bytes/);
    });

    it("reports an error of the launcher", () => {
      const { status, stderr } = runWith({ fault: "launch failure" });
      expect(status).toBe(3);
      expect(stderr).toContain("execute failed: cudaErrorLaunchFailure");
    });
  });

  describe("the benchmark", () => {
    interface Benchmark {
      readonly batch: number;
      readonly differenceFromCufft?: number;
      readonly candidates: readonly {
        readonly name: string;
        readonly placement: string;
        readonly medianMs: number;
        readonly minMs: number;
      }[];
    }

    it("times the transform, a copy and cuFFT, and compares with cuFFT's output", () => {
      const { status, stdout } = runWith(
        { size: "6x10", scale: "0.5" },
        "benchmark",
        "--batch",
        "3",
        "--repeat",
        "5",
        "--json",
      );
      expect(status).toBe(0);
      const benchmark = JSON.parse(stdout) as Benchmark;
      expect(benchmark.candidates.map(({ name, placement }) => `${name} ${placement}`)).toEqual([
        "transform out of place",
        "transform in place",
        "copy out of place",
        "cuFFT out of place",
        "cuFFT in place",
      ]);
      for (const { medianMs, minMs } of benchmark.candidates) expect(minMs).toBeLessThanOrEqual(medianMs);
      expect(benchmark.differenceFromCufft).toBeLessThan(1e-7);
      expect(runWith({ size: "6x10" }, "benchmark").stdout).toMatch(
        /transform +out of place +[\d.]+ .*\n.*relative L2 difference/s,
      );
    });

    it("sees a difference from cuFFT, and does without cuFFT in 4 dimensions", () => {
      const wrong = JSON.parse(
        runWith({ size: "64", fault: "wrong scale" }, "benchmark", "--json").stdout,
      ) as Benchmark;
      expect(wrong.differenceFromCufft).toBeCloseTo(0.5, 6);
      const { status, stdout } = runWith({ size: "2x2x2x2", inPlace: "no" }, "benchmark");
      expect(status).toBe(0);
      expect(stdout).toContain("no cuFFT: cuFFT has at most 3 dimensions");
    });
  });

  describe("raw", () => {
    const input = (): string => besideProgram("input");
    const output = (): string => besideProgram("output");

    it.for([[], ["--in-place"]])("transforms a file %j", (placement) => {
      const [batch, n] = [3, 15];
      const values = Float64Array.from({ length: 2 * batch * n }, (_, i) => Math.sin(i * i));
      writeFileSync(input(), values);
      const args = ["raw", "--input", input(), "--output", output(), ...placement];
      expect(runWith({ size: "15(3,5)", precision: "f64", order: "digit-reversed" }, ...args).status).toBe(0);
      const bytes = readFileSync(output());
      const seen = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
      expect(seen.length).toBe(values.length);
      for (let member = 0; member < batch; member++) {
        for (let k = 0; k < n; k++) {
          let [re, im] = [0, 0];
          for (let j = 0; j < n; j++) {
            const angle = (-2 * Math.PI * ((j * k) % n)) / n;
            const [x, y] = [values[2 * (member * n + j)] ?? NaN, values[2 * (member * n + j) + 1] ?? NaN];
            re += x * Math.cos(angle) - y * Math.sin(angle);
            im += x * Math.sin(angle) + y * Math.cos(angle);
          }
          const position = member * n + (k % 3) * 5 + Math.floor(k / 3); // radices 3, 5: k = k1 + 3 k2 lies at 5 k1 + k2
          expect(seen[2 * position]).toBeCloseTo(re, 12);
          expect(seen[2 * position + 1]).toBeCloseTo(im, 12);
        }
      }
    });

    it("refuses a file of another size, and placement that the transform has not", () => {
      writeFileSync(input(), new Float32Array(2 * 20));
      const args = ["raw", "--input", input(), "--output", output()];
      expect(runWith({ size: "16" }, ...args).stderr).toContain("holds 20 elements, not a multiple of 16");
      expect(runWith({ size: "10" }, ...args, "--batch", "3").stderr).toContain("holds 20 elements, not 30");
      expect(runWith({ size: "20", inPlace: "no" }, ...args, "--in-place").stderr).toContain(
        "cannot be computed in place",
      );
    });
  });
});
