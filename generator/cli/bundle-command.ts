// `fftgen bundle <name> <plans...>`: several transforms as one directory, with one header, one target and what they share once.
import { join } from "node:path";
import { architecturesOf } from "../emit/cmake.js";
import { linkBundle } from "../emit/link-bundle.js";
import { linkedTransform } from "../emit/linked-transform.js";
import { symbolsFrom } from "../emit/symbols.js";
import { TAKEN_NAMES } from "../emit/taken-names.js";
import { staleFiles, writePackage } from "../output/package-directory.js";
import { InputError, VerificationError } from "../failure/errors.js";
import { deferSignals } from "../toolchain/early-end.js";
import { emittedPackage } from "./emitted-package.js";
import { packageDirectory, wantedPackages } from "./project.js";
import { plural, print, printJson } from "./terminal.js";

export interface BundleArguments {
  readonly name: string;
  readonly plans: readonly string[];
  readonly out: string | undefined;
  readonly prefix: string | undefined;
  readonly namespace: string | undefined;
  readonly gpu: string | undefined;
  readonly check: boolean;
  readonly listOutputs: boolean;
  readonly listArchitectures: boolean;
  readonly json: boolean;
}

export function bundleCommand({ name, plans, gpu, json, check, listOutputs, ...parameters }: BundleArguments): void {
  requireBundleName(name);
  if (plans.length === 0)
    throw new InputError(`which plans? \`fftgen bundle ${name} plans/*.plan.ts\` takes all of a directory`);
  const symbols = symbolsFrom(parameters, ["fftgen", name]);
  const packages = wantedPackages(plans).map((one) => emittedPackage(one, gpu));
  const transforms = packages.map((one) => linkedTransform(one.name, one.units));
  const files = linkBundle({ name, transforms, symbols });
  const directory = parameters.out ?? packageDirectory(name);
  const paths = packages.flatMap((one) => one.paths);

  if (listOutputs) {
    if (json) printJson({ directory, files: files.map(({ path }) => path) });
    else for (const { path } of files) print(join(directory, path));
    return;
  }
  if (parameters.listArchitectures) {
    const architectures = architecturesOf(transforms);
    if (json) printJson({ architectures });
    else for (const architecture of architectures) print(architecture);
    return;
  }
  if (check) {
    const stale = staleFiles(directory, name, files);
    if (json) printJson({ passed: stale.length === 0, directory, stale });
    if (stale.length > 0)
      throw new VerificationError(
        `${plural(stale.length, "file is", "files are")} stale; without --check they are written anew\n${stale.map((line) => `  ${line}`).join("\n")}`,
      );
    if (!json) print(`${directory}/ is what its plans give`);
    return;
  }
  deferSignals();
  const state = writePackage(directory, name, files);
  if (json) {
    printJson({
      name,
      directory,
      plans: paths,
      transforms: transforms.map((one) => one.name),
      files: files.map(({ path }) => path),
      state,
    });
    return;
  }
  print(
    `bundle    ${directory}/  (${plural(transforms.length, "transform")}, ${plural(files.length, "file")}, ${state})`,
  );
  print();
  print(`Next: vendor it    copy ${directory}/, add_subdirectory() it, link fftgen::${symbols.prefix}${name}`);
  print(`      read it      ${directory}/README.md`);
}

function requireBundleName(name: string): void {
  if (!/^[A-Za-z]\w*$/.test(name) || name.includes("__") || name.endsWith("_"))
    throw new InputError(
      `a bundle's name begins names of C, as fft does: letters, digits and single _, a letter first; not ${JSON.stringify(name)}`,
    );
  if (TAKEN_NAMES.has(name))
    throw new InputError(`a bundle cannot be called ${name}: the name is taken by C++ or by the code around it`);
}
