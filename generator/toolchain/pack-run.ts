// Runs a pack on this machine: its own script builds, checks and measures. Does not depend on the content of the pack.
import { availableParallelism } from "node:os";
import { ToolchainError } from "../failure/errors.js";
import { cudaCompiler, hostCompiler, type Compiler } from "./compilers.js";
import { runProcess } from "./process.js";
import { shellWord } from "./shell-words.js";

export interface PackRun {
  /** The directory of the pack. */
  readonly directory: string;
  readonly place:
    | { readonly kind: "gpu"; readonly architecture: string; readonly runner: readonly string[] }
    | { readonly kind: "emulator"; readonly headers: string };
  /** Further options of its script. */
  readonly options: readonly string[];
  /** Receives each line that the script prints, for a compiled file or a measurement. */
  readonly onLine: (line: string) => void;
}

/** Throws a ToolchainError if no job could be measured. */
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
