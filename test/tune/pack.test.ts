// What is in a pack: every file once, nothing that a shell or a compiler would have to look for elsewhere.
import { spawnSync } from "node:child_process";
import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import { at } from "../../generator/failure/errors.js";
import { packFiles } from "../../generator/tune/pack.js";
import { isInstalled } from "../toolchain/compilers.js";
import { gpu, jobsOf } from "./jobs.js";

const jobs = [...jobsOf(64, 8, 3), ...jobsOf(64, 6, 3, 8), ...jobsOf(60, 5, 2)];
const files = packFiles(jobs, gpu);
const textAt = (path: string): string => {
  const file = files.find((one) => one.path === path);
  if (file === undefined) throw new Error(`no ${path}`);
  return file.text;
};

test("has one line of jobs.txt and one JSON candidate for each job", () => {
  const lines = textAt("jobs.txt").trimEnd().split("\n");
  expect(lines).toEqual([
    "c2c_f32_64-b8-1 c2c_f32_64 1 8 1 measure",
    "c2c_f32_64-b8-2 c2c_f32_64 2 8 2 measure",
    "c2c_f32_64-b8-3 c2c_f32_64 3 8 3 measure",
    "c2c_f32_64-b6-1 c2c_f32_64 1 6 1 measure",
    "c2c_f32_64-b6-2 c2c_f32_64 2 6 2 measure",
    "c2c_f32_64-b6-3 c2c_f32_64 3 6 3 measure",
    "c2c_f32_60-b5-1 c2c_f32_60 1 5 1 measure",
    "c2c_f32_60-b5-2 c2c_f32_60 2 5 2 measure",
  ]);
  const candidates = lines.map((line) => JSON.parse(textAt(`jobs/${at(line.split(" "), 0)}.json`)) as unknown);
  expect(candidates).toEqual(jobs.map(({ candidate }) => candidate));
});

test("holds the sources of each distinct text once, and the runtime once", () => {
  const paths = files.map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  expect(paths.filter((path) => path.endsWith("_kernels.cuh"))).toEqual([
    "c2c_f32_64/1/c2c_f32_64_kernels.cuh",
    "c2c_f32_64/2/c2c_f32_64_kernels.cuh",
    "c2c_f32_64/3/c2c_f32_64_kernels.cuh",
    "c2c_f32_60/1/c2c_f32_60_kernels.cuh",
    "c2c_f32_60/2/c2c_f32_60_kernels.cuh",
  ]);
  expect(paths.filter((path) => path.endsWith("fftgen_device.cuh"))).toEqual(["runtime/fftgen_device.cuh"]);
  expect(paths.filter((path) => path.endsWith("measure.cu"))).toEqual([
    "c2c_f32_64/measure.cu",
    "c2c_f32_60/measure.cu",
  ]);
});

test("two plans of one butterfly, whose device text is the same, are told apart by what their headers say", () => {
  const alike = jobsOf(37, 1024, 8);
  const texts = alike.map(({ candidate }) => candidate.text);
  expect(new Set(texts).size).toBeLessThan(texts.length);
  const packed = packFiles(alike, gpu);
  const lines =
    packed
      .find(({ path }) => path === "jobs.txt")
      ?.text.trimEnd()
      .split("\n") ?? [];
  const headers = lines.map((line) => `c2c_f32_37/${at(line.split(" "), 2)}/include/fftgen/c2c_f32_37.h`);
  expect(headers.map((header) => packed.find(({ path }) => path === header)?.text)).toEqual(
    alike.map(({ candidate }) => expect.stringContaining(at(candidate.kernels, 0)) as string),
  );
});

test("holds every header that any of its files includes in quotes", () => {
  const headers = new Set(files.map(({ path }) => at(path.split("/"), -1 + path.split("/").length)));
  for (const { path, text } of files) {
    if (!/\.(cu|cuh|h|hpp)$/.test(path)) continue;
    for (const [, header] of text.matchAll(/^#include "([^"]+)"$/gm))
      expect(headers, path).toContain(basename(header ?? ""));
  }
});

test("two texts that claim one place are refused", () => {
  const job = at(jobs, 0);
  const unit = { ...job.unit, title: "another" };
  const sameHash = { unit, candidate: { ...job.candidate, rank: 9 } };
  expect(() => packFiles([job, sameHash], gpu)).toThrow(
    /two files are called c2c_f32_64\/1\/(include\/fftgen\/)?c2c_f32_64\.(cu|h)/,
  );
});

describe("run.sh", () => {
  test.each(["sh", "dash", "bash"].filter(isShell))("is legal to %s", (shell) => {
    const { status, stderr } = spawnSync(shell, ["-n"], { input: textAt("run.sh"), encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });

  test.skipIf(!isInstalled("shellcheck"))("has nothing that shellcheck would mend", () => {
    const { stdout } = spawnSync("shellcheck", ["-"], { input: textAt("run.sh"), encoding: "utf8" });
    expect(stdout).toBe("");
  });
});

function isShell(name: string): boolean {
  return spawnSync(name, ["-c", "true"]).status === 0;
}
