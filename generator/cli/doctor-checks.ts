// What `fftgen doctor` looks at, one thing after the other.
import { existsSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { packageRoot, VERSION } from "../emit/read-template.js";
import { InputError, ToolchainError } from "../failure/errors.js";
import { placeBy, requireWritable } from "../output/writable.js";
import { cudaCompiler, findProgram, hostCompiler, localGpu, type Compiler } from "../toolchain/compilers.js";
import { requireScratch, versionLine } from "../toolchain/soundness.js";
import { gpuCalled } from "./gpu-called.js";
import { planFiles } from "./plan-files.js";
import { askedGpus, findProject, projectKey } from "./project.js";
import { bytesText, plural } from "./terminal.js";
import { shippedFolder, userFolder, userPlace, WISDOM_VARIABLE } from "./wisdom-places.js";

export interface Finding {
  readonly name: string;
  readonly state: "ok" | "missing";
  /** What is there, or what is wrong. */
  readonly found: string;
  /** What needs it. */
  readonly isFor: string;
  /** What to do about it; null where nothing is to be done. */
  readonly remedy: string | null;
  /** By `plan` and `emit`. */
  readonly isNeeded: boolean;
}

/** What is looked at: what it is for, and what to do if it is not there. */
interface Check {
  readonly name: string;
  readonly isFor: string;
  readonly remedy: string;
  readonly isNeeded: boolean;
  /** What is there. Throws an InputError or a ToolchainError that says what is wrong. */
  readonly look: () => string | Promise<string>;
}

export async function examine(): Promise<readonly Finding[]> {
  // Where a GPU can verify, no host compiler is needed.
  const gpu = await localGpu();
  const findings: Finding[] = [];
  for (const check of checks(gpu?.name, gpu !== undefined && quiet(cudaCompiler) !== undefined))
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

const checks = (gpu: string | undefined, canVerifyThere: boolean): readonly Check[] => [
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
    name: "project",
    isFor: "every command with plans",
    remedy: "correct it; `fftgen init` writes a project file where there is none",
    isNeeded: true,
    look: projectText,
  },
  {
    name: "wisdom",
    isFor: "plans that were measured before",
    remedy: `make it readable, or name another directory in ${WISDOM_VARIABLE}`,
    isNeeded: false,
    look: wisdomText,
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
    look: () => gpuText(gpu),
  },
  {
    name: "CMake",
    isFor: "projects that build packages by their CMakeLists.txt",
    remedy: "install CMake 3.18 or later, or compile the files of a package yourself",
    isNeeded: false,
    look: cmakeText,
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

/** The project file is right, its GPUs are known, and plans and packages can be written. */
function projectText(): string {
  const project = findProject();
  const gpus = askedGpus(project, undefined).map(({ name }) => name);
  requireWritable((["plans", "packages"] as const).map((key) => placeBy(projectKey(project, key), project[key])));
  return `${project.file ?? "no project file"}: plans in ${project.plans}/, packages in ${project.packages}/, for ${gpus.join(", ")}`;
}

function wisdomText(): string {
  const own = planFiles(userFolder()).length;
  return `${plural(own, "plan")} of yours in ${userPlace()}/, ${planFiles(shippedFolder).length} shipped`;
}

const compilerText = async (compiler: Compiler): Promise<string> =>
  `${[compiler.path, ...compiler.parameters].join(" ")}: ${await versionLine(compiler)}`;

function required<T>(value: T | undefined, complaint: string): T {
  if (value === undefined) throw new ToolchainError(complaint);
  return value;
}

function gpuText(name: string | undefined): string {
  if (name === undefined)
    throw new ToolchainError(
      findProgram("nvidia-smi") === undefined
        ? "no NVIDIA driver: nvidia-smi is not on the PATH"
        : "nvidia-smi names no GPU",
    );
  try {
    const project = findProject();
    const gpu = askedGpus(project, undefined).find((one) => one.name === name) ?? gpuCalled(project, name);
    return `${name}: ${gpu.file === undefined ? "fftgen knows it" : `described by ${gpu.file}`}`;
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
  if (major < OLDEST_CMAKE[0] || (major === OLDEST_CMAKE[0] && minor < OLDEST_CMAKE[1]))
    throw new ToolchainError(`${text} is older than ${OLDEST_CMAKE.join(".")}`);
  return text;
}

/** A package takes some hundred KiB, its verification program some MiB while it runs. */
const LEAST_FREE = 64 * 2 ** 20;

function diskText(): string {
  // One that is not there is another finding.
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
