// What must not outlive the program: temporary directories and other programs. An early end, by a signal or a mistake,
// undoes them. Signals are caught only from the first such thing on: before it, dying at once leaves nothing behind.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { ifRight, ToolchainError } from "../failure/errors.js";
import { removeAbandoned, temporaryName } from "../output/temporary-name.js";

type Undo = () => void;

const pending = new Set<Undo>();
let listening = false;

/** Has `undo`, which must not wait for anything, run if the program ends before the returned function is called. */
export function undoAtEarlyEnd(undo: Undo): () => void {
  listen();
  pending.add(undo);
  return () => void pending.delete(undo);
}

/**
 * From now on a signal waits for the code that is running, as far as its next `await`, and then ends the program with the
 * exit code that shells use, 128 + its number: 130 for Ctrl-C.
 */
export function deferSignals(): void {
  listen();
}

function listen(): void {
  if (listening) return;
  listening = true;
  // The latest first: programs before the directories they write to.
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
  /** It stays, whatever is called afterwards: only for one that may. */
  readonly keep: () => void;
}

export interface TemporaryPlace {
  /** Where it is made, if not among all temporary ones. */
  readonly parent?: string | undefined;
  /** Whether the next program is to leave it alone. */
  readonly mayStay?: boolean;
}

/**
 * A new, empty directory that is gone when the program is. That of a program that was killed is gone when the next one makes its own;
 * one that may stay has another name.
 */
export function temporaryDirectory({ parent = tmpdir(), mayStay = false }: TemporaryPlace = {}): TemporaryDirectory {
  let path: string;
  // What cannot be removed is in nobody's way.
  ifRight(() => removeAbandoned(parent));
  try {
    path = mayStay ? mkdtempSync(join(parent, "fftgen-")) : join(parent, temporaryName());
    // Nobody else's business.
    if (!mayStay) mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    const remedy = parent === tmpdir() ? ": TMPDIR names another place for it" : "";
    throw new ToolchainError(`cannot make a temporary directory in ${parent} (${code})${remedy}`);
  }
  // A program that was killed a moment ago may still be letting go of its files: hence the second tries.
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
