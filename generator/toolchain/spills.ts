// Checks with ptxas whether the kernels of a package fit into their registers: compiles them and runs nothing, so no GPU is
// needed.
import { join } from "node:path";
import type { GeneratedFile } from "../emit/files.js";
import { writeNewDirectory } from "../output/new-directory.js";
import { shownLine } from "./compilation.js";
import type { Compiler } from "./compilers.js";
import { temporaryDirectory } from "./early-end.js";
import { runProcess } from "./process.js";

/** The result of ptxas for one kernel. */
export interface KernelRegisters {
  /** The number of 32-bit registers of each thread. */
  readonly registers: number;
  /** Bytes stored to local memory and loaded from there, for want of registers. */
  readonly spilledBytes: number;
}

export type RegisterReport =
  /** One entry for each kernel, in their order. */
  | { readonly kind: "compiled"; readonly kernels: readonly KernelRegisters[] }
  /** This nvcc does not support the architecture, or cannot compile at all. */
  | { readonly kind: "failed"; readonly reason: string }
  /** It found an error in the package. */
  | { readonly kind: "rejected"; readonly reason: string };

/** `architecture`: `sm_90`. */
export async function askPtxas(
  name: string,
  files: readonly GeneratedFile[],
  architecture: string,
  nvcc: Compiler,
): Promise<RegisterReport> {
  const scratch = temporaryDirectory();
  try {
    const directory = join(scratch.path, name);
    writeNewDirectory(directory, files);
    const flags = ["-std=c++17", "-O3", `-arch=${architecture}`, "-cubin", "-Xptxas", "-v", "-I."];
    const { exitCode, stdout, stderr } = await runProcess(
      nvcc.path,
      [...nvcc.parameters, ...flags, `${name}.cu`, "-o", join(scratch.path, "kernels.cubin")],
      { directory, environment: { TMPDIR: scratch.path } },
    );
    const said = `${stdout}${stderr}`;
    if (exitCode === 0) return { kind: "compiled", kernels: kernelsIn(said, name) };
    const own = firstError(said, (line) => isOfPackage(line, files));
    if (own !== undefined) return { kind: "rejected", reason: own };
    return { kind: "failed", reason: firstError(said) ?? `nvcc ended with exit code ${exitCode}` };
  } finally {
    scratch.remove();
  }
}

/** The output of `ptxas -v` on the kernels of a package, in their order. Text on other packages may be between. */
export function kernelsIn(report: string, name: string): readonly KernelRegisters[] {
  // A kernel is called `fftgen::<name>::(anonymous namespace)::kernel_<n>`, with the length of each name before it.
  const entries = report.matchAll(
    /entry function '_ZN6fftgen(\d+)(\w+)' for[^]*?(\d+) bytes spill stores, (\d+) bytes spill loads[^]*?Used (\d+) registers/g,
  );
  return [...entries]
    .flatMap(([, length, mangled = "", stores, loads, registers]) => {
      const [, number] = /kernel_(\d+)E/.exec(mangled.slice(name.length)) ?? [];
      if (Number(length) !== name.length || !mangled.startsWith(name) || number === undefined) return [];
      const spilledBytes = Number(stores) + Number(loads);
      return [{ number: Number(number), kernel: { registers: Number(registers), spilledBytes } }];
    })
    .toSorted((a, b) => a.number - b.number)
    .map(({ kernel }) => kernel);
}

function firstError(said: string, counts: (line: string) => boolean = () => true): string | undefined {
  const line = said.split("\n").find((one) => /error|fatal/i.test(one) && counts(one));
  return line === undefined ? undefined : shownLine(line.trim());
}

/** Whether an error is in the text of the package: it names a line of it, or ptxas reports it without a place. */
const isOfPackage = (line: string, files: readonly GeneratedFile[]): boolean => {
  const [, path] = /^(?:\.\/)?([^\s(:]+)[(:]\d+/.exec(line) ?? [];
  return line.startsWith("ptxas error") || files.some((file) => file.path === path);
};
