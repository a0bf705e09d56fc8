// Runs the command line in a directory of its own: in this process, which is quick, or as users do, in one of its own.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, vi } from "vitest";
import { main } from "../../generator/cli/command-line.js";
import { builtProgram } from "./built-program.js";

const root = join(import.meta.dirname, "../..");
/** Call it once at the top of a test file that needs processes of their own: for signals, pipes, what is left behind. */
export function useProgram(): void {
  beforeAll(() => void builtProgram());
}

export const mainFile = (): string => join(builtProgram(), "dist", "cli", "main.js");

export interface Outcome {
  /** 128 and the number of the signal that killed it, as a shell would say. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Project {
  readonly path: (...names: readonly string[]) => string;
  /** Of its user: a directory that need not be there. */
  readonly wisdom: string;
  /** In this process, one call after the other. */
  readonly run: (words: readonly string[], environment?: Readonly<Record<string, string>>) => Promise<Outcome>;
  /** The same in a folder of it. */
  readonly runIn: (folder: string, words: readonly string[]) => Promise<Outcome>;
  /** In a process of its own, for files that call useProgram(). */
  readonly spawn: (words: readonly string[], environment?: Readonly<Record<string, string>>) => Promise<Outcome>;
  readonly write: (name: string, text: string) => string;
  readonly read: (name: string) => string;
  /** Every file below the directory, sorted. */
  readonly files: () => readonly string[];
  readonly clear: () => void;
}

/** An empty directory to work in, cleared before each test by those who call `clear`. `name`: of a directory inside the new one. */
export function useProject(name = "."): Project {
  const home = mkdtempSync(join(tmpdir(), "fftgen-cli-test-"));
  const directory = join(home, name);
  mkdirSync(directory, { recursive: true });
  // Never that of whoever runs the tests.
  const wisdom = `${home}-wisdom`;
  afterAll(() => [home, wisdom].forEach((one) => rmSync(one, { recursive: true, force: true })));
  const path = (...names: readonly string[]): string => join(directory, ...names);
  return {
    path,
    wisdom,
    run: (words, environment = {}) => callMain(words, directory, { FFTGEN_WISDOM: wisdom, ...environment }),
    runIn: (folder, words) => {
      mkdirSync(path(folder), { recursive: true });
      return callMain(words, path(folder), { FFTGEN_WISDOM: wisdom });
    },
    spawn: (words, environment = {}) =>
      runProgram(process.execPath, [mainFile(), ...words], directory, { FFTGEN_WISDOM: wisdom, ...environment }),
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
    clear: () => {
      for (const name of readdirSync(directory)) rmSync(path(name), { recursive: true, force: true });
      rmSync(wisdom, { recursive: true, force: true });
    },
  };
}

/** What the program would find and leave in a process of its own: its directory, its environment, what it prints. */
async function callMain(
  words: readonly string[],
  directory: string,
  environment: Readonly<Record<string, string>>,
): Promise<Outcome> {
  const before = { ...process.env };
  const written = { stdout: "", stderr: "" };
  const spies = (["stdout", "stderr"] as const).map((stream) =>
    vi.spyOn(process[stream], "write").mockImplementation((text) => {
      written[stream] += String(text);
      return true;
    }),
  );
  try {
    for (const name of Object.keys(process.env).filter(isHidden)) delete process.env[name];
    Object.assign(process.env, environment);
    process.chdir(directory);
    return { code: await main(words), ...written };
  } finally {
    process.chdir(root);
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
    for (const spy of spies) spy.mockRestore();
    // The program would answer signals, which end this process too when its tests are over, as one that was interrupted.
    for (const signal of SIGNALS) process.removeAllListeners(signal);
  }
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;

/** Of whoever runs the tests, npm among them. */
const isHidden = (name: string): boolean =>
  ["CXX", "NVCC", "NO_COLOR", "FORCE_COLOR"].includes(name) || name.startsWith("npm_");

export function runProgram(
  command: string,
  words: readonly string[],
  directory: string,
  environment: Readonly<Record<string, string>> = {},
  /** On a machine that has much to do a command may say what it is doing, which is in few tests' way but theirs. */
  progress: "left out" | "as it is" = "left out",
): Promise<Outcome> {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !isHidden(name)));
  return new Promise((resolve, reject) => {
    const child = spawn(command, words, { cwd: directory, env: { ...inherited, ...environment } });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    child.on("error", reject);
    child.on("close", (code, signal) => {
      const said = progress === "as it is" ? stderr : stderr.replaceAll(/^fftgen: .* \.\.\. \d+ s\n/gm, "");
      resolve({ code: code ?? (signal === "SIGINT" ? 130 : 255), stdout, stderr: said });
    });
  });
}
