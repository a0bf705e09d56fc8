// Writes a directory that was not there, or was empty: packs, examples, what is built in temporary places. All of it or nothing.
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { GeneratedFile } from "../emit/files.js";
import { InputError } from "../failure/errors.js";
import { attempt } from "./attempt.js";
import { makeDirectory, removeEmpty, requireDirectory } from "./directories.js";
import { removeAbandoned, temporaryName } from "./temporary-name.js";
import { placeBy, requireWritable } from "./writable.js";

/** Throws an InputError if there is something in it already. */
export function writeNewDirectory(directory: string, files: readonly GeneratedFile[]): void {
  requireDirectory(directory);
  if (existsSync(directory) && readdirSync(directory).length > 0)
    throw new InputError(`${directory} is not empty: name a new directory`);
  const target = resolve(directory);
  const made = attempt(`write ${directory}`, () => makeDirectory(dirname(target)));
  const fresh = join(dirname(target), temporaryName());
  try {
    attempt(`write ${directory}`, () => {
      writeFiles(fresh, files);
      // Takes the place of an empty directory, too.
      renameSync(fresh, target);
    });
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    removeEmpty(made);
    throw error;
  }
  removeAbandoned(dirname(target));
}

export function writeFiles(directory: string, files: readonly GeneratedFile[]): void {
  for (const { path, text } of files) {
    makeDirectory(dirname(join(directory, path)));
    writeFileSync(join(directory, path), text);
  }
}

/**
 * The directory of a pack must be new, so that results of other candidates are never taken for its own. `option` names it.
 * @throws InputError also where it cannot be written
 */
export function requireNewDirectory(directory: string, option = "--pack"): void {
  requireDirectory(directory);
  if (existsSync(directory) && readdirSync(directory).length > 0)
    throw new InputError(`${option} ${directory}: the directory is not empty; name a new one`);
  // One that is there gives its place to the new one.
  requireWritable([placeBy(option, existsSync(directory) ? dirname(resolve(directory)) : directory)]);
}
