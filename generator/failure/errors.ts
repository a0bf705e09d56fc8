// The two failures that do travel as exceptions: a user's mistake, and our own.

/** Where in a file something is. Lines and columns count from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A mistake that the user can mend. The message says what is wrong, where, and what would be right. */
export class InputError extends Error {
  override readonly name = "InputError";
  /** Of the mistake, where it is known to the column; the message begins with it. */
  readonly place: Place | undefined;

  constructor(message: string, place?: Place) {
    super(message);
    this.place = place;
  }
}

/** What `make` gives; undefined where that is a mistake of the user, which somebody else tells or nobody needs to know. */
export function ifRight<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

export type Attempted<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

/** What `work` gives, or the message of the user's mistake that it meets, for whoever tells several. */
export function attempted<T>(work: () => T): Attempted<T> {
  try {
    return { ok: true, value: work() };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { ok: false, message: error.message };
  }
}

/** A compiler or a generated program that could not be run, or that failed. */
export class ToolchainError extends Error {
  override readonly name = "ToolchainError";
}

/** Generated code ran and its result was outside the stated bound. */
export class VerificationError extends Error {
  override readonly name = "VerificationError";
}

/** A bug in fftgen: the message names the pass and shows what it was given. */
export class InvariantError extends Error {
  override readonly name = "InvariantError";
}

export function invariant(condition: boolean, message: () => string): asserts condition {
  if (!condition) throw new InvariantError(message());
}

/** Closes an exhaustive switch: it does not compile while a case is missing. */
export function unreachable(value: never): never {
  throw new InvariantError(`unreachable case: ${JSON.stringify(value)}`);
}

/** An array element that is known to exist. */
export function at<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new InvariantError(`index ${index} outside an array of ${items.length}`);
  return item;
}
