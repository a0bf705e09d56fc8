// Reads a file; writes one by way of a temporary one beside it, so that nobody ever sees half of it.
import { existsSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { attempt } from "./attempt.js";
import { makeDirectory, requireDirectory } from "./directories.js";

/** @throws InputError with what the file system says */
export const readTextFile = (path: string): string => attempt(`read ${path}`, () => readFileSync(path, "utf8"));

/** The function that it gives back puts what was there in its place again. */
export function writeTextFile(path: string, text: string): () => void {
  requireDirectory(dirname(path));
  const before = existsSync(path) ? attempt(`read ${path}`, () => readFileSync(path)) : undefined;
  const made = put(path, text);
  return () => {
    if (before === undefined) rmSync(path, { force: true });
    else put(path, before);
    for (const directory of made.toReversed()) rmdirSync(directory);
  };
}

function put(path: string, contents: string | Buffer): readonly string[] {
  return attempt(`write ${path}`, () => {
    const made = makeDirectory(dirname(path));
    const temporary = `${path}.${process.pid}.tmp`;
    try {
      writeFileSync(temporary, contents);
      renameSync(temporary, path);
      return made;
    } catch (error) {
      for (const directory of made.toReversed()) rmSync(directory, { recursive: true, force: true });
      throw error;
    } finally {
      rmSync(temporary, { force: true });
    }
  });
}
