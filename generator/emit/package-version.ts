// The version of a package or bundle: it is another for every other text.
import { createHash } from "node:crypto";
import type { GeneratedFile } from "./files.js";
import { VERSION } from "./read-template.js";

/** The version of a package: that of fftgen, and a number that is another for every other text. */
export const packageVersion = (sources: readonly GeneratedFile[]): string => textVersion(hashOf(sources));

export const textVersion = (hash: string): string => `${VERSION}.${Number.parseInt(hash.slice(0, TWEAK_DIGITS), 16)}`;

/** Digits of the hash in the version's fourth part, which CMake reads as a number of 32 bits. */
const TWEAK_DIGITS = 7;

export function hashOf(files: readonly GeneratedFile[]): string {
  const hash = createHash("sha256");
  for (const { path, text } of files) hash.update(`${path}\n${text}`);
  return hash.digest("hex").slice(0, 16);
}
