// Builds a package's verification program: for the GPU with nvcc, or for the emulator with the host compiler. Same files.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ToolchainError } from "../failure/errors.js";
import { cudaCompiler, hostCompiler, localGpu } from "./compilers.js";
import { runProcess } from "./process.js";

export type Target = "gpu" | "emulator";

/** `auto`: the GPU where there is one and nvcc too, else the emulator. */
export async function chooseTarget(wanted: Target | "auto"): Promise<Target> {
  if (wanted === "emulator") return "emulator";
  const ready = cudaCompiler() !== undefined && (await localGpu()) !== undefined;
  if (wanted === "gpu" && !ready)
    throw new ToolchainError("no GPU to run on: --on gpu needs nvcc and an NVIDIA driver here");
  return ready ? "gpu" : "emulator";
}

export interface BuiltProgram {
  readonly path: string;
  readonly target: Target;
  /** Removes everything that was built. */
  readonly remove: () => void;
}

/** Compiles `<name>.cu` and `verify/verify.cu` of a package directory into a temporary directory. */
export async function buildVerification(
  directory: string,
  name: string,
  target: Target,
  emulatorInclude: string,
): Promise<BuiltProgram> {
  const output = mkdtempSync(join(tmpdir(), "fftgen-"));
  const remove = (): void => {
    rmSync(output, { recursive: true, force: true });
    process.off("exit", remove);
  };
  // An interrupted run leaves nothing behind either.
  process.on("exit", remove);
  try {
    const path = join(output, `${name}_verify`);
    const sources = [`${name}.cu`, join("verify", "verify.cu")];
    if (target === "gpu") {
      const nvcc = cudaCompiler();
      if (nvcc === undefined)
        throw new ToolchainError("nvcc was not found: install the CUDA toolkit, or verify with --on emulator");
      const gpu = await localGpu();
      const architecture = gpu === undefined ? "native" : `sm_${gpu.computeCapability.replace(".", "")}`;
      await compile(
        nvcc,
        ["-std=c++17", "-O3", `-arch=${architecture}`, "-I.", "-Iverify", ...sources, "-o", path],
        directory,
      );
    } else {
      // The two translation units at the same time: each takes seconds.
      const flags = ["-std=c++17", "-O2", "-pthread", "-w", "-I.", "-Iverify", "-isystem", emulatorInclude];
      const compiler = hostCompiler();
      const objects = sources.map((_, index) => join(output, `${index}.o`));
      await Promise.all(
        sources.map((source, index) =>
          compile(compiler, [...flags, "-x", "c++", "-c", source, "-o", objects[index] ?? ""], directory),
        ),
      );
      await compile(compiler, ["-pthread", ...objects, "-o", path], directory);
    }
    return { path, target, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

async function compile(compiler: string, parameters: readonly string[], directory: string): Promise<void> {
  const result = await runProcess(compiler, parameters, { directory });
  if (result.exitCode !== 0) {
    const command = [compiler, ...parameters].join(" ");
    throw new ToolchainError(
      `the compiler failed (exit code ${result.exitCode}) in ${directory}\n  ${command}\n${result.stderr.trimEnd().split("\n").slice(0, 40).join("\n")}`,
    );
  }
}
