// Writes packages and plan files: first under another name beside the target, then by renaming, so that nobody ever sees
// half of one. Also compares with what is there. Refuses to touch what fftgen did not write.
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { InputError } from "../failure/errors.js";
import type { GeneratedFile } from "./package.js";

/** Files of a package that are missing, different, or too many in a directory, as one line each; empty when it is up to date. */
export function staleFiles(directory: string, files: readonly GeneratedFile[]): readonly string[] {
  const wanted = new Set(files.map((file) => file.path));
  const problems = files.flatMap(({ path, text }) => {
    const full = join(directory, path);
    if (!existsSync(full)) return [`${full}: missing`];
    return attempt(`read ${full}`, () => readFileSync(full, "utf8")) === text
      ? []
      : [`${full}: differs from what the plan gives`];
  });
  const extra = existingFiles(directory).filter((path) => !wanted.has(path));
  return [...problems, ...extra.map((path) => `${join(directory, path)}: not part of the package`)];
}

/**
 * Throws an InputError if a package cannot go to a directory: something else is in the way, or the directory holds files
 * that fftgen would not write. Changes nothing.
 */
export function requireWritable(directory: string): void {
  requireDirectory(directory);
  const here = process.cwd();
  const target = existsSync(directory) ? realpathSync(directory) : resolve(directory);
  if (here === target || here.startsWith(target + sep))
    throw new InputError(
      `${directory} is ${here === target ? "the current directory" : "a parent of the current directory"}: a package replaces its directory as a whole, so name one below it`,
    );
  const foreign = existingFiles(directory).filter((path) => !isOurs(directory, path));
  if (foreign.length > 0) {
    const more = foreign.length > 3 ? ` and ${foreign.length - 3} more` : "";
    throw new InputError(
      `${directory} holds files that fftgen did not generate (${foreign.slice(0, 3).join(", ")}${more}): move them, or choose another directory with --out`,
    );
  }
}

export type Written = "written" | "unchanged";

/** Replaces a package's directory as a whole; leaves it alone, dates included, where it is up to date already. */
export function writePackage(directory: string, files: readonly GeneratedFile[]): Written {
  requireWritable(directory);
  const exists = existsSync(directory);
  if (exists && staleFiles(directory, files).length === 0) return "unchanged";
  // A symbolic link stays one: what it points to is replaced.
  const target = exists ? realpathSync(directory) : resolve(directory);
  const beside = (role: string): string => join(dirname(target), `.${basename(target)}.${process.pid}.${role}`);
  const [fresh, old] = [beside("new"), beside("old")];
  const swap = (): void => {
    for (const { path, text } of files) {
      makeDirectory(dirname(join(fresh, path)));
      writeFileSync(join(fresh, path), text);
    }
    if (exists) renameSync(target, old);
    try {
      renameSync(fresh, target);
    } catch (error) {
      if (exists) renameSync(old, target);
      throw error;
    }
  };
  try {
    attempt(`write ${directory}`, swap);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
    rmSync(old, { recursive: true, force: true });
  }
  return "written";
}

/** Writes one file by way of a temporary one. The function it gives back puts what was there in its place again. */
export function writeTextFile(path: string, text: string): () => void {
  requireDirectory(dirname(path));
  const before = existsSync(path) ? attempt(`read ${path}`, () => readFileSync(path)) : undefined;
  const put = (contents: string | Buffer): void =>
    attempt(`write ${path}`, () => {
      makeDirectory(dirname(path));
      const temporary = `${path}.${process.pid}.tmp`;
      try {
        writeFileSync(temporary, contents);
        renameSync(temporary, path);
      } finally {
        rmSync(temporary, { force: true });
      }
    });
  put(text);
  return () => (before === undefined ? rmSync(path, { force: true }) : put(before));
}

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

/** With its parents. (Node's own way, `recursive`, never returns where a file system makes no directories, as in /proc.) */
function makeDirectory(path: string): void {
  if (existsSync(path)) return;
  makeDirectory(dirname(path));
  mkdirSync(path);
}

/** Everything below a directory that is not a directory itself: symbolic links too. */
function existingFiles(directory: string): readonly string[] {
  if (!existsSync(directory)) return [];
  return attempt(`read ${directory}`, () =>
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => relative(directory, join(entry.parentPath, entry.name)))
      .sort(),
  );
}

/**
 * Part of this or of an earlier version of a package: says so in its first lines, or is vendored runtime. Files deeper down
 * than a package goes are not, so that a directory of packages is never taken for one.
 */
function isOurs(directory: string, path: string): boolean {
  if (![".", "verify"].includes(dirname(path))) return false;
  const full = join(directory, path);
  return attempt(`read ${full}`, () => {
    if (!lstatSync(full).isFile()) return false;
    if (basename(path).startsWith("fftgen_")) return true;
    return readFileSync(full, "utf8").slice(0, 2000).includes("Generated by fftgen");
  });
}

/** Turns what the file system refuses into a mistake that the user can mend. With `absent`, that code means undefined. */
function attempt<T>(what: string, action: () => T): T;
function attempt<T>(what: string, action: () => T, absent: string): T | undefined;
function attempt<T>(what: string, action: () => T, absent?: string): T | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof InputError || !(error instanceof Error) || !("code" in error)) throw error;
    if (error.code === absent) return undefined;
    throw new InputError(`cannot ${what}: ${plainReason(error)}`);
  }
}

/** `EACCES: permission denied, open '/x'` without the words for programmers. */
const plainReason = (error: Error): string =>
  /^[A-Z]+: (.*?)(?:, \w+(?: '.*)?)?$/.exec(error.message)?.[1] ?? error.message;
