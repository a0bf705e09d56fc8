// What a package or bundle has beside its transforms: a copy of the verification runtime, a Python package. Once requested, they stay.
import type { GeneratedFile } from "../emit/files.js";
import { EMULATOR_UNIT, PYTHON_PROJECT } from "../emit/python-package.js";
import { VERIFICATION_RUNTIME, verificationRuntime } from "../emit/print-verification.js";
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
 * @throws InputError for --emulated alone
 */
export function bundlePython(
  directory: string,
  asked: { readonly for?: "torch" | undefined; readonly emulated: boolean },
): "none" | "gpu" | "host" {
  const present = filesIn(directory);
  const hasPython = asked.for !== undefined || present.includes(PYTHON_PROJECT);
  if (asked.emulated && !hasPython)
    throw new InputError("--emulated is of a Python package, which --for torch asks for: add --for torch");
  if (!hasPython) return "none";
  return asked.emulated || (asked.for === undefined && present.includes(EMULATOR_UNIT)) ? "host" : "gpu";
}
