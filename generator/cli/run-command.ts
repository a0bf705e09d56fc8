// `fftgen run`: a program with a library before cuFFT, which records or serves its transforms.
import { resolve } from "node:path";
import { InputError } from "../failure/errors.js";
import { fileBy, outputFile } from "../output/output-file.js";
import { findProgram } from "../toolchain/compilers.js";
import { cufftRecorderLibrary } from "../toolchain/cufft-recorder.js";
import { runInPlace } from "../toolchain/process.js";
import type { ArgumentsOf } from "./command.js";
import type { runForm } from "./commands/run.js";
import { cufftLibrary } from "./cufft-library.js";
import type { Output } from "./output.js";
import { ProgramEnd } from "./program-end.js";
import { printError } from "./terminal.js";

export const outputs: readonly Output[] = [];

export async function run({ record, bundle, check, as, program: words }: ArgumentsOf<typeof runForm>): Promise<void> {
  const [name, ...parameters] = words;
  if (record === undefined && bundle === undefined)
    throw new InputError(
      "run needs --record FILE, which records the transforms of the program, or --bundle DIR, which serves them",
    );
  if (check && bundle === undefined) throw new InputError("--check compares what a bundle serves: add --bundle DIR");
  if (as !== undefined && !/^libcufft\.so\.\d+$/.test(as))
    throw new InputError(`--as ${as}: expected a name of cuFFT's, such as libcufft.so.12`);
  if (name === undefined)
    throw new InputError("which program? It comes after --, as in `fftgen run --record problems.json -- ./program`");
  const program = findProgram(name);
  if (program === undefined)
    throw new InputError(
      name.includes("/") ? `there is no program ${name}` : `there is no program ${name} on the PATH`,
    );
  if (process.platform !== "linux")
    throw new InputError("run sets LD_PRELOAD, which is Linux's: elsewhere, link the library of a bundle before cuFFT");
  const log = record === undefined ? undefined : resolve(record);
  // The library in the program writes it, over what is there.
  if (record !== undefined) outputFile(fileBy("--record", record, "recording"));
  // Before a bundle is built where its library cannot be loaded from.
  if (bundle !== undefined) requirePreloadable(resolve(bundle), "move the bundle");
  const library = resolve(
    bundle === undefined ? await cufftRecorderLibrary(as) : await cufftLibrary(bundle, as, sayLine),
  );
  requirePreloadable(library, "name another directory for caches in XDG_CACHE_HOME");
  const others = process.env["LD_PRELOAD"] ?? "";
  throw new ProgramEnd(
    await runInPlace(program, parameters, {
      LD_PRELOAD: others === "" ? library : `${library}:${others}`,
      ...(check ? { FFTGEN_SHIM: "check" } : {}),
      ...(log === undefined ? {} : { FFTGEN_SHIM_LOG: log }),
    }),
  );
}

function requirePreloadable(path: string, remedy: string): void {
  if (/[ :]/.test(path))
    throw new InputError(`LD_PRELOAD takes no path with a space or a colon in it: ${path}; ${remedy}`);
}

const sayLine = (line: string): void => printError(`fftgen: ${line}`);
