// `fftgen verify [plans...]`: builds and runs the verification program of emitted packages.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { emitPackage, lowerPlan } from "../compile.js";
import { writePackage } from "../emit/write.js";
import { findGpu } from "../gpu/registry.js";
import type { Order } from "../plan/transform.js";
import type { Target } from "../toolchain/build.js";
import { findPlanFile, loadPlan, planFiles, schedule } from "./project.js";
import { print } from "./terminal.js";
import { verifyPackage } from "./verify-package.js";

export interface VerifyArguments {
  readonly plans: readonly string[];
  readonly on: Target | "auto";
  readonly gpu: string;
  readonly order: Order | undefined;
  readonly batch: number | undefined;
  readonly thorough: boolean;
  readonly json: boolean;
}

export async function verifyCommand(parameters: VerifyArguments): Promise<void> {
  const gpu = findGpu(parameters.gpu);
  const paths = parameters.plans.length === 0 ? planFiles() : parameters.plans.map(findPlanFile);
  for (const path of paths) {
    const { name, plan } = loadPlan(path, parameters.order === undefined ? {} : { order: parameters.order });
    // From the plan, not from generated/: what is verified is what the plan gives now.
    const scratch = mkdtempSync(join(tmpdir(), "fftgen-"));
    const remove = (): void => rmSync(scratch, { recursive: true, force: true });
    process.on("exit", remove);
    try {
      const directory = join(scratch, name);
      writePackage(directory, emitPackage(lowerPlan(name, schedule(plan, gpu).plan, gpu), gpu));
      const extra = [
        ...(parameters.batch === undefined ? [] : ["--batch", String(parameters.batch)]),
        ...(parameters.thorough ? ["--thorough"] : []),
        ...(parameters.json ? ["--json"] : []),
      ];
      const outcome = await verifyPackage(directory, name, parameters.on, extra);
      if (!parameters.json) print(`${path}, on the ${outcome.target === "gpu" ? "GPU" : "emulator"}`);
      print(outcome.output);
    } finally {
      remove();
      process.off("exit", remove);
    }
  }
}
