// Determines the platform of a measurement: the GPU, its driver and the compiler, here or through a runner.
import { ToolchainError } from "../failure/errors.js";
import type { Platform } from "../tune/measurement.js";
import { cudaCompiler } from "./compilers.js";
import { runProcess, type ProcessResult } from "./process.js";

export interface GpuMachine {
  readonly platform: Platform;
  /** nvcc's architecture: `sm_90`. */
  readonly architecture: string;
}

/**
 * `runner`: the command prefix for programs that need the GPU, empty to run them here. Throws a ToolchainError if there is no
 * GPU.
 */
export async function findGpuMachine(runner: readonly string[]): Promise<GpuMachine> {
  const toolchain = await nvccVersion();
  const query = ["nvidia-smi", "--query-gpu=name,driver_version,compute_cap", "--format=csv,noheader"];
  const [program = "nvidia-smi", ...parameters] = [...runner, ...query];
  const { exitCode, stdout, stderr } = await answer(program, parameters);
  const lines = stdout.split("\n").map((line) => line.split(",").map((part) => part.trim()));
  const [name, driver, capability] = lines.find((parts) => /^\d+\.\d+$/.test(parts[2] ?? "")) ?? [];
  if (exitCode !== 0 || name === undefined || driver === undefined || capability === undefined) {
    const said = (stderr.trim() === "" ? stdout : stderr).trim().split("\n").slice(0, 5);
    throw new ToolchainError([`no GPU answers \`${[program, ...parameters].join(" ")}\``, ...said].join("\n  "));
  }
  return {
    platform: { gpu: name, driver: driver.split(".")[0] ?? driver, toolchain },
    architecture: `sm_${capability.replace(".", "")}`,
  };
}

async function answer(program: string, parameters: readonly string[]): Promise<ProcessResult> {
  try {
    return await runProcess(program, parameters);
  } catch (error) {
    if (error instanceof ToolchainError) return { exitCode: 127, stdout: "", stderr: error.message };
    throw error;
  }
}

/** `nvcc 13.0` */
async function nvccVersion(): Promise<string> {
  const nvcc = cudaCompiler();
  if (nvcc === undefined)
    throw new ToolchainError("nvcc was not found: install the CUDA toolkit, or name the compiler in the variable NVCC");
  const { stdout } = await runProcess(nvcc.path, [...nvcc.parameters, "--version"]);
  const version = /release (\d+\.\d+)/.exec(stdout)?.[1];
  if (version === undefined) throw new ToolchainError(`${nvcc.path} --version names no release:\n  ${stdout.trim()}`);
  return `nvcc ${version}`;
}
