// `fftgen verify [plans...]`: builds and runs the verification program of each plan.
import { z } from "zod";
import { verificationReportSchema } from "../json/verification-report-schema.js";
import type { GeneratedFile } from "../emit/files.js";
import { InputError, ToolchainError, VerificationError } from "../failure/errors.js";
import { VERIFIERS, type VerifiedTransform } from "../json/verified.js";
import { packageIn, staleFiles } from "../output/package-directory.js";
import { isForeignVerified, keepVerified, verifiedBy } from "../output/verified-file.js";
import type { VerificationReport } from "../json/verification-report.js";
import { requireHostMemory } from "../toolchain/host-memory.js";
import type { ArgumentsOf } from "./command.js";
import type { verifyForm } from "./commands/verify.js";
import { emittedPackage, filesOf, type EmittedPackage } from "./emitted-package.js";
import { countFrom } from "./option-values.js";
import { output, part } from "./output.js";
import { withRuntime } from "./package-runtime.js";
import { packageDirectory, planLabel, wantedPackages } from "./packages.js";
import { findProject, symbolsOf, type Project } from "./project.js";
import { print, printJson, styled } from "./terminal.js";
import { textOf } from "./verified-packages.js";
import { COMPILER_ADDS, readyVerifier, whereText } from "./verifier.js";
import { verdictText, verifyPackage, type VerificationOutcome } from "./verify-package.js";

export const verifyOutput = output("verify", {
  target: z.enum(VERIFIERS),
  passed: z.boolean(),
  packages: z.array(
    z.strictObject({
      name: z.string(),
      path: part.path,
      passed: z.boolean(),
      report: verificationReportSchema.optional(),
      verified: part.verified,
    }),
  ),
});

type VerifyArguments = ArgumentsOf<typeof verifyForm>;

/** The command continues with the next plan after a failure, so that one run shows all failures. */
export const outputs = [verifyOutput];

export async function run(parameters: VerifyArguments): Promise<void> {
  const { json, thorough, keep, verbose } = parameters;
  const batch = parameters.batch === undefined ? undefined : countFrom("--batch", parameters.batch);
  const project = findProject();
  const plans = wantedPackages(project, parameters.plans, parameters.order);
  const target = await readyVerifier(parameters.on);
  for (const { plans: variants } of plans) for (const { plan } of variants) requireHostMemory(plan.transform, target);

  const verdicts: {
    readonly name: string;
    readonly path: string;
    readonly passed: boolean;
    readonly report: VerificationReport | undefined;
    readonly kept: string;
    readonly verified: VerifiedTransform | null;
  }[] = [];
  for (const loaded of plans) {
    // The package comes from the plan, not from generated/: the verification is of the plan's present text.
    const emitted = emittedPackage(loaded, parameters.gpu);
    const { name } = loaded;
    const path = emitted.paths.join(", ");
    const symbols = symbolsOf(project);
    const files = filesOf(emitted, symbols);
    if (!json && verbose) print(`${verdicts.length > 0 ? "\n" : ""}${styled("bold", path)} ${whereText(target)}`);
    const table = json ? "never" : verbose ? "always" : "of failures";
    const options = { batch, thorough, keep, table } as const;
    const verification = await verifyPackage({ name, units: emitted.units, symbols }, target, options);
    if (typeof verification === "string")
      throw new ToolchainError(`${name} cannot be verified: ${verification}\n${COMPILER_ADDS}`);
    const { passed, report, kept } = verification;
    if (!json && passed && (!verbose || target === "evaluator"))
      print(`${name}: verified ${verdictText(verification)}`);
    const directory = packageDirectory(project, loaded);
    // One batch that the user chose says little about others.
    const isWhole = batch === undefined;
    const verified = isWhole || !passed ? recorded(project, emitted, files, directory, verification) : null;
    verdicts.push({ name, path, passed, report, kept, verified });
  }

  const failed = verdicts.filter(({ passed }) => !passed).map(({ name }) => name);
  if (json)
    printJson(verifyOutput, {
      target,
      passed: failed.length === 0,
      packages: verdicts.map(({ name, path, passed, report, verified }) => ({ name, path, passed, report, verified })),
    });
  if (failed.length > 0)
    throw new VerificationError(
      `verification failed ${whereText(target)}: ${failed.join(", ")}${plans.length > 1 ? ` (${failed.length} of ${plans.length})` : ""}${verdicts.map(({ kept }) => kept).join("")}`,
    );
  if (!json && target === "evaluator") print(COMPILER_ADDS);
  if (!json && plans.length > 1) print(`\nall ${plans.length} packages are verified`);
}

/**
 * Records the verification in the package's directory, if that package is the verified one. A directory that cannot be written is
 * no error.
 */
function recorded(
  project: Project,
  emitted: EmittedPackage,
  files: readonly GeneratedFile[],
  directory: string,
  verification: VerificationOutcome,
): VerifiedTransform | null {
  const { name, paths } = emitted;
  const contents = {
    name,
    plans: paths.map((path) => planLabel(project, path)),
    files: withRuntime(directory, files),
  };
  if (packageIn(directory)?.name !== name || staleFiles(directory, contents).length > 0 || isForeignVerified(directory))
    return null;
  const text = textOf(emitted);
  const fresh = verifiedBy(text, verification);
  try {
    return keepVerified(directory, [text], fresh === undefined ? [] : [fresh])[0] ?? null;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return null;
  }
}
