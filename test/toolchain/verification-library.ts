// The verification runtime as objects, one for each type of element: a program that is linked with one compiles in a second.
import { join } from "node:path";
import { writeFileSync } from "node:fs";
import { emulatorDirectory } from "../../generator/emit/read-template.js";
import { emulatorHeaders } from "./emulator-library.js";
import { cacheDirectory, objectOf } from "./object-cache.js";

const runtime = join(emulatorDirectory, "..", "verify");

/** Tells a program that the runtime is linked with it. */
export const VERIFICATION_ELSEWHERE = "-DFFTGEN_VERIFY_ELSEWHERE";

/** Of Subject<element>. */
export async function verificationObject(compiler: string, element: string): Promise<string> {
  const source = join(cacheDirectory, `run_${element}.cpp`);
  writeFileSync(
    source,
    [
      '#include "fftgen_verify.hpp"',
      ...(/half|bfloat/.test(element) ? ['#include "fftgen_half.hpp"'] : []),
      `template int fftgen::verify::run(int, const char* const*, const Subject<${element}>&);`,
      "",
    ].join("\n"),
  );
  return objectOf(compiler, {
    source,
    flags: ["-std=c++17", "-O1", "-pthread", "-w", "-I", runtime, ...emulatorHeaders],
  });
}
