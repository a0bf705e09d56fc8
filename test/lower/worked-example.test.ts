// The numbers in the comments at the heads of layout/digits.ts and lower/lower-kernel.ts.
import { accessesOf } from "../../generator/layout/exchange.js";
import { expect, test } from "vitest";
import { lowerPlan } from "../../generator/compile.js";
import { at } from "../../generator/failure/errors.js";
import { isAccess } from "../../generator/kernel/access.js";
import { phasesOf } from "../../generator/kernel/program.js";
import { gpu, namedPlan } from "../emit/named-plan.js";

test("a transform of 256 on 64 threads, four members of the batch in a block", () => {
  const { plan } = namedPlan("example", [256], "f32", [
    "{ X(16,16,16,256,tw) X(16,16,1,16,no-tw) } on 64 threads, 4 columns",
  ]);
  const { geometries, host } = lowerPlan("example", plan, gpu);
  const { set, tile, phases, exchanges } = at(geometries, 0);
  expect(set.digits.map(({ name, inPlaceWeight, naturalWeight }) => [name, inPlaceWeight, naturalWeight])).toEqual([
    ["X1", 16, 1],
    ["X2", 1, 16],
  ]);
  expect(tile.batchTile).toBe(4);
  expect(phases.map(({ registers, digit }) => [digit?.name, registers.length])).toEqual([
    ["X1", 4],
    ["X2", 4],
  ]);
  for (const { wavefronts, ideal } of accessesOf(exchanges)) expect(wavefronts).toBe(ideal);
  const [first] = phasesOf(at(host.launches, 0).kernel);
  const [read, write] = first?.steps.filter(isAccess) ?? [];
  const sum = [
    { coordinate: "x2", weight: 1 },
    { coordinate: "b", weight: 256 },
  ];
  expect(read?.index.sum).toEqual(sum);
  expect(read?.axes.map(({ size, weight }) => [size, weight])).toEqual([[16, 16]]);
  expect(write?.index.sum.map(({ weight }) => weight)).toEqual([1, 272]);
  expect(write?.axes.map(({ size, weight }) => [size, weight])).toEqual([[16, 17]]);
  const twiddle = first?.steps.find((step) => step.kind === "butterfly")?.twiddle;
  expect([twiddle?.order, twiddle?.exponent, twiddle?.rows.length]).toEqual([
    256,
    [{ coordinate: "x2", weight: 1 }],
    15,
  ]);
});
