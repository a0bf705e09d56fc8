// `fftgen verify [plans...]`: builds and runs the verification program of what plans give.
import { z } from "zod";
import { verificationReportSchema } from "../json/verification-report-schema.js";
import { VerificationError } from "../failure/errors.js";
import type { VerificationReport } from "../json/verification-report.js";
import { readyTarget } from "../toolchain/build.js";
import type { ArgumentsOf } from "./command.js";
import type { verifyForm } from "./commands/verify.js";
import { emittedPackage, filesOf } from "./emitted-package.js";
import { countFrom } from "./option-values.js";
import { output, part } from "./output.js";
import { wantedPackages } from "./packages.js";
import { findProject, symbolsOf } from "./project.js";
import { print, printJson, styled } from "./terminal.js";
import { targetName, verifyPackage } from "./verify-package.js";

export const verifyOutput = output("verify", {
  target: z.enum(["gpu", "emulator"]),
  passed: z.boolean(),
  packages: z.array(
    z.strictObject({
      name: z.string(),
      path: part.path,
      passed: z.boolean(),
      report: verificationReportSchema.optional(),
    }),
  ),
});

type VerifyArguments = ArgumentsOf<typeof verifyForm>;

/** Goes on to the next plan after a failure, so that one run shows all of them. */
export const outputs = [verifyOutput];

export async function run(parameters: VerifyArguments): Promise<void> {
  const { json, thorough, keep } = parameters;
  const batch = parameters.batch === undefined ? undefined : countFrom("--batch", parameters.batch);
  const project = findProject();
  const plans = wantedPackages(project, parameters.plans, parameters.order);
  const target = await readyTarget(parameters.on);

  const verdicts: {
    readonly name: string;
    readonly path: string;
    readonly passed: boolean;
    readonly report: VerificationReport | undefined;
    readonly kept: string;
  }[] = [];
  for (const loaded of plans) {
    // From the plan, not from generated/: what is verified is what the plan gives now.
    const emitted = emittedPackage(loaded, parameters.gpu);
    const { name } = loaded;
    const path = emitted.paths.join(", ");
    const files = filesOf(emitted, symbolsOf(project));
    if (!json) {
      if (verdicts.length > 0) print();
      print(`${styled("bold", path)} on ${targetName(target)}`);
    }
    const { passed, report, kept } = await verifyPackage(name, files, { target, batch, thorough, keep, json });
    verdicts.push({ name, path, passed, report, kept });
  }

  const failed = verdicts.filter(({ passed }) => !passed).map(({ name }) => name);
  if (json)
    printJson(verifyOutput, {
      target,
      passed: failed.length === 0,
      packages: verdicts.map(({ name, path, passed, report }) => ({ name, path, passed, report })),
    });
  if (failed.length > 0)
    throw new VerificationError(
      `verification failed on ${targetName(target)}: ${failed.join(", ")}${plans.length > 1 ? ` (${failed.length} of ${plans.length})` : ""}${verdicts.map(({ kept }) => kept).join("")}`,
    );
  if (!json && plans.length > 1) print(`\nall ${plans.length} packages are verified`);
}
