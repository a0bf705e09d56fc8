// Whether a package or bundle has the verification runtime beside it: where it is asked for, and from then on.
import type { GeneratedFile } from "../emit/files.js";
import { VERIFICATION_RUNTIME, verificationRuntime } from "../emit/print-verification.js";
import { filesIn } from "../output/package-directory.js";

/** `asked`: as --with-verification says; undefined: as it is in the directory. */
export const withRuntime = (
  directory: string,
  files: readonly GeneratedFile[],
  asked?: boolean,
): readonly GeneratedFile[] =>
  (asked ?? filesIn(directory).includes(VERIFICATION_RUNTIME)) ? [...files, verificationRuntime()] : files;
