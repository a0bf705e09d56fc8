// Walsh-Hadamard transforms in suites and reports: peers from recorded bandwidths, no column for a library that does not do them,
// and the bandwidth that a real transform achieves.
import { describe, expect, test } from "vitest";
import { chartSvg } from "../../generator/bench/chart.js";
import { caseTable } from "../../generator/bench/columns.js";
import { htmlReport } from "../../generator/bench/html-report.js";
import { leastPasses } from "../../generator/bench/least-passes.js";
import { suiteResults } from "../../generator/bench/results.js";
import { findSuite } from "../../generator/bench/shipped-suites.js";
import { parseSuite } from "../../generator/bench/suite-file.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { elementBytes, elementCount, makeWalshTransform } from "../../generator/plan/transform.js";
import { transformName } from "../../generator/plan/transform-name.js";
import type { Measurement, Platform } from "../../generator/tune/measurement.js";

const suite = findSuite("fwht");
const gpu = findGpu("H200");
const platform: Platform = { gpu: gpu.name, driver: "580", toolchain: "nvcc 13.0" };

/** Every case took `milliseconds`, a copy `copyMilliseconds`. */
const measurements = (milliseconds: number, copyMilliseconds: number): readonly Measurement[] =>
  suite.cases.map(({ transform }, index) => ({
    candidate: {
      name: transformName(transform),
      transform,
      kernels: ["{ H(1,2,1,2) } on 32 threads"],
      text: `sha256:${String(index).padStart(64, "0")}`,
      plannedFor: gpu.name,
      predictedMilliseconds: milliseconds,
      rank: 1,
    },
    platform,
    outcome: { kind: "measured", timing: { milliseconds, copyMilliseconds, repeat: 50 }, relativeL2Error: 1e-7 },
    buildSeconds: 1,
    binaryBytes: 1000,
  }));

describe("the suite", () => {
  test("has rows of 64 to 32768 in four types, each a quarter of a billion numbers or 1 GiB", () => {
    for (const [precision, points] of [
      ["f16", 2 ** 28],
      ["bf16", 2 ** 28],
      ["f32", 2 ** 28],
      ["f64", 2 ** 27],
    ] as const) {
      const rows = suite.cases.filter(
        ({ transform }) => transform.precision === precision && transform.batch > 1 && transform.order === "natural",
      );
      expect(rows.map(({ transform }) => elementCount(transform))).toEqual(
        Array.from({ length: 10 }, (_, index) => 64 * 2 ** index),
      );
      for (const { transform } of rows) expect(elementCount(transform) * transform.batch).toBe(points);
    }
  });

  test("records peers as the times in which their bandwidths move the data", () => {
    const found = suite.cases.find(({ label }) => label === "fwht bf16 4096 x65536");
    // f16 and bf16 rows: 512 MiB in, 512 MiB out.
    const speeds = [2373, 3643];
    expect(found?.peers.map(({ library }) => library)).toEqual(["fast-hadamard-transform", "HadaCore"]);
    found?.peers.forEach(({ milliseconds }, index) => {
      expect(2 ** 30 / milliseconds / 1e6 / (speeds[index] ?? 0)).toBeCloseTo(1, 3);
    });
  });

  test("has single vectors, another order, and every stabilisation", () => {
    const labels = suite.cases.map(({ label }) => label);
    expect(labels).toEqual(
      expect.arrayContaining([
        "fwht f32 2^20",
        "fwht f64 2^30",
        "fwht bf16 4096 sequency x65536",
        "fwht f32 2^24 semi-neumaier",
      ]),
    );
  });
});

describe("a report", () => {
  const results = suiteResults(suite, platform, gpu, measurements(1, 0.5));

  test("counts the data read once and written once", () => {
    for (const result of results.cases) {
      if (result.kind !== "measured") throw new Error(result.kind);
      const { transform } = result.benchCase;
      const bytes = 2 * elementBytes(transform) * elementCount(transform) * transform.batch;
      expect(result.bandwidth).toBeCloseTo(bytes / 1e6);
    }
  });

  test("has no word of cuFFT in it, and a cell for each column", () => {
    const { columns, rows } = caseTable(results);
    expect(columns.map(({ title }) => title)).not.toContain("cuFFT");
    for (const row of rows) expect(row).toHaveLength(columns.length);
    expect(htmlReport(results)).not.toMatch(/cuFFT|complex/i);
  });

  test("puts the verdict of a failed case under its title", () => {
    const [first, ...others] = measurements(1, 0.5);
    if (first === undefined) throw new Error("no measurement");
    const failing: Measurement = { ...first, outcome: { kind: "failed", reason: "it did not run" } };
    const { columns, rows } = caseTable(suiteResults(suite, platform, gpu, [failing, ...others]));
    const verdict = columns.findIndex(({ title }) => title === "verdict");
    expect(rows[0]?.[verdict]?.text).toBe("failed: it did not run");
  });

  test("groups the chart by kind and type", () => {
    const svg = chartSvg(results);
    expect(svg).toContain(">1D bf16 Walsh-Hadamard</text>");
    expect(svg).toMatch(/>4096 sequency<tspan[^>]*>[^<]*65536/);
  });

  test("knows how few passes there can be: only what is transformed mixes", () => {
    expect(leastPasses(makeWalshTransform([2 ** 20], "f32"), gpu)).toBe(1);
    expect(leastPasses(makeWalshTransform([2 ** 30], "f32"), gpu)).toBe(2);
    expect(leastPasses(makeWalshTransform([2 ** 20, 2 ** 10], "f32", { axes: ["X"] }), gpu)).toBe(1);
  });
});

describe("a suite file", () => {
  const oneEntry = (entry: object) =>
    parseSuite(
      JSON.stringify({ name: "mine", entries: [{ kind: "fwht", size: "256", precision: "f32", ...entry }] }),
      "my.json",
    );

  test("has both kinds", () => {
    const entries = [
      { size: "2^10", precision: "f32", points: "2^20" },
      { kind: "fwht", size: ["12*2^10", "64x64"], precision: ["f16", "f64"], batch: 3, stabilisation: "kahan" },
      { kind: "fwht", size: "64", precision: "bf16", arithmetic: "native", order: "dyadic" },
      { size: "64", precision: "f16", arithmetic: "native", direction: "inverse" },
    ];
    const { cases } = parseSuite(JSON.stringify({ name: "mine", entries }), "my.json");
    expect(cases.map(({ label }) => label)).toEqual([
      "f32 2^10 x1024",
      "fwht f16 12*2^10 kahan x3",
      "fwht f16 64x64 kahan x3",
      "fwht f64 12*2^10 kahan x3",
      "fwht f64 64x64 kahan x3",
      "fwht bf16 64 native dyadic",
      "f16 64 native inverse",
    ]);
    expect(cases[5]?.transform).toEqual(makeWalshTransform([64], "bf16", { arithmetic: "native", order: "dyadic" }));
  });

  test.each<readonly [object, string]>([
    [
      { kind: "dct" },
      'my.json: entries[0].kind: expected c2c, fwht, r2c, c2r, dct-1, dct-2, dct-3, dct-4, dst-1, dst-2, dst-3 or dst-4, found "dct"',
    ],
    [{ direction: "inverse" }, 'my.json: entries[0]: the key "direction" goes with another kind than this one'],
    [{ precision: "tf32" }, "entries[0].precision: tf32 is not supported yet; expected f32 or f64 or f16 or bf16"],
    [{ order: "digit-reversed" }, "expected natural, sequency or dyadic"],
    [{ kind: "c2c", order: "dyadic" }, 'entries[0]: the key "order" goes with another kind than this one'],
    [{ ordre: "dyadic" }, 'unknown key "ordre"; did you mean "order"?'],
    [{ size: "12", order: "sequency" }, "only powers of two have it: X has length 12"],
    [{ size: "7" }, "there is no Hadamard matrix of order 7"],
    [{ kind: "c2c", arithmetic: "native" }, "f32 is computed with as it is stored; leave arithmetic out"],
    [{ precision: "f64", arithmetic: "f32" }, "f64 is computed with as it is stored"],
  ])("%j", (entry, message) => {
    expect(() => oneEntry(entry)).toThrow(message);
  });
});
