// Which GPUs are alike: the same compute capability, and no number of their shape more than twice the other's.
import { expect, test } from "vitest";
import { gpuDistance } from "../../generator/gpu/likeness.js";
import { findGpu, knownGpus } from "../../generator/gpu/registry.js";

const distance = (one: string, other: string): number | undefined => gpuDistance(findGpu(one), findGpu(other));

test("a GPU is nearest to itself, and likeness has no direction", () => {
  for (const one of knownGpus)
    for (const other of knownGpus) {
      const found = gpuDistance(one, other);
      if (found === undefined) expect(gpuDistance(other, one)).toBeUndefined();
      else expect(gpuDistance(other, one)).toBeCloseTo(found, 12);
      expect(found === 0).toBe(one.name === other.name);
    }
});

test("not across architectures, nor across sizes of one", () => {
  expect(distance("H200", "A100")).toBeUndefined();
  expect(distance("L4", "L40S")).toBeUndefined();
  expect(distance("H200", "H100")).toBeGreaterThan(0);
  expect(distance("H200", "H100")).toBeLessThan(Math.log(4));
});
