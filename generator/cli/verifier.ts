// The means by which a package can be verified on this machine, determined before the search.
import { ToolchainError } from "../failure/errors.js";
import type { Verifier } from "../json/verified.js";
import { readyTarget, type Target } from "../toolchain/build.js";
import { hasHostCompiler } from "../toolchain/compilers.js";
import { requireScratch } from "../toolchain/soundness.js";

/**
 * The verifier of --on. `auto`: a GPU where there is one, else the emulator, which needs a C++ compiler; without either the
 * evaluator.
 * @throws ToolchainError where something is missing, or built programs could not run
 */
export async function readyVerifier(on: Target | "auto"): Promise<Verifier> {
  const target = await readyOrNone(on);
  if (target === undefined) return "evaluator";
  await requireScratch();
  return target;
}

async function readyOrNone(on: Target | "auto"): Promise<Target | undefined> {
  try {
    return await readyTarget(on);
  } catch (error) {
    if (error instanceof ToolchainError && on === "auto" && !hasHostCompiler()) return undefined;
    throw error;
  }
}

/** `on the emulator` */
export const whereText = (verifier: Verifier): string =>
  verifier === "evaluator" ? "by the evaluator" : `on ${verifier === "gpu" ? "the GPU" : "the emulator"}`;

/** What a verification without a compiler does not check. */
export const COMPILER_ADDS =
  "a C++ compiler (g++ or clang++) would add: the emitted text itself, compiled and run, with its rounding errors and all tests";
