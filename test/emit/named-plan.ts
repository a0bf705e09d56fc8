// Plans for tests of emission: written in the notation with every schedule said, and the names of their packages.
import { lowerPlan, emitPackage, type CompiledPlan } from "../../generator/compile.js";
import type { GeneratedFile } from "../../generator/emit/files.js";
import { InputError } from "../../generator/failure/errors.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { parseKernels } from "../../generator/notation/parse.js";
import type { ScheduledKernel, ScheduledPlan } from "../../generator/plan/plan.js";
import {
  makeTransform,
  makeWalshTransform,
  type FourierTransform,
  type Storage,
  type WalshTransform,
} from "../../generator/plan/transform.js";

export const gpu = findGpu("H200");

/** A plan, and the name of the package it becomes: an identifier of C. */
export interface NamedPlan {
  readonly name: string;
  readonly plan: ScheduledPlan;
}

/** `lengths` slowest first; `kernels` in the notation, each with its schedule. */
export function namedPlan(
  name: string,
  lengths: readonly number[],
  precision: Storage,
  kernels: readonly string[],
  options: Partial<Omit<FourierTransform, "kind" | "dimensions" | "precision">> = {},
): NamedPlan {
  return { name, plan: { transform: makeTransform(lengths, precision, options), kernels: scheduled(name, kernels) } };
}

/** The same of a Walsh-Hadamard transform. */
export const namedWalshPlan = (
  name: string,
  lengths: readonly number[],
  precision: Storage,
  kernels: readonly string[],
  options: Partial<Omit<WalshTransform, "kind" | "dimensions" | "precision">> = {},
): NamedPlan => ({
  name,
  plan: { transform: makeWalshTransform(lengths, precision, options), kernels: scheduled(name, kernels) },
});

const scheduled = (name: string, kernels: readonly string[]): readonly ScheduledKernel[] =>
  kernels
    .flatMap((kernel) => parseKernels(kernel))
    .map(({ subComputations, schedule }) => {
      if (schedule === undefined) throw new InputError(`${name}: a kernel has no schedule`);
      return { subComputations, schedule } satisfies ScheduledKernel;
    });

export const lowered = ({ name, plan }: NamedPlan): CompiledPlan => lowerPlan(name, plan, gpu);

export const emitted = (named: NamedPlan): readonly GeneratedFile[] => emitPackage(lowered(named), gpu);

/** The files of a package that differ from one to the next: without the vendored runtime. */
export const ownFiles = (files: readonly GeneratedFile[]): readonly GeneratedFile[] =>
  files.filter(({ path }) => !/(^|\/)fftgen_/.test(path));
