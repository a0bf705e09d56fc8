// What a verification takes of this machine's memory is asked before the search.
import { expect, test } from "vitest";
import { leastHostBytes, requireHostMemory } from "../../generator/toolchain/host-memory.js";
import { makeTransform } from "../../generator/plan/transform.js";

const GB = 1e9;

test("the numbers that are compared, and on the emulator both sides beside them", () => {
  const rows = makeTransform([2 ** 28], "f32", { batch: 100 });
  expect(leastHostBytes(rows, "gpu")).toBe(2 ** 31);
  expect(leastHostBytes(rows, "emulator")).toBe(3 * 2 ** 31);
  expect(leastHostBytes({ ...rows, placement: "in-place" }, "emulator")).toBe(2 * 2 ** 31);
  expect(leastHostBytes(rows, "evaluator")).toBe(0);
});

test("what cannot be held is refused, and what else there is to do is named", () => {
  const long = makeTransform([2 ** 32], "f32");
  expect(() => requireHostMemory(long, "emulator", undefined, 104 * GB)).not.toThrow();
  expect(() => requireHostMemory(long, "emulator", "2^32", 103 * GB)).toThrow(
    "2^32: to verify it on the emulator takes at least 103.1 GB of memory, and this machine has 103.0 GB: --no-verify writes the package without, and fftgen verify does it on a machine with more",
  );
  expect(() => requireHostMemory(long, "gpu", undefined, 33 * GB)).toThrow(
    "4294967296: to verify it on the GPU takes at least 34.4 GB",
  );
});
