// `fftgen emit [plans...]`: packages from plan files; with --check, compares and writes nothing.
import { join } from "node:path";
import { emitPackage, lowerPlan } from "../compile.js";
import { staleFiles, writePackage } from "../emit/write.js";
import { InputError, VerificationError } from "../failure/errors.js";
import { findGpu } from "../gpu/registry.js";
import type { Order } from "../plan/transform.js";
import { findPlanFile, GENERATED_DIRECTORY, loadPlan, planFiles, schedule } from "./project.js";
import { print } from "./terminal.js";

export interface EmitArguments {
  readonly plans: readonly string[];
  readonly check: boolean;
  readonly gpu: string;
  readonly out: string | undefined;
  readonly order: Order | undefined;
}

export function emitCommand(parameters: EmitArguments): void {
  const gpu = findGpu(parameters.gpu);
  const paths = parameters.plans.length === 0 ? planFiles() : parameters.plans.map(findPlanFile);
  if (parameters.out !== undefined && paths.length !== 1)
    throw new InputError("--out names one directory: give exactly one plan with it");
  const stale: string[] = [];
  for (const path of paths) {
    const { name, plan } = loadPlan(path, parameters.order === undefined ? {} : { order: parameters.order });
    const files = emitPackage(lowerPlan(name, schedule(plan, gpu).plan, gpu), gpu);
    const directory = parameters.out ?? join(GENERATED_DIRECTORY, name);
    if (parameters.check) {
      stale.push(...staleFiles(directory, files));
    } else {
      writePackage(directory, files);
      print(`${path} -> ${directory}/`);
    }
  }
  if (!parameters.check) return;
  if (stale.length > 0)
    throw new VerificationError(
      `${stale.join("\n")}\n${stale.length} file(s) are stale: run \`npx fftgen emit\` and review the diff`,
    );
  print(`${paths.length} package(s) are what their plans give`);
}
