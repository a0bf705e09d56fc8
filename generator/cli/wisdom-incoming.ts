// The plans of a wisdom file, checked like other plans: known GPUs, legal kernels with schedules that the GPU can run, errors
// within the bound. Writes nothing.
import { judgedWisdom } from "../measured.js";
import { InputError } from "../failure/errors.js";
import { gpuOfJson } from "../gpu/gpu-file.js";
import type { Gpu } from "../gpu/gpu.js";
import { knownGpus } from "../gpu/registry.js";
import { printKernels } from "../notation/print.js";
import type { Transform } from "../plan/transform.js";
import { readWisdomFile, type WisdomEntry } from "../planfile/wisdom-file.js";
import type { JudgedEvidence } from "../tune/evidence.js";
import { MOST_BYTES, readUserFile } from "./user-file.js";

export interface IncomingPlan {
  readonly transform: Transform;
  readonly gpu: Gpu;
  /** Whether the file itself describes the GPU. */
  readonly isDescribed: boolean;
  /** The kernels in notation. */
  readonly kernels: readonly string[];
  readonly evidence: readonly JudgedEvidence[];
  /** The best measurement. */
  readonly measured: JudgedEvidence;
}

/** @throws InputError with the place in the file, for the first mistake */
export function incomingPlans(file: string): readonly IncomingPlan[] {
  const { gpus, plans } = readWisdomFile(file, readUserFile(file, MOST_BYTES.wisdom));
  const described = describedGpus(file, gpus);
  return plans.map((entry, index) => incomingPlan(`${file}: plans[${index}]`, entry, described));
}

/** @throws InputError for a wrong description, or one of a GPU that fftgen knows */
function describedGpus(file: string, values: readonly unknown[]): ReadonlyMap<string, Gpu> {
  const gpus = values.map((value, index) => gpuOfJson(value, `${file}: gpus[${index}]`));
  for (const [index, { name }] of gpus.entries()) {
    if (knownGpus.some((known) => known.name === name))
      throw new InputError(
        `${file}: gpus[${index}].name: ${name} is a GPU that fftgen knows: leave it out, or rename it`,
      );
    if (gpus.findIndex((other) => other.name === name) !== index)
      throw new InputError(`${file}: gpus[${index}].name: ${name} is given twice; keep one`);
  }
  return new Map(gpus.map((gpu) => [gpu.name, gpu] as const));
}

/** @throws InputError for an impossible plan, or an impossible measurement of it; `place` begins the message */
function incomingPlan(place: string, entry: WisdomEntry, described: ReadonlyMap<string, Gpu>): IncomingPlan {
  const gpu = described.get(entry.gpu) ?? knownGpus.find(({ name }) => name === entry.gpu);
  if (gpu === undefined)
    throw new InputError(
      `${place}.gpu: fftgen does not know ${JSON.stringify(entry.gpu)}, nor is it among the file's gpus`,
    );
  const { plan, evidence, measured } = judgedWisdom(place, entry, gpu);
  return {
    transform: entry.transform,
    gpu,
    isDescribed: described.has(gpu.name),
    kernels: printKernels(plan.plan),
    evidence,
    measured,
  };
}
