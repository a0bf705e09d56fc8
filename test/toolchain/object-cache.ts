// Objects of C++ units, each compiled once: kept under the texts of the unit and of its headers, the flags and the compiler's
// version. So a run compiles only what has changed since any run before, and test files that need the same unit share it.
import { createHash } from "node:crypto";
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { includedTexts } from "./included-texts.js";
import { requireSuccess } from "./programs.js";

export interface Unit {
  /** Relative to `directory`, where the directory is a temporary one: its name must not get into the object's key. */
  readonly source: string;
  readonly flags: readonly string[];
  /** Where the compiler runs. */
  readonly directory?: string;
}

const DAYS_KEPT = 14;

/** Below node_modules, or among temporary files where that cannot be written to. */
export const cacheDirectory = ((): string => {
  const modules = join(import.meta.dirname, "..", "..", "node_modules");
  const directory = join(isWritable(modules) ? join(modules, ".cache") : tmpdir(), "fftgen");
  mkdirSync(directory, { recursive: true });
  forgetUnused(directory);
  return directory;
})();

/** The path of the unit's object. Throws what the compiler said if it refuses the unit. */
export async function objectOf(compiler: string, { source, flags, directory }: Unit): Promise<string> {
  const at = directory ?? tmpdir();
  const folders = flags.flatMap((flag, index) =>
    ["-I", "-isystem"].includes(flags[index - 1] ?? "") ? [flag] : /^-I./.test(flag) ? [flag.slice(2)] : [],
  );
  const texts = includedTexts(
    [resolve(at, source)],
    folders.map((folder) => resolve(at, folder)),
  );
  const key = createHash("sha256")
    .update(JSON.stringify([await versionOf(compiler), source, flags, texts]))
    .digest("hex");
  return cached(`${key}.o`, async (path) => {
    await requireSuccess(compiler, [...flags, "-x", "c++", "-c", source, "-o", path], { directory: at });
  });
}

/** Compiles what is not there yet and links it. Gives `program`. */
export async function linkedProgram(
  compiler: string,
  program: string,
  units: readonly Unit[],
  objects: readonly string[] = [],
  options: readonly string[] = [],
): Promise<string> {
  const compiled = await Promise.all(units.map((unit) => objectOf(compiler, unit)));
  await requireSuccess(compiler, ["-pthread", ...options, ...compiled, ...objects, "-o", program]);
  return program;
}

/** The path of the cache's file of this name, which `make` writes to the path it is given if it is not there. */
export async function cached(name: string, make: (path: string) => Promise<void>): Promise<string> {
  const path = join(cacheDirectory, name);
  const lock = `${path}.lock`;
  while (!existsSync(path)) {
    if (!(await taken(lock))) {
      await sleep(50);
      continue;
    }
    try {
      if (existsSync(path)) break;
      const part = `${path}.${process.pid}.part`;
      await make(part);
      renameSync(part, path);
    } finally {
      rmSync(lock, { force: true });
    }
  }
  const now = new Date();
  utimesSync(path, now, now);
  return path;
}

/** Whether the lock is ours now. One whose process has ended is nobody's. */
async function taken(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, String(process.pid), { flag: "wx" });
    return true;
  } catch {
    const owner = Number(await readFile(lock, "utf8").catch(() => ""));
    if (owner > 0 && !isAlive(owner)) rmSync(lock, { force: true });
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const versions = new Map<string, Promise<string>>();

function versionOf(compiler: string): Promise<string> {
  const known = versions.get(compiler) ?? requireSuccess(compiler, ["--version"]).then(({ stdout }) => stdout);
  versions.set(compiler, known);
  return known;
}

function isWritable(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function forgetUnused(directory: string): void {
  const oldest = Date.now() - DAYS_KEPT * 24 * 3600 * 1000;
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    if ((statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? oldest) < oldest)
      rmSync(path, { recursive: true, force: true });
  }
}
