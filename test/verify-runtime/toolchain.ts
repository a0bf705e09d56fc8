// Compiles and runs the C++ fixtures, where there is something to compile them with.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const RUNTIME = fileURLToPath(new URL("../../templates/runtime/verify", import.meta.url));
export const FIXTURES = fileURLToPath(new URL("./fixtures", import.meta.url));
export const WARNINGS = ["-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror"] as const;

export interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export const run = (
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Run => {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: "utf8",
    env: { ...process.env, ...environment },
    maxBuffer: 1 << 26,
  });
  return { status, stdout: stdout ?? "", stderr: error === undefined ? stderr : error.message };
};

/** Whether the compiler exists and can include this header. */
export const canInclude = (compiler: string, header: string): boolean =>
  spawnSync(compiler, ["-E", "-x", compiler === "nvcc" ? "cu" : "c++", "-"], {
    input: `#include <${header}>\n`,
    stdio: "pipe",
  }).status === 0;

export const hasCompiler = (compiler: string): boolean => run(compiler, ["--version"]).status === 0;

/** Runs the compiler; throws with what it printed when it fails. */
export const compile = (compiler: string, args: readonly string[]): void => {
  const { status, stdout, stderr } = run(compiler, args);
  if (status !== 0) throw new Error(`${compiler} ${args.join(" ")}\n${stdout}${stderr}`);
};

export interface Folder {
  readonly path: (name: string) => string;
  readonly remove: () => void;
}

export const temporaryFolder = (): Folder => {
  const folder = mkdtempSync(join(tmpdir(), "fftgen-verify-runtime-"));
  return { path: (name) => join(folder, name), remove: () => rmSync(folder, { recursive: true, force: true }) };
};
