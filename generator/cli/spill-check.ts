// Compiles the plans of a search in their order, before one is written and where nvcc is found, until no later one can be faster, spilled
// registers counted.
import { z } from "zod";
import { compilePlan } from "../compile.js";
import { linkPackage } from "../emit/link-package.js";
import type { Unit } from "../emit/unit.js";
import { at, ToolchainError } from "../failure/errors.js";
import { architectureName, type Gpu } from "../gpu/gpu.js";
import { registerCap } from "../gpu/occupancy.js";
import type { ScheduledKernel } from "../plan/plan.js";
import type { RankedPlan } from "../search/ranked-plans.js";
import { withRegisters } from "../search/variants.js";
import { cudaCompiler, type Compiler } from "../toolchain/compilers.js";
import { askPtxas, type KernelRegisters } from "../toolchain/spills.js";
import { paragraph } from "./table.js";
import type { SchemaValue } from "./output.js";
import { withProgress } from "./progress.js";
import { outputWidth } from "./terminal.js";

export const compiled = z.union([
  z.strictObject({ architecture: z.string(), reason: z.string().describe("Why nvcc compiles nothing for it.") }),
  z.strictObject({
    architecture: z.string(),
    plans: z.array(
      z.strictObject({
        rank: z.int().nullable(),
        fewerBlocks: z
          .boolean()
          .describe("Whether this is that plan with fewer blocks, whose threads have more registers."),
        kernels: z.array(z.strictObject({ registers: z.int(), spilledBytes: z.int() })),
      }),
    ),
  }),
]);

/** A plan that was compiled. */
export interface TriedPlan {
  /** Its place in the ranking, from 1; null for a plan file that is kept. */
  readonly rank: number | null;
  /** Whether it is that plan with fewer blocks, whose threads have more registers. */
  readonly fewerBlocks: boolean;
  readonly kernels: readonly KernelRegisters[];
}

export type SpillCheck =
  /** No check was wanted, or there is no nvcc. `possible`: a plan of the search could have been checked. */
  | { readonly kind: "skipped"; readonly possible: boolean }
  /** nvcc does not compile for this GPU. */
  | { readonly kind: "failed"; readonly architecture: string; readonly reason: string }
  | {
      readonly kind: "compiled";
      readonly architecture: string;
      readonly tried: readonly TriedPlan[];
      /** One of them. */
      readonly taken: TriedPlan;
    };

/** The chosen plan, as it was emitted. */
export interface CheckedChoice {
  readonly chosen: RankedPlan;
  readonly unit: Unit;
  readonly check: SpillCheck;
}

/** The most plans that are compiled before the best of them is taken: each takes seconds. */
const MOST_COMPILED = 6;

/**
 * Bytes of spilled registers for which a plan is expected to take twice as long. A few cost nothing: on an H200 r2c of 20014 took 0.95 ms where
 * its kernel spilled 32 bytes, and 1.12 in two kernels that spilled none; c2c of 10007 0.864 without, 0.866 with 16.
 */
const BYTES_OF_TWICE = 512;

/** A register of 4 bytes is stored and loaded again, once at least. */
const BYTES_OF_REGISTER = 8;

const expected = ({ cautious }: RankedPlan, tried: TriedPlan): number =>
  cautious * (1 + spilledBytes(tried) / BYTES_OF_TWICE);

/**
 * The compiler for the check. `wanted`: the value of --compile, true even where nothing is verified; undefined: if nvcc is here
 * and `usual`.
 * Throws a ToolchainError if it is wanted and absent.
 */
export function spillCompiler(wanted: boolean | undefined, usual: boolean): Compiler | undefined {
  if (wanted === false || (wanted === undefined && !usual)) return undefined;
  const nvcc = cudaCompiler();
  if (nvcc === undefined && wanted === true)
    throw new ToolchainError(
      "--compile: nvcc was not found: install the CUDA toolkit, or name the compiler in the variable NVCC",
    );
  return nvcc;
}

/** Whether --compile was not given, and nvcc exists; an nvcc that is named and absent counts as absent. */
const isUnasked = (wanted: boolean | undefined): boolean => {
  try {
    return wanted === undefined && cudaCompiler() !== undefined;
  } catch (error) {
    if (error instanceof ToolchainError) return false;
    throw error;
  }
};

/**
 * The plan that is expected to be the fastest of the first few, with what they spill. `kept`: the plan of a
 * file, which is taken whatever it spills. `wanted`: the value of --compile.
 * @throws ToolchainError for a text that does not compile, and if it is wanted for an nvcc that fails
 */
export async function firstThatFits(
  name: string,
  found: readonly RankedPlan[],
  kept: RankedPlan | undefined,
  gpu: Gpu,
  nvcc: Compiler | undefined,
  wanted: boolean | undefined,
): Promise<CheckedChoice> {
  const plans = kept === undefined ? found : [kept];
  const emitted = (ranked: RankedPlan): Unit => compilePlan(name, ranked.plan, gpu);
  const first = at(plans, 0);
  if (nvcc === undefined) {
    const check: SpillCheck = { kind: "skipped", possible: kept === undefined && isUnasked(wanted) };
    return { chosen: first, unit: emitted(first), check };
  }
  const architecture = architectureName(gpu.computeCapability);
  const tried: Tried[] = [];
  const crowded = new Map<string, number>();
  let queue: readonly Waiting[] = plans.map((chosen, index) => ({
    ...{ chosen, fewerBlocks: false, rank: kept === undefined ? index + 1 : null },
  }));
  for (;;) {
    const [next, ...others] = queue;
    if (next === undefined || tried.length === MOST_COMPILED) break;
    queue = others;
    const { chosen, rank, fewerBlocks } = next;
    if (tried.some((other) => expected(other.chosen, other.compiled) <= chosen.cautious)) break;
    if (chosen.plan.kernels.some((kernel) => registerCap(gpu, kernel.schedule) <= (crowded.get(crowdKey(kernel)) ?? 0)))
      continue;
    const unit = emitted(chosen);
    const progress = `compiling ${name} for ${architecture}, to see whether it spills registers`;
    const report = await withProgress(progress, () => askPtxas(name, linkPackage([unit]), architecture, nvcc));
    if (report.kind === "rejected")
      throw new ToolchainError(
        `nvcc cannot compile ${name} for ${architecture}: ${report.reason}\nnothing was written; --no-compile skips nvcc`,
      );
    if (report.kind === "failed") {
      const { reason } = report;
      if (wanted === true)
        throw new ToolchainError(
          `--compile: nvcc cannot compile for ${architecture}: ${reason}\nnothing was written; without --compile the package is written uncompiled`,
        );
      return { chosen: first, unit: emitted(first), check: { kind: "failed", architecture, reason } };
    }
    const compiled: TriedPlan = { rank, fewerBlocks, kernels: report.kernels };
    tried.push({ compiled, chosen, unit });
    if (spilledBytes(compiled) === 0 || kept !== undefined) break;
    const needed = (index: number): number => {
      const { spilledBytes: bytes = 0 } = report.kernels[index] ?? {};
      const kernel = at(chosen.plan.kernels, index);
      return bytes === 0 ? 0 : registerCap(gpu, kernel.schedule) + Math.ceil(bytes / BYTES_OF_REGISTER);
    };
    chosen.plan.kernels.forEach((kernel, index) => {
      if (needed(index) > 0) crowded.set(crowdKey(kernel), needed(index) - 1);
    });
    const roomier = withRegisters(chosen, needed, gpu);
    if (roomier !== undefined)
      queue = [...queue, { chosen: roomier, rank, fewerBlocks: true }].toSorted(
        (a, b) => a.chosen.cautious - b.chosen.cautious,
      );
  }
  const best = tried.toSorted((a, b) => expected(a.chosen, a.compiled) - expected(b.chosen, b.compiled));
  const { chosen, unit, compiled: taken } = at(best, 0);
  const all = tried.map(({ compiled }) => compiled);
  return { chosen, unit, check: { kind: "compiled", architecture, tried: all, taken } };
}

/** A plan that may be compiled, with its place as in `TriedPlan`. */
interface Waiting extends Pick<TriedPlan, "rank" | "fewerBlocks"> {
  readonly chosen: RankedPlan;
}

interface Tried {
  readonly compiled: TriedPlan;
  readonly chosen: RankedPlan;
  readonly unit: Unit;
}

/** What a kernel spills depends on its butterflies, on threads, tile and factors, and on the registers of each thread, which come beside it. */
const crowdKey = ({ schedule: { threads, columns, width, cluster, twiddles }, ...kernel }: ScheduledKernel): string =>
  JSON.stringify([kernel, threads, columns, width, cluster, twiddles]);

export const spilledBytes = ({ kernels }: TriedPlan): number =>
  kernels.reduce((sum, kernel) => sum + kernel.spilledBytes, 0);

/** A paragraph below the ranking if another plan than the first is taken, with the reason. */
export function spillText(check: SpillCheck): string | undefined {
  if (check.kind !== "compiled") return undefined;
  const { tried, architecture, taken } = check;
  const spilling = tried.filter((one) => spilledBytes(one) > 0);
  if (spilling.length === 0) return undefined;
  if (taken.rank === null)
    return `Compiled for ${architecture}, the kept plan spills ${spilledBytes(taken)} bytes of registers.`;
  const told = spilling.map((one) => `${numberText(one)} spills ${spilledBytes(one)} bytes of registers`);
  const outcome =
    spilledBytes(taken) === 0
      ? `${numberText(taken)}, which spills none, is taken`
      : `${numberText(taken)} is taken, for what it spills costs less than what others are predicted to take longer`;
  return paragraph(`Compiled for ${architecture}, ${told.join(", ")}: ${outcome}.`, outputWidth());
}

const numberText = ({ rank, fewerBlocks }: TriedPlan): string =>
  `number ${rank ?? 0}${fewerBlocks ? " with fewer blocks" : ""}`;

/** The line of the summary. */
export function spillLine(check: SpillCheck): string | undefined {
  switch (check.kind) {
    case "skipped":
      return check.possible ? "not yet: --compile checks with nvcc whether registers are spilled" : undefined;
    case "failed":
      return `not for ${check.architecture}: ${check.reason}`;
    case "compiled": {
      const bytes = spilledBytes(check.taken);
      return `for ${check.architecture}: ${bytes === 0 ? "no registers are spilled" : `${bytes} bytes of registers are spilled`}`;
    }
  }
}

/** The check for programs. */
export function spillValue(check: SpillCheck): SchemaValue<typeof compiled> | null {
  switch (check.kind) {
    case "skipped":
      return null;
    case "failed":
      return { architecture: check.architecture, reason: check.reason };
    case "compiled":
      return { architecture: check.architecture, plans: check.tried };
  }
}
