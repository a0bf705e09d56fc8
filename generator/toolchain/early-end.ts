// Removes everything that must not outlive the program, temporary directories and other programs, at an early end by a signal or
// a mistake. Signals are caught only from the first such thing on: before it, ending at once leaves nothing behind.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { ifRight, ToolchainError } from "../failure/errors.js";
import { removeAbandoned, temporaryName } from "../output/temporary-name.js";

type Undo = () => void;

const pending = new Set<Undo>();
let listening = false;

/** Registers `undo`, which must not wait for anything, to run if the program ends before the returned function is called. */
export function undoAtEarlyEnd(undo: Undo): () => void {
  listen();
  pending.add(undo);
  return () => void pending.delete(undo);
}

/**
 * From now on a signal waits for the code that is running, up to its next `await`, and then ends the program with the exit code
 * that shells use, 128 + its number: 130 for Ctrl-C.
 */
export function deferSignals(): void {
  listen();
}

function listen(): void {
  if (listening) return;
  listening = true;
  // The latest first: programs before the directories to which they write.
  process.on("exit", () => [...pending].toReversed().forEach((undo) => undo()));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const) {
    process.on(signal, () => {
      process.stderr.write("\nfftgen: interrupted; nothing half-written is left behind\n");
      process.exit(128 + constants.signals[signal]);
    });
  }
}

export interface TemporaryDirectory {
  readonly path: string;
  readonly remove: () => void;
  /** Keeps the directory, whatever is called afterwards: only for one with `mayStay`. */
  readonly keep: () => void;
}

export interface TemporaryPlace {
  /** The parent directory, if not that of all temporary ones. */
  readonly parent?: string | undefined;
  /** Whether the next program leaves the directory alone. */
  readonly mayStay?: boolean;
}

/**
 * A new, empty directory that is removed at the end of the program. The directory of a program that was killed is removed when
 * the next program makes its own; one that may stay has another name.
 */
export function temporaryDirectory({ parent = tmpdir(), mayStay = false }: TemporaryPlace = {}): TemporaryDirectory {
  let path: string;
  // A directory that cannot be removed does no harm.
  ifRight(() => removeAbandoned(parent));
  try {
    path = mayStay ? mkdtempSync(join(parent, "fftgen-")) : join(parent, temporaryName());
    // Other users have no access.
    if (!mayStay) mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    const remedy = parent === tmpdir() ? ": TMPDIR names another place for it" : "";
    throw new ToolchainError(`cannot make a temporary directory in ${parent} (${code})${remedy}`);
  }
  // A program that was killed a moment ago may still have open files: hence the further tries.
  const undo = (): void => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  const release = undoAtEarlyEnd(undo);
  let isKept = false;
  return {
    path,
    remove: () => {
      release();
      if (!isKept) undo();
    },
    keep: () => {
      release();
      isKept = true;
    },
  };
}
