// Files whose names users say: pages, charts, manifests. A name is easily a wrong one, so what such a file replaces must say of itself
// that fftgen wrote it, as one of its kind; a plan file is never replaced, and no directory is made for it.
import { closeSync, openSync, readSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { at, InputError } from "../failure/errors.js";
import { attempt } from "./attempt.js";
import { requireDirectory } from "./directories.js";
import { writeTextFile } from "./text-file.js";
import { requireWritable } from "./writable.js";

/** How each kind of file begins; `null` for what may be nowhere else, so that none is ever replaced. */
const MARKS = {
  page: /^<!doctype html>\n<html lang="en">\n<head>\n<meta name="generator" content="fftgen">\n/,
  chart: /^<svg [^>]*class="fftgen-(?:chart|study)">/,
  manifest: /^package\tfile\tlines\tsha256\n/,
  // Empty: of a program that ended before it was written.
  recording: /^$|^\{\n  "schema": "fftgen\/problems\/1",\n/,
  "file of weights": /^\{"features":\d+,"gpu":/,
  wisdom: null,
} as const satisfies Readonly<Record<string, RegExp | null>>;

export type OutputKind = keyof typeof MARKS;

/** As much of a file as has its mark in it. */
const HEAD_BYTES = 1024;

/** A file that an option names. */
export interface NamedFile {
  /** As the user wrote it. */
  readonly path: string;
  readonly kind: OutputKind;
  /** What a message asks for instead: `name another file by --html`. */
  readonly remedy: string;
  /** Where the help says that its directory is made. */
  readonly makesDirectory?: true;
}

export interface OutputFile {
  readonly path: string;
  /** @throws InputError if meanwhile something has come to be there */
  readonly write: (text: string) => void;
}

export const fileBy = (option: string, path: string, kind: OutputKind): NamedFile => ({
  path,
  kind,
  remedy: `name another file by ${option}`,
});

/**
 * To be called before the work, with all files that one command writes.
 * @throws InputError, with nothing changed, if one of them must not or cannot be written
 */
export function outputFiles(named: readonly NamedFile[]): readonly OutputFile[] {
  const places = named.map(({ path }) => resolve(path));
  for (const [index, one] of named.entries()) {
    requireReplaceableFile(one);
    if (places.indexOf(at(places, index)) < index)
      throw new InputError(`${one.path} cannot be two files: ${one.remedy}`);
  }
  requireWritable(named.map(({ path, remedy }) => ({ directory: dirname(path), remedy })));
  return named.map((one) => ({
    path: one.path,
    write: (text) => {
      requireReplaceableFile(one);
      writeTextFile(one.path, text);
    },
  }));
}

export const outputFile = (named: NamedFile): OutputFile => at(outputFiles([named]), 0);

function requireReplaceableFile({ path, kind, remedy, makesDirectory }: NamedFile): void {
  if (/\.plan\.[cm]?ts$/i.test(path)) throw new InputError(`cannot write ${path}: plan files are called so; ${remedy}`);
  const directory = dirname(path);
  requireDirectory(directory);
  const isThere = attempt(`look at ${directory}`, () => statSync(directory, { throwIfNoEntry: false })) !== undefined;
  if (!isThere && makesDirectory !== true)
    throw new InputError(`cannot write to ${directory}: there is no such directory; make it, or ${remedy}`);
  const found = attempt(`look at ${path}`, () => statSync(path, { throwIfNoEntry: false }), "ENOTDIR");
  if (found === undefined) return;
  if (found.isDirectory()) throw new InputError(`cannot write ${path}: it is a directory; ${remedy}`);
  if (!found.isFile())
    throw new InputError(`cannot write ${path}: it is a pipe, a socket or a device, not a file; ${remedy}`);
  const mark = MARKS[kind];
  if (mark === null) throw new InputError(`${path} is there already: ${remedy}, or remove it`);
  if (!mark.test(headOf(path)))
    throw new InputError(`${path} is there already, and is no ${kind} that fftgen wrote: ${remedy}, or remove it`);
}

/** Without what git may have made of ends of lines. */
function headOf(path: string): string {
  return attempt(`read ${path}`, () => {
    const file = openSync(path, "r");
    try {
      const bytes = Buffer.alloc(HEAD_BYTES);
      return bytes.toString("utf8", 0, readSync(file, bytes, 0, HEAD_BYTES, 0)).replaceAll("\r\n", "\n");
    } finally {
      closeSync(file);
    }
  });
}
