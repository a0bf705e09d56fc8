// Builds the command line from the sources and runs it as users do: a process of its own, in a directory of its own.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import ts from "typescript";
import { afterAll, beforeAll } from "vitest";

const root = join(import.meta.dirname, "../..");
/** Milliseconds; seconds on a machine that has nothing else to do. */
const BUILD_TIMEOUT = 60_000;
const options = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
} satisfies ts.CompilerOptions;

/**
 * The program, for the tests of one file. Built aside from dist/, so that tests never run old code and nobody's `npm run
 * build` changes it under them. Inside the repository, because that is where its dependencies are found.
 */
function build(): string {
  const home = join(root, "build");
  mkdirSync(home, { recursive: true });
  const directory = mkdtempSync(join(home, "cli-test-"));
  const sources = join(root, "generator");
  for (const path of readdirSync(sources, { recursive: true, encoding: "utf8" })) {
    if (!path.endsWith(".ts")) continue;
    const target = join(directory, "dist", path.replace(/\.ts$/, ".js"));
    mkdirSync(dirname(target), { recursive: true });
    const text = readFileSync(join(sources, path), "utf8");
    writeFileSync(target, ts.transpileModule(text, { compilerOptions: options }).outputText);
  }
  symlinkSync(join(root, "templates"), join(directory, "templates"));
  return directory;
}

let built = "";

/** Call it once at the top of a test file. */
export function useProgram(): void {
  beforeAll(() => {
    built = build();
  }, BUILD_TIMEOUT);
  afterAll(() => rmSync(built, { recursive: true, force: true }));
}

export const mainFile = (): string => join(built, "dist", "cli", "main.js");

export interface Outcome {
  /** 128 and the number of the signal that killed it, as a shell would say. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Project {
  readonly path: (...names: readonly string[]) => string;
  readonly run: (words: readonly string[], environment?: Readonly<Record<string, string>>) => Promise<Outcome>;
  readonly write: (name: string, text: string) => string;
  readonly read: (name: string) => string;
  /** Every file below the directory, sorted. */
  readonly files: () => readonly string[];
  readonly clear: () => void;
}

/** An empty directory to work in, cleared before each test by those who call `clear`. */
export function useProject(): Project {
  const directory = mkdtempSync(join(tmpdir(), "fftgen-cli-test-"));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  const path = (...names: readonly string[]): string => join(directory, ...names);
  return {
    path,
    run: (words, environment = {}) => runProgram(process.execPath, [mainFile(), ...words], directory, environment),
    write: (name, text) => {
      mkdirSync(dirname(path(name)), { recursive: true });
      writeFileSync(path(name), text);
      return path(name);
    },
    read: (name) => readFileSync(path(name), "utf8"),
    files: () =>
      readdirSync(directory, { recursive: true, withFileTypes: true })
        .filter((entry) => !entry.isDirectory())
        .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
        .sort(),
    clear: () => readdirSync(directory).forEach((name) => rmSync(path(name), { recursive: true, force: true })),
  };
}

export function runProgram(
  command: string,
  words: readonly string[],
  directory: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const { CXX: _, NVCC: __, NO_COLOR: ___, ...inherited } = process.env;
  return new Promise((resolve, reject) => {
    const child = spawn(command, words, { cwd: directory, env: { ...inherited, ...environment } });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    child.on("error", reject);
    child.on("close", (code, signal) => {
      resolve({ code: code ?? (signal === "SIGINT" ? 130 : 255), stdout, stderr });
    });
  });
}
