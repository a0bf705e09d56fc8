// Builds the verification programs of packages for the emulator, as a user without a GPU does.
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { emulatorDirectory } from "../../generator/emit/read-template.js";
import { hostCompiler } from "../emulator/build.js";
import { emitted, type NamedPlan } from "./named-plan.js";
import { requireSuccess, type Outcome } from "./programs.js";

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
  const flags = ["-std=c++17", "-O1", "-pthread", "-w", "-I.", "-Iverify", "-isystem", emulatorDirectory];
  const sources = [`${named.name}.cu`, "verify/verify.cu"];
  await Promise.all(
    sources.map((source, index) =>
      requireSuccess(hostCompiler ?? "", [...flags, "-x", "c++", "-c", source, "-o", `${index}.o`], { directory }),
    ),
  );
  await requireSuccess(hostCompiler ?? "", ["-pthread", "0.o", "1.o", "-o", "program"], { directory });
  return join(directory, "program");
}

export const expectVerified = (outcome: Outcome): void => {
  expect(outcome).toMatchObject({ exitCode: 0, stderr: "" });
  expect(outcome.stdout).toMatch(/verified, relative L2 error/);
};
