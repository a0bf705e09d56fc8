// The verification program around a plain Walsh-Hadamard transform on the virtual GPU: right answers pass for every type,
// shape and order, every kind of wrong one fails by name.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isThorough, sweep } from "../effort.js";
import { emulatorDirectory } from "../../generator/emit/read-template.js";
import { emulatorObjects } from "../toolchain/emulator-library.js";
import { linkedProgram } from "../toolchain/linked-program.js";
import { RUNTIME_IS_LINKED, verificationObject } from "../toolchain/verification-library.js";
import { FIXTURES, hasCompiler, run, RUNTIME, WARNINGS, type Run } from "./toolchain.js";

const folder = mkdtempSync(join(tmpdir(), "fftgen-walsh-"));
const available = hasCompiler("g++");
const TIMEOUT = 240_000;

const TYPES = { f32: "float", f64: "double", f16: "__half", bf16: "__nv_bfloat16" } as const;
type Precision = keyof typeof TYPES;
/** The runtime takes a while to compile for each, and the others differ in how numbers are rounded: half-program.thorough.test.ts has that. */
const PRECISIONS = sweep(Object.keys(TYPES) as readonly Precision[], (one) => one === "f32");

/** What the transform computes, and which mistake it makes; see fixtures/walsh_verify.cu. */
interface Plain {
  readonly size?: string;
  readonly order?: "natural" | "sequency" | "dyadic";
  readonly scale?: string;
  readonly distance?: string;
  readonly alignment?: string;
  readonly fault?: string;
}

const runWith = (precision: Precision, plain: Plain, ...args: readonly string[]): Run =>
  run(
    join(folder, precision),
    args,
    Object.fromEntries(Object.entries(plain).map(([key, value]) => [`WALSH_${key.toUpperCase()}`, value])),
  );

interface Report {
  readonly passed: boolean;
  readonly l2: number;
  readonly l2Bound: number;
  readonly mode: string;
  readonly tests: readonly { readonly test: string; readonly passed: boolean; readonly note?: string }[];
  readonly skipped: readonly { readonly test: string; readonly reason: string }[];
}

const reportOf = (precision: Precision, plain: Plain, ...args: readonly string[]): Report => {
  const { stdout, stderr } = runWith(precision, plain, ...args);
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout) as Report;
};
const verified = (precision: Precision, plain: Plain, ...args: readonly string[]): Report =>
  reportOf(precision, plain, "verify", "--json", ...args);
const verifiedOnDevice = (precision: Precision, plain: Plain, ...args: readonly string[]): Report =>
  reportOf(precision, plain, "huge", "--json", ...args);

const failuresOf = (report: Report): readonly string[] => [
  ...new Set(report.tests.filter((test) => !test.passed).map((test) => test.test)),
];

describe.skipIf(!available)(
  `the verification of real transforms${available ? "" : " (skipped: there is no g++)"}`,
  () => {
    beforeAll(async () => {
      const includes = [emulatorDirectory, join(FIXTURES, "fake"), join(RUNTIME, "..", "device"), RUNTIME];
      const flags = [...WARNINGS, "-O0", "-pthread", RUNTIME_IS_LINKED, ...includes.map((path) => `-I${path}`)];
      const emulator = await emulatorObjects("g++");
      const build = async (precision: Precision): Promise<unknown> => {
        const element = [`-DWALSH_ELEMENT=${TYPES[precision]}`, ...(precision.includes("16") ? ["-DWALSH_HALF"] : [])];
        const unit = { source: join(FIXTURES, "walsh_verify.cu"), flags: [...flags, ...element] };
        const runtime = await verificationObject("g++", TYPES[precision]);
        return linkedProgram("g++", join(folder, precision), [unit], [runtime, ...emulator]);
      };
      for (const precision of PRECISIONS) await build(precision);
    }, TIMEOUT);
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    describe("a correct transform passes", () => {
      const shapes: readonly Plain[] = [
        { size: "1" },
        { size: "2" },
        { size: "12" },
        { size: "64", order: "sequency" },
        { size: "32x8", order: "dyadic", scale: "0.0625" },
        { size: "28x(3)x4", distance: "400" },
        { size: "(5)x20", alignment: "32" },
        { size: "16x(7)", scale: "0.3", distance: "113" },
      ];
      // All in single precision, three of them in every type.
      const cases = PRECISIONS.flatMap((precision) =>
        shapes.slice(precision === "f32" ? 0 : 5).map((plain) => [precision, plain] as const),
      );
      it.each(cases)("%s %j", (precision, plain) => {
        const report = verified(precision, plain, "--batch", "3");
        expect(failuresOf(report)).toEqual([]);
        expect(report.l2).toBeLessThanOrEqual(report.l2Bound);
        const tests = report.tests.map((test) => test.test);
        expect(tests).toEqual(
          expect.arrayContaining([
            "random input, in place",
            "inverse sums, in place",
            "impulse",
            "linearity",
            "time shift",
          ]),
        );
        expect(tests.includes("whole numbers, in place")).toBe(plain.scale !== "0.3");
        expect(failuresOf(verifiedOnDevice(precision, plain, "--batch", "3"))).toEqual([]);
      });

      it("too long for every output to be compared", () => {
        for (const precision of PRECISIONS)
          expect(failuresOf(verified(precision, { size: "80x64" }, "--batch", "2"))).toEqual([]);
      });

      it.runIf(isThorough)("where outputs are much larger than inputs, or smaller, than halves can hold", () => {
        for (const scale of [1, 1 / 2 ** 12])
          expect(failuresOf(verified("f16", { size: "4096", scale: String(scale) }, "--batch", "1"))).toEqual([]);
      });

      it("for any shape, order, scale, distance, type and seed", () => {
        const length = (powers: boolean): fc.Arbitrary<string> =>
          fc
            .tuple(fc.nat({ max: 4 }), fc.constantFrom(...(powers ? [1] : [1, 12, 20, 28])))
            .map(([bits, base]) => String(base * 2 ** bits));
        const plain = fc.constantFrom("natural", "sequency", "dyadic").chain((order) =>
          fc.record({
            sizes: fc.tuple(fc.boolean(), fc.boolean(), length(order !== "natural"), fc.integer({ min: 1, max: 5 })),
            order: fc.constant(order),
            scale: fc.constantFrom("1", "0.125", "-2", "0.7"),
            gap: fc.nat({ max: 40 }),
            precision: fc.constantFrom(...PRECISIONS),
          }),
        );
        fc.assert(
          fc.property(
            plain,
            fc.nat(),
            ({ sizes: [before, behind, own, other], order, scale, gap, precision }, seed) => {
              const size = [...(before ? [`(${other})`] : []), own, ...(behind ? [`(${other})`] : [])].join("x");
              const elements = size.match(/\d+/g)?.reduce((product, word) => product * Number(word), 1) ?? 1;
              const which = { size, order, scale, distance: String(elements + gap) };
              const args = ["--seed", String(seed), "--batch", "2"];
              expect(failuresOf(verified(precision, which, ...args))).toEqual([]);
              expect(failuresOf(verifiedOnDevice(precision, which, ...args))).toEqual([]);
            },
          ),
          { seed: 12, numRuns: 8 },
        );
      });
    });

    describe("a wrong transform fails", () => {
      const direct = "random input, out of place";
      const inverse = "inverse sums, out of place";
      const whole = "whole numbers, out of place";
      const powers: Plain = { size: "16x(3)x32", order: "sequency", distance: "1600" };
      const bases: Plain = { size: "28x(3)x12", distance: "1100" };

      it.each<readonly [fault: string, plain: Plain, mustFail: readonly string[]]>([
        ["one wrong output", powers, [direct, inverse, "impulse", whole]],
        ["one wrong butterfly", powers, [inverse, "time shift", whole]],
        ["missing last factor", powers, [direct, inverse, "impulse", "frequency shift", whole]],
        ["missing last batch member", powers, [direct, inverse, "bits by batch position", whole]],
        ["natural order", powers, [direct, inverse, "impulse", whole]],
        ["dyadic order", powers, [direct, inverse, "impulse", whole]],
        ["transposed matrix", bases, [direct, inverse, "impulse", whole]],
        ["another axis", powers, [direct, inverse, "impulse", whole]],
        ["ignores the distance", powers, [direct, inverse, "every output written"]],
        ["wrong scale", powers, [direct, inverse, "impulse", whole]],
        ["ten times the bound", powers, [direct, inverse, "impulse"]],
        ["gives NaN", bases, [direct, inverse, "impulse", "linearity", whole]],
        ["unwritten element", bases, [direct, inverse, "every output written", whole]],
      ])("%s", (fault, plain, mustFail) => {
        const report = verified("f32", { ...plain, fault }, "--batch", "5");
        expect(failuresOf(report)).toEqual(expect.arrayContaining([...mustFail]));
        expect(verifiedOnDevice("f32", { ...plain, fault }, "--batch", "5").passed).toBe(false);
      });

      it.each<readonly [fault: string, failures: readonly string[]]>([
        ["writes past the end", ["guard bands"]],
        ["writes before the beginning", ["guard bands"]],
        ["writes into a gap", ["guard bands"]],
        ["modifies the input", ["input unchanged"]],
        ["accepts misaligned", ["arguments"]],
      ])("%s: exactly %j", (fault, failures) => {
        const report = verified("f32", { ...powers, fault, alignment: "16" }, "--batch", "5");
        expect(failuresOf(report)).toEqual(failures);
      });

      it.runIf(isThorough)("one that is computed in less than it should be", () => {
        expect(failuresOf(verified("f64", { size: "64", fault: "computes in less" }, "--batch", "1"))).toContain(
          direct,
        );
      });

      it("a single butterfly among many, in every type", () => {
        for (const precision of PRECISIONS) {
          const plain = { size: "8192", fault: "one wrong butterfly" };
          expect(verified(precision, plain, "--batch", "1").passed).toBe(false);
          expect(verifiedOnDevice(precision, plain).passed).toBe(false);
        }
      });

      it("where it is", () => {
        const noteOf = (report: Report): string | undefined => report.tests.find((test) => !test.passed)?.note;
        expect(noteOf(verified("f32", { ...powers, fault: "writes into a gap" }, "--batch", "2"))).toBe(
          "element 1599, where nothing is to be, of the output was overwritten, in: random input, out of place, batch 2",
        );
        expect(noteOf(verifiedOnDevice("f32", { ...powers, fault: "one wrong output" }, "--batch", "2"))).toMatch(
          /^1 wrong; output \(8, 0, 0\) of batch member 0 is \S+ instead of \S+$/,
        );
      });
    });

    it("says what it leaves out, and why", () => {
      const reasons = verified("f32", { size: "16", scale: "1e-7" }, "--batch", "1").skipped.map(
        ({ reason }) => reason,
      );
      expect(reasons).toContain("the scale is no power of two");
      const { stdout } = runWith("f32", { size: "1024" }, "huge");
      expect(stdout).toMatch(/digits 5 to 10 of 10 fixed, in place +1 +1024 +ok\n/);
      expect(stdout).toMatch(/plain: verified, every output is exact\n$/);
    });

    it.each([
      [{ size: "24x44" }, [], "must be the order of a matrix of its choice times a power of two"],
      [{ size: "24", order: "dyadic" }, [], "orders other than natural are of powers of two only"],
      [{ size: "(8)" }, [], "at least one dimension is transformed"],
      [
        { size: "8", distance: "7" },
        ["--batch", "2"],
        "--batch must be at most 1: arrays of a larger one would overlap, not 2",
      ],
    ] as const)("refuses a description that contradicts itself: %j %j", (plain, args, message) => {
      const { status, stderr } = runWith("f32", plain, ...args);
      expect(status).toBe(2);
      expect(stderr).toContain(message);
    });

    it("times it beside a copy and cuFFT's real-to-complex transform, where there is one", () => {
      interface Benchmark {
        readonly cufftTransform?: string;
        readonly cufftNote?: string;
        readonly candidates: readonly { readonly name: string; readonly placement: string }[];
      }
      const benchmark = (plain: Plain): Benchmark =>
        JSON.parse(runWith("f32", plain, "benchmark", "--batch", "2", "--repeat", "2", "--json").stdout) as Benchmark;
      const dense = benchmark({ size: "(3)x16x8" });
      expect(dense.cufftTransform).toBe("real-to-complex");
      expect(dense.candidates.map(({ name, placement }) => `${name} ${placement}`)).toEqual([
        "transform out of place",
        "transform in place",
        "copy out of place",
        "cuFFT out of place",
      ]);
      expect(benchmark({ size: "16", distance: "24" }).cufftNote).toBeUndefined();
      expect(benchmark({ size: "4x(3)x4" }).cufftNote).toBeUndefined();
      expect(benchmark({ size: "(2)x4x(3)x4", distance: "100" }).cufftNote).toBe(
        "cuFFT has one distance between transforms only",
      );
    });

    it("transforms files, which have no gaps", () => {
      const [input, output] = [join(folder, "input"), join(folder, "output")];
      // 2 arrays of 4 rows of 3 numbers, transformed along the rows' dimension: small whole numbers, so all is exact.
      const values = Float32Array.from({ length: 24 }, (_, i) => (i * i) % 7);
      writeFileSync(input, values);
      const args = ["raw", "--input", input, "--output", output];
      expect(runWith("f32", { size: "4x(3)", distance: "15" }, ...args).stderr).toBe("");
      const bytes = readFileSync(output);
      const seen = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
      const expected = values.map((_, i) => {
        const [array, k, column] = [Math.floor(i / 12), Math.floor(i / 3) % 4, i % 3];
        return [0, 1, 2, 3].reduce((sum, j) => {
          const sign = [0, 3].includes(j & k) || (j & k) === 0 ? 1 : -1;
          return sum + sign * (values[array * 12 + j * 3 + column] ?? Number.NaN);
        }, 0);
      });
      expect(seen).toEqual(expected);
    });
  },
);
