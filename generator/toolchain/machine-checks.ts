// Checks this machine for the tools that fftgen uses, one after the other.
import { existsSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { bytesText } from "../arithmetic/bytes-text.js";
import { packageRoot, VERSION } from "../emit/read-template.js";
import { InputError, ToolchainError } from "../failure/errors.js";
import { findGpu } from "../gpu/registry.js";
import { cufftText } from "./cufft-check.js";
import { cudaCompiler, findProgram, hostCompiler, localGpu, type Compiler } from "./compilers.js";
import { askPython, cupyText, jaxText, pytorchText, type PythonFacts } from "./python-check.js";
import { requireScratch, versionLine } from "./soundness.js";
import { isOlder } from "./tool-version.js";

export interface Finding {
  readonly name: string;
  readonly state: "ok" | "missing";
  /** The tool that was found, or the error. */
  readonly found: string;
  /** The features that need it. */
  readonly isFor: string;
  /** What to do about it; null for nothing. */
  readonly remedy: string | null;
  /** Whether `plan` and `emit` need it. */
  readonly isNeeded: boolean;
}

/** A check: the purpose of a tool, and what to do if it is missing. */
export interface Check {
  readonly name: string;
  readonly isFor: string;
  readonly remedy: string;
  readonly isNeeded: boolean;
  /** Returns what was found. Throws an InputError or a ToolchainError with the error. */
  readonly look: () => string | Promise<string>;
}

/** The tools that plans, packages and their verification need, independent of a project. Missing tools are findings, not errors. */
export const examineMachine = (): Promise<readonly Finding[]> =>
  examineBy((gpu, canVerifyThere) =>
    machineChecks(gpu, canVerifyThere, (name) => `fftgen knows it as ${findGpu(name).name}`),
  );

/** `checksOf`: receives the name of the GPU here, and whether it can verify. */
export async function examineBy(
  checksOf: (gpu: string | undefined, canVerifyThere: boolean) => readonly Check[],
): Promise<readonly Finding[]> {
  const gpu = await localGpu();
  const findings: Finding[] = [];
  for (const check of checksOf(gpu?.name, gpu !== undefined && quiet(cudaCompiler) !== undefined))
    findings.push(await made(check));
  return findings;
}

async function made({ name, isFor, remedy, isNeeded, look }: Check): Promise<Finding> {
  try {
    return { name, state: "ok", found: await look(), isFor, remedy: null, isNeeded };
  } catch (error) {
    if (!(error instanceof InputError || error instanceof ToolchainError)) throw error;
    return { name, state: "missing", found: error.message, isFor, remedy, isNeeded };
  }
}

/**
 * @param gpu the name of the GPU here
 * @param canVerifyThere where a GPU can verify, no host compiler is needed
 * @param known the description of a GPU. Throws an InputError for an unknown one
 */
export const machineChecks = (
  gpu: string | undefined,
  canVerifyThere: boolean,
  known: (name: string) => string,
): readonly Check[] => checksWith(gpu, canVerifyThere, known, once(askPython));

/** Three checks ask one Python. */
function once(ask: () => Promise<PythonFacts>): () => Promise<PythonFacts> {
  let asked: Promise<PythonFacts> | undefined;
  return () => (asked ??= ask());
}

const checksWith = (
  gpu: string | undefined,
  canVerifyThere: boolean,
  known: (name: string) => string,
  python: () => Promise<PythonFacts>,
): readonly Check[] => [
  {
    name: "fftgen",
    isFor: "everything",
    remedy: "install it again",
    isNeeded: true,
    look: () => `${VERSION}, in ${packageRoot}`,
  },
  {
    name: "Node",
    isFor: "everything",
    remedy: "https://nodejs.org/",
    isNeeded: true,
    look: () => `${process.versions.node}, ${process.execPath}`,
  },
  {
    name: "C++ compiler",
    isFor: "plan and verify, under the emulator; --no-verify does without",
    remedy: "install g++ or clang++, or name one in the variable CXX",
    isNeeded: !canVerifyThere,
    look: () => compilerText(hostCompiler()),
  },
  {
    name: "nvcc",
    isFor: "tune, bench and verify on a GPU; packs need it where the GPU is only",
    remedy: "install the CUDA toolkit, or name the compiler in the variable NVCC",
    isNeeded: false,
    look: () => compilerText(required(cudaCompiler(), "nvcc is neither on the PATH nor in /usr/local/cuda/bin")),
  },
  {
    name: "GPU",
    isFor: "tune, bench and verify on a GPU; --runner and --pack do without one here",
    remedy:
      gpu === undefined
        ? "install the NVIDIA driver, whose nvidia-smi is asked"
        : "`fftgen gpu --probe DIR` writes a program that prints a file which describes it",
    isNeeded: false,
    look: () => gpuText(gpu, known),
  },
  {
    name: "CMake",
    isFor: "projects that build packages by their CMakeLists.txt",
    remedy: "install CMake 3.18 or later, or compile the files of a package yourself",
    isNeeded: false,
    look: cmakeText,
  },
  {
    name: "PyTorch",
    isFor: "Python programs whose torch.fft a bundle serves (bundle --for torch)",
    remedy: "install PyTorch 2.10 or later for the python3 on the PATH",
    isNeeded: false,
    look: async () => pytorchText(await python()),
  },
  {
    name: "CuPy",
    isFor: "Python programs whose cupy.fft a bundle serves (bundle --for cufft)",
    remedy: "install CuPy for the python3 on the PATH",
    isNeeded: false,
    look: async () => cupyText(await python()),
  },
  {
    name: "JAX",
    isFor: "Python programs whose jax.numpy.fft a bundle serves (bundle --for jax)",
    remedy: "install JAX with its plugin for CUDA for the python3 on the PATH",
    isNeeded: false,
    look: async () => jaxText(await python()),
  },
  {
    name: "cuFFT",
    isFor: "programs that call it, for what a bundle lacks (bundle --for cufft)",
    remedy: "install the CUDA toolkit, or nvidia-cufft by pip",
    isNeeded: false,
    look: async () =>
      cufftText(
        await python().then(
          ({ cufft }) => cufft,
          () => [],
        ),
      ),
  },
  {
    name: "TMPDIR",
    isFor: "plan and verify, which build and run programs there",
    remedy: "name a directory in TMPDIR that can be written and is not mounted noexec",
    isNeeded: true,
    look: async () => {
      await requireScratch();
      return `${tmpdir()}, programs run there`;
    },
  },
  {
    name: "disk",
    isFor: "plans, packages and what is built of them",
    remedy: `make room: ${bytesText(LEAST_FREE)} at least`,
    isNeeded: true,
    look: diskText,
  },
];

const compilerText = async (compiler: Compiler): Promise<string> =>
  `${[compiler.path, ...compiler.parameters].join(" ")}: ${await versionLine(compiler)}`;

function required<T>(value: T | undefined, complaint: string): T {
  if (value === undefined) throw new ToolchainError(complaint);
  return value;
}

function gpuText(name: string | undefined, known: (name: string) => string): string {
  if (name === undefined)
    throw new ToolchainError(
      findProgram("nvidia-smi") === undefined
        ? "no NVIDIA driver: nvidia-smi is not on the PATH"
        : "nvidia-smi names no GPU",
    );
  try {
    return `${name}: ${known(name)}`;
  } catch (error) {
    if (error instanceof InputError) throw new ToolchainError(`${name} is here, but fftgen does not know it`);
    throw error;
  }
}

const OLDEST_CMAKE = [3, 18] as const;

async function cmakeText(): Promise<string> {
  const path = required(findProgram("cmake"), "cmake is not on the PATH");
  const text = await compilerText({ path, parameters: [] });
  const [major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(text.slice(path.length)) ?? []).slice(1).map(Number);
  if (isOlder([major, minor], OLDEST_CMAKE))
    throw new ToolchainError(`${text} is older than ${OLDEST_CMAKE.join(".")}`);
  return text;
}

/** A package takes some hundred KiB, its verification program some MiB while it runs. */
const LEAST_FREE = 64 * 2 ** 20;

function diskText(): string {
  // A missing directory is another finding.
  const places = [...new Set([process.cwd(), tmpdir()])].filter((place) => existsSync(place));
  const free = places.map((place) => {
    const { bavail, bsize } = statfsSync(place);
    return { place, bytes: bavail * bsize };
  });
  const short = free.find(({ bytes }) => bytes < LEAST_FREE);
  if (short !== undefined) throw new ToolchainError(`${bytesText(short.bytes)} free in ${short.place}`);
  return free.map(({ place, bytes }) => `${bytesText(bytes)} free in ${place}`).join(", ");
}

function quiet<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (error instanceof ToolchainError) return undefined;
    throw error;
  }
}
