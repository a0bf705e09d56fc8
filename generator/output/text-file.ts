// Writes one file by way of a temporary one beside it, so that nobody ever sees half of it.
import { constants, copyFileSync, existsSync, linkSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { attempt } from "./attempt.js";
import { makeDirectory, removeEmpty, requireDirectory } from "./directories.js";
import { removeAbandoned, temporaryName } from "./temporary-name.js";

/** What a file is to say. */
export interface TextFile {
  readonly path: string;
  readonly text: string;
}

/** A file that is written but not in its place yet: what remains to be done needs no room on the disk. */
export interface StagedText {
  readonly putInPlace: () => void;
  /** Whether or not it was put in its place. */
  readonly takeBack: () => void;
  /** To be called in the end: removes all that is temporary. */
  readonly end: () => void;
}

export const writeTextFile = (path: string, text: string): void => writeTextFiles([{ path, text }]);

/** All or, where one cannot be written, none. */
export function writeTextFiles(files: readonly TextFile[]): void {
  const staged: StagedText[] = [];
  try {
    for (const file of files) staged.push(stageTextFile(file));
    for (const one of staged) one.putInPlace();
  } catch (error) {
    for (const one of staged.toReversed()) one.takeBack();
    throw error;
  } finally {
    for (const one of staged.toReversed()) one.end();
  }
}

/** @throws InputError, with nothing left behind */
export function stageTextFile({ path, text }: TextFile): StagedText {
  const directory = dirname(path);
  requireDirectory(directory);
  const [fresh, before] = [join(directory, temporaryName()), join(directory, temporaryName())];
  const what = `write ${path}`;
  const made = attempt(what, () => makeDirectory(directory));
  let isInPlace = false;
  let isBack = false;
  const end = (): void => {
    for (const temporary of [fresh, before]) rmSync(temporary, { force: true });
    if (isBack || !isInPlace) removeEmpty(made);
    removeAbandoned(directory);
  };
  try {
    attempt(what, () => {
      writeFileSync(fresh, text);
      if (existsSync(path)) keepAs(path, before);
    });
  } catch (error) {
    end();
    throw error;
  }
  return {
    putInPlace: () => {
      attempt(what, () => renameSync(fresh, path));
      isInPlace = true;
    },
    takeBack: () => {
      if (isInPlace && existsSync(before)) renameSync(before, path);
      else if (isInPlace) rmSync(path, { force: true });
      isBack = true;
    },
    end,
  };
}

/** Writes a file that must not be there yet: whatever came to be there meanwhile stays. */
export function writeNewTextFile(path: string, text: string): void {
  const fresh = join(dirname(path), temporaryName());
  try {
    attempt(`write ${path}`, () => {
      writeFileSync(fresh, text);
      keepAs(fresh, path);
    });
  } finally {
    rmSync(fresh, { force: true });
  }
}

/** A second name for a file, or where the file system knows no such thing, a copy. */
function keepAs(path: string, other: string): void {
  try {
    linkSync(path, other);
  } catch (error) {
    if (!(error instanceof Error && "code" in error) || error.code === "EEXIST" || error.code === "ENOSPC") throw error;
    copyFileSync(path, other, constants.COPYFILE_EXCL);
  }
}
