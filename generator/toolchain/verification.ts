// Builds and runs a package's verification program from files that are not on disk yet.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { GeneratedFile } from "../emit/files.js";
import { VERIFICATION_SOURCE } from "../emit/print-verification.js";
import { InputError, InvariantError, ToolchainError } from "../failure/errors.js";
import { checkedJson, parseJson } from "../json/read-json.js";
import type { VerificationReport } from "../json/verification-report.js";
import { verificationReportSchema } from "../json/verification-report-schema.js";
import { writeNewDirectory } from "../output/new-directory.js";
import { buildVerification, readyTarget, type Target } from "./build.js";
import { temporaryDirectory } from "./early-end.js";
import { runProcess } from "./process.js";

/** The extent of a verification. */
export interface VerificationWishes {
  /** Arrays of each test; without it several batches are tested. */
  readonly batch?: number | undefined;
  /** Runs every test at every size, even where that takes long. */
  readonly thorough?: boolean;
}

/** The start of a test. */
export interface TestBegun {
  readonly name: string;
  /** The number of the test, from 1 on. */
  readonly number: number;
  readonly count: number;
  /** Seconds for this test and those after it; undefined while they are unknown. */
  readonly left: number | undefined;
}

/** Receives the progress of a verification. */
export interface Follower {
  /** Receives each line of the table as it is printed. */
  readonly onLine?: (line: string) => void;
  readonly onTest?: (test: TestBegun) => void;
}

/** A verification program that is ready to run. */
export interface VerificationProgram {
  readonly run: (wishes: VerificationWishes, follower?: Follower) => Promise<VerificationReport>;
}

/** Writes and compiles everything in the directory `scratch`. Throws a ToolchainError for files that do not compile. */
export async function buildVerificationProgram(
  name: string,
  files: readonly GeneratedFile[],
  target: Target,
  scratch: string,
): Promise<VerificationProgram> {
  const directory = join(scratch, name);
  writeNewDirectory(directory, files);
  const verified = { name, directory, sources: sourcesOf(files), elements: elementsOf(files) };
  const path = await buildVerification(verified, target, scratch);
  return {
    run: async (wishes, follower = {}) => {
      const report = join(scratch, "report.json");
      // Reports are appended: an earlier run's must be removed.
      rmSync(report, { force: true });
      await runToEnd(name, path, [...wordsOf(wishes), "--progress", "--report", report], follower);
      if (!existsSync(report)) throw new ToolchainError(`the verification program of ${name} ended without a report`);
      return reportFrom(name, readFileSync(report, "utf8"));
    },
  };
}

/** The sources of the transforms; a bundle has one for each. */
const sourcesOf = (files: readonly GeneratedFile[]): readonly string[] =>
  files.map(({ path }) => path).filter((path) => path.endsWith(".cu"));

/** The types of elements in the program that describes the transforms. */
const elementsOf = (files: readonly GeneratedFile[]): readonly string[] => [
  ...new Set(
    files
      .filter(({ path }) => path === VERIFICATION_SOURCE)
      .flatMap(({ text }) => [...text.matchAll(/\bSubject<(\w+)>/g)].map(([, element = ""]) => element)),
  ),
];

const wordsOf = ({ batch, thorough }: VerificationWishes): readonly string[] => [
  ...(batch === undefined ? [] : ["--batch", String(batch)]),
  ...(thorough === true ? ["--thorough"] : []),
];

/**
 * Requests large pages from glibc 2.35 or later. Each test has arrays of its own, and where they are long most of its time went
 * into page faults: filling new arrays of 128 MiB took 15 times as long.
 */
const LARGE_PAGES: Readonly<Record<string, string>> =
  process.env["GLIBC_TUNABLES"] === undefined ? { GLIBC_TUNABLES: "glibc.malloc.hugetlb=1" } : {};

async function runToEnd(
  name: string,
  path: string,
  words: readonly string[],
  { onLine, onTest }: Follower,
): Promise<void> {
  const { exitCode, stderr } = await runProcess(path, ["verify", ...words], {
    environment: LARGE_PAGES,
    ...(onLine === undefined ? {} : { onLine }),
    keepsError: (line) => {
      const test = testBegun(line);
      if (test !== undefined) onTest?.(test);
      return test !== undefined;
    },
  });
  if (exitCode !== 0 && exitCode !== 1)
    throw new ToolchainError(
      `the verification program of ${name} ended with exit code ${exitCode}${stderr === "" ? "" : `\n  ${stderr.trimEnd()}`}`,
    );
}

/** `fftgen-progress 3 9 40 linearity`, a line of the program: the third of nine tests, 40 seconds left or -1. */
function testBegun(line: string): TestBegun | undefined {
  const [, number, count, left, name] = /^fftgen-progress (\d+) (\d+) (-?\d+) (.*)$/.exec(line) ?? [];
  if (number === undefined || name === undefined) return undefined;
  const seconds = Number(left);
  return { name, number: Number(number), count: Number(count), left: seconds < 0 ? undefined : seconds };
}

/** The program is fftgen's own: an output of another form is a bug. */
function reportFrom(name: string, text: string): VerificationReport {
  try {
    const file = `the report of ${name}`;
    return checkedJson(file, parseJson(file, text), verificationReportSchema);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InvariantError(`verification: ${error.message}: ${text.slice(0, 200)}`);
  }
}

/** The target and the extent of a verification. */
export interface VerificationOptions extends VerificationWishes {
  /** `auto`, the default: the GPU where there is one and nvcc too, else the emulator. */
  readonly target?: Target | "auto";
}

/**
 * Builds and runs the verification program of a package, in a temporary directory that is removed afterwards. From then on an
 * interruption of the process (SIGINT, SIGTERM, SIGHUP) first ends compilers and removes their files.
 * @param name of the package, or of the bundle
 * @param files as returned by `linkPackage` and `linkBundle`
 * @returns the report; with `passed: false` for wrong results
 * @throws InputError for a batch that is no positive integer, or files that are no package of that name
 * @throws ToolchainError where there is no compiler, or it fails, or the program does not run to its end
 */
export async function verifyPackage(
  name: string,
  files: readonly GeneratedFile[],
  { target = "auto", batch, thorough = false }: VerificationOptions = {},
): Promise<VerificationReport> {
  if (batch !== undefined && (!Number.isSafeInteger(batch) || batch < 1))
    throw new InputError(`verifyPackage: batch: expected a positive integer, found ${batch}`);
  for (const path of [`${name}.cu`, VERIFICATION_SOURCE]) {
    if (!files.some((file) => file.path === path))
      throw new InputError(`verifyPackage: the files have no ${path}: they are not those of a package ${name}`);
  }
  const ready = await readyTarget(target);
  const scratch = temporaryDirectory();
  try {
    const program = await buildVerificationProgram(name, files, ready, scratch.path);
    return await program.run({ batch, thorough });
  } finally {
    scratch.remove();
  }
}
