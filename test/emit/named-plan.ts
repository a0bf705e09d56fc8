// Plans for tests of emission: written in the notation with every schedule said, and the names of their packages.
import { compilePlan, lowerPlan, type CompiledPlan } from "../../generator/compile.js";
import type { GeneratedFile } from "../../generator/emit/files.js";
import { linkPackage } from "../../generator/emit/link-package.js";
import { InputError } from "../../generator/failure/errors.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { parseKernels } from "../../generator/notation/parse.js";
import type { ScheduledKernel, ScheduledPlan } from "../../generator/plan/plan.js";
import {
  makeRealTransform,
  makeTransform,
  makeWalshTransform,
  type FourierTransform,
  type RealTransform,
  makeTrigonometricTransform,
  type NumberFormat,
  type TrigonometricTransform,
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
  precision: NumberFormat,
  kernels: readonly string[],
  options: Partial<Omit<FourierTransform, "kind" | "dimensions" | "precision">> = {},
): NamedPlan {
  return {
    name,
    plan: { transform: makeTransform(lengths, precision, options), kernels: scheduledKernels(name, kernels) },
  };
}

/** The same of a Walsh-Hadamard transform. */
export const namedWalshPlan = (
  name: string,
  lengths: readonly number[],
  precision: NumberFormat,
  kernels: readonly string[],
  options: Partial<Omit<WalshTransform, "kind" | "dimensions" | "precision">> = {},
): NamedPlan => ({
  name,
  plan: { transform: makeWalshTransform(lengths, precision, options), kernels: scheduledKernels(name, kernels) },
});

/** The same of a real transform. */
export const namedRealPlan = (
  name: string,
  kind: RealTransform["kind"],
  lengths: readonly number[],
  precision: NumberFormat,
  kernels: readonly string[],
  options: Partial<Omit<RealTransform, "kind" | "dimensions" | "precision">> = {},
): NamedPlan => ({
  name,
  plan: { transform: makeRealTransform(kind, lengths, precision, options), kernels: scheduledKernels(name, kernels) },
});

/** The same of a cosine or sine transform. */
export const namedTrigonometricPlan = (
  name: string,
  kind: TrigonometricTransform["kind"],
  lengths: readonly number[],
  precision: NumberFormat,
  kernels: readonly string[],
  options: Partial<Omit<TrigonometricTransform, "kind" | "dimensions" | "precision">> = {},
): NamedPlan => ({
  name,
  plan: {
    transform: makeTrigonometricTransform(kind, lengths, precision, options),
    kernels: scheduledKernels(name, kernels),
  },
});

/** Kernels in the notation, each with its schedule. */
export const scheduledKernels = (name: string, kernels: readonly string[]): readonly ScheduledKernel[] =>
  kernels
    .flatMap((kernel) => parseKernels(kernel))
    .map(({ schedule, ...kernel }) => {
      if (schedule === undefined) throw new InputError(`${name}: a kernel has no schedule`);
      return { ...kernel, schedule } satisfies ScheduledKernel;
    });

/** A prime length through one so long that its constants are computed, not printed. */
export const computedConstants = namedPlan("computed_constants", [16411], "f32", [
  "{ bluestein X(1600,21,1600,33600,no-tw) X(8400,4,400,1600,pre-tw) } on 320 threads, 80 columns, table",
  "{ bluestein X(1680,20,20,400,pre-tw) X(1680,20,1,20,pre-tw) } on 240 threads, 12 columns, powers, streaming stores",
]);

export const lowered = ({ name, plan }: NamedPlan): CompiledPlan => lowerPlan(name, plan, gpu);

export const emitted = ({ name, plan }: NamedPlan): readonly GeneratedFile[] =>
  linkPackage([compilePlan(name, plan, gpu)]);

/** The files of a package that differ from one to the next: without the licence, and of the device functions only what is chosen. */
export const ownFiles = (files: readonly GeneratedFile[]): readonly GeneratedFile[] =>
  files.filter(({ path }) => path !== "LICENSE" && path !== "fftgen_device.cuh");
