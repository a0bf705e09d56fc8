// The emulator as an object, compiled once for all test programs: with every warning an error, and optimised, because programs
// spend their time in it.
import { emulatorUnit } from "../../generator/toolchain/runtime-units.js";
import { objectOf } from "./linked-program.js";
import { scratchFolder } from "./scratch.js";

export { emulatorHeaders } from "../../generator/toolchain/runtime-units.js";

const WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror"] as const;

/** Of this process: nothing changes them while tests run. */
const known = new Map<string, Promise<readonly string[]>>();

/** `options`: further flags, for an emulator of another kind. */
export function emulatorObjects(compiler: string, options: readonly string[] = []): Promise<readonly string[]> {
  const flags = ["-std=c++17", "-O1", "-pthread", ...WARNINGS, ...options];
  const key = [compiler, ...flags].join(" ");
  const objects =
    known.get(key) ?? Promise.all([objectOf(compiler, emulatorUnit(scratchFolder("emulator").path, flags))]);
  known.set(key, objects);
  return objects;
}
