// Names of what is written before it is put in its place. They say which process writes, so that what a killed one has left behind
// is told from what another one, or another thread of this one, is about to put in place.
import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { attempt, isCode } from "./attempt.js";

/** Processes are numbered machine by machine, and directories may be shared. */
const HOST = hostname()
  .replaceAll(/[^A-Za-z0-9-]/g, "-")
  .slice(0, 64);

/** Milliseconds from the machine's start to the process's: the same in all of its threads, but for rounding. */
const started = (): number => Math.round(Number(process.hrtime.bigint()) / 1e6 - process.uptime() * 1e3);
const ROUNDING = 5;

/** `.fftgen-host.1234.5678.0a1b2c3d`: free in every directory, of process 1234, which started in millisecond 5678. */
export const temporaryName = (): string =>
  `.fftgen-${HOST}.${process.pid}.${started()}.${randomBytes(4).toString("hex")}`;

/** Who gave a temporary name; without `since`, an older version of fftgen. */
export function writerOf(
  name: string,
): { readonly host: string; readonly pid: number; readonly since: number | undefined } | undefined {
  const [, host, pid, since] = /^\.fftgen-([A-Za-z0-9-]*)\.(\d+)(?:\.(\d+))?\.[0-9a-f]{8}$/.exec(name) ?? [];
  if (host === undefined || pid === undefined) return undefined;
  return { host, pid: Number(pid), since: since === undefined ? undefined : Number(since) };
}

/** Whether the process that a temporary name speaks of has ended on this machine. Another one may have its number by now, this one too. */
export function isAbandoned(name: string): boolean {
  const writer = writerOf(name);
  if (writer === undefined || writer.host !== HOST) return false;
  if (writer.pid !== process.pid) return !isAlive(writer.pid);
  return writer.since === undefined || Math.abs(writer.since - started()) > ROUNDING;
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
