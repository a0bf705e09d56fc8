// Which compilers this machine has. Tests that need one that is missing are skipped, and say so.
import { spawnSync } from "node:child_process";

export const isInstalled = (program: string): boolean => spawnSync(program, ["--version"]).status === 0;

/** The compiler for the emulator, or undefined: the tests that need it are then skipped by name. */
export const hostCompiler = ["g++", "clang++"].find(isInstalled);

/** Appended to the names of tests that are skipped, so that a report says why. */
export const withoutCompiler = hostCompiler === undefined ? " (skipped: no C++ compiler)" : "";

/** Whether a C++ compiler can build a program of these lines with these flags. */
export const canCompile = (compiler: string, lines: readonly string[], flags: readonly string[]): boolean =>
  spawnSync(compiler, ["-x", "c++", "-o", "/dev/null", "-", ...flags], { input: lines.join("\n") }).status === 0;
