// Programs that query a GPU: each is one file in a new directory, with instructions to build and run it.
import { join } from "node:path";
import type { GeneratedFile } from "../emit/files.js";
import { requireNewDirectory, writeNewDirectory } from "../output/new-directory.js";
import { output, part } from "./output.js";
import { print, printJson } from "./terminal.js";

export const probeOutput = output("probe", { probe: part.path }, "fragments and gpu with --probe.");

/** `next`: instructions for the file of this name. Throws an InputError if the directory is not empty. */
export function writeProbe(
  directory: string,
  file: GeneratedFile,
  json: boolean,
  next: (file: string) => readonly string[],
): void {
  requireNewDirectory(directory, "--probe");
  writeNewDirectory(directory, [file]);
  const path = join(directory, file.path);
  if (json) return printJson(probeOutput, { probe: path });
  print(`probe     ${path}\n`);
  for (const line of next(file.path)) print(line);
}
