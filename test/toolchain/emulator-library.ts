// The emulator as objects, compiled once for all test programs: with every warning an error, and optimised, because programs
// spend their time in it.
import { emulatorDirectory, emulatorUnits } from "../../generator/emit/read-template.js";
import { objectOf } from "./object-cache.js";

const WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror"] as const;

/** What finds the emulator's headers, whose warnings are not those of the unit that includes them. */
export const emulatorHeaders: readonly string[] = ["-isystem", emulatorDirectory];

/** Of this process: nothing changes them while tests run, so the preprocessor is asked once. */
const known = new Map<string, Promise<readonly string[]>>();

/** `options`: further flags, for an emulator of another kind. */
export function emulatorObjects(compiler: string, options: readonly string[] = []): Promise<readonly string[]> {
  const flags = ["-std=c++17", "-O2", "-pthread", ...WARNINGS, ...options];
  const key = [compiler, ...flags].join(" ");
  const objects = known.get(key) ?? Promise.all(emulatorUnits().map((source) => objectOf(compiler, { source, flags })));
  known.set(key, objects);
  return objects;
}
