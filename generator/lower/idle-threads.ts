// What threads without work do in a phase: a statement of the program, which the evaluator runs and the printer prints.
import type { ThreadStep, Workers } from "../kernel/program.js";
import { isMeeting } from "../kernel/sync.js";

/**
 * Where threads meet inside a phase, those without work repeat what the last worker does. If they skipped it, no table would be
 * read before threads meet: on an H200 129 kernels that gather took 1.17 times as long so in the mean, and up to 1.93 times; 110
 * others as long. Elsewhere they skip it: 59 kernels of Bluestein's transform took 1.08 times as long with all threads at work,
 * 110 others as long.
 * @param count threads with work; undefined where all have some
 */
export const workersOf = (count: number | undefined, steps: readonly ThreadStep[]): Workers | undefined =>
  count === undefined ? undefined : { count, others: steps.some(isMeeting) ? "repeat" : "skip" };
