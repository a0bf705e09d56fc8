// The texts of some sources and of the headers that they include, as a compiler would read them, without calling it.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * The texts of sources and of all headers that they include from their own directory or `folders`, each once, without the
 * compiler's own headers.
 */
export function includedTexts(sources: readonly string[], folders: readonly string[]): readonly string[] {
  const seen = new Map<string, string>();
  const read = (path: string): void => {
    if (seen.has(path)) return;
    const text = readFileSync(path, "utf8");
    seen.set(path, text);
    for (const [, name = ""] of text.matchAll(/^\s*#\s*include\s+["<]([^">]+)[">]/gm)) {
      const found = [dirname(path), ...folders].map((folder) => join(folder, name)).find((one) => existsSync(one));
      if (found !== undefined) read(found);
    }
  };
  sources.forEach(read);
  return [...seen.values()];
}
