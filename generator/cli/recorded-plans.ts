// The plans for recorded problems: those that the project has, and for the others first choices of a search, which are written.
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import type { Gpu } from "../gpu/gpu.js";
import { at, InputError } from "../failure/errors.js";
import { parseProblems } from "../json/problem-file.js";
import { heaviest, type HeavyProblem } from "../join/recorded.js";
import { transformOf } from "../join/transform-of.js";
import { placeBy, requireWritable } from "../output/writable.js";
import { writeTextFiles, type TextFile } from "../output/text-file.js";
import type { Transform } from "../plan/transform.js";
import { transformName } from "../plan/transform-name.js";
import type { ArgumentsOf } from "./command.js";
import type { bundleForm } from "./commands/bundle.js";
import { countFrom } from "./option-values.js";
import { planPath } from "./packages.js";
import { withProgress } from "./progress.js";
import { askedGpus, projectKey, type Project } from "./project.js";
import { planFileText } from "./publish.js";
import { searchAll } from "./search-pool.js";
import { percent, plural } from "./terminal.js";
import { MOST_BYTES, readUserFile } from "./user-file.js";

/** A recorded problem with its plan file, or with the reason why there is none. */
interface PlannedProblem {
  readonly name: string;
  readonly heavy: HeavyProblem;
  readonly plan: { readonly path: string; readonly isNew: boolean } | { readonly reason: string };
}

/** The plan files for the recordings of --from, and what is to be said of them. */
export async function recordedPlans(
  project: Project,
  { name, from, most, gpu }: ArgumentsOf<typeof bundleForm>,
): Promise<{ readonly paths: readonly string[]; readonly lines: readonly string[] }> {
  if (from === undefined) {
    if (most !== undefined)
      throw new InputError("--most is of the problems of --from: give a recording, or leave it out");
    return { paths: [], lines: [] };
  }
  if (name === undefined)
    throw new InputError("--from plans one bundle: name it, as in `fftgen bundle fft --from problems.json`");
  const all = recordedProblems(from.split(","));
  const taken = all.slice(0, most === undefined ? all.length : countFrom("--most", most));
  const planned = await planRecorded(project, taken, at(askedGpus(project, gpu), 0));
  const paths = planned.flatMap(({ plan }) => ("path" in plan ? [plan.path] : []));
  if (paths.length === 0)
    throw new InputError(
      `--from: no plan for any of ${plural(planned.length, "problem")}: ${leftOut(planned).join("; ")}`,
    );
  return { paths: [...new Set(paths)], lines: saidOf(all, planned) };
}

function saidOf(all: readonly HeavyProblem[], planned: readonly PlannedProblem[]): readonly string[] {
  const served = planned.filter(({ plan }) => "path" in plan);
  const fresh = served.filter(({ plan }) => "path" in plan && plan.isNew).length;
  const share = served.reduce((sum, { heavy }) => sum + heavy.share, 0);
  const timed = all.some(({ milliseconds }) => milliseconds > 0) ? "recorded time" : "recorded calls";
  return [
    `recorded  ${served.length} of ${plural(all.length, "problem")}, ${percent(share)} of the ${timed}; ${plural(fresh, "new plan file", "new plan files")}, chosen by prediction`,
    ...leftOut(planned).map((line) => `left out  ${line}`),
  ];
}

const leftOut = (planned: readonly PlannedProblem[]): readonly string[] =>
  planned.flatMap(({ name, plan }) => ("reason" in plan ? [`${name}: ${plan.reason}`] : []));

/** The heaviest problems of several recordings. */
const recordedProblems = (paths: readonly string[]): readonly HeavyProblem[] =>
  heaviest(paths.flatMap((path) => parseProblems(path, readUserFile(path, MOST_BYTES.results)).problems));

/**
 * Plans what is missing, on all cores, and writes its plan files.
 * @throws InputError for recordings without problems
 */
async function planRecorded(
  project: Project,
  problems: readonly HeavyProblem[],
  gpu: Gpu,
): Promise<readonly PlannedProblem[]> {
  if (problems.length === 0)
    throw new InputError("--from: no problem was recorded: the program made no call of torch.fft");
  const asked = problems.map((heavy) => {
    const transform = transformOf(heavy.problem, heavy.batch);
    const name = transformName(transform);
    const path = planPath(project, name, gpu);
    return { heavy, transform, name, path, isThere: existsSync(path) };
  });
  const missing = asked.filter(({ isThere }) => !isThere);
  requireWritable(missing.map(({ path }) => placeBy(projectKey(project, "plans"), dirname(path))));
  const found = await searchedPlans(
    missing.map(({ transform }) => transform),
    gpu,
  );
  const written: TextFile[] = [];
  const reasons = new Map<string, string>();
  for (const [index, { name, path }] of missing.entries()) {
    const answer = at(found, index);
    if (!answer.ok) {
      reasons.set(name, answer.message);
      continue;
    }
    const ranked = at(answer.value.plans, 0);
    const reason = { why: `chosen by prediction for ${gpu.name}, not measured`, evidence: [] };
    written.push({ path, text: await planFileText(ranked, gpu, path, null, reason) });
  }
  writeTextFiles(written);
  return asked.map(({ name, heavy, path, isThere }): PlannedProblem => {
    const reason = reasons.get(name);
    return { name, heavy, plan: reason === undefined ? { path, isNew: !isThere } : { reason } };
  });
}

async function searchedPlans(transforms: readonly Transform[], gpu: Gpu): ReturnType<typeof searchAll> {
  if (transforms.length === 0) return [];
  const tasks = transforms.map((transform) => ({ transform, top: 1 }));
  const progress = (number: number): string =>
    `[${number + 1}/${transforms.length}] planning ${transformName(at(transforms, number))}`;
  return await withProgress(progress(0), (show) => searchAll(tasks, gpu, (number) => show(progress(number))));
}
