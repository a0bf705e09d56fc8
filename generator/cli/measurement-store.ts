// The measurements of a project, one JSON value on each line of a file: written as they are taken, so that an interruption
// loses none.
import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseMeasurements } from "../bench/measurement-file.js";
import { requireDirectory } from "../output/directories.js";
import { InputError } from "../failure/errors.js";
import type { Measurement } from "../tune/measurement.js";

/** What fftgen keeps for itself in a project; nothing that could not be measured again. */
const WORK_DIRECTORY = ".fftgen";

export const STORE = join(WORK_DIRECTORY, "measurements.jsonl");

/** The oldest first; none if nothing has been measured. */
export const storedMeasurements = (): readonly Measurement[] =>
  existsSync(STORE) ? parseMeasurements(readFileSync(STORE, "utf8"), STORE) : [];

/** Adds what is not in the store already. */
export function storeMeasurements(measurements: readonly Measurement[]): void {
  const known = new Set(storedMeasurements().map((one) => JSON.stringify(one)));
  const fresh = measurements.map((one) => JSON.stringify(one)).filter((line) => !known.has(line));
  if (fresh.length === 0) return;
  makeWorkDirectory();
  try {
    dropBrokenEnd();
    appendFileSync(STORE, fresh.map((line) => `${line}\n`).join(""));
  } catch (error) {
    throw new InputError(`cannot write ${STORE}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The directory itself, made if it is not there; version control does not see it. */
export function makeWorkDirectory(): string {
  requireDirectory(WORK_DIRECTORY);
  try {
    mkdirSync(WORK_DIRECTORY, { recursive: true });
    writeFileSync(join(WORK_DIRECTORY, ".gitignore"), "*\n");
  } catch (error) {
    throw new InputError(`cannot write ${WORK_DIRECTORY}: ${error instanceof Error ? error.message : String(error)}`);
  }
  return WORK_DIRECTORY;
}

/** A program that was killed while it wrote may have left half a line. */
function dropBrokenEnd(): void {
  if (!existsSync(STORE)) return;
  const bytes = readFileSync(STORE);
  truncateSync(STORE, bytes.lastIndexOf("\n") + 1);
}
