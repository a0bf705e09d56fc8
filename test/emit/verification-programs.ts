// Builds the verification programs of packages for the emulator, as a user without a GPU does.
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { userType } from "../../generator/emit/element-text.js";
import { hostCompiler } from "../toolchain/compilers.js";
import { emitted, type NamedPlan } from "./named-plan.js";
import { emulatorHeaders, emulatorObjects } from "../toolchain/emulator-library.js";
import { linkedProgram } from "../toolchain/linked-program.js";
import type { Outcome } from "../toolchain/programs.js";
import { RUNTIME_IS_LINKED, verificationObject, verifyHeaders } from "../toolchain/verification-library.js";

/** The path of the program of a package whose kernels `change` may have changed; `scratch` is where it is built. */
export async function buildVerification(
  scratch: string,
  named: NamedPlan,
  change: (text: string) => string = (text) => text,
): Promise<string> {
  const directory = mkdtempSync(join(scratch, `${named.name}-`));
  for (const { path, text } of emitted(named)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), path.endsWith("_kernels.cuh") ? change(text) : text);
  }
  const flags = ["-std=c++17", "-O1", "-pthread", "-w", "-I.", ...emulatorHeaders];
  const compiler = hostCompiler ?? "";
  const units = [
    { directory, source: `${named.name}.cu`, flags },
    { directory, source: "verify.cu", flags: [...flags, RUNTIME_IS_LINKED, ...verifyHeaders] },
  ];
  const element = userType(named.plan.transform);
  const libraries = await Promise.all([verificationObject(compiler, element), emulatorObjects(compiler)]);
  return linkedProgram(compiler, join(directory, "program"), units, libraries.flat());
}

export const expectVerified = (outcome: Outcome): void => {
  expect(outcome).toMatchObject({ exitCode: 0, stderr: "" });
  expect(outcome.stdout).toMatch(/verified, relative L2 error/);
};
