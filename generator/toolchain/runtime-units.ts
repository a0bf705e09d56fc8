// The common parts of all verification programs, as units to compile once: the verification runtime, one for each type of
// element, and the emulator.
import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { emulatorDirectory, emulatorUnits, verifyDirectory } from "../emit/read-template.js";
import type { Unit } from "./object-cache.js";

/** The flag that states that the runtime is linked with a program. */
export const RUNTIME_IS_LINKED = "-DFFTGEN_VERIFY_ELSEWHERE";

/** The flags for the emulator's headers, whose warnings are not those of the unit that includes them. */
export const emulatorHeaders: readonly string[] = ["-isystem", emulatorDirectory];

/** The flags for the headers of the verification runtime. */
export const verifyHeaders: readonly string[] = ["-I", verifyDirectory];

/**
 * The emulator as one unit, since its files share most of the headers that a compiler reads. Its source is written to `scratch`.
 */
export function emulatorUnit(scratch: string, flags: readonly string[]): Unit {
  const source = "emulator.cpp";
  const lines = emulatorUnits().map((path) => `#include "${basename(path)}"\n`);
  writeFileSync(join(scratch, source), lines.join(""));
  return { directory: scratch, source, flags: [...flags, "-I", emulatorDirectory] };
}

/** The verification runtime for transforms of arrays of `element`, such as `float2`. Its source is written to `scratch`. */
export function verificationUnit(scratch: string, element: string, flags: readonly string[]): Unit {
  const source = `verify_${element}.cpp`;
  const lines = [
    '#include "fftgen_verify.hpp"',
    `template int fftgen::verify::run(int, const char* const*, const fftgen::verify::Subject<${element}>&);`,
    "",
  ];
  writeFileSync(join(scratch, source), lines.join("\n"));
  return { directory: scratch, source, flags: [...flags, ...verifyHeaders] };
}
