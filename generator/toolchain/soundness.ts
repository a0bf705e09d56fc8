// Whether programs of this machine work: their versions, and whether built programs can run.
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ToolchainError } from "../failure/errors.js";
import { shownLine } from "./compilation.js";
import type { Compiler } from "./compilers.js";
import { temporaryDirectory } from "./early-end.js";
import { runProcess } from "./process.js";

/** A program that does not answer in this time, in milliseconds, does not work. */
const PATIENCE = 20_000;

/** The first line with a version in it, `g++ (Debian 12.2.0) 12.2.0`. Throws a ToolchainError with the output if there is none. */
export async function versionLine({ path, parameters }: Compiler): Promise<string> {
  const { exitCode, stdout, stderr } = await runProcess(path, [...parameters, "--version"], {
    signal: AbortSignal.timeout(PATIENCE),
  });
  const lines = (stdout.trim() === "" ? stderr : stdout).split("\n").map((line) => line.trim());
  const line = lines.find((one) => /release \d+\.\d+/.test(one)) ?? lines.find((one) => /\d+\.\d+/.test(one));
  if (exitCode !== 0 || line === undefined)
    throw new ToolchainError(`${path} --version fails with exit code ${exitCode}: ${shownLine(lines[0] ?? "")}`);
  return shownLine(line);
}

/** Throws a ToolchainError if no temporary directory can be made and written, or none of its programs can run. */
export async function requireScratch(): Promise<void> {
  const scratch = temporaryDirectory();
  try {
    const program = join(scratch.path, "program");
    try {
      writeFileSync(program, "#!/bin/sh\nexit 0\n");
      chmodSync(program, 0o755);
    } catch (error) {
      throw new ToolchainError(`cannot write ${program}: ${error instanceof Error ? error.message : String(error)}`);
    }
    const { exitCode } = await runProcess(program, [], { signal: AbortSignal.timeout(PATIENCE) });
    if (exitCode !== 0) throw new ToolchainError(`${program} ended with ${exitCode}`);
  } finally {
    scratch.remove();
  }
}
