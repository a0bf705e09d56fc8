// Objects of C++ and CUDA units, each compiled once on a machine: kept in its cache under a hash of the texts of the unit and of
// its headers, the flags and the compiler. Any number of processes use it at the same time. Of processes that need the same
// object one compiles it and the others wait; if it is killed, another compiles.
//
// An entry is compressed with a checksum: a damaged one counts as absent.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import { openCache, type Cache } from "../output/cache-directory.js";
import { isAbandoned, temporaryName } from "../output/temporary-name.js";
import { compile } from "./compilation.js";
import { findProgram, type Compiler } from "./compilers.js";
import { temporaryDirectory, undoAtEarlyEnd } from "./early-end.js";
import { includedTexts } from "./included-texts.js";
import { runProcess } from "./process.js";

export interface Unit {
  /** The working directory of the compiler. */
  readonly directory: string;
  /**
   * The path relative to the directory, which may be a temporary one: the name of the directory is not part of the object's key.
   */
  readonly source: string;
  /** `-I` and `-isystem` are followed by a folder, in the same word or the next. */
  readonly flags: readonly string[];
}

export interface Making {
  /** The directory for the object. */
  readonly scratch: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The path of a unit's object, compiled now or before. Throws a ToolchainError with the compiler's messages if it refuses the
 * unit.
 */
export async function objectOf(compiler: Compiler, unit: Unit, { scratch, signal }: Making): Promise<string> {
  const object = join(scratch, `${temporaryName().slice(1)}.o`);
  const make = (): Promise<void> =>
    compile(compiler, [...unit.flags, ...languageOf(compiler), "-c", unit.source], {
      directory: unit.directory,
      output: object,
      scratch,
      signal,
    });
  const identity = await identityOf(compiler, signal);
  if (identity === undefined) {
    await make();
    return object;
  }
  const cache = openCache("objects") ?? (own ??= ownCache());
  const name = `${keyOf(identity, unit)}.o.gz`;
  const hold = holdOn(join(cache.directory, `${name}.lock`));
  try {
    for (let waited = 0; !isRestored(cache, name, object); waited += PAUSE) {
      if (waited < PATIENCE && !hold.isTaken()) {
        await sleep(PAUSE, undefined, { signal });
        continue;
      }
      // The process that held the lock before may have stored the object.
      if (isRestored(cache, name, object)) break;
      await make();
      keep(cache, name, object);
      break;
    }
  } finally {
    hold.release();
  }
  return object;
}

/** Milliseconds. No process waits longer than any compilation takes: a process of another machine may hold a lock for ever. */
const PAUSE = 50;
const PATIENCE = 300_000;

/** The cache of this process, where the machine has no directory for one. */
let own: Cache | undefined;

/** A cache that is removed at the end of the program. */
function ownCache(): Cache {
  const { path: directory } = temporaryDirectory();
  const pathOf = (name: string): string => join(directory, name);
  return {
    directory,
    find: (name) => (existsSync(pathOf(name)) ? pathOf(name) : undefined),
    fresh: () => pathOf(temporaryName()),
    keep: (fresh, name) => {
      renameSync(fresh, pathOf(name));
      return pathOf(name);
    },
  };
}

function isRestored(cache: Cache, name: string, object: string): boolean {
  const path = cache.find(name);
  if (path === undefined) return false;
  let bytes: Buffer;
  try {
    bytes = gunzipSync(readFileSync(path));
  } catch {
    // The entry was damaged, or has just been removed.
    rmSync(path, { force: true });
    return false;
  }
  writeFileSync(object, bytes);
  return true;
}

/** An object that cannot be stored, because a disk is full or a directory is gone, is compiled again another time. */
function keep(cache: Cache, name: string, object: string): void {
  const fresh = cache.fresh();
  try {
    writeFileSync(fresh, gzipSync(readFileSync(object), { level: 1 }));
    cache.keep(fresh, name);
  } catch {
    rmSync(fresh, { force: true });
  }
}

/** Takes the lock of an object: the file contains the process that compiles it. */
function holdOn(lock: string): { readonly isTaken: () => boolean; readonly release: () => void } {
  const own = temporaryName();
  let letGo: (() => void) | undefined;
  const remove = (): void => {
    if (ownerOf(lock) === own) rmSync(lock, { force: true });
  };
  return {
    isTaken: () => {
      const owner = ownerOf(lock);
      if (owner === own) return true;
      if (owner !== undefined && !isLeft(lock, owner)) return false;
      if (owner !== undefined) rmSync(lock, { force: true });
      try {
        writeFileSync(lock, own, { flag: "wx" });
      } catch (error) {
        // Another process was faster; or the file cannot be written, and there is no lock.
        return !(error instanceof Error && "code" in error && error.code === "EEXIST");
      }
      letGo = undoAtEarlyEnd(remove);
      return true;
    },
    release: () => {
      letGo?.();
      remove();
    },
  };
}

function ownerOf(lock: string): string | undefined {
  try {
    return readFileSync(lock, "utf8");
  } catch {
    return undefined;
  }
}

/** Whether a lock's process has ended; a process that was killed before it had written its name left an empty file. */
function isLeft(lock: string, owner: string): boolean {
  if (owner !== "") return isAbandoned(owner);
  const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
  return since !== undefined && Date.now() - since > 20 * PAUSE;
}

const languageOf = ({ path }: Compiler): readonly string[] => ["-x", isNvcc(path) ? "cu" : "c++"];

const isNvcc = (path: string): boolean => /(^|\/)nvcc[^/]*$/.test(path);

/** Environment variables that change the output of a compiler. */
const TOLD_BY = ["CPATH", "CPLUS_INCLUDE_PATH", "GCC_EXEC_PREFIX", "NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS"] as const;

const keyOf = (identity: string, { directory, source, flags }: Unit): string => {
  const { folders, others } = separated(flags);
  const texts = includedTexts(
    [resolve(directory, source)],
    folders.map((folder) => resolve(directory, folder)),
  );
  return createHash("sha256")
    .update(JSON.stringify([identity, TOLD_BY.map((name) => process.env[name] ?? ""), source, others, texts]))
    .digest("hex");
};

/** Folders of headers enter the key by the texts of their headers. */
function separated(flags: readonly string[]): {
  readonly folders: readonly string[];
  readonly others: readonly string[];
} {
  const isFolderNext = (flag = ""): boolean => flag === "-I" || flag === "-isystem";
  const folders = flags.flatMap((flag, index) =>
    isFolderNext(flags[index - 1]) ? [flag] : /^-I./.test(flag) ? [flag.slice(2)] : [],
  );
  const others = flags.filter((flag, index) => !isFolderNext(flags[index - 1]) && !/^(-I|-isystem$)/.test(flag));
  return { folders, others };
}

const identities = new Map<string, Promise<string | undefined>>();

/** The identity of a compiler; undefined if it does not report one. nvcc calls another compiler for the host. */
function identityOf(compiler: Compiler, signal: AbortSignal | undefined): Promise<string | undefined> {
  const words = [compiler.path, ...compiler.parameters];
  const programs = [...words, ...(isNvcc(compiler.path) ? ["g++", "cicc", "ptxas"] : [])];
  const files = programs.map((word) => fileText(findProgram(word))).join(" ");
  const key = JSON.stringify([words, files]);
  const found = identities.get(key) ?? versionOf(compiler, signal).then((version) => version && `${key} ${version}`);
  identities.set(key, found);
  found.catch(() => identities.delete(key));
  return found;
}

async function versionOf({ path, parameters }: Compiler, signal?: AbortSignal): Promise<string | undefined> {
  const { exitCode, stdout } = await runProcess(path, [...parameters, "--version"], {
    ...(signal === undefined ? {} : { signal }),
  });
  return exitCode === 0 && stdout.trim() !== "" ? stdout : undefined;
}

/** The text of the file identifies a program that was replaced by one of the same version. */
function fileText(path: string | undefined): string {
  const found = path === undefined ? undefined : statSync(path, { throwIfNoEntry: false });
  return path === undefined || found === undefined ? "" : `${realpathSync(path)} ${found.size} ${found.mtimeMs}`;
}
