// The main test: a plan, run as its notation says, and the kernel programs lowered from it give what an independent
// discrete Fourier transform gives, on random legal plans with random legal schedules.
import fc from "fast-check";
import { test } from "vitest";
import { clusterMatrixPlans, clusterPlans } from "../arbitrary/clusters.js";
import { SHORT } from "../arbitrary/matrices.js";
import { scheduledPlans } from "../arbitrary/schedules.js";
import { tiledPlans } from "../arbitrary/tiled.js";
import { expectAgreement } from "./fourier-agreement.js";
import { runs } from "../effort.js";

/** Most often two, so that whole warps have work. */
const ODD = [2, 2, 2, 2, 2, 2, 2, 3, 5];

test("plan, kernel programs and an independent DFT agree on random legal plans", () => {
  const plans = scheduledPlans({ maxElements: 500, scales: [1, 0.25] });
  fc.assert(fc.property(plans, fc.integer({ min: 1, max: 5 }), fc.nat(), expectAgreement), {
    seed: 20260101,
    numRuns: runs(12, 75),
  });
});

test("so they do where some dimensions are not transformed and arrays lie apart", () => {
  const plans = scheduledPlans({ maxElements: 400, scales: [1, 0.25], subsets: true });
  fc.assert(fc.property(plans, fc.integer({ min: 1, max: 4 }), fc.nat(), expectAgreement), {
    seed: 20261122,
    numRuns: runs(7, 75),
  });
  const onClusters = clusterPlans({ maxElements: 1024, scales: [1], subsets: true });
  fc.assert(fc.property(onClusters, fc.integer({ min: 1, max: 2 }), fc.nat(), expectAgreement), {
    seed: 20261123,
    numRuns: runs(2, 40),
  });
});

test("so they do where kernels run on clusters", () => {
  const plans = clusterPlans({ maxElements: 1024, scales: [1, 0.25] });
  fc.assert(fc.property(plans, fc.integer({ min: 1, max: 2 }), fc.nat(), expectAgreement), {
    seed: 20261121,
    numRuns: runs(2, 40),
  });
});

test("so they do where what lies between two kernels lies tile by tile", () => {
  const plain = tiledPlans(scheduledPlans({ maxElements: 500, scales: [1, 0.25], subsets: true }));
  fc.assert(fc.property(plain, fc.integer({ min: 1, max: 3 }), fc.nat(), expectAgreement), {
    seed: 20261128,
    numRuns: runs(5, 60),
  });
  const onClusters = tiledPlans(clusterPlans({ maxElements: 1024, scales: [1] }));
  fc.assert(fc.property(onClusters, fc.integer({ min: 1, max: 2 }), fc.nat(), expectAgreement), {
    seed: 20261129,
    numRuns: runs(3, 40),
  });
});

test("so they do where a tile of a cluster has several members of the batch, not all of which are there", () => {
  const plans = clusterPlans({ only: "batch tiles", minElements: 16, maxElements: 256, maxRank: 2, scales: [1, 0.25] });
  fc.assert(fc.property(plans, fc.integer({ min: 1, max: 9 }), fc.nat(), expectAgreement), {
    seed: 20261125,
    numRuns: runs(3, 40),
  });
});

test("so they do where tiles of a cluster have factors of three and five", () => {
  const plans = clusterPlans({ only: "odd factors", primes: ODD, maxElements: 3000, maxRank: 2, scales: [1, 0.25] });
  fc.assert(fc.property(plans, fc.integer({ min: 1, max: 2 }), fc.nat(), expectAgreement), {
    seed: 20261126,
    numRuns: runs(3, 40),
  });
});

test("so they do where clusters multiply by matrices on tensor cores", () => {
  fc.assert(fc.property(clusterMatrixPlans(), fc.integer({ min: 1, max: 2 }), fc.nat(), expectAgreement), {
    seed: 20261127,
    numRuns: runs(2, 30),
  });
});

test("so they do where a cluster exchanges in f32 what memory holds in 16 bits", () => {
  const plans = clusterPlans({ maxElements: 1024, maxRank: 2, precisions: SHORT, scales: [1, 0.25] });
  fc.assert(fc.property(plans, fc.integer({ min: 1, max: 2 }), fc.nat(), expectAgreement), {
    seed: 20261124,
    numRuns: runs(3, 40),
  });
});
