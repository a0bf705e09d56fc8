// Writes a directory that was not there, or was empty: packs, examples, what is built in temporary places. All of it or nothing.
import { existsSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { GeneratedFile } from "../emit/files.js";
import { InputError } from "../failure/errors.js";
import { attempt } from "./attempt.js";
import { makeDirectory, requireDirectory } from "./directories.js";

/** Throws an InputError if there is something in it already. */
export function writeNewDirectory(directory: string, files: readonly GeneratedFile[]): void {
  requireDirectory(directory);
  const exists = existsSync(directory);
  if (exists && readdirSync(directory).length > 0)
    throw new InputError(`${directory} is not empty: name a new directory`);
  const target = resolve(directory);
  const fresh = join(dirname(target), `.${basename(target)}.${process.pid}.new`);
  try {
    attempt(`write ${directory}`, () => {
      for (const { path, text } of files) {
        makeDirectory(dirname(join(fresh, path)));
        writeFileSync(join(fresh, path), text);
      }
      if (exists) rmdirSync(target);
      renameSync(fresh, target);
    });
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** The directory of a pack must be new, so that results of other candidates are never taken for its own. `option` names it. */
export function requireNewDirectory(directory: string, option = "--pack"): void {
  requireDirectory(directory);
  if (existsSync(directory) && readdirSync(directory).length > 0)
    throw new InputError(`${option} ${directory}: the directory is not empty; name a new one`);
}
