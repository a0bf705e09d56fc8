// Where a kernel lets the next one start: behind its loads, which so take precedence. A kernel with a tile for each block states
// it where the loads of a tile are done, a persistent one before its first tile.
import {
  globalArray,
  isPersistent,
  isScope,
  originsOf,
  type Kernel,
  type Role,
  type RoleStep,
  type ThreadStep,
} from "../kernel/program.js";

const LET_NEXT_START = { kind: "let-next-start" } as const;

/** The kernel, with the statement that lets the next one start. */
export const lettingNextStart = (kernel: Kernel): Kernel => ({
  ...kernel,
  roles: kernel.roles.map((role) => (isPersistent(kernel) ? beforeTiles(kernel, role) : behindLoads(kernel, role))),
});

const beforeTiles = (kernel: Kernel, role: Role): Role =>
  role.fetches === undefined && originsOf(role, kernel, "read").length === 0
    ? role
    : { ...role, before: [...role.before, LET_NEXT_START] };

const behindLoads = (kernel: Kernel, role: Role): Role =>
  originsOf(role, kernel, "read").length === 0
    ? role
    : { ...role, steps: role.steps.map((step) => inPhase(kernel, step)) };

const inPhase = (kernel: Kernel, step: RoleStep): RoleStep =>
  step.kind !== "phase"
    ? step
    : {
        ...step,
        steps: step.steps.flatMap((own, index) => {
          const next = step.steps[index + 1];
          // A butterfly of which elements are missing in the middle loads twice.
          const goesOn = next !== undefined && loadsLast(kernel, next);
          return loadsLast(kernel, own) && !goesOn ? [own, LET_NEXT_START] : [own];
        }),
      };

/** Whether all loads are done after a step: the second one of two butterflies loads last. */
const loadsLast = (kernel: Kernel, step: ThreadStep): boolean =>
  isScope(step)
    ? !(step.kind === "turn" && !step.mirrored) && step.steps.some((own: ThreadStep) => loadsLast(kernel, own))
    : step.kind === "read" && globalArray(kernel, step.array) !== undefined;
