// The only reader of templates/: what is in the package, whatever directory the user works in.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The package's own directory: this file is two levels below it, in generator/ as in dist/. */
const packageRoot = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const templatesDirectory = join(packageRoot, "templates");

/** Where the emulator's headers are, for a compiler's include path. */
export const emulatorDirectory = join(templatesDirectory, "runtime", "emulator");

/** The emulator's translation units, which are linked with every program for it. */
export const emulatorUnits = (): readonly string[] =>
  readdirSync(emulatorDirectory)
    .filter((file) => file.endsWith(".cpp"))
    .sort()
    .map((file) => join(emulatorDirectory, file));

export const readTemplate = (name: string): string =>
  readFileSync(join(templatesDirectory, "handlebars", `${name}.hbs`), "utf8");

export interface RuntimeFile {
  readonly path: string;
  readonly text: string;
}

/** The files that a package gets as they are: the device header, those it asks for, and the verification runtime in verify/. */
export function runtimeFiles(further: readonly string[]): readonly RuntimeFile[] {
  const runtime = join(templatesDirectory, "runtime");
  const verify = readdirSync(join(runtime, "verify")).sort();
  return [
    ...["fftgen_device.cuh", ...further].map((path) => ({
      path,
      text: readFileSync(join(runtime, "device", path), "utf8"),
    })),
    ...verify.map((file) => ({ path: `verify/${file}`, text: readFileSync(join(runtime, "verify", file), "utf8") })),
  ];
}

/** What the programs that measure candidates are written in, beside the verification runtime. */
export const measureFiles = (): readonly RuntimeFile[] => filesBelow("measure");

/** What the program of the stability study is written in, beside the verification runtime and the measuring one. */
export const studyFiles = (): readonly RuntimeFile[] => filesBelow("study");

function filesBelow(folder: string): readonly RuntimeFile[] {
  const directory = join(templatesDirectory, "runtime", folder);
  return readdirSync(directory)
    .sort()
    .map((file) => ({ path: `${folder}/${file}`, text: readFileSync(join(directory, file), "utf8") }));
}

/** The files of an example program, as they are. */
export function exampleFiles(name: string): readonly RuntimeFile[] {
  const directory = join(templatesDirectory, "examples", name);
  return readdirSync(directory)
    .sort()
    .map((path) => ({ path, text: readFileSync(join(directory, path), "utf8") }));
}
