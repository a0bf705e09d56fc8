// Short texts that the machine's cache keeps under the hash of all that they depend on.
import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { openCache } from "./cache-directory.js";

/** The name of an entry, for what it was made from. */
export const keyOf = (made: readonly unknown[]): string =>
  createHash("sha256").update(JSON.stringify(made)).digest("hex");

/** Undefined where nothing is kept, or nothing of that form: what is damaged is made again. */
export function keptText(key: string, form: RegExp): string | undefined {
  const path = openCache("text")?.find(key);
  if (path === undefined) return undefined;
  try {
    const text = readFileSync(path, "utf8");
    return form.test(text) ? text : undefined;
  } catch {
    // Gone meanwhile.
    return undefined;
  }
}

/** A full disk costs the next call its time, and nobody anything else. */
export function keepText(key: string, text: string): void {
  const cache = openCache("text");
  if (cache === undefined) return;
  const fresh = cache.fresh();
  try {
    writeFileSync(fresh, text);
    cache.keep(fresh, key);
  } catch (error) {
    rmSync(fresh, { force: true });
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}
