// Chooses the memory each kernel reads and writes. A kernel whose blocks write only what they read may run in place; any
// other needs another target. The workspace is used only where the output cannot serve.
import { invariant } from "../failure/errors.js";
import type { Buffer, HostProgram, KernelProgram, Launch } from "../kernel/program.js";

export interface KernelTraffic {
  readonly program: KernelProgram;
  readonly blockLocal: boolean;
}

/**
 * The launches of a transform. They serve both placements: the first kernel of a plan is always block-local, because what
 * it finishes lies in its tile as a whole, so it may read the memory that it writes; and nothing but it reads the input.
 */
export function hostProgram(name: string, kernels: readonly KernelTraffic[]): HostProgram {
  invariant(kernels[0]?.blockLocal === true, () => `host program: the first kernel of ${name} is not block-local`);
  const targets = assignTargets(kernels);
  const launches = kernels.map(({ program }, index): Launch => {
    const target = targets[index];
    invariant(target !== undefined, () => "host program: a kernel without a target");
    return { kernel: program, source: index === 0 ? "in" : (targets[index - 1] ?? "out"), target };
  });
  return { name, launches, usesWorkspace: targets.includes("workspace") };
}

/** Targets of all kernels, the last being the output; from the back, so that the output is used as often as possible. */
function assignTargets(kernels: readonly KernelTraffic[]): readonly Buffer[] {
  const targets: Buffer[] = kernels.map(() => "out");
  for (let index = kernels.length - 1; index > 0; index--) {
    const target = targets[index] ?? "out";
    const local = kernels[index]?.blockLocal ?? false;
    targets[index - 1] = local ? target : target === "out" ? "workspace" : "out";
  }
  return targets;
}
