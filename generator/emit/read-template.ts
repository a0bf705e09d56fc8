// The only reader of templates/: what is in the package, whatever directory the user works in.
import { invariant } from "../failure/errors.js";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The package's own directory: this file is two levels below it, in generator/ as in dist/. */
export const packageRoot = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const templatesDirectory = join(packageRoot, "templates");

/** Where the emulator's headers are, for a compiler's include path. */
export const emulatorDirectory = join(templatesDirectory, "runtime", "emulator");

/** Where the verification runtime is, for a compiler's include path. */
export const verifyDirectory = join(templatesDirectory, "runtime", "verify");

/** The emulator's translation units, which are linked with every program for it. */
export const emulatorUnits = (): readonly string[] =>
  readdirSync(emulatorDirectory)
    .filter((file) => file.endsWith(".cpp"))
    .sort()
    .map((file) => join(emulatorDirectory, file));

export const readTemplate = (name: string): string =>
  readFileSync(join(templatesDirectory, "handlebars", `${name}.hbs`), "utf8");

/** The script by which a shell completes the words of fftgen. */
export const completionScript = (shell: "bash" | "zsh" | "fish"): string =>
  readFileSync(join(templatesDirectory, "completion", `fftgen.${shell}`), "utf8");

/** What the scripts of packs and of the study have in common. */
export const shellFunctions = (): string => readTemplate("shell-functions.sh").trimEnd();

export interface RuntimeFile {
  readonly path: string;
  readonly text: string;
}

/** The version of fftgen. */
export const VERSION: string = versionOf(readFileSync(join(packageRoot, "package.json"), "utf8"));

function versionOf(manifest: string): string {
  const { version } = JSON.parse(manifest) as { readonly version: unknown };
  invariant(typeof version === "string", () => "read-template: package.json has no version");
  return version;
}

/** What is vendored is Apache-2.0, whose section 4 has a copy of it go along. */
export const licenceFile = (): RuntimeFile => ({
  path: "LICENSE",
  text: readFileSync(join(packageRoot, "LICENSE"), "utf8"),
});

/** A file of device functions, by its name. */
export const readDeviceSource = (name: string): string =>
  readFileSync(join(templatesDirectory, "runtime", "device", name), "utf8");

/** A file of the verification runtime, by its name. */
export const readVerifySource = (name: string): string =>
  readFileSync(join(templatesDirectory, "runtime", "verify", name), "utf8");

/** The verification runtime, for programs that are built beside it. */
export const verifyFiles = (): readonly RuntimeFile[] => filesBelow("verify");

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
