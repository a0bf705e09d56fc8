// Directories that files go to: whether they can be, and that they are.
import { existsSync, mkdirSync, rmdirSync, statSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { InputError } from "../failure/errors.js";
import { attempt } from "./attempt.js";

/** Throws an InputError if a path neither is a directory nor could become one: a file stands in its way. */
export function requireDirectory(path: string): void {
  for (let place = resolve(path); ; place = dirname(place)) {
    const found = attempt(`look at ${place}`, () => statSync(place, { throwIfNoEntry: false }), "ENOTDIR");
    if (found?.isDirectory()) return;
    if (found !== undefined) {
      const shown = relative(process.cwd(), place);
      throw new InputError(
        `cannot write to ${path}: ${shown.startsWith("..") ? place : shown} is a file, not a directory`,
      );
    }
  }
}

/**
 * With its parents; gives back those that were not there, the outermost first. (Node's own way, `recursive`, never returns where a
 * file system makes no directories, as in /proc.)
 */
export function makeDirectory(path: string): readonly string[] {
  if (existsSync(path)) return [];
  const made = makeDirectory(dirname(path));
  try {
    mkdirSync(path);
    return [...made, path];
  } catch (error) {
    // Made by somebody else meanwhile; a link that leads nowhere is in the way as well.
    if (isCode(error, "EEXIST") && existsSync(path)) return made;
    removeEmpty(made);
    throw error;
  }
}

/** Takes back what makeDirectory made, but for directories that others have put something into. */
export function removeEmpty(made: readonly string[]): void {
  for (const path of made.toReversed()) {
    try {
      rmdirSync(path);
    } catch (error) {
      if (!isCode(error, "ENOTEMPTY", "EEXIST", "ENOENT")) throw error;
    }
  }
}

const isCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && "code" in error && codes.includes(String(error.code));
