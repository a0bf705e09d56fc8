// Where a machine keeps what is quicker to read than to make again: texts' hashes, compiled objects, libraries. Losing all of it costs time only,
// so nothing here is an error of the user's: where nothing can be written there is no cache.
//
// An entry is a file, whole from the moment that it has its name, and never changed afterwards: its name says what it was made from.
// So any number of processes read and write at the same time; of two that make the same entry, the later one replaces it by its equal.
import {
  accessSync,
  constants,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { isAbsolute, join } from "node:path";
import { isCode } from "./attempt.js";
import { makeDirectory } from "./directories.js";
import { removeAbandoned, temporaryName } from "./temporary-name.js";

/** What is kept, each in a folder of its own, and how many bytes of it at most. */
const BOUNDS = { text: 2 ** 24, objects: 2 ** 29, libraries: 2 ** 25 } as const;
export type CacheFolder = keyof typeof BOUNDS;

/** What is over the bound goes, the longest unused first, until so much of the bound is left. */
const LEFT = 0.75;

export interface Cache {
  readonly directory: string;
  /** The path of an entry, if there is one, which counts as used now. It may be gone by the time that it is read. */
  readonly find: (name: string) => string | undefined;
  /** A path in the cache's directory for a new entry to be written to, by whatever writes files. */
  readonly fresh: () => string;
  /** Gives what was written to a fresh path its name, and removes what is too much by now. @returns the entry's path */
  readonly keep: (fresh: string, name: string) => string;
}

/**
 * Bytes that were written to a directory since its entries were counted: by the first one that this process writes, however often it
 * opens the cache, then after every eighth of the bound.
 */
const unaccounted = new Map<string, number>();

/** The machine's cache; undefined where there is no place that this user, and nobody else, can write to. */
export function openCache(folder: CacheFolder): Cache | undefined {
  const directory = usableDirectory(folder);
  if (directory === undefined) return undefined;
  return {
    directory,
    find: (name) => usedNow(join(directory, name)),
    fresh: () => join(directory, temporaryName()),
    keep: (fresh, name) => {
      const path = join(directory, name);
      const added = (unaccounted.get(directory) ?? Infinity) + statSync(fresh).size;
      renameSync(fresh, path);
      const isCounted = added <= BOUNDS[folder] / 8;
      unaccounted.set(directory, isCounted ? added : 0);
      if (!isCounted) {
        removeAbandoned(directory);
        removeUnused(directory, BOUNDS[folder]);
      }
      return path;
    },
  };
}

/** `$XDG_CACHE_HOME/fftgen`, or `~/.cache/fftgen`, or one among temporary files that is this user's alone. */
function usableDirectory(folder: CacheFolder): string | undefined {
  const named = process.env["XDG_CACHE_HOME"] ?? "";
  // As the XDG base directory specification has it: relative paths are ignored.
  const usual = isAbsolute(named) ? named : homeCaches();
  const inUsual = usual === undefined ? undefined : madeWritable(join(usual, "fftgen", folder));
  if (inUsual !== undefined) return inUsual;
  const own = privateDirectory();
  return own === undefined ? undefined : madeWritable(join(own, folder));
}

function homeCaches(): string | undefined {
  try {
    const home = homedir();
    return isAbsolute(home) ? join(home, ".cache") : undefined;
  } catch {
    // A user of no name, as containers have them.
    return undefined;
  }
}

function madeWritable(directory: string): string | undefined {
  try {
    makeDirectory(directory);
    accessSync(directory, constants.W_OK | constants.X_OK);
    return directory;
  } catch {
    return undefined;
  }
}

/** Among temporary files anybody may have made a directory of this name: one that others can write to is not taken. */
function privateDirectory(): string | undefined {
  const user = process.getuid?.();
  const path = join(tmpdir(), user === undefined ? "fftgen-cache" : `fftgen-cache-${user}`);
  try {
    mkdirSync(path, { mode: 0o700 });
    return path;
  } catch (error) {
    if (!isCode(error, "EEXIST")) return undefined;
  }
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() !== true) return undefined;
  const isOwn = user === undefined || (found.uid === user && (found.mode & 0o022) === 0);
  return isOwn ? path : undefined;
}

function usedNow(path: string): string | undefined {
  try {
    const now = new Date();
    utimesSync(path, now, now);
    return path;
  } catch {
    return undefined;
  }
}

function removeUnused(directory: string, bound: number): void {
  const entries = readdirSync(directory)
    .filter((name) => !name.startsWith("."))
    .flatMap((name) => {
      const path = join(directory, name);
      const found = statSync(path, { throwIfNoEntry: false });
      return found === undefined ? [] : [{ path, bytes: found.size, used: found.mtimeMs }];
    });
  let bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  if (bytes <= bound) return;
  for (const entry of entries.toSorted((a, b) => a.used - b.used)) {
    if (bytes <= LEFT * bound) return;
    rmSync(entry.path, { force: true, recursive: true });
    bytes -= entry.bytes;
  }
}
