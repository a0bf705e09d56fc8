// Objects of C++ and CUDA units, each compiled once on a machine: kept in its cache under a hash of the texts of the unit and of its
// headers, the flags and the compiler. Any number of processes use it at the same time. Of those that need the same object one compiles
// it and the others wait; where the one is killed, another compiles.
//
// An entry is compressed with a checksum: one that is damaged is no entry.
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
  /** Where the compiler runs. */
  readonly directory: string;
  /** Relative to the directory, which may be a temporary one: its name is not part of what the object is known by. */
  readonly source: string;
  /** `-I` and `-isystem` are followed by a folder, as a word of its own or not. */
  readonly flags: readonly string[];
}

export interface Making {
  /** Where the object is put. */
  readonly scratch: string;
  readonly signal?: AbortSignal | undefined;
}

/** The path of a unit's object, compiled now or before. Throws a ToolchainError with what the compiler said if it refuses the unit. */
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
      // Whoever had the turn before may have kept it.
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

/** Milliseconds. Nobody waits longer than any compilation takes: what another machine's process holds may be held for ever. */
const PAUSE = 50;
const PATIENCE = 300_000;

/** Of this process, where there is no place for one of the machine. */
let own: Cache | undefined;

/** Gone when the program is. */
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
    // It was damaged, or has just been removed.
    rmSync(path, { force: true });
    return false;
  }
  writeFileSync(object, bytes);
  return true;
}

/** What cannot be kept, because a disk is full or a directory is gone, is compiled again another time. */
function keep(cache: Cache, name: string, object: string): void {
  const fresh = cache.fresh();
  try {
    writeFileSync(fresh, gzipSync(readFileSync(object), { level: 1 }));
    cache.keep(fresh, name);
  } catch {
    rmSync(fresh, { force: true });
  }
}

/** Who compiles an object: the file says which process. */
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
        // Somebody else was faster; or nothing can be written, and so nobody holds anything.
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

/** Whether a lock's process has ended; one that was killed before it had written its name left an empty file. */
function isLeft(lock: string, owner: string): boolean {
  if (owner !== "") return isAbandoned(owner);
  const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
  return since !== undefined && Date.now() - since > 20 * PAUSE;
}

const languageOf = ({ path }: Compiler): readonly string[] => ["-x", isNvcc(path) ? "cu" : "c++"];

const isNvcc = (path: string): boolean => /(^|\/)nvcc[^/]*$/.test(path);

/** Variables that change what a compiler makes of a text. */
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

/** Folders of headers are known by the texts that are found in them. */
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

/** Which compiler it is; undefined for one that does not say. nvcc has another one compile for the host. */
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

/** A program may be replaced by one that calls itself the same. */
function fileText(path: string | undefined): string {
  const found = path === undefined ? undefined : statSync(path, { throwIfNoEntry: false });
  return path === undefined || found === undefined ? "" : `${realpathSync(path)} ${found.size} ${found.mtimeMs}`;
}
