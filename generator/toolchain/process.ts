// Runs other programs. The only place that starts processes; none of them outlives this one.
import { spawn, type ChildProcess } from "node:child_process";
import { constants, tmpdir } from "node:os";
import { createInterface } from "node:readline";
import { ToolchainError } from "../failure/errors.js";
import { undoAtEarlyEnd } from "./early-end.js";

export interface ProcessResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProcessOptions {
  /** The working directory of the program; the current one by default. */
  readonly directory?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Receives each line of standard output as it arrives. The result contains all of them as well. */
  readonly onLine?: (line: string) => void;
  /** Receives each line of standard error. The result lacks the lines for which it returns true. */
  readonly keepsError?: (line: string) => boolean;
  /** Kills the program, and all programs that it started. */
  readonly signal?: AbortSignal;
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
      stdio: ["ignore", "pipe", "pipe"],
      // A process group of its own: a compiler driver is killed together with the compiler it started.
      detached: true,
    });
    const stop = (): void => killGroup(child);
    const release = undoAtEarlyEnd(stop);
    options.signal?.addEventListener("abort", stop);
    const finish = (): void => {
      release();
      options.signal?.removeEventListener("abort", stop);
    };

    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
    const { onLine, keepsError } = options;
    if (onLine !== undefined) createInterface(child.stdout).on("line", onLine);
    if (keepsError === undefined) child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
    else
      createInterface(child.stderr).on("line", (line) => {
        if (!keepsError(line)) stderr.push(Buffer.from(`${line}\n`));
      });

    child.on("error", (error) => {
      finish();
      reject(new ToolchainError(`cannot run ${command}: ${reasonOf(command, error)}`));
    });
    child.on("close", (exitCode, signal) => {
      finish();
      if (exitCode === null) reject(new ToolchainError(`${command} was killed by ${signal ?? "a signal"}`));
      else resolve({ exitCode, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() });
    });
  });
}

/** Signals that are passed on to a program that runs in the place of this one. */
const PASSED_ON = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2"] as const;

/**
 * Runs a program in the place of this one: with its standard streams and its signals.
 * @returns the exit code; 128 and the number of the signal that killed it, as shells say
 */
export function runInPlace(
  command: string,
  parameters: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, { env: { ...process.env, ...environment }, stdio: "inherit" });
    // A terminal sends Ctrl-C to both.
    const isSentToBoth = (signal: NodeJS.Signals): boolean =>
      process.stdin.isTTY && (signal === "SIGINT" || signal === "SIGQUIT");
    const before = new Map(PASSED_ON.map((signal) => [signal, process.rawListeners(signal)]));
    for (const signal of PASSED_ON) {
      process.removeAllListeners(signal);
      process.on(signal, () => {
        if (!isSentToBoth(signal)) child.kill(signal);
      });
    }
    const finish = (): void => {
      for (const [signal, listeners] of before) {
        process.removeAllListeners(signal);
        for (const listener of listeners) process.on(signal, (...given) => void listener.apply(process, given));
      }
    };
    child.on("error", (error) => {
      finish();
      reject(new ToolchainError(`cannot run ${command}: ${reasonOf(command, error)}`));
    });
    child.on("close", (exitCode, signal) => {
      finish();
      resolve(exitCode ?? 128 + constants.signals[signal ?? "SIGKILL"]);
    });
  });
}

/** The system's error, and its meaning for a program that was built a moment ago. */
function reasonOf(command: string, error: NodeJS.ErrnoException): string {
  if (error.code === "EACCES" && command.startsWith(tmpdir()))
    return `permission denied: ${tmpdir()} seems to be mounted noexec; TMPDIR names another place for it`;
  if (error.code === "ENOENT") return "there is no such program, or not what it is a script for";
  return error.message;
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // The program has just ended by itself.
  }
}
