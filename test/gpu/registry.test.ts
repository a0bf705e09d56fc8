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

  test("an unknown name: what is known and what was probably meant", () => {
    expect(() => findGpu("RTX 4080")).toThrow(InputError);
    expect(() => findGpu("RTX 4080")).toThrow(
      /^unknown GPU "RTX 4080"\. Did you mean "NVIDIA GeForce RTX 4090"\? Known GPUs: Tesla V100-SXM2-32GB, .*NVIDIA B200\.$/,
    );
    expect(() => findGpu("Radeon Instinct MI300X")).toThrow(/^unknown GPU "Radeon Instinct MI300X"\. Known GPUs: /);
    expect(() => findGpu("")).toThrow(/^unknown GPU ""\. Known GPUs: /);
  });
});

describe("the facts", () => {
  test.each(knownGpus.map((gpu) => [gpu.name, gpu] as const))(
    "%s: consistent, and every fact has a source",
    (_, gpu) => {
      const { name, aliases, sources, ...facts } = gpu;
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
  });

  test("the name nvcc knows", () => {
    expect(architectureName(findGpu("h200").computeCapability)).toBe("sm_90");
    expect(architectureName(findGpu("b200").computeCapability)).toBe("sm_100");
  });
});
