// Reads files that users name: regular ones, up to the size of such files. Pipes and devices might never end.
import { readFileSync, statSync, type Stats } from "node:fs";
import { InputError } from "../failure/errors.js";

/** The largest sizes of files, in bytes. */
export const MOST_BYTES = { plan: 2 ** 20, gpu: 2 ** 20, results: 2 ** 28, wisdom: 2 ** 24, weights: 2 ** 24 } as const;

/** Throws an InputError with the reason if it cannot be read. */
export function readUserFile(path: string, most: number): string {
  const stats = statsOf(path);
  if (stats === undefined) throw new InputError(`cannot read ${path}: there is no such file`);
  if (stats.isDirectory()) throw new InputError(`cannot read ${path}: it is a directory`);
  if (!stats.isFile())
    throw new InputError(`cannot read ${path}: it is a pipe, a socket or a device, not a regular file`);
  if (stats.size > most)
    throw new InputError(`cannot read ${path}: it has ${stats.size} bytes; such a file has at most ${most}`);
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw unreadable(path, error);
  }
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw unreadable(path, error);
  }
}

const unreadable = (path: string, error: unknown): InputError =>
  new InputError(`cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`);
