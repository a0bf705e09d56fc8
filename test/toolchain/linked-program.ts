// Test programs: their units come out of the cache of objects that the generator has, in a directory of the tests' own.
import { tmpdir } from "node:os";
import { rmSync } from "node:fs";
import { compile } from "../../generator/toolchain/compilation.js";
import { findProgram, type Compiler } from "../../generator/toolchain/compilers.js";
import { objectOf as cachedObject } from "../../generator/toolchain/object-cache.js";
import { scratchFolder } from "./scratch.js";

export interface Unit {
  /** Relative to `directory`, where the directory is a temporary one: its name must not get into the object's key. */
  readonly source: string;
  readonly flags: readonly string[];
  /** Where the compiler runs. */
  readonly directory?: string;
}

let folder: string | undefined;
/** Of this process. */
const objectFolder = (): string => (folder ??= scratchFolder("objects").path);

export const compilerOf = (name: string): Compiler => ({ path: findProgram(name) ?? name, parameters: [] });

/** The generator answers signals once it has run a compiler; those that end the processes of the tests are not an interruption. */
export function leaveSignalsAlone(): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"]) process.removeAllListeners(signal);
}

/** The path of the unit's object. Throws what the compiler said if it refuses the unit. */
export async function objectOf(compiler: string, { source, flags, directory = tmpdir() }: Unit): Promise<string> {
  const unit = { source, flags, directory };
  const object = await cachedObject(compilerOf(compiler), unit, { scratch: objectFolder() });
  leaveSignalsAlone();
  return object;
}

/** Compiles what is not there yet and links it. Gives `program`. */
export async function linkedProgram(
  compiler: string,
  program: string,
  units: readonly Unit[],
  objects: readonly string[] = [],
  options: readonly string[] = [],
): Promise<string> {
  const compiled = await Promise.all(units.map((unit) => objectOf(compiler, unit)));
  await compile(compilerOf(compiler), ["-pthread", ...options, ...compiled, ...objects], {
    directory: objectFolder(),
    output: program,
    scratch: objectFolder(),
  });
  for (const object of compiled) rmSync(object);
  return program;
}
