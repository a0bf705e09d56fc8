// Finds compilers and the GPU: what this machine can build and run.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { ToolchainError } from "../failure/errors.js";
import { runProcess } from "./process.js";

/** The full path of a program, or undefined. */
function findProgram(name: string): string | undefined {
  if (name.includes("/")) return existsSync(name) ? name : undefined;
  return (process.env["PATH"] ?? "")
    .split(delimiter)
    .filter((directory) => directory !== "")
    .map((directory) => join(directory, name))
    .find((path) => existsSync(path));
}

/** The host C++ compiler: $CXX, or the first of g++, clang++, c++. Throws a ToolchainError that says what to install. */
export function hostCompiler(): string {
  const wanted = process.env["CXX"];
  if (wanted !== undefined && wanted !== "") {
    const found = findProgram(wanted);
    if (found === undefined) throw new ToolchainError(`the C++ compiler ${wanted} named by CXX does not exist`);
    return found;
  }
  for (const name of ["g++", "clang++", "c++"]) {
    const found = findProgram(name);
    if (found !== undefined) return found;
  }
  throw new ToolchainError(
    "no C++ compiler found: install g++ or clang++, or name one in CXX; --no-verify goes without",
  );
}

/** nvcc: $NVCC, or on the PATH, or where the toolkit installs it. */
export function cudaCompiler(): string | undefined {
  return findProgram(process.env["NVCC"] ?? "nvcc") ?? findProgram("/usr/local/cuda/bin/nvcc");
}

export interface LocalGpu {
  readonly name: string;
  /** `9.0` */
  readonly computeCapability: string;
}

/** The first GPU that the driver reports, if there is one. */
export async function localGpu(): Promise<LocalGpu | undefined> {
  const program = findProgram("nvidia-smi");
  if (program === undefined) return undefined;
  const { exitCode, stdout } = await runProcess(program, ["--query-gpu=name,compute_cap", "--format=csv,noheader"]);
  const [name, computeCapability] = (stdout.split("\n")[0] ?? "").split(",").map((part) => part.trim());
  if (exitCode !== 0 || !name || !computeCapability) return undefined;
  return { name, computeCapability };
}
