// The test files of thorough runs: those that are in no other, *.thorough.test.ts, and those that do more there, because they ask
// effort.ts how much, themselves or by way of what they import.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const here = import.meta.dirname;

/** Paths relative to the repository. */
export function thoroughFiles(): readonly string[] {
  const files = readdirSync(here, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));
  const imports = new Map(files.map((path) => [path, importsOf(path)] as const));
  const asking = new Set(["effort.ts"]);
  // A set grows while it is gone through.
  for (const asked of asking) for (const [path, imported] of imports) if (imported.includes(asked)) asking.add(path);
  return files
    .filter((path) => path.endsWith(".thorough.test.ts") || (path.endsWith(".test.ts") && asking.has(path)))
    .map((path) => `test/${path}`)
    .sort();
}

/** Files of this folder that a file of it imports. */
const importsOf = (path: string): readonly string[] =>
  [...readFileSync(join(here, path), "utf8").matchAll(/from "(\.[^"]*)\.js"/g)].map(([, name = ""]) =>
    join(dirname(path), `${name}.ts`),
  );
