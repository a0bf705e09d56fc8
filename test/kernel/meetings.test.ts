// Hardware barriers: a block has sixteen, of which number 0 is that of all its threads. Each meeting of a program has numbers of its own below.
import fc from "fast-check";
import { expect, test } from "vitest";
import { lowerPlan } from "../../generator/compile.js";
import type { Gpu } from "../../generator/gpu/gpu.js";
import { findGpu } from "../../generator/gpu/registry.js";
import type { Kernel } from "../../generator/kernel/program.js";
import type { ScheduledPlan } from "../../generator/plan/plan.js";
import { clusterPlans } from "../arbitrary/clusters.js";
import { runs } from "../effort.js";
import { askedPlan, readLimits } from "../lower/limits.js";

/** PTX ISA, `barrier`: sixteen of them, numbered from 0. */
const HARDWARE_BARRIERS = 16;

/** The numbers at which threads of a role meet, each role's on their own. */
const numbersOf = ({ roles, buffers }: Kernel): readonly number[] =>
  roles.flatMap(({ meetings, groups }) =>
    meetings.flatMap(({ number, by }) => {
      const copies = by === undefined ? 1 : by === "group" ? groups : copiesOf(buffers);
      return Array.from({ length: copies }, (_, copy) => number + copy);
    }),
  );

const copiesOf = (buffers: Kernel["buffers"]): number =>
  Math.max(1, ...buffers.map(({ copies }) => (copies?.by === "buffer" ? copies.count : 1)));

function expectBelow(plan: ScheduledPlan, gpu: Gpu): number {
  const all = lowerPlan("meetings", plan, gpu).host.launches.map(({ kernel }) => numbersOf(kernel));
  for (const numbers of all) {
    expect(new Set(numbers).size).toBe(numbers.length);
    for (const number of numbers) expect(number).toBeGreaterThan(0);
    for (const number of numbers) expect(number).toBeLessThan(HARDWARE_BARRIERS);
  }
  return Math.max(0, ...all.flat());
}

test("of random clusters", () => {
  fc.assert(
    fc.property(clusterPlans(), (plan) => {
      expectBelow(plan, findGpu("H200"));
    }),
    { seed: 20261128, numRuns: runs(5, 100) },
  );
});

test("of the last plans that rules let through, some of which have them all", () => {
  const asked = readLimits().filter(({ accepted }) => accepted.kernels.includes("cluster"));
  const largest = asked.map(({ accepted }) => {
    const { plan, gpu } = askedPlan(accepted);
    return expectBelow(plan, gpu);
  });
  expect(Math.max(...largest)).toBe(HARDWARE_BARRIERS - 1);
});
