// What this fftgen is, as one hash: of its code as it runs, and of the templates that it emits. So what was found out by it is told from
// what another version, or an edited one, would find.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { packageRoot } from "../emit/read-template.js";

let known: string | undefined;

export function generatorHash(): string {
  if (known !== undefined) return known;
  const code = dirname(dirname(fileURLToPath(import.meta.url)));
  const hash = createHash("sha256");
  for (const folder of [code, join(packageRoot, "templates")])
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(countsIn).sort())
      hash
        .update(`${name}\0`)
        .update(readFileSync(join(folder, name)))
        .update("\0");
  known = hash.update(readFileSync(join(packageRoot, "package.json"))).digest("hex");
  return known;
}

/** Code as it runs, in dist/ or as TypeScript; templates; no declarations. */
const countsIn = (name: string): boolean => /\.(?:js|ts|hbs|cuh?|hpp|cpp|h)$/.test(name) && !name.endsWith(".d.ts");
