// The measurements of a project, one JSON value on each line of a file: written as they are taken, so that an interruption
// loses none.
import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { attemptedMeasurements } from "../bench/measurement-file.js";
import { requireDirectory } from "../output/directories.js";
import { InputError } from "../failure/errors.js";
import type { Measurement } from "../tune/measurement.js";
import { MOST_BYTES, readUserFile } from "./user-file.js";

/** What fftgen keeps for itself in a project; nothing that could not be measured again. */
const WORK_DIRECTORY = ".fftgen";

export const STORE = join(WORK_DIRECTORY, "measurements.jsonl");

/**
 * The oldest first; none if nothing has been measured. What is broken is told and left out: it can be measured again, and must not
 * stop anybody.
 */
export function storedMeasurements(): readonly Measurement[] {
  const attempts = storeLines();
  const [first, ...more] = attempts.filter((one) => typeof one === "string");
  if (first !== undefined) {
    const which = more.length === 0 ? "it is" : `this and ${more.length} more are`;
    process.stderr.write(`fftgen: ${first}; ${which} left out, to be measured again\n`);
  }
  return attempts.filter((one) => typeof one !== "string");
}

/** With messages in the place of what is broken. */
const storeLines = (): readonly (Measurement | string)[] =>
  existsSync(STORE) ? attemptedMeasurements(readUserFile(STORE, MOST_BYTES.results), STORE) : [];

/** Adds what is not in the store already. */
export function storeMeasurements(measurements: readonly Measurement[]): void {
  const known = new Set(storeLines().map((one) => JSON.stringify(one)));
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
