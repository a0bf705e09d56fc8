// `fftgen emit [plans...]`: packages from plan files; with --check, compares and writes nothing.
import { setImmediate } from "node:timers/promises";
import { emitPackage, lowerPlan } from "../compile.js";
import { requireWritable, staleFiles, writePackage, type Written } from "../emit/write.js";
import { InputError, VerificationError } from "../failure/errors.js";
import { findGpu } from "../gpu/registry.js";
import { deferSignals } from "../toolchain/early-end.js";
import { loadPlan, packageDirectory, schedulePlan, wantedPlanFiles } from "./project.js";
import { plural, print, printJson } from "./terminal.js";

export interface EmitArguments {
  readonly plans: readonly string[];
  readonly check: boolean;
  readonly gpu: string;
  readonly out: string | undefined;
  readonly order: string | undefined;
  readonly json: boolean;
}

export async function emitCommand(parameters: EmitArguments): Promise<void> {
  const { check, json } = parameters;
  const gpu = findGpu(parameters.gpu);
  const paths = wantedPlanFiles(parameters.plans);
  if (parameters.out !== undefined && paths.length !== 1)
    throw new InputError("--out names one directory: give exactly one plan with it");
  // All of them before anything is written: a mistake in the last plan leaves the first package alone.
  const packages = paths.map((path) => {
    const loaded = loadPlan(path, parameters.order);
    const { name } = loaded;
    const files = emitPackage(lowerPlan(name, schedulePlan(loaded, gpu).plan, gpu), gpu);
    return { plan: path, name, directory: parameters.out ?? packageDirectory(name), files };
  });

  if (check) {
    const results = packages.map(({ plan, name, directory, files }) => ({
      plan,
      name,
      directory,
      stale: staleFiles(directory, files),
    }));
    const stale = results.flatMap((result) => result.stale);
    if (json) printJson({ passed: stale.length === 0, packages: results });
    if (stale.length > 0)
      throw new VerificationError(
        `${plural(stale.length, "file is", "files are")} stale; \`fftgen emit\` writes them anew, then review the diff\n${stale.map((line) => `  ${line}`).join("\n")}`,
      );
    if (!json)
      print(`${plural(packages.length, "package is what its plan gives", "packages are what their plans give")}`);
    return;
  }

  for (const { directory } of packages) requireWritable(directory);
  const done: { plan: string; name: string; directory: string; files: readonly string[]; state: Written }[] = [];
  deferSignals();
  for (const { plan, name, directory, files } of packages) {
    const state = writePackage(directory, files);
    done.push({ plan, name, directory, files: files.map((file) => file.path), state });
    if (!json) print(`${plan} -> ${directory}/${state === "unchanged" ? "  (unchanged)" : ""}`);
    // A moment for an interruption: between two packages it does no harm.
    await setImmediate();
  }
  if (json) printJson({ packages: done });
}
