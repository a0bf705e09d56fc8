// What lies between phases, on random legal plans: one exchange fewer than there are phases, one of them through the cluster where there is
// one; accesses are as many as an independent count of banks says; and the way back meets the same ones in the opposite order.
import fc from "fast-check";
import { expect, test } from "vitest";
import { at } from "../../generator/failure/errors.js";
import type { Atom } from "../../generator/layout/digits.js";
import { crossing, reversed } from "../../generator/layout/exchange.js";
import { elementTypeBytes } from "../../generator/plan/elements.js";
import { clusterPlans } from "../arbitrary/clusters.js";
import { scheduledPlans } from "../arbitrary/schedules.js";
import { bankConflicts } from "./bank-conflicts.js";
import { placedPlan, swizzledAddress } from "./enumerated.js";
import { clusterOf } from "./cluster-of.js";

test("there is one between each two phases, and one through a cluster", () => {
  fc.assert(
    fc.property(fc.oneof(scheduledPlans({ maxElements: 1000 }), clusterPlans({ maxElements: 1024 })), (plan) => {
      for (const geometry of placedPlan(plan).geometries) {
        const { phases, exchanges } = geometry;
        const cluster = clusterOf(geometry);
        expect(exchanges.length).toBe(phases.length - 1);
        const sent = exchanges.filter(({ through }) => through === "cluster");
        expect(sent.length).toBe(cluster === undefined ? 0 : 1);
        if (cluster !== undefined) expect(at(exchanges, cluster.front.length - 1)).toBe(crossing(exchanges));
        expect(reversed(reversed(exchanges))).toEqual(exchanges);
      }
    }),
    { seed: 51, numRuns: 60 },
  );
});

test("what is read is counted bank by bank", () => {
  let free = 0;
  fc.assert(
    fc.property(clusterPlans({ maxElements: 2048 }), (plan) => {
      for (const { phases, exchanges, team, elements } of placedPlan(plan).geometries) {
        if (team.kind !== "cluster") continue;
        const bytes = elementTypeBytes(elements.exchanged);
        exchanges.forEach(({ store, read }, index) => {
          const address = (value: (atom: Atom) => number): number => swizzledAddress(store, value);
          const counted = bankConflicts(at(phases, index + 1), address, bytes);
          expect(read.wavefronts / read.ideal).toBeCloseTo(counted.wavefronts / counted.least);
          if (read.wavefronts === read.ideal) free += 1;
        });
      }
    }),
    { seed: 52, numRuns: 30 },
  );
  expect(free).toBeGreaterThan(30);
});
