// The verification runtime as objects, one for each type of element: with every warning an error, and with a pretended cuFFT. A
// program that is linked with one compiles in a second.
import { join } from "node:path";
import { writeFileSync } from "node:fs";
import { emulatorDirectory } from "../../generator/emit/read-template.js";
import { emulatorHeaders } from "./emulator-library.js";
import { cacheDirectory, objectOf } from "./object-cache.js";

const runtime = join(emulatorDirectory, "..", "verify");
const pretendedCufft = join(import.meta.dirname, "..", "verify-runtime", "fixtures", "fake");

/** Tells a program that the runtime is linked with it. */
export const VERIFICATION_ELSEWHERE = "-DFFTGEN_VERIFY_ELSEWHERE";

const FLAGS = ["-std=c++17", "-O1", "-pthread", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror"] as const;

/** What the pretended cuFFT transforms; it has no complex numbers of 16 bits. */
const hasCufft = (element: string): boolean => !/half2|bfloat162/.test(element);

/** Of this process, as the emulator's are. */
const known = new Map<string, Promise<string>>();

/** Of Subject<element>. */
export function verificationObject(compiler: string, element: string): Promise<string> {
  const key = `${compiler} ${element}`;
  const object = known.get(key) ?? compiled(compiler, element);
  known.set(key, object);
  return object;
}

function compiled(compiler: string, element: string): Promise<string> {
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
  const cufft = hasCufft(element) ? ["-DFFTGEN_WITH_CUFFT", "-isystem", pretendedCufft] : [];
  // The emulator's folder comes first: the pretended cuFFT stands beside a pretended run-time of its own.
  return objectOf(compiler, { source, flags: [...FLAGS, "-I", runtime, ...emulatorHeaders, ...cufft] });
}
