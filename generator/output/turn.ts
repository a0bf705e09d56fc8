// Those who write to one directory at the same time do so one after the other.
//
// What somebody is about to put in place lies in a directory beside it; to rename that to the one name of all is to have the turn,
// for whoever comes second cannot. A killed process keeps the name, and loses it to the next who comes.
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { InputError } from "../failure/errors.js";
import { attempt, isCode } from "./attempt.js";
import { isAbandoned, isRenamed, removeAbandoned, removeWhole, temporaryName, writerOf } from "./temporary-name.js";

const TURN = ".fftgen-turn";
/** In it: the temporary name that it had. */
const OWNER = "owner";

/** Milliseconds. A turn takes a few. */
const PAUSE = 20;
const PATIENCE = 30_000;
/** A turn of another machine's process, which nobody here can ask for, is taken for abandoned after so long. */
const LONGEST_ELSEWHERE = 600_000;

/**
 * Calls `action` with the directory that `staging` is then, while nobody else has the turn; afterwards it is gone.
 * @throws InputError if somebody else does not end
 */
export function inTurn<T>(directory: string, staging: string, action: (held: string) => T): T {
  const held = join(directory, TURN);
  writeFileSync(join(staging, OWNER), basename(staging));
  for (let waited = 0; !taken(staging, held); waited += PAUSE) {
    if (waited >= PATIENCE)
      throw new InputError(
        `another fftgen${ownerText(held)} is writing to ${directory}: wait until it is done; if there is none, remove ${held}`,
      );
    if (removeAbandonedTurn(held, statSync(staging).mtimeMs + waited)) continue;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
  }
  try {
    return action(held);
  } finally {
    removeWhole(held, directory);
    removeAbandoned(directory);
  }
}

/** Removes what killed processes have left in a directory that packages go to. */
export function removeAbandonedFrom(directory: string): void {
  removeAbandoned(directory);
  if (existsSync(directory)) attempt(`clean ${directory}`, () => removeAbandonedTurn(join(directory, TURN), 0));
}

function taken(staging: string, held: string): boolean {
  try {
    renameSync(staging, held);
    return true;
  } catch (error) {
    if (isCode(error, "ENOTEMPTY", "EEXIST")) return false;
    throw error;
  }
}

/** `now`: by the clock of the file system. */
function removeAbandonedTurn(held: string, now: number): boolean {
  const owner = ownerOf(held);
  const since = statSync(held, { throwIfNoEntry: false })?.mtimeMs;
  if (owner === undefined || since === undefined) return false;
  if (!isAbandoned(owner) && now - since < LONGEST_ELSEWHERE) return false;
  // Somebody else may have done the same and have the turn by now: it is given back.
  const aside = join(dirname(held), temporaryName());
  if (!isRenamed(held, aside)) return true;
  if (ownerOf(aside) === owner) rmSync(aside, { recursive: true, force: true });
  else renameSync(aside, held);
  return true;
}

function ownerOf(held: string): string | undefined {
  try {
    return readFileSync(join(held, OWNER), "utf8");
  } catch (error) {
    if (isCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

function ownerText(held: string): string {
  const writer = writerOf(ownerOf(held) ?? "");
  return writer === undefined ? "" : ` (process ${writer.pid} on ${writer.host})`;
}
