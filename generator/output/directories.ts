// Directories that files go to: whether they can be, and that they are.
import { existsSync, lstatSync, mkdirSync, rmdirSync, statSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { InputError } from "../failure/errors.js";
import { attempt, isCode } from "./attempt.js";

/** Throws an InputError if a path neither is a directory nor could become one: something stands in its way. */
export const requireDirectory = (path: string): void => void directoryFor(path);

/** The directory itself, or the nearest above it that is there: what it would be made in. @throws InputError as requireDirectory */
export function directoryFor(path: string): string {
  for (let place = resolve(path); ; place = dirname(place)) {
    // Looked at once: what others make meanwhile is there or is not.
    const there = attempt(`look at ${place}`, () => lstatSync(place, { throwIfNoEntry: false }), "ENOTDIR");
    if (there === undefined) continue;
    const found = there.isSymbolicLink()
      ? attempt(`look at ${place}`, () => statSync(place, { throwIfNoEntry: false }), "ENOTDIR")
      : there;
    if (found?.isDirectory()) return place;
    const what = found === undefined ? "a link to what is not there" : "a file, not a directory";
    throw new InputError(
      `cannot write to ${path}: ${shownPlace(place)} is ${what}; move it away, or name another directory`,
    );
  }
}

/** As messages have it. */
export function shownPlace(place: string): string {
  const inside = relative(process.cwd(), place);
  return inside.startsWith("..") ? place : inside === "" ? "." : inside;
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
