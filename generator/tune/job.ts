// A candidate with its emitted unit: built, run and measured together.
import { deviceTextHash } from "../emit/device-text.js";
import type { Unit } from "../emit/unit.js";
import { printKernels } from "../notation/print.js";
import type { RankedPlan } from "../search/ranked-plans.js";
import type { Candidate } from "./measurement.js";

export interface Job {
  readonly candidate: Candidate;
  readonly unit: Unit;
  /** Whether it is measured only if another job of its transform and batch spills registers. */
  readonly spare?: true;
}

/** `rank`: place by prediction, from 1. `unit`: the compiled plan. */
export const jobOf = (ranked: RankedPlan, rank: number, unit: Unit): Job => ({
  candidate: {
    name: unit.name,
    transform: ranked.plan.transform,
    kernels: printKernels(ranked.plan),
    text: deviceTextHash(unit),
    plannedFor: unit.gpu.name,
    predictedMilliseconds: ranked.milliseconds,
    rank,
  },
  unit,
});
