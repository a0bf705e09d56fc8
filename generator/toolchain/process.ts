// Runs other programs. The only place that starts processes.
import { spawn } from "node:child_process";
import { ToolchainError } from "../failure/errors.js";

export interface ProcessResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProcessOptions {
  readonly directory?: string;
  /** Lines go to the user's terminal as they come, besides being collected. */
  readonly showErrors?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Runs a program to its end. Throws a ToolchainError only if it cannot be started or is killed. */
export function runProcess(
  command: string,
  parameters: readonly string[],
  options: ProcessOptions = {},
): Promise<ProcessResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, {
      ...(options.directory === undefined ? {} : { cwd: options.directory }),
      env: { ...process.env, ...options.environment },
      stdio: ["ignore", "pipe", options.showErrors === true ? "inherit" : "pipe"],
    });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout?.on("data", (chunk: Buffer) => stdout.push(chunk));
    child.stderr?.on("data", (chunk: Buffer) => stderr.push(chunk));
    child.on("error", (error) => reject(new ToolchainError(`cannot run ${command}: ${error.message}`)));
    child.on("close", (exitCode, signal) => {
      if (exitCode === null) reject(new ToolchainError(`${command} was killed by ${signal ?? "a signal"}`));
      else resolve({ exitCode, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() });
    });
  });
}
