// Compiles as the words of a compiler say, out of the cache of objects: node cached-object.mjs PROGRAM COMPILER -c SOURCE -o OBJECT FLAGS
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [program = "", name = "", ...words] = process.argv.slice(2);
const load = (path) => import(pathToFileURL(join(program, "dist", "toolchain", path)).href);
const { objectOf } = await load("object-cache.js");
const { findProgram } = await load("compilers.js");

const after = (option) => words[words.indexOf(option) + 1];
const [source, object] = [after("-c"), after("-o")];
const flags = words.filter(
  (word, index) => !["-c", "-o", "-x"].includes(word) && !["-c", "-o", "-x"].includes(words[index - 1]),
);
const scratch = mkdtempSync(join(tmpdir(), "fftgen-object-"));
try {
  const unit = { directory: process.cwd(), source, flags: flags.filter((word) => word !== source) };
  copyFileSync(await objectOf({ path: findProgram(name), parameters: [] }, unit, { scratch }), object);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
