// What the file system refuses is a mistake that the user can mend: errors of Node's become sentences.
import { InputError } from "../failure/errors.js";

/** Does it; says in the error what was tried. With `absent`, that code means undefined. */
export function attempt<T>(what: string, action: () => T): T;
export function attempt<T>(what: string, action: () => T, absent: string): T | undefined;
export function attempt<T>(what: string, action: () => T, absent?: string): T | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof InputError || !(error instanceof Error) || !("code" in error)) throw error;
    if (error.code === absent) return undefined;
    throw new InputError(`cannot ${what}: ${plainReason(error)}`);
  }
}

/** `EACCES: permission denied, open '/x'` without the words for programmers. */
export const plainReason = (error: Error): string =>
  /^[A-Z]+: (.*?)(?:, \w+(?: '.*)?)?$/.exec(error.message)?.[1] ?? error.message;

/** Whether it is an error of the system with one of these names, such as `ENOENT`. */
export const isCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && "code" in error && codes.includes(String(error.code));
