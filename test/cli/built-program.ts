// The program as users start it, for tests that need a process of its own.
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";

const root = join(import.meta.dirname, "../..");
const options = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
} satisfies ts.CompilerOptions;

/**
 * The program, built aside from dist/, so that tests never run old code and nobody's `npm run build` changes it under them.
 * Inside the repository, because that is where its dependencies are found; under what the sources are, because test files that
 * run at the same time share it.
 */
function build(): string {
  const home = join(root, "build");
  mkdirSync(home, { recursive: true });
  const sources = join(root, "generator");
  const texts = readdirSync(sources, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") || path.endsWith(".weights.json"))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(sources, path), "utf8") }));
  const key = createHash("sha256").update(JSON.stringify(texts)).digest("hex").slice(0, 16);
  const directory = join(home, `cli-test-${key}`);
  if (existsSync(directory)) return directory;
  forgetOldPrograms(home);
  const part = mkdtempSync(join(home, "cli-test-part-"));
  for (const { path, text } of texts) {
    const target = join(part, "dist", path.replace(/\.ts$/, ".js"));
    mkdirSync(dirname(target), { recursive: true });
    const isData = path.endsWith(".json");
    writeFileSync(target, isData ? text : ts.transpileModule(text, { compilerOptions: options }).outputText);
  }
  for (const name of ["templates", "plans", "package.json", "LICENSE"]) symlinkSync(join(root, name), join(part, name));
  try {
    renameSync(part, directory);
  } catch (error) {
    // Another test file was faster.
    if (!existsSync(directory)) throw error;
    rmSync(part, { recursive: true, force: true });
  }
  return directory;
}

function forgetOldPrograms(home: string): void {
  const yesterday = Date.now() - 24 * 3600 * 1000;
  for (const name of readdirSync(home).filter((one) => one.startsWith("cli-test-")))
    if (statSync(join(home, name)).mtimeMs < yesterday) rmSync(join(home, name), { recursive: true, force: true });
}

let built: string | undefined;

/** The directory that it is in; its `dist/` has what was compiled. */
export const builtProgram = (): string => (built ??= build());
