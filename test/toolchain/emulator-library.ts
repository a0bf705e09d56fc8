// The emulator as an object, compiled once for all test programs: with every warning an error, and optimised, because programs
// spend their time in it. Its units are one here: most of what a compiler does for each is the same headers.
import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { emulatorDirectory, emulatorUnits } from "../../generator/emit/read-template.js";
import { cacheDirectory, objectOf } from "./object-cache.js";

const WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror"] as const;

/** What finds the emulator's headers, whose warnings are not those of the unit that includes them. */
export const emulatorHeaders: readonly string[] = ["-isystem", emulatorDirectory];

const all = join(cacheDirectory, "emulator.cpp");
writeFileSync(
  all,
  emulatorUnits()
    .map((path) => `#include "${basename(path)}"\n`)
    .join(""),
);

/** Of this process: nothing changes them while tests run. */
const known = new Map<string, Promise<readonly string[]>>();

/** `options`: further flags, for an emulator of another kind. */
export function emulatorObjects(compiler: string, options: readonly string[] = []): Promise<readonly string[]> {
  const flags = ["-std=c++17", "-O1", "-pthread", ...WARNINGS, "-I", emulatorDirectory, ...options];
  const key = [compiler, ...flags].join(" ");
  const objects = known.get(key) ?? Promise.all([objectOf(compiler, { source: all, flags })]);
  known.set(key, objects);
  return objects;
}
