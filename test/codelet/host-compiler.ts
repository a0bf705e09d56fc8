// Compiles and runs one C++ program with the host's g++, for tests that must see what a compiler sees.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const hasHostCompiler: boolean = spawnSync("g++", ["--version"]).status === 0;

/** The program's standard output. Warnings are errors. `options` follow the usual ones: an optimisation level, include paths. */
export function compileAndRun(source: string, options: readonly string[] = []): string {
  const folder = mkdtempSync(join(tmpdir(), "fftgen-test-"));
  try {
    const [file, program] = [join(folder, "main.cpp"), join(folder, "main")];
    writeFileSync(file, source);
    const flags = ["-std=c++17", "-O0", "-Wall", "-Wextra", "-Werror", "-ffp-contract=off", ...options];
    const compiled = spawnSync("g++", [...flags, file, "-o", program], { encoding: "utf8" });
    if (compiled.status !== 0) throw new Error(`g++ failed:\n${compiled.stderr.slice(0, 4000)}`);
    const run = spawnSync(program, { encoding: "utf8", maxBuffer: 2 ** 28 });
    if (run.status !== 0) throw new Error(`the program failed: ${run.stderr}`);
    return run.stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
