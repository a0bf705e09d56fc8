// Runs a compiler or linker and reports its messages if it fails.
import { existsSync } from "node:fs";
import { basename, resolve } from "node:path";
import { ToolchainError } from "../failure/errors.js";
import type { Compiler } from "./compilers.js";
import { runProcess } from "./process.js";

export interface Compilation {
  /** The working directory of the compiler. */
  readonly directory: string;
  /** The output file. */
  readonly output: string;
  /** The directory of the compiler's own temporary files, which is removed afterwards. */
  readonly scratch: string;
  readonly signal?: AbortSignal | undefined;
}

/** The number of lines shown of a compiler's messages: the first ones name the cause. */
const SHOWN_LINES = 20;
/** The number of characters shown of each line. */
const SHOWN_CHARACTERS = 400;

/** A line of another program's output, as messages repeat it. */
export const shownLine = (line: string): string =>
  line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS)} ...` : line;

/** Throws a ToolchainError with the compiler's messages unless it succeeds and the output exists. */
export async function compile(
  compiler: Compiler,
  parameters: readonly string[],
  { directory, output, scratch, signal }: Compilation,
): Promise<void> {
  const words = [...compiler.parameters, ...parameters, "-o", output];
  const { exitCode, stdout, stderr } = await runProcess(compiler.path, words, {
    directory,
    environment: { TMPDIR: scratch },
    ...(signal === undefined ? {} : { signal }),
  });
  const wrote = existsSync(resolve(directory, output));
  if (exitCode === 0 && wrote) return;
  const said = (stderr.trim() === "" ? stdout : stderr).trimEnd().split("\n");
  const shown = said.slice(0, SHOWN_LINES).filter((line) => line !== "");
  const problem = exitCode === 0 ? "ended well but wrote nothing" : `failed with exit code ${exitCode}`;
  throw new ToolchainError(
    [
      `${basename(compiler.path)} ${problem}${shown.length === 0 ? " and said nothing" : ""}`,
      ...shown.map((line) => `  ${shownLine(line)}`),
      ...(said.length > SHOWN_LINES ? [`  ... ${said.length - SHOWN_LINES} more lines`] : []),
      `the command, in ${directory}: ${[compiler.path, ...words].join(" ")}`,
    ].join("\n"),
  );
}
