// The verification program around a naive FFT of complex elements of 16 bits, on the virtual GPU: right answers pass, wrong
// ones fail by name, also those that are off by little more than such elements are rounded.
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { emulatorDirectory } from "../../generator/emit/read-template.js";
import { requireNoWarning } from "../toolchain/evidence.js";
import { isThorough, sweep } from "../effort.js";
import { emulatorObjects } from "../toolchain/emulator-library.js";
import { linkedProgram } from "../toolchain/linked-program.js";
import { RUNTIME_IS_LINKED, verificationObject } from "../toolchain/verification-library.js";
import { canInclude, FIXTURES, hasCompiler, run, RUNTIME, temporaryFolder, WARNINGS, type Run } from "./toolchain.js";

const folder = temporaryFolder();
afterAll(folder.remove);
const available = hasCompiler("g++");
const SOURCE = join(FIXTURES, "half_verify.cpp");
const TIMEOUT = 240_000;

const TYPES = { f16: "__half2", bf16: "__nv_bfloat162" } as const;
type Precision = keyof typeof TYPES;
/** The runtime takes a while to compile for each. */
const PRECISIONS = sweep(Object.keys(TYPES) as readonly Precision[], (one) => one === "f16");

/** What the program computes, and which mistake it makes; see fixtures/half_verify.cpp. */
interface Halves {
  readonly size?: string;
  readonly direction?: "forward" | "inverse";
  readonly order?: "natural" | "digit-reversed";
  readonly scale?: string;
  readonly fault?: string;
}

const runWith = (precision: Precision, halves: Halves, ...args: readonly string[]): Run =>
  run(
    folder.path(precision),
    args,
    Object.fromEntries(Object.entries(halves).map(([key, value]) => [`HALF_${key.toUpperCase()}`, String(value)])),
  );

interface Report {
  readonly precision: string;
  readonly l2: number;
  readonly tests: readonly { readonly test: string; readonly passed: boolean }[];
}

const reportOf = (precision: Precision, halves: Halves, ...args: readonly string[]): Report =>
  JSON.parse(runWith(precision, halves, "verify", "--json", ...args).stdout) as Report;

const failuresOf = ({ tests }: Report): readonly string[] => [
  ...new Set(tests.filter(({ passed }) => !passed).map(({ test }) => test)),
];

describe.skipIf(!available)(
  `the verification of 16-bit Fourier transforms${available ? "" : " (skipped: there is no g++)"}`,
  () => {
    beforeAll(async () => {
      const includes = [emulatorDirectory, FIXTURES, RUNTIME].map((path) => `-I${path}`);
      const emulator = await emulatorObjects("g++");
      const build = async (precision: Precision): Promise<unknown> => {
        const element = TYPES[precision];
        const flags = [...WARNINGS, "-O1", "-pthread", RUNTIME_IS_LINKED, ...includes, `-DHALF_ELEMENT=${element}`];
        const runtime = await verificationObject("g++", element);
        return linkedProgram("g++", folder.path(precision), [{ source: SOURCE, flags }], [runtime, ...emulator]);
      };
      await Promise.all(PRECISIONS.map(build));
    }, TIMEOUT);

    describe.each(PRECISIONS)("%s", (precision) => {
      it.each<Halves>([
        { size: "1" },
        { size: "45", direction: "inverse" },
        { size: "32x16", order: "digit-reversed", scale: "-3" },
        { size: "16x8x4", scale: "0.3" },
        { size: "8192" },
      ])("passes when it is right: %j", (halves) => {
        const report = reportOf(precision, halves, "--batch", "3");
        expect(failuresOf(report)).toEqual([]);
        expect(report.precision).toBe(precision);
        expect(report.tests.map(({ test }) => test)).toEqual(
          expect.arrayContaining(["random input, in place", "impulse", "linearity", "time shift", "frequency shift"]),
        );
      });

      it("is held to what rounding once leaves, however large or small outputs are", () => {
        for (const scale of [1, 1 / 64, 1 / 4096]) {
          const report = reportOf(precision, { size: "4096", scale: String(scale) }, "--batch", "1");
          expect(failuresOf(report)).toEqual([]);
          const roundoff = precision === "f16" ? 2 ** -11 : 2 ** -8;
          expect(report.l2 / roundoff).toBeGreaterThan(0.38);
          expect(report.l2 / roundoff).toBeLessThan(0.48);
        }
      });

      it.runIf(isThorough)(
        "has no mean in its inputs, which would become one output much larger than the others",
        () => {
          expect(failuresOf(reportOf(precision, { size: "262144" }, "--batch", "1", "--samples", "4"))).toEqual([]);
        },
        60_000,
      );

      const direct = "random input, out of place";
      const inverse = "inverse sums, out of place";
      it.each<readonly [fault: string, mustFail: readonly string[]]>([
        ["wrong direction", [direct, inverse, "impulse", "time shift", "frequency shift"]],
        ["wrong scale", [direct, inverse, "impulse"]],
        ["one wrong output", [direct, inverse, "impulse", "linearity", "time shift", "frequency shift"]],
        ["one percent", [direct, inverse, "impulse"]],
        ["natural order", [direct, inverse, "impulse"]],
        ["gives NaN", [direct, inverse, "impulse", "linearity"]],
        ["unwritten element", [direct, "every output written"]],
      ])("fails with %s: %j", (fault, mustFail) => {
        const report = reportOf(precision, { size: "64x8", order: "digit-reversed", fault }, "--batch", "5");
        expect(failuresOf(report)).toEqual(expect.arrayContaining([...mustFail]));
      });

      it("fails with a single wrong output among more than are sampled, too many for the inverse sums", () => {
        const halves = { size: "16384", fault: "one wrong output" };
        const report = reportOf(precision, halves, "--samples", "3", "--batch", "1");
        expect(failuresOf(report)).toEqual(expect.arrayContaining(["impulse", "linearity", "frequency shift"]));
        expect(failuresOf(report)).not.toContain(direct);
      });

      it("is timed beside a copy", () => {
        const { status, stdout } = runWith(precision, { size: "64" }, "benchmark", "--batch", "2", "--repeat", "2");
        expect(status).toBe(0);
        expect(stdout).toContain("batch 2, 512 bytes per buffer");
      });
    });
  },
);

describe("nvcc compiles the same program", () => {
  it.for(["", "and cuFFT"])("%s", { timeout: TIMEOUT }, async (library, { skip }) => {
    if (!hasCompiler("nvcc") || (library !== "" && !canInclude("nvcc", "cufft.h"))) skip(`there is no nvcc ${library}`);
    for (const precision of ["f16", "bf16"] as const) {
      const definitions = [`-DHALF_ELEMENT=${TYPES[precision]}`, ...(library === "" ? [] : ["-DFFTGEN_WITH_CUFFT"])];
      await requireNoWarning(`half_verify.cpp, ${precision} ${library}`.trim(), {
        sources: [SOURCE],
        flags: ["-std=c++17", "-arch=sm_90", "-Xcompiler", "-Wall,-Wextra,-Werror", ...definitions],
        includes: [RUNTIME],
      });
    }
  });
});
