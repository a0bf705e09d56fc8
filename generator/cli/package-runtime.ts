// What a package or bundle has beside its transforms: a copy of the verification runtime, a Python package. Once requested, they stay.
import type { GeneratedFile } from "../emit/files.js";
import { CUFFT_SHIM } from "../emit/cufft-shim.js";
import { EMULATOR_UNIT, PYTHON_PROJECT } from "../emit/python-package.js";
import { VERIFICATION_RUNTIME, verificationRuntime } from "../emit/print-verification.js";
import { moduleOwner } from "../emit/python-names.js";
import { InputError } from "../failure/errors.js";
import { filesIn } from "../output/package-directory.js";

/** `asked`: the value of --with-verification; undefined: as in the existing directory. */
export const withRuntime = (
  directory: string,
  files: readonly GeneratedFile[],
  asked?: boolean,
): readonly GeneratedFile[] =>
  (asked ?? filesIn(directory).includes(VERIFICATION_RUNTIME)) ? [...files, verificationRuntime()] : files;

/**
 * The Python package of a bundle.
 * @throws InputError for --emulated alone or with cuFFT's functions, and for a name that Python has for something else
 */
export function bundlePython(
  directory: string,
  name: string,
  asked: { readonly for?: "torch" | "cufft" | undefined; readonly emulated: boolean },
): "none" | "gpu" | "host" {
  const present = filesIn(directory);
  const hasPython = asked.for === "torch" || present.includes(PYTHON_PROJECT);
  const isHost = present.includes(EMULATOR_UNIT);
  if (asked.for === "cufft" && (asked.emulated || isHost))
    throw new InputError(
      isHost
        ? `--for cufft: the bundle in ${directory} is compiled for the host, as --emulated said: remove the directory, or write this one elsewhere with --out`
        : "--for cufft: a library with cuFFT's functions is for GPUs: leave out --emulated",
    );
  if (asked.emulated && !hasPython)
    throw new InputError("--emulated makes a Python package for the host: add --for torch");
  if (!hasPython) return "none";
  const owner = moduleOwner(name);
  if (owner !== undefined)
    throw new InputError(`--for torch: a Python package cannot be called ${name}: that is the name of ${owner}`);
  return asked.emulated || (asked.for !== "torch" && isHost) ? "host" : "gpu";
}

/** Whether a bundle has a library with cuFFT's functions. */
export const bundleCufft = (directory: string, asked: "torch" | "cufft" | undefined): boolean =>
  asked === "cufft" || filesIn(directory).includes(CUFFT_SHIM);
