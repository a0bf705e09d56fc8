// What this fftgen is, as one hash: of its code as it runs, and of the templates that it emits. So what was found out by it is told from
// what another version, or an edited one, would find.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { packageRoot } from "../emit/read-template.js";
import { keepText, keptText, keyOf } from "./kept-text.js";

let known: string | undefined;

export function generatorHash(): string {
  if (known !== undefined) return known;
  const code = dirname(dirname(fileURLToPath(import.meta.url)));
  const files = [code, join(packageRoot, "templates")].flatMap((folder) =>
    filesBelow(folder)
      .filter(countsIn)
      .sort()
      .map((name) => ({ name, path: join(folder, name) })),
  );
  known = hashOf([...files, { name: "", path: join(packageRoot, "package.json") }]);
  return known;
}

interface CodeFile {
  /** In its folder. */
  readonly name: string;
  readonly path: string;
}

/** Hundreds of files are read once on a machine: a file that is changed afterwards has another time of change. */
function hashOf(files: readonly CodeFile[]): string {
  const key = keyOf(
    files.map(({ path }) => {
      const { size, mtimeMs, ctimeMs, ino } = statSync(path);
      return [path, size, mtimeMs, ctimeMs, ino];
    }),
  );
  const kept = keptText(key, /^[0-9a-f]{64}$/);
  if (kept !== undefined) return kept;
  const hash = createHash("sha256");
  for (const { name, path } of files) hash.update(`${name}\0`).update(readFileSync(path)).update("\0");
  const whole = hash.digest("hex");
  keepText(key, whole);
  return whole;
}

/** (Node's own recursive listing asks of each entry twice what it is.) */
const filesBelow = (folder: string, inside = ""): string[] =>
  readdirSync(join(folder, inside), { withFileTypes: true }).flatMap((entry) => {
    const name = join(inside, entry.name);
    return entry.isDirectory() ? filesBelow(folder, name) : [name];
  });

/** Code as it runs, in dist/ or as TypeScript; templates; no declarations. */
const countsIn = (name: string): boolean => /\.(?:js|ts|hbs|cuh?|hpp|cpp|h)$/.test(name) && !name.endsWith(".d.ts");
