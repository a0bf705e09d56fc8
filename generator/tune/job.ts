// A candidate with the files that it was emitted as: the unit that is built, run and measured.
import { createHash } from "node:crypto";
import { invariant } from "../failure/errors.js";
import type { GeneratedFile } from "../emit/package.js";
import { printKernel } from "../notation/print.js";
import type { ScheduledPlan } from "../plan/plan.js";
import type { RankedPlan } from "../search/search.js";
import type { Candidate } from "./measurement.js";

export interface Job {
  readonly candidate: Candidate;
  readonly plan: ScheduledPlan;
  /** Of its package. */
  readonly files: readonly GeneratedFile[];
  /** It is measured only in place of another one of its transform and batch that spills registers. */
  readonly spare?: true;
}

/** `rank`: place by prediction, from 1. `files`: what the plan compiles to under this name. */
export const jobOf = (
  name: string,
  ranked: RankedPlan,
  rank: number,
  plannedFor: string,
  files: readonly GeneratedFile[],
): Job => ({
  candidate: {
    name,
    transform: ranked.plan.transform,
    kernels: ranked.plan.kernels.map(printKernel),
    text: textHash(name, files),
    plannedFor,
    predictedMilliseconds: ranked.milliseconds,
    rank,
  },
  plan: ranked.plan,
  files,
});

/** The files of a package that its speed and its errors come from: those that all have, and those that some need. */
const hashedFiles = (name: string): { readonly always: readonly string[]; readonly sometimes: readonly string[] } => ({
  always: [`${name}.cu`, `${name}_kernels.cuh`],
  sometimes: [
    `${name}_twiddles.cuh`,
    `${name}_matrices.cuh`,
    "fftgen_vector.cuh",
    "fftgen_matrix.cuh",
    "fftgen_pairs.cuh",
    "fftgen_split.cuh",
  ],
});

/**
 * SHA-256 of the launcher, the kernels, the twiddle tables and the arithmetic on vectors and matrices of a package, as evidence has it:
 * `sha256:` and 64 hexadecimal digits. Evidence with another hash is of another text.
 */
export function textHash(name: string, files: readonly GeneratedFile[]): string {
  const { always, sometimes } = hashedFiles(name);
  const hash = createHash("sha256");
  for (const path of [...always, ...sometimes]) {
    const file = files.find((candidate) => candidate.path === path);
    invariant(
      file !== undefined || sometimes.includes(path),
      () => `textHash: the package ${name} has no file ${path}`,
    );
    if (file !== undefined) hash.update(file.text);
  }
  return `sha256:${hash.digest("hex")}`;
}
