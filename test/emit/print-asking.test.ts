// The lines by which a block asks the L2 cache for what a later one loads, for people to read.
import { expect, test } from "vitest";
import { printKernel } from "../../generator/emit/print-kernel.js";
import { at } from "../../generator/failure/errors.js";
import { lowered, namedPlan } from "./named-plan.js";

test("several rows to a block, of which the last may have less", async () => {
  const asking = namedPlan("asking", [64], "f32", [
    "{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) } on 32 threads, prefetch, 4 columns, 5 blocks/SM, table",
  ]);
  const { kernel } = at(lowered(asking).host.launches, 0);
  await expect(`${printKernel(kernel)}\n`).toMatchFileSnapshot("golden/asking/kernel_1.cuh");
});
