// Finds compilers and the GPU of this machine.
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { ToolchainError } from "../failure/errors.js";
import { runProcess } from "./process.js";

/** A compiler and the parameters of every call, such as `ccache` and `g++`. */
export interface Compiler {
  /** Absolute: compilers run in the directory of a package. */
  readonly path: string;
  readonly parameters: readonly string[];
}

/** The full path of a program, or undefined. */
export function findProgram(name: string): string | undefined {
  if (name.includes("/")) return isProgram(name) ? resolve(name) : undefined;
  return (process.env["PATH"] ?? "")
    .split(delimiter)
    .filter((directory) => directory !== "")
    .map((directory) => resolve(join(directory, name)))
    .find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The compiler in an environment variable, parameters included. Undefined when it is not set. */
function namedCompiler(variable: "CXX" | "NVCC"): Compiler | undefined {
  const wanted = process.env[variable]?.trim();
  if (wanted === undefined || wanted === "") return undefined;
  const whole = findProgram(wanted);
  if (whole !== undefined) return { path: whole, parameters: [] };
  const [program = "", ...parameters] = wanted.split(/\s+/);
  const path = findProgram(program);
  if (path === undefined)
    throw new ToolchainError(
      `${variable} names the compiler ${program}, which is not ${program.includes("/") ? "an executable file" : "on the PATH"}: correct ${variable} or unset it`,
    );
  return { path, parameters };
}

/** The host C++ compiler: $CXX, or the first of g++, clang++, c++. Throws a ToolchainError with what to install. */
export function hostCompiler(): Compiler {
  const named = namedCompiler("CXX");
  if (named !== undefined) return named;
  const path = usualHostCompiler();
  if (path === undefined)
    throw new ToolchainError("no C++ compiler found: install g++ or clang++, or name one in the variable CXX");
  return { path, parameters: [] };
}

const usualHostCompiler = (): string | undefined =>
  ["g++", "clang++", "c++"].map(findProgram).find((found) => found !== undefined);

/** Whether there is one, or CXX names one: a wrong CXX is a mistake, which is then reported. */
export const hasHostCompiler = (): boolean =>
  (process.env["CXX"] ?? "").trim() !== "" || usualHostCompiler() !== undefined;

/** nvcc: $NVCC, or on the PATH, or in the toolkit's usual directory. */
export function cudaCompiler(): Compiler | undefined {
  const named = namedCompiler("NVCC");
  if (named !== undefined) return named;
  const path = findProgram("nvcc") ?? findProgram("/usr/local/cuda/bin/nvcc");
  return path === undefined ? undefined : { path, parameters: [] };
}

export interface LocalGpu {
  readonly name: string;
  /** `9.0` */
  readonly computeCapability: string;
}

/** A driver that does not answer in this time, in milliseconds, counts as no GPU. */
const DRIVER_PATIENCE = 20_000;

/** The first GPU that the driver reports, if there is one. */
export async function localGpu(): Promise<LocalGpu | undefined> {
  const program = findProgram("nvidia-smi");
  if (program === undefined) return undefined;
  const query = ["--query-gpu=name,compute_cap", "--format=csv,noheader"];
  try {
    const { exitCode, stdout } = await runProcess(program, query, { signal: AbortSignal.timeout(DRIVER_PATIENCE) });
    const [name, computeCapability] = (stdout.split("\n")[0] ?? "").split(",").map((part) => part.trim());
    if (exitCode !== 0 || !name || !computeCapability) return undefined;
    return { name, computeCapability };
  } catch (error) {
    if (error instanceof ToolchainError) return undefined;
    throw error;
  }
}
