// The plans for the problems of a recording, and what they are of all that was recorded.
import { z } from "zod";
import type { Gpu } from "../gpu/gpu.js";
import { at, InputError } from "../failure/errors.js";
import { parseProblems } from "../json/problem-file.js";
import { heaviest, isScaledByCalls, isTimed, type HeavyProblem } from "../join/recorded.js";
import { transformOf } from "../join/transform-of.js";
import type { ArgumentsOf } from "./command.js";
import type { bundleForm } from "./commands/bundle.js";
import { countFrom } from "./option-values.js";
import { plansThere, type PlanThere } from "./missing-plans.js";
import type { Project } from "./project.js";
import { askedGpus } from "./asked-gpu.js";
import { percent, plural } from "./terminal.js";
import { MOST_BYTES, readUserFile } from "./user-file.js";

interface PlannedProblem extends PlanThere {
  readonly heavy: HeavyProblem;
}

/** What recordings gave a bundle: for its output. */
export const recordedShape = z.strictObject({
  problems: z.int().describe("Recorded problems, and calls that are none."),
  planned: z.int().describe("Problems that the bundle has a transform for."),
  newPlans: z.int(),
  share: z
    .number()
    .describe("Of the recorded time, or of the calls where they were not timed, that the bundle has: 0 to 1."),
  leftOut: z.array(z.strictObject({ name: z.string(), reason: z.string() })),
});

type RecordedLeftOut = z.infer<typeof recordedShape>["leftOut"];

interface RecordedPlans {
  readonly paths: readonly string[];
  /** null without --from. */
  readonly value: z.infer<typeof recordedShape> | null;
  readonly lines: readonly string[];
}

/** Beside --from, among plans: `--from fft.*.json`, as the shell expands it. */
export const isRecording = (path: string): boolean => path.endsWith(".json");

/**
 * The plan files for the recordings of --from, and what is to be said of them.
 * @throws InputError where plans are missing and `mayWrite` is false, for commands that write nothing
 */
export async function recordedPlans(
  project: Project,
  { name, from, plans, most, gpu }: ArgumentsOf<typeof bundleForm>,
  mayWrite: boolean,
): Promise<RecordedPlans> {
  if (from === undefined) {
    if (most !== undefined)
      throw new InputError("--most chooses among the problems of --from: give a recording, or leave it out");
    return { paths: [], value: null, lines: [] };
  }
  if (name === undefined)
    throw new InputError("--from plans one bundle: name it, as in `fftgen bundle fft --from problems.json`");
  if (project.bundles.some((one) => one.name === name))
    throw new InputError(
      `${project.file ?? ""} says which plans the bundle ${name} has: leave out --from, or choose another name`,
    );
  const entries = [...from.split(","), ...plans.filter(isRecording)].flatMap(
    (path) => parseProblems(path, readUserFile(path, MOST_BYTES.results)).problems,
  );
  const posed = entries.flatMap(({ problem, batch, ...one }) =>
    problem === null || batch === null ? [] : [{ problem, batch, ...one }],
  );
  const others = entries.filter(({ problem }) => problem === null);
  const all = heaviest(posed, others);
  const taken = all.slice(0, most === undefined ? all.length : countFrom("--most", most));
  const planned = await planRecorded(project, taken, at(askedGpus(project, gpu), 0), mayWrite);
  const paths = planned.flatMap(({ plan }) => ("paths" in plan ? plan.paths : []));
  const leftOut = [
    ...planned.flatMap((one) => ("reason" in one.plan ? [{ name: one.name, reason: one.plan.reason }] : [])),
    ...others.map((one) => ({ name: one.name, reason: one.reason ?? "no problem of one transform" })),
  ];
  if (paths.length === 0)
    throw new InputError(
      `--from: no plan for any of ${plural(entries.length, "entry", "entries")}: ${leftOut.map((one) => `${one.name}: ${one.reason}`).join("; ")}`,
    );
  const served = planned.filter(({ plan }) => "paths" in plan);
  const value = {
    problems: all.length + others.length,
    planned: served.length,
    newPlans: served.flatMap(({ plan }) => ("paths" in plan && plan.isNew ? plan.paths : [])).length,
    share: served.reduce((sum, { heavy }) => sum + heavy.share, 0),
    leftOut,
  };
  const of = isTimed(entries) ? "recorded time" : "recorded calls";
  return {
    paths: [...new Set(paths)],
    value,
    lines: [
      `recorded  ${value.planned} of ${plural(value.problems, "problem")}, ${percent(value.share)} of the ${of}; ${plural(value.newPlans, "new plan file", "new plan files")}, chosen by prediction`,
      ...leftOutLines(leftOut),
    ],
  };
}

/** A line for each reason. */
function leftOutLines(leftOut: RecordedLeftOut): readonly string[] {
  const reasons = [...new Set(leftOut.map(({ reason }) => reason))];
  return reasons.map((reason) => {
    const [first, ...others] = leftOut.filter((one) => one.reason === reason);
    return `left out  ${first?.name ?? ""}${others.length === 0 ? "" : ` and ${others.length} more`}: ${reason}`;
  });
}

/** @throws InputError for recordings without problems */
async function planRecorded(
  project: Project,
  problems: readonly HeavyProblem[],
  gpu: Gpu,
  mayWrite: boolean,
): Promise<readonly PlannedProblem[]> {
  if (problems.length === 0) throw new InputError("--from: no problem was recorded: the program computed no FFT");
  const asked = problems.map((heavy) => ({
    transform: transformOf(heavy.problem, heavy.batch, isScaledByCalls(heavy) ? "run-time" : "fixed", heavy.strides),
    batches: heavy.counts,
  }));
  const plans = await plansThere(project, asked, gpu, mayWrite ? { kind: "make" } : { kind: "refuse", flag: "--from" });
  return plans.map((plan, index) => ({ ...plan, heavy: at(problems, index) }));
}
