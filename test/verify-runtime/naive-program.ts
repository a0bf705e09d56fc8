// The verification program around a naive host FFT that makes mistakes as it is told, for tests of what verification sees.
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { emulatorDirectory } from "../../generator/emit/read-template.js";
import { emulatorObjects } from "../toolchain/emulator-library.js";
import { linkedProgram } from "../toolchain/linked-program.js";
import { RUNTIME_IS_LINKED, verificationObject } from "../toolchain/verification-library.js";
import { FIXTURES, hasCompiler, run, RUNTIME, temporaryFolder, WARNINGS, type Folder, type Run } from "./toolchain.js";

// Test files share what they import: each suite has a folder of its own.
let folder: Folder | undefined;

/** A file beside the program. */
export function besideProgram(name: string): string {
  if (folder === undefined) throw new Error("useNaiveProgram has not built the program");
  return folder.path(name);
}

export const available = hasCompiler("g++");

/** What the launcher computes, and which mistake it makes; see fixtures/naive_verify.cpp. */
export interface Launcher {
  readonly size?: string;
  readonly precision?: "f32" | "f64";
  readonly direction?: "forward" | "inverse";
  readonly order?: "natural" | "digit-reversed";
  readonly scale?: string;
  readonly inPlace?: "yes" | "no";
  /** Of a transform, by a persistent kernel. */
  readonly tiles?: string;
  readonly workspace?: string;
  readonly fault?: string;
  readonly input?: string;
  readonly output?: string;
  readonly gap?: string;
}

const VARIABLES: Readonly<Record<keyof Launcher, string>> = {
  size: "NAIVE_SIZE",
  precision: "NAIVE_PRECISION",
  direction: "NAIVE_DIRECTION",
  order: "NAIVE_ORDER",
  scale: "NAIVE_SCALE",
  inPlace: "NAIVE_IN_PLACE",
  tiles: "NAIVE_TILES",
  workspace: "NAIVE_WORKSPACE",
  fault: "NAIVE_FAULT",
  input: "NAIVE_INPUT",
  output: "NAIVE_OUTPUT",
  gap: "NAIVE_GAP",
};

export const runWith = (launcher: Launcher, ...args: readonly string[]): Run =>
  run(
    besideProgram("naive"),
    args,
    Object.fromEntries(
      Object.entries(VARIABLES).flatMap(([key, variable]): [string, string][] => {
        const value = launcher[key as keyof Launcher];
        return value === undefined || value === "" ? [] : [[variable, value]];
      }),
    ),
  );

export interface Report {
  readonly passed: boolean;
  readonly l2: number | null;
  readonly l2Bound: number;
  readonly tests: readonly {
    readonly test: string;
    readonly batch?: number;
    readonly passed: boolean;
    readonly note?: string;
  }[];
  readonly skipped: readonly { readonly test: string }[];
}

export const reportOf = (launcher: Launcher, ...args: readonly string[]): Report =>
  JSON.parse(runWith(launcher, "verify", "--json", ...args).stdout) as Report;

export const failuresOf = (report: Report): readonly string[] => [
  ...new Set(report.tests.filter((test) => !test.passed).map((test) => test.test)),
];

/** Builds the program before the tests of a suite. */
export function useNaiveProgram(): void {
  beforeAll(async () => {
    folder = temporaryFolder();
    const includes = [emulatorDirectory, join(FIXTURES, "fake"), RUNTIME].map((path) => `-I${path}`);
    const unit = {
      source: join(FIXTURES, "naive_verify.cpp"),
      flags: [...WARNINGS, "-O1", "-pthread", RUNTIME_IS_LINKED, ...includes],
    };
    const runtime = await Promise.all(["float2", "double2"].map((element) => verificationObject("g++", element)));
    await linkedProgram("g++", besideProgram("naive"), [unit], [...runtime, ...(await emulatorObjects("g++"))]);
  }, 300_000);
  afterAll(() => folder?.remove());
}
