// `fftgen bundle [name] [plans...]`: several transforms as one directory, with one header, one target and one copy of their
// common files. Writes, or compares, the bundles of the project file by their names or all at once.
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import { architecturesOf } from "../emit/cmake.js";
import type { GeneratedFile } from "../emit/files.js";
import { verifiedTransformSchema, type VerifiedTransform } from "../json/verified.js";
import { linkBundle } from "../emit/link-bundle.js";
import { linkedTransform, type LinkedTransform } from "../emit/linked-transform.js";
import { bundleNameProblem, type Symbols } from "../emit/symbols.js";
import { requireReplaceable, staleFiles, writePackage } from "../output/package-directory.js";
import type { Package } from "../output/package-manifest.js";
import { keepVerified, verifiedIn, type TransformText } from "../output/verified-file.js";
import { placeBy, requireWritable } from "../output/writable.js";
import { at, InputError, VerificationError } from "../failure/errors.js";
import { nearest } from "../failure/nearest.js";
import { deferSignals } from "../toolchain/early-end.js";
import { adjointPlans } from "./adjoint-plans.js";
import { bundleUse, nextLines, type BundleUse } from "./clients-of-bundle.js";
import type { ArgumentsOf } from "./command.js";
import type { bundleForm } from "./commands/bundle.js";
import { emittedPackage } from "./emitted-package.js";
import { oneOrMore, output, type OutputValue, part } from "./output.js";
import { projectFileOf, requirePlace } from "./package-place.js";
import { withRuntime } from "./package-runtime.js";
import { planLabel, usualDirectory, wantedPackages } from "./packages.js";
import { bundleSymbolsOf, findProject, type Project, type ProjectBundle } from "./project.js";
import { isRecording, recordedPlans, recordedShape } from "./recorded-plans.js";
import { plural, print, printJson } from "./terminal.js";
import { sayUnverified, textOf, verifiedOf } from "./verified-packages.js";

const bundle = { directory: part.path };

export const bundleOutput = oneOrMore(
  "bundle",
  {
    name: z.string(),
    ...bundle,
    plans: z.array(part.path),
    transforms: z.array(z.string()),
    files: part.files,
    state: part.written,
    verified: z.array(verifiedTransformSchema).describe("What verified.json says of its transforms."),
    recorded: recordedShape.nullable().describe("With --from: what the recordings gave it."),
  },
  "bundles",
);

export const bundleCheckOutput = oneOrMore(
  "bundle-check",
  { passed: z.boolean(), ...bundle, stale: part.stale },
  "bundles",
  "bundle --check.",
);

export const bundleOutputsOutput = oneOrMore(
  "bundle-outputs",
  { ...bundle, files: part.files },
  "bundles",
  "bundle --list-outputs.",
);

export const bundleArchitecturesOutput = output(
  "bundle-architectures",
  { architectures: z.array(z.string()) },
  "bundle --list-architectures, as CMake has them.",
);

type BundleArguments = ArgumentsOf<typeof bundleForm>;

/** A bundle and its directory. */
interface Bundle {
  readonly name: string;
  readonly directory: string;
  readonly use: BundleUse;
  /** The plan files. */
  readonly paths: readonly string[];
  readonly symbols: Symbols;
  readonly transforms: readonly LinkedTransform[];
  readonly files: readonly GeneratedFile[];
  readonly contents: Package;
  /** Its transforms, and what their own packages record of their verification. */
  readonly texts: readonly TransformText[];
  readonly verified: readonly VerifiedTransform[];
}

export const outputs = [bundleOutput, bundleCheckOutput, bundleOutputsOutput, bundleArchitecturesOutput];

export async function run(parameters: BundleArguments): Promise<void> {
  const { json } = parameters;
  if ([parameters.check, parameters.listOutputs, parameters.listArchitectures].filter(Boolean).length > 1)
    throw new InputError("--check, --list-outputs and --list-architectures exclude each other: give one of them");
  const project = findProject();
  if (parameters.name !== undefined)
    bundleUse(parameters.out ?? usualDirectory(project, parameters.name), parameters.name, parameters);
  const isRead = parameters.check || parameters.listOutputs || parameters.listArchitectures;
  const recorded = await recordedPlans(project, parameters, !isRead);
  const given = [
    ...parameters.plans.filter((path) => parameters.from === undefined || !isRecording(path)),
    ...recorded.paths,
  ];
  const adjoints = await adjointsOf(project, parameters, given, !isRead);
  const wanted = wantedBundles(project, { ...parameters, plans: [...given, ...adjoints] });
  for (const { directory } of wanted) {
    const namer = parameters.out === undefined ? projectFileOf(project) : { kind: "user" as const, text: "--out" };
    requirePlace(project, parameters.out ?? directory, namer, parameters.anywhere);
  }
  const { check, listOutputs: lists, listArchitectures: asks } = parameters;
  if (!check && !lists && !asks)
    requireWritable(wanted.map(({ directory }) => placeBy("--out", parameters.out ?? directory)));
  // All bundles are read before any is written.
  const bundles = wanted.map((one) => bundleOf(project, one, parameters));
  if (parameters.listOutputs) return listOutputs(bundles, json);
  if (parameters.listArchitectures) return listArchitectures(bundles, json);
  if (parameters.check) return compare(bundles, json);

  for (const { directory, contents } of bundles) requireReplaceable(directory, contents);
  deferSignals();
  const values: Extract<OutputValue<typeof bundleOutput>, { readonly name: string }>[] = [];
  for (const bundle of bundles) {
    const { name, directory, paths, transforms, files, contents, texts, verified: known } = bundle;
    const state = writePackage(directory, contents);
    const verified = keepVerified(directory, texts, [...known, ...verifiedIn(directory)]);
    const names = transforms.map((one) => one.name);
    const written = files.map(({ path }) => path);
    values.push({
      recorded: recorded.value,
      name,
      directory,
      plans: paths,
      transforms: names,
      files: written,
      state,
      verified,
    });
    if (!json) {
      if (values.length > 1) print();
      print(
        `bundle    ${directory}/  (${plural(transforms.length, "transform")}, ${plural(files.length, "file")}, ${state})`,
      );
      sayUnverified(texts, verified);
      for (const line of recorded.lines) print(line);
      print();
      for (const line of nextLines(bundle, bundle.use)) print(line);
    }
    // Between two bundles an interruption does no harm.
    await setImmediate();
  }
  if (json) printJson(bundleOutput, oneOrAll(values));
}

/** The plan files that --differentiable adds. */
async function adjointsOf(
  project: Project,
  { name, differentiable, gpu }: BundleArguments,
  plans: readonly string[],
  mayWrite: boolean,
): Promise<readonly string[]> {
  if (!differentiable) return [];
  if (name === undefined)
    throw new InputError(
      "--differentiable plans one bundle: name it and its plans, as in `fftgen bundle fft plans/*.plan.ts`",
    );
  // That a bundle has no plans is an error of its own.
  if (plans.length === 0) return [];
  if (project.bundles.some((one) => one.name === name))
    throw new InputError(
      `${project.file ?? ""} says which plans the bundle ${name} has: leave out --differentiable, or choose another name`,
    );
  return adjointPlans(project, plans, gpu, mayWrite ? { kind: "make" } : { kind: "refuse", flag: "--differentiable" });
}

/** The JSON of one bundle that was asked for by its name, or of all. */
const oneOrAll = <Value extends object>(values: readonly Value[]): Value | { readonly bundles: readonly Value[] } =>
  values.length === 1 ? at(values, 0) : { bundles: values };

function wantedBundles(project: Project, { name, plans, out }: BundleArguments): readonly ProjectBundle[] {
  if (name === undefined) {
    if (project.bundles.length === 0)
      throw new InputError(
        `which bundle? \`fftgen bundle fft plans/*.plan.ts\` names one and its plans; ${project.file === undefined ? "a project file, which `fftgen init` writes, can list them" : `${project.file} can list them under "bundles"`}`,
      );
    if (out !== undefined && project.bundles.length > 1)
      throw new InputError("--out names one directory: name one bundle with it");
    return project.bundles;
  }
  const listed = project.bundles.find((one) => one.name === name);
  if (listed !== undefined && plans.length > 0)
    throw new InputError(
      `${project.file ?? ""} says which plans the bundle ${name} has: leave out ${plans.join(" ")}, or choose another name`,
    );
  if (listed !== undefined) return [listed];
  const problem = bundleNameProblem(name);
  if (problem !== undefined) throw new InputError(problem);
  if (plans.length === 0) {
    const meant = nearest(
      name,
      project.bundles.map((one) => one.name),
    );
    throw new InputError(
      `which plans? \`fftgen bundle ${name} plans/*.plan.ts\` takes all of a directory${meant === undefined ? "" : `; or did you mean the bundle ${meant} of ${project.file ?? ""}?`}`,
    );
  }
  return [{ name, plans, directory: usualDirectory(project, name) }];
}

function bundleOf(project: Project, { name, plans, directory }: ProjectBundle, parameters: BundleArguments): Bundle {
  const { gpu, out = directory, withVerification } = parameters;
  const symbols = bundleSymbolsOf(project, name, parameters);
  const planned = wantedPackages(project, plans ?? []);
  const packages = planned.map((one) => emittedPackage(one, gpu));
  const transforms = packages.map((one) => linkedTransform(one.name, one.units));
  const use = bundleUse(out, name, parameters);
  const files = withRuntime(out, linkBundle({ name, transforms, symbols, ...use }), withVerification);
  const paths = packages.flatMap((one) => one.paths);
  const contents = { name, plans: paths.map((path) => planLabel(project, path)), files };
  const texts = packages.map(textOf);
  const verified = verifiedOf(project, planned, texts);
  return { name, directory: out, use, paths, symbols, transforms, files, contents, texts, verified };
}

function listOutputs(bundles: readonly Bundle[], json: boolean): void {
  if (json)
    printJson(
      bundleOutputsOutput,
      oneOrAll(bundles.map(({ directory, files }) => ({ directory, files: files.map(({ path }) => path) }))),
    );
  else for (const { directory, files } of bundles) for (const { path } of files) print(join(directory, path));
}

function listArchitectures(bundles: readonly Bundle[], json: boolean): void {
  const architectures = architecturesOf(bundles.flatMap(({ transforms }) => transforms));
  if (json) printJson(bundleArchitecturesOutput, { architectures });
  else for (const architecture of architectures) print(architecture);
}

function compare(bundles: readonly Bundle[], json: boolean): void {
  const results = bundles.map(({ directory, contents }) => {
    const stale = staleFiles(directory, contents);
    return { passed: stale.length === 0, directory, stale };
  });
  const stale = results.flatMap((result) => result.stale);
  if (json) printJson(bundleCheckOutput, oneOrAll(results));
  if (stale.length > 0)
    throw new VerificationError(
      `${plural(stale.length, "file is", "files are")} stale; without --check they are written again\n${stale.map((line) => `  ${line}`).join("\n")}`,
    );
  if (!json) for (const { directory } of results) print(`${directory}/ is up to date`);
}
