// Kernels in 16-bit arithmetic: which schedules there are, and why there are no others.
import { describe, expect, test } from "vitest";
import { at } from "../../generator/failure/errors.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { digitSetOf } from "../../generator/layout/digits.js";
import { placeKernel } from "../../generator/layout/geometry.js";
import { parseKernels } from "../../generator/notation/parse.js";
import { makeTransform, type Storage } from "../../generator/plan/transform.js";

/** Why the kernel of a plan cannot run. */
function reasonFor(length: number, text: string, precision: Storage = "f16"): string {
  const { subComputations, schedule } = at(parseKernels(text), 0);
  if (schedule === undefined) throw new Error("the kernel has no schedule");
  const kernel = { subComputations, schedule };
  const set = digitSetOf(makeTransform([length], precision, { arithmetic: "native" }), [kernel]);
  const placed = placeKernel(set, kernel, 0, findGpu("H200"));
  return placed.ok ? "none" : placed.reason;
}

const chain = "{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) }";
const single = (threads: number): string =>
  `16-bit arithmetic does butterflies in pairs, and of ${threads} threads each has a single one`;

describe("schedules in 16-bit arithmetic", () => {
  test.each([
    ["two butterflies to a thread", `${chain} on 4 threads, table`, "none"],
    ["four, of several transforms", `${chain} on 4 threads, 2 columns, table`, "none"],
    ["one butterfly to a thread", `${chain} on 8 threads, table`, single(8)],
    ["an odd number", "{ X(9,8,9,72,no-tw) X(8,9,1,9,pre-tw) } on 3 threads, table", single(3)],
    [
      "powers of factors",
      `${chain} on 4 threads, powers`,
      "16-bit arithmetic is too coarse for powers of twiddle factors: take them from a table",
    ],
    [
      "tensor cores",
      "{ X(8,8@mma,8,64,no-tw) X(8,8@mma,1,8,pre-tw) } on 32 threads, 8 columns, table",
      "tensor cores have an arithmetic of their own: leave out the units, or native arithmetic",
    ],
  ])("%s", (_, text, reason) => {
    const length = text.includes("72") ? 72 : 64;
    expect(reasonFor(length, text)).toBe(reason);
  });

  test("on clusters too", () => {
    const chain = "{ X(64,8,64,512,no-tw) X(64,8,8,64,pre-tw) X(64,8,1,8,pre-tw) }";
    expect(reasonFor(512, `${chain} on 128 threads, cluster 2 after 1, 8 columns, table`)).toBe("none");
    const large = "{ X(256,16,256,4096,no-tw) X(256,16,16,256,pre-tw) X(256,16,1,16,pre-tw) }";
    expect(reasonFor(4096, `${large} on 128 threads, cluster 2 after 1, table`)).toBe("none");
    expect(reasonFor(4096, `${large} on 256 threads, cluster 2 after 1, table`)).toBe(single(256));
  });

  test("other numbers are computed with one by one", () => {
    expect(reasonFor(64, `${chain} on 8 threads, powers`, "f32")).toBe("none");
  });
});
