// The copy of the verification runtime that a package or bundle may have beside its transforms. Once requested, it stays.
import type { GeneratedFile } from "../emit/files.js";
import { VERIFICATION_RUNTIME, verificationRuntime } from "../emit/print-verification.js";
import { filesIn } from "../output/package-directory.js";

/** `asked`: the value of --with-verification; undefined: as in the existing directory. */
export const withRuntime = (
  directory: string,
  files: readonly GeneratedFile[],
  asked?: boolean,
): readonly GeneratedFile[] =>
  (asked ?? filesIn(directory).includes(VERIFICATION_RUNTIME)) ? [...files, verificationRuntime()] : files;
