// The verification runtime as objects, one for each type of element: with every warning an error, and with a pretended cuFFT. A
// program that is linked with one compiles in a second.
import { join } from "node:path";
import { emulatorHeaders, verificationUnit } from "../../generator/toolchain/runtime-units.js";
import { objectOf } from "./linked-program.js";
import { scratchFolder } from "./scratch.js";

export { RUNTIME_IS_LINKED, verifyHeaders } from "../../generator/toolchain/runtime-units.js";

const pretendedCufft = join(import.meta.dirname, "..", "verify-runtime", "fixtures", "fake");

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
  const cufft = hasCufft(element) ? ["-DFFTGEN_WITH_CUFFT", "-isystem", pretendedCufft] : [];
  // The emulator's folder comes first: the pretended cuFFT stands beside a pretended run-time of its own.
  return objectOf(
    compiler,
    verificationUnit(scratchFolder("verification").path, element, [...FLAGS, ...emulatorHeaders, ...cufft]),
  );
}
