// Files as values: text only; writes nothing.
import { invariant } from "../failure/errors.js";

export interface GeneratedFile {
  /** The path relative to the common directory. */
  readonly path: string;
  readonly text: string;
}

/** Each path once, as several parts may contain the same file. */
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
