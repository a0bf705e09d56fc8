// Where tests write: below one temporary directory of the whole run, which is removed when all are done.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Names the directory to the processes that run the tests. */
const VARIABLE = "FFTGEN_TEST_SCRATCH";

export function setup(): void {
  process.env[VARIABLE] = mkdtempSync(join(tmpdir(), "fftgen-tests-"));
}

export function teardown(): void {
  rmSync(process.env[VARIABLE] ?? "", { recursive: true, force: true });
}

/** Of this run; of tests that run alone, that of temporary files. */
export const scratchDirectory = (): string => process.env[VARIABLE] ?? tmpdir();

export interface ScratchFolder {
  readonly path: string;
  readonly remove: () => void;
}

/** An empty folder; who needs it no longer may remove it early. */
export function scratchFolder(purpose: string): ScratchFolder {
  const path = mkdtempSync(join(scratchDirectory(), `${purpose}-`));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
