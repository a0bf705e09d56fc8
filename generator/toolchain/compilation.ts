// Runs a compiler or linker and says what it said where it fails.
import { existsSync } from "node:fs";
import { basename, resolve } from "node:path";
import { ToolchainError } from "../failure/errors.js";
import type { Compiler } from "./compilers.js";
import { runProcess } from "./process.js";

export interface Compilation {
  /** Where the compiler runs. */
  readonly directory: string;
  /** What it is to write. */
  readonly output: string;
  /** The compiler's own temporary files go there, where they are removed with everything else. */
  readonly scratch: string;
  readonly signal?: AbortSignal | undefined;
}

/** What a compiler said is shown up to this many lines: the first ones name the cause. */
const SHOWN_LINES = 20;
/** And of each line so many characters. */
const SHOWN_CHARACTERS = 400;

/** A line that another program said, as messages repeat it. */
export const shownLine = (line: string): string =>
  line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS)} ...` : line;

/** Throws a ToolchainError with what the compiler said unless it ends well and the output is there. */
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
