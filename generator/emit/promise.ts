// What a transform promises, without its method: units whose promises differ are not of one transform.
import type { ScheduledPlan } from "../plan/plan.js";
import { contractLines, transformTitle } from "./contract.js";

/** The definition of the result: the same for all units of a transform. */
const promiseOf = (plan: ScheduledPlan): string => [transformTitle(plan.transform), ...contractLines(plan)].join("\n");

export const promiseSame = (one: ScheduledPlan, other: ScheduledPlan): boolean => promiseOf(one) === promiseOf(other);
