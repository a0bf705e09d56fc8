// A bundle of small transforms with cuFFT's functions, compiled for the emulator: for a program that is linked with it, and as the
// libraries that its CMakeLists.txt builds for GPUs.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { compilePlan } from "../../generator/compile.js";
import { linkBundle } from "../../generator/emit/link-bundle.js";
import { linkedTransform } from "../../generator/emit/linked-transform.js";
import { at } from "../../generator/failure/errors.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { makeRealTransform, makeTransform, type Transform } from "../../generator/plan/transform.js";
import { transformName } from "../../generator/plan/transform-name.js";
import { searchPlans } from "../../generator/search/search.js";
import { emulatorHeaders, emulatorObjects } from "../toolchain/emulator-library.js";
import { linkedProgram, objectOf, type Unit } from "../toolchain/linked-program.js";
import { requireSuccess } from "../toolchain/programs.js";

const columns = { inputStrides: { X: 7, batch: 1 }, outputStrides: { X: 7, batch: 1 } };
const transforms: readonly Transform[] = [
  makeTransform([64], "f32"),
  makeTransform([64], "f32", { direction: "inverse" }),
  makeTransform([64], "f32", columns),
  makeTransform([64], "f32", { ...columns, direction: "inverse" }),
  makeRealTransform("r2c", [16, 32], "f32"),
  makeRealTransform("c2r", [16, 32], "f32"),
  makeRealTransform("r2c", [32], "f32"),
];

export const fixture = (name: string): string => join(import.meta.dirname, "fixtures", name);

/** Writes the bundle to a directory. Returns its units; those of cuFFT's functions have every warning an error. */
export function bundleUnits(directory: string, options: readonly string[] = []): readonly Unit[] {
  const gpu = findGpu("H200");
  const linked = transforms.map((transform) => {
    const name = transformName(transform);
    return linkedTransform(name, [compilePlan(name, at(searchPlans(transform, gpu, { keep: 1 }).plans, 0).plan, gpu)]);
  });
  const files = linkBundle({ name: "fft", transforms: linked, clients: ["cufft"] });
  for (const { path, text } of files) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  const common = ["-std=c++17", "-O1", ...options, "-xc++", ...emulatorHeaders, "-Iinclude"];
  return files
    .map(({ path }) => path)
    .filter((path) => path.endsWith(".cu") && path !== "verify.cu")
    .map((source) => ({
      directory,
      source,
      flags: source.startsWith("cufft/") ? ["-Wall", "-Wextra", "-Werror", ...common] : ["-w", ...common],
    }));
}

/** Compiles a program of the fixtures and links it with the bundle. */
export async function linkedClient(compiler: string, folder: string): Promise<string> {
  const units = bundleUnits(join(folder, "fft"));
  const client = { source: fixture("cufft_client.cpp"), flags: ["-std=c++17", "-O1", "-w", ...emulatorHeaders] };
  return linkedProgram(compiler, join(folder, "client"), [...units, client], await emulatorObjects(compiler), ["-ldl"]);
}

/** Paths of libraries; programs find CUDA's and the real one's by the run-time paths that they are linked with. */
export interface CufftLibraries {
  /** The emulator, in the place of the CUDA run-time. */
  readonly cuda: string;
  /** The bundle under a name of its own, for LD_PRELOAD, and under cuFFT's. */
  readonly preload: string;
  readonly named: string;
  /** A library in cuFFT's place that says what it is asked, under cuFFT's name. */
  readonly real: string;
  /** One that computes, by the definition. */
  readonly computing: string;
}

const mapOf = (node: string): string => `${node}\n{\n  global: cufft*;\n  local: *;\n};\n`;

/** The emulator's variables must be one for all libraries of a process; LD_PRELOAD has it first. */
const withEmulator = (map: string): string =>
  map.replace("global:", "global: threadIdx; blockIdx; blockDim; gridDim; _Z*;");

export async function cufftLibraries(compiler: string, folder: string): Promise<CufftLibraries> {
  for (const name of ["named", "real", "computing"]) mkdirSync(join(folder, name), { recursive: true });
  const map = (name: string, text: string): string => {
    const path = join(folder, `${name}.map`);
    writeFileSync(path, text);
    return `-Wl,--version-script=${path}`;
  };
  const shared = ["-shared", "-pthread", "-Wl,-z,defs"];
  const soname = "-Wl,-soname,libcufft.so.12";
  const text = mapOf("libcufft.so.12");
  const cuda = join(folder, "libemulator.so");
  const emulator = await emulatorObjects(compiler, ["-fPIC"]);
  await requireSuccess(compiler, [...shared, "-o", cuda, ...emulator]);
  const directory = join(folder, "shared");
  const units = bundleUnits(directory, ["-fPIC"]);
  const objects = await Promise.all(units.map((unit) => objectOf(compiler, unit)));
  const library = async (path: string, options: readonly string[]): Promise<string> => {
    await requireSuccess(compiler, [...shared, ...options, "-o", path, ...objects, cuda, "-ldl"]);
    return path;
  };
  const preload = await library(join(folder, "libfft_cufft.so"), [
    map("exports", withEmulator(readFileSync(join(directory, "cufft/exports.map"), "utf8"))),
  ]);
  const named = await library(join(folder, "named/libcufft.so.12"), [soname, map("named", withEmulator(text))]);
  // As cuFFT is: its own calls do not come back to what stands before it.
  const alone = ["-shared", "-fPIC", "-O1", "-std=c++17", "-Wl,-Bsymbolic", soname, map("real", text)];
  const inPlaceOfReal = async (name: string): Promise<string> => {
    const path = join(folder, name, "libcufft.so.12");
    await requireSuccess(compiler, [...alone, "-o", path, fixture(`${name}_cufft.cpp`)]);
    return path;
  };
  const real = await inPlaceOfReal("real");
  const computing = await inPlaceOfReal("computing");
  return { cuda, preload, named, real, computing };
}
