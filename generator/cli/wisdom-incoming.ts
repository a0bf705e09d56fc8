// The plans of a wisdom file, held to what plans are held to: known GPUs, legal kernels with schedules that the GPU can run, errors
// within the bound. Nothing is written here.
import { compilePlan } from "../compile.js";
import { deviceTextHash } from "../emit/device-text.js";
import { at, InputError } from "../failure/errors.js";
import { gpuOfJson } from "../gpu/gpu-file.js";
import type { Gpu } from "../gpu/gpu.js";
import { knownGpus } from "../gpu/registry.js";
import { parseKernel } from "../notation/parse.js";
import { printKernel } from "../notation/print.js";
import { checkPlan, problemText } from "../plan/check.js";
import { type Transform } from "../plan/transform.js";
import { transformName } from "../plan/transform-name.js";
import { readWisdomFile, type WisdomEntry } from "../planfile/wisdom-file.js";
import { errorBound } from "../verify/bound.js";
import { schedulePlan } from "./loaded-plan.js";
import type { JudgedEvidence } from "./plan-evidence.js";
import { MOST_BYTES, readUserFile } from "./user-file.js";
import { bestEvidence } from "./wisdom-places.js";

export interface IncomingPlan {
  readonly transform: Transform;
  readonly gpu: Gpu;
  /** Whether the file itself describes the GPU. */
  readonly isDescribed: boolean;
  /** As they are printed. */
  readonly kernels: readonly string[];
  readonly evidence: readonly JudgedEvidence[];
  /** The best of it. */
  readonly measured: JudgedEvidence;
}

/** @throws InputError with the place in the file, for the first thing that is wrong */
export function incomingPlans(file: string): readonly IncomingPlan[] {
  const { gpus, plans } = readWisdomFile(file, readUserFile(file, MOST_BYTES.wisdom));
  const described = describedGpus(file, gpus);
  return plans.map((entry, index) => incomingPlan(`${file}: plans[${index}]`, entry, described));
}

/** @throws InputError for one that is wrong, or that fftgen knows better */
function describedGpus(file: string, values: readonly unknown[]): ReadonlyMap<string, Gpu> {
  const gpus = values.map((value, index) => gpuOfJson(value, `${file}: gpus[${index}]`));
  for (const [index, { name }] of gpus.entries()) {
    if (knownGpus.some((known) => known.name === name))
      throw new InputError(`${file}: gpus[${index}].name: fftgen knows ${name} by itself: leave it out, or rename it`);
    if (gpus.findIndex((other) => other.name === name) !== index)
      throw new InputError(`${file}: gpus[${index}].name: ${name} is there twice; keep one`);
  }
  return new Map(gpus.map((gpu) => [gpu.name, gpu] as const));
}

/** @throws InputError for what no plan can be, or what cannot have been measured of it; `place` begins the message */
function incomingPlan(place: string, entry: WisdomEntry, described: ReadonlyMap<string, Gpu>): IncomingPlan {
  const gpu = described.get(entry.gpu) ?? knownGpus.find(({ name }) => name === entry.gpu);
  if (gpu === undefined)
    throw new InputError(
      `${place}.gpu: fftgen does not know ${JSON.stringify(entry.gpu)}, nor is it among the file's gpus`,
    );
  const kernels = entry.kernels.map((text, index) => placed(`${place}.kernels[${index}]`, () => parseKernel(text)));
  const open = kernels.findIndex(({ schedule }) => schedule === undefined);
  if (open >= 0) throw new InputError(`${place}.kernels[${open}]: it has no schedule, such as \`on 256 threads\``);
  const plan = { transform: entry.transform, kernels };
  const [problem] = checkPlan(plan);
  if (problem !== undefined) throw new InputError(`${place}: ${problemText(problem)}`);
  const path = `${place}.kernels`;
  const ranked = placed(place, () =>
    schedulePlan({ path, name: "", plan, gpu, directory: undefined, places: [], evidence: [] }, gpu),
  );
  const bound = errorBound(ranked.plan).l2;
  const wrong = entry.evidence.findIndex(({ relativeL2Error }) => relativeL2Error > bound);
  if (wrong >= 0)
    throw new InputError(
      `${place}.evidence[${wrong}].relativeL2Error: ${at(entry.evidence, wrong).relativeL2Error} is beyond the bound of this plan, ${bound.toExponential(1)}: it is not right`,
    );
  const text = placed(place, () => deviceTextHash(compilePlan(transformName(entry.transform), ranked.plan, gpu)));
  const evidence = entry.evidence.map((one) => ({ ...one, stale: one.text !== text }));
  const measured = bestEvidence(evidence, gpu.name);
  if (measured === undefined) throw new InputError(`${place}.evidence: nothing was measured on ${gpu.name}`);
  return {
    transform: entry.transform,
    gpu,
    isDescribed: described.has(gpu.name),
    kernels: ranked.plan.kernels.map(printKernel),
    evidence,
    measured,
  };
}

function placed<T>(place: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof InputError) || error.message.startsWith(place)) throw error;
    throw new InputError(`${place}: ${error.message}`);
  }
}
