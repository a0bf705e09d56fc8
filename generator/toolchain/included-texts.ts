// What a compiler reads of us for some sources, without asking it: their texts and those of the headers that they include.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Of sources and of all that they include from beside them or out of `folders`, each once. The compiler's own headers are found nowhere. */
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
