import { describe, expect, test } from "vitest";
import { InputError } from "../../generator/failure/errors.js";
import { architectureName } from "../../generator/gpu/gpu.js";
import { findGpu, knownGpus } from "../../generator/gpu/registry.js";

describe("findGpu", () => {
  test.each(knownGpus.map((gpu) => [gpu.name, gpu] as const))("%s by every one of its names", (_, gpu) => {
    for (const name of [gpu.name, ...gpu.aliases]) {
      expect(findGpu(name).name).toBe(gpu.name);
      expect(findGpu(` ${name.toUpperCase().replaceAll(" ", "-")} `).name).toBe(gpu.name);
    }
  });

  test.each([
    ["h200", "NVIDIA H200"],
    ["NVIDIA GeForce RTX 4090", "NVIDIA GeForce RTX 4090"],
    ["a100 pcie", "NVIDIA A100 80GB PCIe"],
    ["v100-sxm2-32gb", "Tesla V100-SXM2-32GB"],
  ])("%s is %s", (text, name) => {
    expect(findGpu(text).name).toBe(name);
  });

  // As `nvidia-smi --query-gpu=name` prints them, with drivers from 440 on; older ones leave out the maker.
  test.each([
    "Tesla V100-PCIE-16GB",
    "Tesla V100-PCIE-32GB",
    "Tesla V100-SXM2-16GB",
    "Tesla V100-SXM2-32GB",
    "Tesla T4",
    "A100-SXM4-40GB",
    "NVIDIA A100-SXM4-40GB",
    "NVIDIA A100-SXM4-80GB",
    "NVIDIA A100-PCIE-40GB",
    "NVIDIA A100 80GB PCIe",
    "NVIDIA A10",
    "GeForce RTX 3060",
    "NVIDIA GeForce RTX 3060 Ti",
    "NVIDIA GeForce RTX 3070",
    "NVIDIA GeForce RTX 3070 Ti",
    "NVIDIA GeForce RTX 3080",
    "NVIDIA GeForce RTX 3080 Ti",
    "NVIDIA GeForce RTX 3090",
    "NVIDIA GeForce RTX 3090 Ti",
    "NVIDIA GeForce RTX 4090",
    "NVIDIA L4",
    "NVIDIA L40S",
    "NVIDIA H100 PCIe",
    "NVIDIA H100 80GB HBM3",
    "NVIDIA H200",
    "NVIDIA GH200 480GB",
    "NVIDIA GH200 144G HBM3e",
    "NVIDIA B200",
    "NVIDIA B300 SXM6 AC",
    "NVIDIA GeForce RTX 5070",
    "NVIDIA GeForce RTX 5070 Ti",
    "NVIDIA GeForce RTX 5080",
    "NVIDIA GeForce RTX 5090",
  ])("%s, as nvidia-smi has it", (name) => {
    expect(findGpu(name).name.replace("NVIDIA ", "")).toBe(name.replace("NVIDIA ", ""));
  });

  test.each([
    ["RTX 4080", /^unknown GPU "RTX 4080"; the nearest that are known: NVIDIA GeForce RTX 3080, .*RTX 4090/],
    ["NVIDIA GeForce RTX 3080 Laptop GPU", /the nearest that are known: .*NVIDIA GeForce RTX 3080[.,]/],
    ["NVIDIA H100 80GB HBM3 MIG 1g.10gb", /the nearest that are known: NVIDIA H100 80GB HBM3[.,]/],
    ["NVIDIA A10G", /the nearest that are known: .*NVIDIA A10[.,]/],
    ["Radeon Instinct MI300X", /^unknown GPU "Radeon Instinct MI300X"\. /],
    ["", /^unknown GPU ""\. /],
    [
      "sm_90",
      /^"sm_90" is an architecture, not a GPU: .*such as NVIDIA H100 PCIe, NVIDIA H100 80GB HBM3, NVIDIA H200\./,
    ],
    ["x".repeat(1e6), /^unknown GPU "x{77}\.\.\."\. /],
  ])("%.40s is not known: the nearest, and the way out", (name, message) => {
    expect(() => findGpu(name)).toThrow(InputError);
    expect(() => findGpu(name)).toThrow(message);
    expect(() => findGpu(name)).toThrow(/`fftgen gpu list` shows .* `fftgen gpu --probe DIR` writes a program/);
  });
});

describe("the facts", () => {
  test.each(knownGpus.map((gpu) => [gpu.name, gpu] as const))(
    "%s: consistent, and every fact has a source",
    (_, gpu) => {
      const { name, aliases, sources, weights: __, ...facts } = gpu;
      expect(aliases.length).toBeGreaterThan(0);
      expect(Object.keys(sources).toSorted()).toEqual(Object.keys(facts).toSorted());
      for (const source of Object.values(sources)) expect(source.text.length).toBeGreaterThan(10);

      for (const [fact, value] of Object.entries(facts)) {
        if (typeof value === "number")
          expect(value, `${name} ${fact}`).toBeGreaterThanOrEqual(fact.startsWith("sharedReserved") ? 0 : 1);
      }
      expect(gpu.copyBandwidth).toBeLessThan(gpu.memoryBandwidth);
      expect(gpu.l2Bandwidth).toBeGreaterThan(gpu.copyBandwidth);
      expect(gpu.sharedBytesPerBlock + gpu.sharedReservedPerBlock).toBe(gpu.sharedBytesPerSm);
      expect(gpu.fp64LanesPerSm).toBeLessThanOrEqual(gpu.fp32LanesPerSm);
      expect(gpu.maxThreadsPerSm % gpu.warpSize).toBe(0);
      for (const { clusterSize, multiprocessors } of gpu.clusterResidency) {
        expect(clusterSize).toBeLessThanOrEqual(gpu.maxClusterSize);
        expect(multiprocessors % clusterSize).toBe(0);
        expect(multiprocessors).toBeLessThanOrEqual(gpu.multiprocessors);
      }
    },
  );

  test("no two GPUs answer to one name", () => {
    const names = knownGpus.flatMap((gpu) => [
      ...new Set([gpu.name, ...gpu.aliases].map((name) => findGpu(name).name)),
    ]);
    expect(names).toEqual(knownGpus.map((gpu) => gpu.name));
  });

  test("peak arithmetic is what the datasheets print", () => {
    const teraflops = (name: string, lanes: "fp32LanesPerSm" | "fp64LanesPerSm"): number => {
      const gpu = findGpu(name);
      return (2 * gpu[lanes] * gpu.multiprocessors * gpu.clockGHz) / 1000;
    };
    expect(teraflops("v100", "fp32LanesPerSm")).toBeCloseTo(15.7, 0);
    expect(teraflops("a100", "fp64LanesPerSm")).toBeCloseTo(9.7, 1);
    expect(teraflops("h200", "fp32LanesPerSm")).toBeCloseTo(67, 0);
    expect(teraflops("h200", "fp64LanesPerSm")).toBeCloseTo(33.5, 0);
    expect(teraflops("l4", "fp32LanesPerSm")).toBeCloseTo(30.3, 1);
    expect(teraflops("l40s", "fp32LanesPerSm")).toBeCloseTo(91.6, 1);
    expect(teraflops("rtx4090", "fp32LanesPerSm")).toBeCloseTo(82.6, 1);
    expect(teraflops("v100 pcie", "fp32LanesPerSm")).toBeCloseTo(14, 0);
    expect(teraflops("t4", "fp32LanesPerSm")).toBeCloseTo(8.1, 1);
    expect(teraflops("a10", "fp32LanesPerSm")).toBeCloseTo(31.2, 1);
    expect(teraflops("rtx3070", "fp32LanesPerSm")).toBeCloseTo(20.3, 1);
    expect(teraflops("rtx3080", "fp32LanesPerSm")).toBeCloseTo(29.8, 1);
    expect(teraflops("rtx3090", "fp32LanesPerSm")).toBeCloseTo(35.6, 1);
    expect(teraflops("rtx5070", "fp32LanesPerSm")).toBeCloseTo(30.9, 1);
    expect(teraflops("rtx5070ti", "fp32LanesPerSm")).toBeCloseTo(43.9, 1);
    expect(teraflops("rtx5080", "fp32LanesPerSm")).toBeCloseTo(56.3, 1);
    expect(teraflops("rtx5090", "fp32LanesPerSm")).toBeCloseTo(104.8, 1);
    expect(teraflops("gh200", "fp64LanesPerSm")).toBeCloseTo(33.5, 0);
    expect(teraflops("b300", "fp64LanesPerSm")).toBeLessThan(1.3);
  });

  test("the name nvcc knows", () => {
    expect(architectureName(findGpu("h200").computeCapability)).toBe("sm_90");
    expect(architectureName(findGpu("b200").computeCapability)).toBe("sm_100");
  });
});
