// `fftgen emit [plans...]`: packages from plan files; with --check, compares and writes nothing.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { GeneratedFile } from "../emit/files.js";
import { manifestText, staleRows } from "../emit/manifest.js";
import { requireReplaceable, staleFiles, writePackage, type Written } from "../output/package-directory.js";
import { writeTextFile } from "../output/text-file.js";
import { InputError, VerificationError } from "../failure/errors.js";
import { deferSignals } from "../toolchain/early-end.js";
import { emittedPackage, filesOf } from "./emitted-package.js";
import { packageDirectory, wantedPackages } from "./packages.js";
import { findProject, symbolsOf } from "./project.js";
import { plural, print, printJson } from "./terminal.js";

export interface EmitArguments {
  readonly plans: readonly string[];
  readonly check: boolean;
  readonly gpu: string | undefined;
  readonly out: string | undefined;
  readonly below: string | undefined;
  readonly manifest: string | undefined;
  readonly prefix: string | undefined;
  readonly namespace: string | undefined;
  readonly order: string | undefined;
  readonly json: boolean;
}

/** A package and where it goes. */
interface Emission {
  /** The plan files. */
  readonly plans: readonly string[];
  readonly name: string;
  readonly directory: string;
  readonly files: readonly GeneratedFile[];
}

export async function emitCommand(parameters: EmitArguments): Promise<void> {
  const { check, json, manifest } = parameters;
  // All of them before anything is written: a mistake in the last plan leaves the first package alone.
  const emissions = emissionsOf(parameters);
  if (manifest !== undefined) return emitManifest(manifest, emissions, check, json);
  if (check) return compare(emissions, json);

  for (const { directory, name, files } of emissions) requireReplaceable(directory, name, files);
  const done: {
    plans: readonly string[];
    name: string;
    directory: string;
    files: readonly string[];
    state: Written;
  }[] = [];
  deferSignals();
  for (const { plans, name, directory, files } of emissions) {
    const state = writePackage(directory, name, files);
    done.push({ plans, name, directory, files: files.map((file) => file.path), state });
    if (!json) print(`${plans.join(", ")} -> ${directory}/${state === "unchanged" ? "  (unchanged)" : ""}`);
    // A moment for an interruption: between two packages it does no harm.
    await setImmediate();
  }
  if (json) printJson({ packages: done });
}

function emissionsOf({
  plans,
  gpu,
  out,
  below,
  manifest,
  prefix,
  namespace,
  order,
}: EmitArguments): readonly Emission[] {
  const asked = [out, below, manifest].filter((place) => place !== undefined);
  if (asked.length > 1) throw new InputError("--out, --below and --manifest are three places: name one");
  const project = findProject();
  const symbols = symbolsOf(project, { prefix, namespace });
  const packages = wantedPackages(project, plans, order);
  if (out !== undefined && packages.length !== 1)
    throw new InputError("--out names one directory: give exactly one plan with it, or --below for one that holds all");
  return packages.map((one) => {
    const emitted = emittedPackage(one, gpu);
    const { name, paths } = emitted;
    const directory = out ?? (below === undefined ? packageDirectory(project, name) : join(below, name));
    return { plans: paths, name, directory, files: filesOf(emitted, symbols) };
  });
}

function compare(emissions: readonly Emission[], json: boolean): void {
  const results = emissions.map(({ plans, name, directory, files }) => ({
    plans,
    name,
    directory,
    stale: staleFiles(directory, name, files),
  }));
  const stale = results.flatMap((result) => result.stale);
  if (json) printJson({ passed: stale.length === 0, packages: results });
  requireFresh(stale, "`fftgen emit` writes them anew, then review the diff");
  if (!json)
    print(`${plural(emissions.length, "package is what its plan gives", "packages are what their plans give")}`);
}

function emitManifest(path: string, emissions: readonly Emission[], check: boolean, json: boolean): void {
  if (!check) {
    writeTextFile(path, manifestText(emissions));
    if (json) printJson({ manifest: path, packages: emissions.map(({ plans, name }) => ({ plans, name })) });
    else print(`${plural(emissions.length, "package")} -> ${path}`);
    return;
  }
  if (!existsSync(path)) throw new InputError(`there is no manifest ${path}; without --check it is written`);
  const stale = staleRows(readFileSync(path, "utf8"), emissions);
  if (json) printJson({ passed: stale.length === 0, manifest: path, stale });
  requireFresh(
    stale,
    `\`fftgen emit --below DIR\` before and after a change shows what is different; without --check ${path} is written anew`,
  );
  if (!json)
    print(
      `${plural(emissions.length, "package is", "packages are")} as ${path} has ${emissions.length === 1 ? "it" : "them"}`,
    );
}

function requireFresh(stale: readonly string[], remedy: string): void {
  if (stale.length > 0)
    throw new VerificationError(
      `${plural(stale.length, "file is", "files are")} stale; ${remedy}\n${stale.map((line) => `  ${line}`).join("\n")}`,
    );
}
