// Chooses the memory each kernel reads and writes. A kernel whose blocks write only what they read may run in place; any
// other needs another target. The workspace is used only where the output cannot serve.
import { invariant } from "../failure/errors.js";
import type { Buffer, HostProgram, KernelProgram, Launch } from "../kernel/program.js";
import type { Placement } from "../plan/transform.js";

export interface KernelTraffic {
  readonly program: KernelProgram;
  readonly blockLocal: boolean;
}

/** Buffers between the kernels: the fewest uses of the workspace; never writes the input of an out-of-place transform. */
export function hostProgram(name: string, kernels: readonly KernelTraffic[], placement: Placement): HostProgram {
  const direct = assignBuffers(kernels, true);
  // A plan that never needs the workspace in place serves both placements with the same launches.
  const inPlaceAllowed = placement === "in-place" || !direct.includes("workspace");
  const targets = inPlaceAllowed ? direct : assignBuffers(kernels, false);
  const launches = kernels.map(({ program }, index): Launch => {
    const target = targets[index];
    invariant(target !== undefined, () => "host program: a kernel without a target");
    return { kernel: program, source: index === 0 ? "in" : (targets[index - 1] ?? "out"), target };
  });
  return { name, launches, usesWorkspace: targets.includes("workspace"), inPlaceAllowed };
}

/** Targets of all kernels, the last being the output; from the back, so that the output is used as often as possible. */
function assignBuffers(kernels: readonly KernelTraffic[], inputIsOutput: boolean): readonly Buffer[] {
  const targets: Buffer[] = new Array<Buffer>(kernels.length).fill("out");
  for (let index = kernels.length - 1; index > 0; index--) {
    const target = targets[index] ?? "out";
    const local = kernels[index]?.blockLocal ?? false;
    targets[index - 1] = local ? target : target === "out" ? "workspace" : "out";
  }
  // In place, the first kernel reads the memory of the output: unless it is local it must write elsewhere, and the next
  // local kernel brings the data back (a local kernel may also change memory).
  if (inputIsOutput && targets[0] === "out" && !(kernels[0]?.blockLocal ?? true)) {
    return kernels.length === 1 ? ["workspace"] : flipFirst(kernels, targets);
  }
  return targets;
}

function flipFirst(kernels: readonly KernelTraffic[], targets: readonly Buffer[]): readonly Buffer[] {
  const flipped = [...targets];
  for (let index = 0; index < kernels.length - 1; index++) {
    flipped[index] = "workspace";
    // The next kernel reads the workspace and writes the output as before: it need not be local any more.
    if (targets[index + 1] === "out") return flipped;
  }
  return flipped;
}
