// Chooses the memory each kernel reads and writes. A kernel whose blocks write only what they read may run in place; any
// other needs another target. The workspace is used only where the output cannot serve, and for counters: each kernel that
// deals out its tiles has one of its own.
import { at, invariant } from "../failure/errors.js";
import type { HostArrays } from "../plan/arrays.js";
import { outputArray, type Kernel } from "../kernel/program.js";
import { WORKSPACE_ARRAYS, type HostProgram, type Launch, type CallArray } from "../kernel/host-program.js";

export interface KernelTraffic {
  readonly program: Kernel;
  readonly blockLocal: boolean;
}

/**
 * The launches of a transform. Where input and output lie alike, they serve both placements: the first kernel of a plan is
 * block-local then, because what it finishes lies in its tile as a whole, so it may read the memory that it writes, or writes the
 * workspace; and nothing but it reads the input.
 */
export function hostProgram(
  name: string,
  kernels: readonly KernelTraffic[],
  { alike, outServes, parameters }: HostArrays = { alike: true, outServes: true, parameters: [] },
): HostProgram {
  const targets = assignTargets(kernels, { alike, outServes });
  invariant(
    !alike || targets[0] !== "out" || kernels[0]?.blockLocal === true,
    () => `host program: the first kernel of ${name} is not block-local`,
  );
  const counted = kernels.filter(({ program }) => dealsTiles(program));
  const launches = kernels.map((kernel, index): Launch => {
    const target = targets[index];
    invariant(target !== undefined, () => "host program: a kernel without a target");
    const source = index === 0 ? "in" : (targets[index - 1] ?? "out");
    const counter = counted.indexOf(kernel);
    const arrays = kernel.program.arrays.map(({ direction }) => (direction === "read" ? source : target));
    return { kernel: kernel.program, arrays, counter: counter < 0 ? undefined : counter };
  });
  return {
    name,
    inPlace: alike,
    // Of dimensions with one element nobody asks.
    parameters: parameters.filter((name) => kernels.some(({ program }) => program.parameters.includes(name))),
    launches,
    workspace: {
      arrays: WORKSPACE_ARRAYS.filter((array) => targets.includes(array)).length,
      counters: counted.length,
    },
  };
}

const dealsTiles = (program: Kernel): boolean => program.tiles.order === "ticket";

/** Whether what a kernel writes has room in the user's array: values have, but not with their rounding errors. */
const holdsUserElements = (kernel: Kernel): boolean => outputArray(kernel).element.compensation === undefined;

/**
 * Targets of all kernels, the last being the output; from the back, so that the output is used as often as possible. Where it has no
 * room, two arrays of the workspace take turns.
 */
function assignTargets(
  kernels: readonly KernelTraffic[],
  { alike, outServes }: Pick<HostArrays, "alike" | "outServes">,
): readonly CallArray[] {
  const targets: CallArray[] = kernels.map(() => "out");
  for (let index = kernels.length - 1; index > 0; index--) {
    const target = at(targets, index);
    const local = kernels[index]?.blockLocal ?? false;
    const before = at(kernels, index - 1);
    // What the first kernel writes tile by tile would overwrite what others have to read, were the output the input.
    const overwrites = alike && index === 1 && target === "out" && !before.blockLocal;
    const fits = outServes && !overwrites && holdsUserElements(before.program);
    if (local && (fits || target !== "out")) targets[index - 1] = target;
    else if (target === "out") targets[index - 1] = "workspace";
    else targets[index - 1] = fits ? "out" : target === "workspace" ? "second" : "workspace";
  }
  return targets;
}
