// `fftgen bench` as users run it: reports on measurements that are there, plans without them, and clear words where neither goes.
import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import type { ReportValue } from "../../generator/bench/report-value.js";
import { shippedSuites } from "../../generator/bench/shipped-suites.js";
import { h200Measurements } from "../bench/measured-plans.js";
import { useProject } from "./program.js";

const project = useProject();
beforeEach(() => project.clear());

const measurements = h200Measurements()
  .map((one) => JSON.stringify(one))
  .join("\n");

describe("a report", () => {
  test("on the project's own measurements: table, summary, judgement of the cost model", async () => {
    project.write(".fftgen/measurements.jsonl", measurements);
    const { code, stdout, stderr } = await project.run(["bench"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const [note, , title, platform, blank, header, worst] = stdout.split("\n");
    expect(note).toBe(
      "No GPU was found: nothing was measured. This is the report on earlier measurements in .fftgen/measurements.jsonl.",
    );
    expect(title).toBe("Complex transforms, compared with cuFFT and VkFFT (suite peers)");
    expect(platform).toBe("NVIDIA H200, driver 580.159.04, nvcc 13.0; times in ms");
    expect(blank).toBe("");
    expect(header?.split(/ {2,}/).map((word) => word.trim())).toEqual(
      "case,ms,copy,of copy,cuFFT,best peer,ratio,verdict,error,nvcc s,KiB,passes".split(","),
    );
    expect(worst).toMatch(/^f32 2\^15 x4096 +1\.033 +0\.5088 +49% +1\.007 +1\.007 +0\.97 +behind +3\.1e-7 +2$/);
    expect(stdout).toContain("Geometric mean 1.15 of the best peer; worst 0.97, f32 2^15 x4096.");
    expect(stdout).toContain("f32 10007 x6706: no codelets for length 10007");
    expect(stdout).toContain("First choice within 10% of the best in 100% of the cases (target 90%)");
    expect(project.files()).toEqual([".fftgen/measurements.jsonl"]);
  });

  test("on the project's own measurements for programs: what was not measured is said beside the value", async () => {
    project.write(".fftgen/measurements.jsonl", measurements);
    const { stdout, stderr } = await project.run(["bench", "--json"]);
    expect((JSON.parse(stdout) as ReportValue).summary.measured).toBe(24);
    expect(stderr).toMatch(/^No GPU was found: nothing was measured\./);
  });

  test("on measurements from elsewhere, as a page, a chart and a value", async () => {
    project.write("elsewhere.jsonl", measurements);
    const words = ["bench", "peers", "--import", "elsewhere.jsonl", "--html", "report.html", "--svg", "chart.svg"];
    const { code, stdout } = await project.run([...words, "--json"]);
    expect(code).toBe(0);
    const value = JSON.parse(stdout) as ReportValue;
    expect(value.summary.measured).toBe(24);
    expect(value.platform.gpu).toBe("NVIDIA H200");
    expect(project.files()).toEqual(["chart.svg", "elsewhere.jsonl", "report.html"]);
    expect(project.read("chart.svg")).toMatch(/^<svg [^]*<\/svg>\n$/);
    expect(project.read("report.html")).toMatch(/^<!doctype html>[^]*<\/html>\n$/);
  });

  test("on a suite of one's own, narrowed", async () => {
    project.write("all.jsonl", measurements);
    project.write(
      "mine.json",
      JSON.stringify({
        name: "mine",
        entries: [{ size: ["2^10", "2^20"], precision: ["f32", "f64"], points: "2^27" }],
      }),
    );
    const { stdout } = await project.run(["bench", "mine.json", "--only", "f32", "--import", "all.jsonl", "--json"]);
    const { cases } = JSON.parse(stdout) as ReportValue;
    expect(cases.map(({ case: label, state }) => [label, state])).toEqual([
      ["f32 2^10 x131072", "measured"],
      ["f32 2^20 x128", "measured"],
    ]);
  });
});

describe("where there is nothing to report on", () => {
  test("no measurements: the toolchain's exit code, and what helps", async () => {
    const { code, stdout, stderr } = await project.run(["bench"]);
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    expect(stderr).toContain("nvidia-smi");
    expect(stderr).toContain("--pack DIR");
  });

  test("none of the suite's cases", async () => {
    project.write("some.jsonl", measurements.split("\n")[0] ?? "");
    const { code, stderr } = await project.run(["bench", "fftw-3d", "--import", "some.jsonl"]);
    expect(code).toBe(2);
    expect(stderr).toContain("some.jsonl: none of its 1 measurements is of a case of suite fftw-3d");
  });

  test("a suite that asks for what is not supported", async () => {
    project.write("long.json", JSON.stringify({ name: "long", entries: [{ size: "256", precision: "f128" }] }));
    const { code, stderr } = await project.run(["bench", "long.json"]);
    expect(code).toBe(2);
    expect(stderr).toContain(
      "long.json: entries[0].precision: f128 is not supported yet; expected f32 or f64 or f16 or bf16",
    );
  });
});

test("--dry-run says what would be measured and what is predicted, and what cannot be done", async () => {
  project.write(
    "mine.json",
    JSON.stringify({
      name: "mine",
      entries: [
        { size: ["64"], precision: "f32", points: "2^20" },
        { kind: "r2c", size: ["2^36"], precision: "f32", points: "2^36" },
      ],
    }),
  );
  const { code, stdout } = await project.run(["bench", "mine.json", "--dry-run", "--top", "3"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/f32 64 x16384 .* 3$/m);
  expect(stdout).toContain("3 plans of 2 cases; nothing was measured: times are predictions");
  expect(stdout).toMatch(/r2c f32 2\^36: it needs 2 x 274.9 GB, NVIDIA H200 has 141.0 GB/);
  expect(project.files()).toEqual(["mine.json"]);
});

test("help and messages name every suite that is shipped", async () => {
  const names = shippedSuites.map(({ name }) => name).join(", ");
  const { stdout } = await project.run(["bench", "--help"]);
  expect(stdout.replaceAll(/\s+/g, " ")).toContain(`Suites: ${names}, or a JSON file of your own.`);
  const { stderr } = await project.run(["bench", "peers", "fftw-1d"]);
  expect(stderr.replaceAll(/\s+/g, " ")).toContain(`one suite: ${names} or a .json file`);
});

test("a user's layouts go into a pack, and what is measured of them into the report", async () => {
  const entries = [{ size: "64", precision: "f32", batch: 8, inputStrides: { X: 8, batch: 1 }, planar: "output" }];
  project.write("mine.json", JSON.stringify({ name: "layouts", entries }));
  const packed = await project.run(["bench", "mine.json", "--pack", "pack"]);
  expect(packed.code).toBe(0);
  expect(packed.stdout).toContain("bench mine.json --import pack/results.json");
  const name = "c2c_f32_64_in_batch1_x8_planar_output";
  const candidate: unknown = JSON.parse(readFileSync(project.path("pack", "jobs", `${name}-b8-1.json`), "utf8"));
  const timing = { milliseconds: 0.01, copyMilliseconds: 0.009, repeat: 50 };
  const measured = { kind: "measured", timing, relativeL2Error: 1e-7 };
  const platform = { gpu: "NVIDIA H200", driver: "580", toolchain: "nvcc 13.0" };
  const measurement = { candidate, platform, outcome: measured, buildSeconds: 1, binaryBytes: 1 };
  project.write("pack/results.json", JSON.stringify([measurement]));
  const { code, stdout } = await project.run(["bench", "mine.json", "--import", "pack/results.json", "--json"]);
  expect(code).toBe(0);
  // What cuFFT has no layout for has no peer.
  expect((JSON.parse(stdout) as ReportValue).cases).toMatchObject([
    { case: "f32 64 in-batch1-x8 planar-output x8", state: "measured", verdict: "no peer" },
  ]);
});
