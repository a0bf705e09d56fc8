// Files as values: text only, nothing is written here.
import { invariant } from "../failure/errors.js";

export interface GeneratedFile {
  /** Relative to the directory that all of them go to. */
  readonly path: string;
  readonly text: string;
}

/** Each path once, as several parts may bring the same file. */
export function distinctFiles(files: readonly GeneratedFile[]): readonly GeneratedFile[] {
  const texts = new Map<string, string>();
  for (const { path, text } of files) {
    const known = texts.get(path);
    invariant(known === undefined || known === text, () => `distinctFiles: two files are called ${path}`);
    texts.set(path, text);
  }
  return [...texts].map(([path, text]) => ({ path, text }));
}

/** The files below a folder. */
export const inFolder = (folder: string, files: readonly GeneratedFile[]): readonly GeneratedFile[] =>
  files.map(({ path, text }) => ({ path: `${folder}/${path}`, text }));
