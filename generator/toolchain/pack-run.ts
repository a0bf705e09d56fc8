// Runs a pack on this machine: its own script builds, checks and measures. Knows nothing of what is in it.
import { availableParallelism } from "node:os";
import { ToolchainError } from "../failure/errors.js";
import { cudaCompiler, hostCompiler, type Compiler } from "./compilers.js";
import { runProcess } from "./process.js";
import { shellWord } from "./shell-words.js";

export interface PackRun {
  /** Of the pack. */
  readonly directory: string;
  readonly place:
    | { readonly kind: "gpu"; readonly architecture: string; readonly runner: readonly string[] }
    | { readonly kind: "emulator"; readonly headers: string };
  /** Further options of its script. */
  readonly options: readonly string[];
  /** Is given each line that the script prints: a file that was compiled, something that was measured. */
  readonly onLine: (line: string) => void;
}

/** Throws a ToolchainError if nothing could be measured. */
export async function runPack({ directory, place, options, onLine }: PackRun): Promise<void> {
  const compilers = place.kind === "gpu" ? { NVCC: textOf(cudaCompiler()) } : { CXX: textOf(hostCompiler()) };
  const words = [
    ...["run.sh", "-j", String(availableParallelism()), ...options],
    ...(place.kind === "gpu" ? ["--arch", place.architecture] : ["--emulator", place.headers]),
  ];
  const { exitCode, stderr } = await runProcess("sh", words, {
    directory,
    environment: { ...compilers, RUNNER: place.kind === "gpu" ? place.runner.map(shellWord).join(" ") : "" },
    onLine,
  });
  if (exitCode !== 0)
    throw new ToolchainError(`nothing could be measured\n  ${stderr.trim().replaceAll(/^run\.sh: /gm, "")}`);
}

const textOf = (compiler: Compiler | undefined): string =>
  compiler === undefined ? "" : [compiler.path, ...compiler.parameters].join(" ");
