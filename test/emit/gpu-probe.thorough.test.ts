// The program that measures a GPU: it compiles, and what it prints is a GPU file.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gpuProbe } from "../../generator/emit/gpu-probe.js";
import { parseGpuFile } from "../../generator/gpu/gpu-file.js";
import { compileAndRun, hasHostCompiler } from "../codelet/host-compiler.js";
import { isThorough } from "../effort.js";
import { requireNoWarning } from "../toolchain/evidence.js";

const standIn = readFileSync(join(import.meta.dirname, "fixtures", "stand_in_gpu.h"), "utf8");

/** The probe as host code, its launches left out. `memoryClock`: in kHz, 0 where the driver does not tell. */
function hostProbe(memoryClock: number): string {
  const { text } = gpuProbe();
  const calls = text.replaceAll(/\w+(?:<\w+>)?<<<[^;]*?>>>\([^;]*\);/g, "");
  expect(calls).not.toContain("<<<");
  return `const int memory_clock = ${memoryClock};\n${calls.replace("#include <cuda_runtime.h>", standIn.replace("#pragma once", ""))}`;
}

const printed = (memoryClock: number): string =>
  compileAndRun(
    hostProbe(memoryClock),
    [
      ...["unused-but-set-variable", "unused-variable", "unused-function", "unused-parameter", "unknown-pragmas"],
      ...["missing-field-initializers", "unused-but-set-parameter"],
    ].map((warning) => `-Wno-${warning}`),
  );

test.skipIf(!hasHostCompiler)("what the program prints is a GPU file, with a source to each number", () => {
  const gpu = parseGpuFile(printed(1e7), "printed.json");
  expect(gpu).toMatchObject({
    name: "NVIDIA H999 80GB",
    computeCapability: { major: 9, minor: 0 },
    multiprocessors: 132,
    clockGHz: 1.98,
    sharedBytesPerBlock: 227 * 1024,
    fp32LanesPerSm: 128,
    sharedBankBytes: 16,
    memoryBandwidth: 15360,
    maxClusterSize: 16,
    clusterResidency: Array.from({ length: 15 }, (_, index) => index + 2).map((size) => ({
      clusterSize: size,
      multiprocessors: 132 - (132 % size),
    })),
    // 512 MiB read and written in a quarter of a millisecond.
    copyBandwidth: 4295,
    launchMicroseconds: 10,
  });
  expect(gpu.segmentTimes.map(({ bytes }) => bytes)).toEqual([32, 64, 128, 256]);
  expect(gpu.sources.copyBandwidth).toEqual({
    certainty: "measured",
    text: "the faster of a kernel and cudaMemcpy that copy 512 MiB, by gpu_probe with CUDA 13.0",
  });
  for (const { text } of Object.values(gpu.sources)) expect(text).not.toContain("without a source");
});

test.skipIf(!hasHostCompiler || !isThorough)(
  "where the driver does not tell the memory's clock, its bandwidth is an estimate",
  () => {
    const gpu = parseGpuFile(printed(0), "printed.json");
    expect(gpu.memoryBandwidth).toBe(Math.round(gpu.copyBandwidth / 0.9));
    expect(gpu.sources.memoryBandwidth.certainty).toBe("estimated");
  },
);

const nvcc = spawnSync("nvcc", ["--list-gpu-arch"], { encoding: "utf8" });
test.skipIf(nvcc.status !== 0)(
  `compiles without warnings${nvcc.status === 0 ? "" : " (skipped: no nvcc)"}`,
  async () => {
    const { path, text } = gpuProbe();
    expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThanOrEqual(120);
    const directory = mkdtempSync(join(tmpdir(), "fftgen-test-"));
    try {
      writeFileSync(join(directory, path), text);
      const offered = ["75", "80", "90"].filter((number) => new RegExp(`compute_${number}\\b`).test(nvcc.stdout));
      await requireNoWarning(path, {
        sources: [join(directory, path)],
        flags: [
          ...["-std=c++17", "-O3", "--threads=2"],
          ...offered.map((number) => `-gencode=arch=compute_${number},code=sm_${number}`),
        ],
      });
    } finally {
      rmSync(directory, { recursive: true });
    }
  },
  120_000,
);
