// Whether files can be written where a command will write them: found out by doing it, before anything is searched or compiled. Access
// bits say less: of root's, of read-only and of full file systems they say nothing.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { InputError } from "../failure/errors.js";
import { plainReason } from "./attempt.js";
import { directoryFor, shownPlace } from "./directories.js";
import { removeAbandoned, temporaryName } from "./temporary-name.js";

/** Where something is to be written. */
export interface WantedPlace {
  /** It need not be there yet. */
  readonly directory: string;
  /** What to do where it cannot be written: `name another directory by --out`. */
  readonly remedy: string;
}

/** About what a package takes. */
const ROOM = new Uint8Array(2 ** 18);

/**
 * Throws an InputError, with the way out, for the first place that cannot be written. Of directories that are not there yet none is
 * made, or others who write at the same time would see them come and go: what they would be made in is tried.
 */
export function requireWritable(places: readonly WantedPlace[]): void {
  const tried = new Set<string>();
  for (const { directory, remedy } of places) {
    const place = directoryFor(directory);
    if (tried.has(place)) continue;
    tried.add(place);
    tryOut(place, { directory, remedy });
  }
}

/** A directory that an option or a key of a file names. */
export const placeBy = (option: string, directory: string): WantedPlace => ({
  directory,
  remedy: `name another directory by ${option}`,
});

function tryOut(place: string, { directory, remedy }: WantedPlace): void {
  const trial = join(place, temporaryName());
  try {
    mkdirSync(trial);
    writeFileSync(join(trial, "trial"), ROOM);
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    const where = resolve(directory) === place ? "" : ` in ${shownPlace(place)}`;
    throw new InputError(
      `cannot write to ${directory}: ${plainReason(error)}${where}; ${remedyOf(String(error.code))}, or ${remedy}`,
    );
  } finally {
    rmSync(trial, { recursive: true, force: true });
  }
  // What was killed while it tried this has left it here.
  removeAbandoned(place);
}

const remedyOf = (code: string): string =>
  code === "ENOSPC" || code === "EDQUOT" ? "make room there" : "see to it that you may write there";
