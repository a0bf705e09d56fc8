// What nvcc has found of texts before. It is slow, and most texts stay as they are: the checked-in table compiled.tsv says, by
// what a text, its headers, its flags and the compiler's version are, what came of compiling it. A text without a row is compiled.
//
// FFTGEN_EVIDENCE=none compiles everything (npm run test:nvcc); FFTGEN_EVIDENCE=record writes the table anew
// (npm run test:record).
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { testCache } from "./cache-place.js";
import { includedTexts } from "../../generator/toolchain/included-texts.js";
import { requireSuccess } from "./programs.js";
import { scratchDirectory } from "./scratch.js";

const MODE = process.env["FFTGEN_EVIDENCE"] ?? "";
/** Whether the table is written anew: then it has what any run could need. */
export const isRecording = MODE === "record";

export const table = join(import.meta.dirname, "compiled.tsv");
/** Where the rows that a run needs are gathered. */
export const neededRows = (): string => join(scratchDirectory(), "nvcc-rows.tsv");

/** The lines of a table, which may not be there. */
export const rowsOf = (path: string): readonly string[] =>
  (existsSync(path) ? readFileSync(path, "utf8") : "")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));

let rows: ReadonlyMap<string, string> | undefined;

/** Finding, by key. */
const knownRows = (): ReadonlyMap<string, string> =>
  (rows ??= new Map(
    rowsOf(table)
      .map((line) => line.split("\t"))
      .map(([key = "", , finding = ""]) => [key, finding]),
  ));

let version: string | undefined;

/** `Cuda compilation tools, release 13.0, V13.0.88` */
const nvccVersion = (): string =>
  (version ??=
    /^Cuda compilation tools.*$/m.exec(spawnSync("nvcc", ["--version"], { encoding: "utf8" }).stdout)?.[0] ?? "");

/** One line of text that tells what nvcc finds of `inputs`; undefined where that is known neither from the table nor here. */
export function knownFinding(what: string, inputs: readonly string[]): string | undefined {
  if (MODE === "none") return undefined;
  const key = keyOf(inputs);
  const local = join(testCache(), `${key}.finding`);
  const finding = knownRows().get(key) ?? (existsSync(local) ? readFileSync(local, "utf8") : undefined);
  if (finding !== undefined) record(key, what, finding);
  return finding;
}

/** Keeps what was found. */
export function keepFinding(what: string, inputs: readonly string[], finding: string): void {
  const key = keyOf(inputs);
  writeFileSync(join(testCache(), `${key}.finding`), finding);
  record(key, what, finding);
}

const record = (key: string, what: string, finding: string): void =>
  appendFileSync(neededRows(), `${key}\t${what}\t${finding}\n`);

const keyOf = (inputs: readonly string[]): string =>
  createHash("sha256")
    .update(JSON.stringify([nvccVersion(), ...inputs]))
    .digest("hex");

export interface NvccUnits {
  readonly sources: readonly string[];
  readonly flags: readonly string[];
  /** Folders of further headers. */
  readonly includes?: readonly string[];
}

/** Has nvcc compile sources, all warnings being errors, unless it is known that it has none. Throws what it said. */
export async function requireNoWarning(what: string, { sources, flags, includes = [] }: NvccUnits): Promise<void> {
  const inputs = [...flags, ...includedTexts(sources, includes)];
  if (knownFinding(what, inputs) !== undefined) return;
  const all = ["-Werror", "all-warnings", ...flags, ...includes.map((folder) => `-I${folder}`)];
  for (const source of sources) {
    const { stdout, stderr } = await requireSuccess("nvcc", [...all, "-x", "cu", "-c", source, "-o", "/dev/null"]);
    if (stdout + stderr !== "") throw new Error(`nvcc ${source}\n${stdout}${stderr}`);
  }
  keepFinding(what, inputs, "clean");
}
