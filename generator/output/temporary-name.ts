// Names of what is written before it is put in its place. They say which process writes, so that what a killed one has left behind
// is told from what another one is about to put in place.
import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { attempt, isCode } from "./attempt.js";

/** Processes are numbered machine by machine, and directories may be shared. */
const HOST = hostname()
  .replaceAll(/[^A-Za-z0-9-]/g, "-")
  .slice(0, 64);

const mine = new Set<string>();

/** `.fftgen-host.1234.0a1b2c3d`: free in every directory. */
export function temporaryName(): string {
  const name = `.fftgen-${HOST}.${process.pid}.${randomBytes(4).toString("hex")}`;
  mine.add(name);
  return name;
}

/** Whether the process that a temporary name speaks of has ended on this machine. */
export function isAbandoned(name: string): boolean {
  const [, host, pid] = /^\.fftgen-([A-Za-z0-9-]*)\.(\d+)\.[0-9a-f]{8}$/.exec(name) ?? [];
  if (pid === undefined || host !== HOST) return false;
  return Number(pid) === process.pid ? !mine.has(name) : !isAlive(Number(pid));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // One of another user lives, too.
    return !isCode(error, "ESRCH");
  }
}

/** Removes from a directory what killed processes have left in it, but for what belongs to other users. */
export function removeAbandoned(directory: string): void {
  if (!existsSync(directory)) return;
  attempt(`clean ${directory}`, () => {
    for (const name of readdirSync(directory).filter(isAbandoned)) {
      try {
        removeWhole(join(directory, name), directory);
      } catch (error) {
        if (!isCode(error, "EPERM", "EACCES")) throw error;
      }
    }
  });
}

/** By another name first: whoever looks for the old one finds all of it or nothing. `directory`: where that other name is. */
export function removeWhole(path: string, directory: string): void {
  const aside = join(directory, temporaryName());
  if (isRenamed(path, aside)) rmSync(aside, { recursive: true, force: true });
}

/** False where somebody else was faster. */
export function isRenamed(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (isCode(error, "ENOENT")) return false;
    throw error;
  }
}
