// Asks the machine's Python, once, for what bundles serve in it: PyTorch, CuPy, JAX.
import { ToolchainError } from "../failure/errors.js";
import { findProgram } from "./compilers.js";
import { runProcess } from "./process.js";
import { isOlder } from "./tool-version.js";

/** The oldest PyTorch whose kernels a package can stand before. */
const OLDEST = [2, 10] as const;

/** Importing PyTorch from a cold disk takes some seconds. In milliseconds. */
const PATIENCE = 60_000;

/** Of PyTorch it imports the module, which alone knows whether there is a GPU; JAX would take the memory of one. */
const QUESTION = `
import glob, importlib.metadata, os, sys
for one in importlib.metadata.distributions():
    name = (one.metadata["Name"] or "").lower()
    if name == "jax" or name.startswith("cupy") or (name.startswith("jax-cuda") and name.endswith("-plugin")):
        print("package", name, one.version)
for folder in sys.path:
    for place in ("nvidia/cu13/lib", "nvidia/cufft/lib"):
        for path in glob.glob(os.path.join(folder, place, "libcufft.so.*")):
            print("cufft", path)
try:
    import torch
    print("torch", torch.__version__, torch.version.cuda or "-", int(torch.cuda.is_available()))
except Exception:
    pass
`;

/** What a Python said. */
export interface PythonFacts {
  readonly python: string;
  readonly torch: { readonly version: string; readonly cuda: string; readonly isAvailable: boolean } | undefined;
  /** Versions of the packages of CuPy, JAX and JAX's plugins, by their names. */
  readonly packages: ReadonlyMap<string, string>;
  /** Paths of the cuFFT that pip installed. */
  readonly cufft: readonly string[];
}

/** Throws a ToolchainError without a Python. */
export async function askPython(): Promise<PythonFacts> {
  const python = findProgram("python3") ?? findProgram("python");
  if (python === undefined) throw new ToolchainError("python3 is not on the PATH");
  const { exitCode, stdout } = await runProcess(python, ["-c", QUESTION], { signal: AbortSignal.timeout(PATIENCE) });
  const lines = exitCode === 0 ? stdout.split("\n").map((line) => line.trim()) : [];
  const [, version, cuda, isAvailable] = /^torch (\S+) (\S+) ([01])$/m.exec(lines.join("\n")) ?? [];
  return {
    python,
    torch:
      version === undefined || cuda === undefined ? undefined : { version, cuda, isAvailable: isAvailable === "1" },
    packages: new Map(
      lines.flatMap((line) => {
        const [, name, installed] = /^package (\S+) (\S+)$/.exec(line) ?? [];
        return name === undefined || installed === undefined ? [] : [[name, installed] as const];
      }),
    ),
    cufft: lines.filter((line) => line.startsWith("cufft ")).map((line) => line.slice("cufft ".length)),
  };
}

/** `2.11.0+cu130 of /usr/bin/python3: bundles serve torch.fft on its GPU`. Throws a ToolchainError where there is none, or an old one. */
export function pytorchText({ python, torch }: PythonFacts): string {
  const [, major, minor] = /^(\d+)\.(\d+)/.exec(torch?.version ?? "") ?? [];
  if (torch === undefined || minor === undefined) throw new ToolchainError(`${python} has no PyTorch`);
  if (isOlder([Number(major), Number(minor)], OLDEST))
    throw new ToolchainError(`PyTorch ${torch.version} of ${python} is older than ${OLDEST.join(".")}`);
  return `${torch.version} of ${python}: ${servedText(torch.cuda, torch.isAvailable)}`;
}

function servedText(cuda: string, isAvailable: boolean): string {
  if (cuda === "-") return "it is for CPUs, so bundles that were made with --emulated serve torch.fft";
  return isAvailable
    ? "bundles serve torch.fft on its GPU"
    : "it finds no GPU here, so bundles that were made with --emulated serve torch.fft";
}

/** `cupy-cuda13x 14.0.1 of /usr/bin/python3: ...` */
export function cupyText({ python, packages }: PythonFacts): string {
  const [name, version] = [...packages].find(([one]) => one.startsWith("cupy")) ?? [];
  if (name === undefined || version === undefined) throw new ToolchainError(`${python} has no CuPy`);
  return `${name} ${version} of ${python}: a bundle with --for cufft serves cupy.fft under \`fftgen run --bundle DIR -- python3 program.py\`, and fft.ctypes of one with --for torch takes its arrays`;
}

/** `0.9.0 with jax-cuda13-plugin of /usr/bin/python3: ...` */
export function jaxText({ python, packages }: PythonFacts): string {
  const version = packages.get("jax");
  if (version === undefined) throw new ToolchainError(`${python} has no JAX`);
  const [, number] = [...packages.keys()].map((name) => /^jax-cuda(\d+)-plugin$/.exec(name)).find(Boolean) ?? [];
  if (number === undefined)
    return `${version} of ${python}: it has no plugin for CUDA, so bundles that were made with --emulated serve jax.numpy.fft`;
  return `${version} with jax-cuda${number}-plugin of ${python}: a bundle with --for jax serves it by fft.jax.override(), one with --for cufft under \`fftgen run --bundle DIR --as libcufft.so.${Number(number) - 1} -- python3 program.py\``;
}
