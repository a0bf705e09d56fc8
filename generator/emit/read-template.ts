// The only reader of templates/: the files in the package, independent of the user's directory.
import { invariant } from "../failure/errors.js";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The package's own directory: this file is two levels below it, in generator/ as in dist/. */
export const packageRoot = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const templatesDirectory = join(packageRoot, "templates");

/** The directory of the emulator's headers, for a compiler's include path. */
export const emulatorDirectory = join(templatesDirectory, "runtime", "emulator");

/** The directory of the verification runtime, for a compiler's include path. */
export const verifyDirectory = join(templatesDirectory, "runtime", "verify");

/** The emulator's translation units, which are linked with every program for it. */
export const emulatorUnits = (): readonly string[] =>
  readdirSync(emulatorDirectory)
    .filter((file) => file.endsWith(".cpp"))
    .sort()
    .map((file) => join(emulatorDirectory, file));

export const readTemplate = (name: string): string =>
  readFileSync(join(templatesDirectory, "handlebars", `${name}.hbs`), "utf8");

/** The script with which a shell completes the words of fftgen. */
export const completionScript = (shell: "bash" | "zsh" | "fish"): string =>
  readFileSync(join(templatesDirectory, "completion", `fftgen.${shell}`), "utf8");

/** The functions that the scripts of packs and of the study share. */
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

/** Vendored files are under Apache-2.0, whose section 4 requires a copy of the licence. */
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

/** The verification runtime, for programs that are built together with it. */
export const verifyFiles = (): readonly RuntimeFile[] => filesBelow("verify");

/** The sources of the programs that measure candidates, besides the verification runtime. */
export const measureFiles = (): readonly RuntimeFile[] => filesBelow("measure");

/** The sources of the program of the stability study, besides the verification runtime and the measuring one. */
export const studyFiles = (): readonly RuntimeFile[] => filesBelow("study");

const filesBelow = (folder: string): readonly RuntimeFile[] =>
  filesOf(join(templatesDirectory, "runtime", folder)).map(({ path, text }) => ({ path: `${folder}/${path}`, text }));

/** The modules of the Python package of a bundle, by their names. */
export const pythonModules = (): readonly RuntimeFile[] => filesOf(join(templatesDirectory, "python"));

/** What puts a bundle before cuFFT. */
export const cufftRuntime = (): readonly RuntimeFile[] => filesOf(join(templatesDirectory, "cufft"));

/** What records calls of cuFFT without a bundle, besides. */
export const cufftRecorder = (): readonly RuntimeFile[] => filesOf(join(templatesDirectory, "cufft-recorder"));

/** The build backend of the Python package of a bundle. */
export const wheelBackend = (): readonly RuntimeFile[] => filesOf(join(templatesDirectory, "wheel"));

/** What registers the transforms of a bundle as operators of PyTorch. */
export const torchRuntime = (): readonly RuntimeFile[] => filesOf(join(templatesDirectory, "torch"));

/** What calls the transforms of a bundle from XLA. */
export const jaxRuntime = (): readonly RuntimeFile[] => filesOf(join(templatesDirectory, "jax"));

/** What a bundle for the emulator is compiled with: the emulator, and the function that calls transforms on host memory. */
export const emulatedRuntime = (): readonly RuntimeFile[] => [
  ...filesOf(emulatorDirectory),
  ...filesOf(join(templatesDirectory, "runtime", "host")),
];

const filesOf = (directory: string): readonly RuntimeFile[] =>
  readdirSync(directory)
    .filter((file) => !file.startsWith("__pycache__"))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(directory, path), "utf8") }));

/** The files of an example program, unchanged. */
export function exampleFiles(name: string): readonly RuntimeFile[] {
  const directory = join(templatesDirectory, "examples", name);
  return readdirSync(directory)
    .sort()
    .map((path) => ({ path, text: readFileSync(join(directory, path), "utf8") }));
}
