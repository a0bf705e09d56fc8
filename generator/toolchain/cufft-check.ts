// Looks for cuFFT's shared library, by files: nothing is loaded.
import { readdirSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { ToolchainError } from "../failure/errors.js";
import { findProgram } from "./compilers.js";
import { runProcess } from "./process.js";

/** In milliseconds. */
const PATIENCE = 20_000;

/** @param inPython the paths that a Python has */
export async function cufftText(inPython: readonly string[]): Promise<string> {
  const found = new Map([...inPython, ...(await ofLoader()), ...ofToolkits()].map((path) => [real(path), path]));
  if (found.size === 0)
    throw new ToolchainError(
      "libcufft.so is neither among the loader's libraries, nor in a CUDA toolkit, nor in Python",
    );
  const texts = [...found].map(([file, path]) => `${nameOf(path)}${versionText(file)} in ${dirname(path)}`);
  return `${texts.join(", ")}: bundles with --for cufft serve programs that call it`;
}

/** What cannot be read is not there. */
function quiet<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

const real = (path: string): string => quiet(() => realpathSync(path)) ?? path;

/** `libcufft.so.12` */
const nameOf = (path: string): string => /libcufft\.so\.\d+/.exec(basename(path))?.[0] ?? basename(path);

/** The file that the name leads to has the whole version in its own. */
function versionText(file: string): string {
  const [, version] = /libcufft\.so\.(\d+(?:\.\d+)+)$/.exec(file) ?? [];
  return version === undefined ? "" : ` (${version})`;
}

async function ofLoader(): Promise<readonly string[]> {
  const program = findProgram("ldconfig") ?? findProgram("/sbin/ldconfig");
  if (program === undefined) return [];
  const { stdout } = await runProcess(program, ["-p"], { signal: AbortSignal.timeout(PATIENCE) });
  return [...stdout.matchAll(/^\s*libcufft\.so\.\d+ .*=> (\S.*)$/gmu)].map(([, path]) => (path ?? "").trim());
}

function ofToolkits(): readonly string[] {
  const roots = [process.env["CUDA_HOME"], process.env["CUDA_PATH"], "/usr/local/cuda"];
  return roots
    .filter((root) => root !== undefined && root !== "")
    .flatMap((root) => ["lib64", "lib"].map((folder) => join(root ?? "", folder)))
    .flatMap((folder) =>
      (quiet(() => readdirSync(folder)) ?? [])
        .filter((file) => /^libcufft\.so\.\d+$/.test(file))
        .map((file) => join(folder, file)),
    );
}
