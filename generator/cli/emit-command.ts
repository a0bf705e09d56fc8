// `fftgen emit [plans...]`: packages from plan files; with --check, compares and writes nothing; with --upgrade, the plan files themselves.
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import type { GeneratedFile } from "../emit/files.js";
import { manifestText, staleRows } from "../emit/manifest.js";
import { packageIn, requireReplaceable, staleFiles, writePackage } from "../output/package-directory.js";
import type { Package } from "../output/package-manifest.js";
import { keepVerified, type TransformText } from "../output/verified-file.js";
import { fileBy, outputFile, type OutputFile } from "../output/output-file.js";
import { placeBy, requireWritable, type WantedPlace } from "../output/writable.js";
import { at, InputError, VerificationError } from "../failure/errors.js";
import { deferSignals } from "../toolchain/early-end.js";
import type { ArgumentsOf } from "./command.js";
import type { emitForm } from "./commands/emit.js";
import { emittedPackage, filesOf } from "./emitted-package.js";
import { orphanLines, orphanSchemas, orphansOf, type Orphan } from "./orphans.js";
import { output, part, type OutputValue } from "./output.js";
import { allowedDirectory, requirePlace } from "./package-place.js";
import { withRuntime } from "./package-runtime.js";
import { planLabel, wantedPackages, type PackagePlans } from "./packages.js";
import { findProject, symbolsOf, type Project } from "./project.js";
import { plural, print, printJson } from "./terminal.js";
import { emitUpgradeOutput, refuseForUpgrade, upgradePlans } from "./upgrade-plans.js";
import { sayUnverified, textOf } from "./verified-packages.js";

const emission = { plans: z.array(part.path), name: z.string(), directory: part.path };

export const emitOutput = output("emit", {
  packages: z.array(z.strictObject({ ...emission, files: part.files, state: part.written, verified: part.verified })),
  orphans: orphanSchemas,
});

export const emitCheckOutput = output(
  "emit-check",
  {
    passed: z.boolean(),
    packages: z.array(z.strictObject({ ...emission, stale: part.stale })),
    orphans: orphanSchemas,
  },
  "emit --check.",
);

export const emitManifestOutput = output(
  "emit-manifest",
  {
    manifest: part.path,
    packages: z.array(z.strictObject({ plans: z.array(part.path), name: z.string() })).optional(),
    passed: z.boolean().optional().describe("With --check, as stale."),
    stale: part.stale.optional(),
  },
  "emit --manifest.",
);

type EmitArguments = ArgumentsOf<typeof emitForm>;

/** A package and its directory. */
interface Emission {
  /** The plan files. */
  readonly plans: readonly string[];
  readonly name: string;
  readonly directory: string;
  readonly files: readonly GeneratedFile[];
  readonly contents: Package;
  readonly transform: TransformText;
}

export const outputs = [emitOutput, emitCheckOutput, emitManifestOutput, emitUpgradeOutput];

export async function run(parameters: EmitArguments): Promise<void> {
  const { check, json, manifest } = parameters;
  refuseForUpgrade(parameters);
  if (parameters.upgrade) return upgradePlans(findProject(), parameters.plans, parameters);
  const list = manifest === undefined || check ? undefined : outputFile(fileBy("--manifest", manifest, "manifest"));
  // All packages are read before any is written: a mistake in the last plan leaves the first package unchanged.
  const project = findProject();
  const packages = wantedPackages(project, parameters.plans, parameters.order);
  const places = placesOf(project, packages, parameters);
  const wanted = (directory: string): WantedPlace =>
    placeBy(parameters.out === undefined ? "--below" : "--out", directory);
  // An existing package may need no writing: that is known after compilation.
  if (!check && manifest === undefined)
    requireWritable(places.filter((directory) => packageIn(directory) === undefined).map(wanted));
  const emissions = emissionsOf(project, packages, places, parameters);
  if (!check && manifest === undefined)
    requireWritable(
      emissions
        .filter(({ directory, contents }) => staleFiles(directory, contents).length > 0)
        .map(({ directory }) => wanted(directory)),
    );
  if (list !== undefined) return emitManifest(list, emissions, json);
  if (manifest !== undefined) return compareManifest(manifest, emissions, json);
  // Only a command for all packages can find superfluous ones.
  const isAll = parameters.plans.length === 0 && parameters.below === undefined && parameters.order === undefined;
  const orphans = isAll ? orphansOf(project, packages) : [];
  if (check) return compare(emissions, orphans, json);

  for (const { directory, contents } of emissions) requireReplaceable(directory, contents);
  const done: OutputValue<typeof emitOutput>["packages"][number][] = [];
  deferSignals();
  for (const { plans, name, directory, files, contents, transform } of emissions) {
    const state = writePackage(directory, contents);
    const [verified = null] = keepVerified(directory, [transform]);
    done.push({ plans, name, directory, files: files.map((file) => file.path), state, verified });
    if (!json) print(`${plans.join(", ")} -> ${directory}/${state === "unchanged" ? "  (unchanged)" : ""}`);
    // Between two packages an interruption does no harm.
    await setImmediate();
  }
  if (json) printJson(emitOutput, { packages: done, orphans });
  else {
    sayUnverified(
      emissions.map(({ transform }) => transform),
      done.flatMap(({ verified }) => verified ?? []),
    );
    for (const line of orphanLines(orphans)) print(line);
  }
}

/** The directory of each package, no two in one. */
function placesOf(
  project: Project,
  packages: readonly PackagePlans[],
  { out, below, manifest, anywhere }: EmitArguments,
): readonly string[] {
  const asked = [out, below, manifest].filter((place) => place !== undefined);
  if (asked.length > 1) throw new InputError("--out, --below and --manifest exclude each other: give one of them");
  if (out !== undefined && packages.length !== 1)
    throw new InputError(
      "--out is the directory of one package: give exactly one plan with it, or use --below for several packages",
    );
  const places = packages.map(
    (one) => out ?? (below === undefined ? allowedDirectory(project, one, anywhere) : join(below, one.name)),
  );
  const option = out === undefined ? "--below" : "--out";
  if (out !== undefined || below !== undefined)
    for (const place of places) requirePlace(project, place, { kind: "user", text: option }, anywhere);
  const resolved = places.map((place) => resolve(place));
  for (const [index, { name }] of packages.entries()) {
    const other = packages[resolved.indexOf(at(resolved, index))];
    if (other !== undefined && other.name !== name)
      throw new InputError(
        `the packages ${other.name} and ${name} would both go to ${at(places, index)}: correct one plan file`,
      );
  }
  return places;
}

function emissionsOf(
  project: Project,
  packages: readonly PackagePlans[],
  places: readonly string[],
  { gpu, prefix, namespace, manifest, withVerification }: EmitArguments,
): readonly Emission[] {
  const symbols = symbolsOf(project, { prefix, namespace });
  return packages.map((one, index): Emission => {
    const emitted = emittedPackage(one, gpu);
    const { name, paths } = emitted;
    const directory = at(places, index);
    // A manifest lists the files that plans give.
    const files = withRuntime(directory, filesOf(emitted, symbols), manifest === undefined ? withVerification : false);
    const labels = paths.map((path) => planLabel(project, path));
    return {
      plans: paths,
      name,
      directory,
      files,
      contents: { name, plans: labels, files },
      transform: textOf(emitted),
    };
  });
}

function compare(emissions: readonly Emission[], orphans: readonly Orphan[], json: boolean): void {
  const results = emissions.map(({ plans, name, directory, contents }) => ({
    plans,
    name,
    directory,
    stale: staleFiles(directory, contents),
  }));
  const stale = results.flatMap((result) => result.stale);
  const lines = [...stale, ...orphanLines(orphans)];
  if (json) printJson(emitCheckOutput, { passed: lines.length === 0, packages: results, orphans });
  requireFresh(lines, "`fftgen emit` writes the packages again; then review the diff");
  if (!json) print(`${plural(emissions.length, "package is up to date", "packages are up to date")}`);
}

function emitManifest({ path, write }: OutputFile, emissions: readonly Emission[], json: boolean): void {
  write(manifestText(emissions));
  if (json)
    printJson(emitManifestOutput, { manifest: path, packages: emissions.map(({ plans, name }) => ({ plans, name })) });
  else print(`${plural(emissions.length, "package")} -> ${path}`);
}

function compareManifest(path: string, emissions: readonly Emission[], json: boolean): void {
  if (!existsSync(path)) throw new InputError(`there is no manifest ${path}; run without --check to write it`);
  const stale = staleRows(readFileSync(path, "utf8"), emissions);
  if (json) printJson(emitManifestOutput, { passed: stale.length === 0, manifest: path, stale });
  requireFresh(
    stale,
    `\`fftgen emit --below DIR\` before and after a change shows the difference; without --check ${path} is written again`,
  );
  if (!json)
    print(
      `${plural(emissions.length, "package is", "packages are")} as ${path} has ${emissions.length === 1 ? "it" : "them"}`,
    );
}

function requireFresh(stale: readonly string[], remedy: string): void {
  if (stale.length > 0)
    throw new VerificationError(
      `${plural(stale.length, "thing is", "things are")} stale; ${remedy}\n${stale.map((line) => `  ${line}`).join("\n")}`,
    );
}
