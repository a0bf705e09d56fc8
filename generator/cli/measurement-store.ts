// The measurements of a project, one JSON value on each line of a file: each is written when it is taken, so that an interruption
// loses none.
import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { attemptedMeasurements } from "../bench/measurement-file.js";
import { requireDirectory } from "../output/directories.js";
import { requireWritable } from "../output/writable.js";
import { InputError } from "../failure/errors.js";
import type { Measurement } from "../tune/measurement.js";
import type { Project } from "./project.js";
import { printError } from "./terminal.js";
import { MOST_BYTES, readUserFile } from "./user-file.js";

/** The directory of fftgen's own files in a project; all of them can be measured again. */
const WORK_DIRECTORY = ".fftgen";

const workDirectory = ({ root }: Project): string => join(root, WORK_DIRECTORY);

/** The file of the measurements. */
export const storePath = (project: Project): string => join(workDirectory(project), "measurements.jsonl");

/**
 * The measurements, oldest first. Broken lines are reported and left out: they can be measured again, and must not stop a
 * command.
 */
export function storedMeasurements(project: Project): readonly Measurement[] {
  const attempts = storeLines(project);
  const [first, ...more] = attempts.filter((one) => typeof one === "string");
  if (first !== undefined) {
    const which = more.length === 0 ? "it is" : `this and ${more.length} more are`;
    printError(`fftgen: ${first}; ${which} left out, to be measured again`);
  }
  return attempts.filter((one) => typeof one !== "string");
}

/** The lines, with messages in the place of broken ones. */
function storeLines(project: Project): readonly (Measurement | string)[] {
  const path = storePath(project);
  return existsSync(path) ? attemptedMeasurements(readUserFile(path, MOST_BYTES.results), path) : [];
}

/** Adds the measurements that the store lacks. */
export function storeMeasurements(project: Project, measurements: readonly Measurement[]): void {
  const known = new Set(storeLines(project).map((one) => JSON.stringify(one)));
  const fresh = measurements.map((one) => JSON.stringify(one)).filter((line) => !known.has(line));
  if (fresh.length === 0) return;
  makeWorkDirectory(project);
  const path = storePath(project);
  try {
    dropBrokenEnd(path);
    appendFileSync(path, fresh.map((line) => `${line}\n`).join(""));
  } catch (error) {
    throw new InputError(`cannot write ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Throws an InputError where measurements could not be stored. */
export const requireStore = (project: Project): void =>
  requireWritable([{ directory: workDirectory(project), remedy: "work in another directory" }]);

/** The directory itself, created if absent; version control ignores it. */
export function makeWorkDirectory(project: Project): string {
  const directory = workDirectory(project);
  requireDirectory(directory);
  try {
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, ".gitignore"), "*\n");
  } catch (error) {
    throw new InputError(`cannot write ${directory}: ${error instanceof Error ? error.message : String(error)}`);
  }
  return directory;
}

/** A program that was killed during a write may have left half a line. */
function dropBrokenEnd(path: string): void {
  if (!existsSync(path)) return;
  const bytes = readFileSync(path);
  truncateSync(path, bytes.lastIndexOf("\n") + 1);
}
