// Kernels with one step of synchronisation left out or weakened.
import {
  phasesOf,
  type Kernel,
  type PhaseStep,
  type Role,
  type RoleStep,
  type ThreadStep,
} from "../../generator/kernel/program.js";
import { isSync, type Action, type Barrier, type SyncStep } from "../../generator/kernel/sync.js";

/** What a step may become that is weaker than it: nothing, or itself without a part. */
function weaker(step: SyncStep): readonly (readonly [string, readonly SyncStep[]])[] {
  const actions = (list: readonly Action[]): readonly (readonly [string, readonly Action[]])[] =>
    list.flatMap((action, index) =>
      action.kind === "prefetch" ? [] : [[`${step.kind} without ${action.kind}`, list.toSpliced(index, 1)] as const],
    );
  switch (step.kind) {
    case "first":
      return actions(step.actions).map(([name, left]) => [name, [{ ...step, actions: left }]]);
    case "handover":
      return [
        ["no handover", []],
        ...(step.fence ? [["handover without fence", [{ ...step, fence: false }]] as const] : []),
        ...actions(step.actions).map(([name, left]) => [name, [{ ...step, actions: left }]] as const),
        ...(step.arriveAt === undefined
          ? []
          : [[`handover without ${step.arriveAt}`, [{ ...step, arriveAt: undefined }]] as const]),
      ];
    case "wait":
      return [
        [`no wait for ${step.barrier}`, []],
        ...(step.use === "this"
          ? [[`wait for the last ${step.barrier}`, [{ ...step, use: "last" as const }]] as const]
          : []),
      ];
    case "deal":
      return [
        ["no deal", []],
        ["deal a round too early", [{ ...step, ahead: step.ahead + 1 }]],
      ];
    case "sync-block":
    case "sync":
    case "arrive":
    case "arrive-cluster":
    case "wait-cluster":
      return [[`no ${step.kind}`, []]];
    // No result depends on it.
    case "let-next-start":
      return [];
  }
}

/** What threads without work may do that they are not to do: leave where others meet, or write. */
const weakerWorkers = ({ workers }: PhaseStep): readonly (readonly [string, Pick<PhaseStep, "workers">])[] =>
  workers === undefined
    ? []
    : [
        ...(workers.others === "repeat"
          ? [["others leave", { workers: { ...workers, others: "skip" } }] as const]
          : []),
        ["all work", { workers: undefined }],
      ];

/** Every kernel that differs from this one in one step of synchronisation, in one barrier, or in what threads without work do. */
export function weakened(kernel: Kernel): readonly (readonly [string, Kernel])[] {
  if (phasesOf(kernel).some(({ steps }) => steps.some((step) => step.kind === "turn" && step.steps.some(isSync))))
    throw new Error(`${kernel.name} has a step of synchronisation in one of two butterflies, where none is weakened`);
  const withRole = (index: number, role: Role): Kernel => ({ ...kernel, roles: kernel.roles.with(index, role) });
  const inSteps = <S extends ThreadStep | RoleStep>(
    steps: readonly S[],
  ): readonly (readonly [string, readonly (S | SyncStep)[]])[] =>
    steps.flatMap((step, index) =>
      isSync(step)
        ? weaker(step).map(
            ([name, instead]) =>
              [`step ${index}, ${name}`, [...steps.slice(0, index), ...instead, ...steps.slice(index + 1)]] as const,
          )
        : [],
    );
  const ofRoles = kernel.roles.flatMap((role, index) => [
    ...inSteps(role.before).map(
      ([name, before]) => [`${role.name}: before, ${name}`, withRole(index, { ...role, before })] as const,
    ),
    ...inSteps(role.steps).map(
      ([name, steps]) => [`${role.name}: ${name}`, withRole(index, { ...role, steps })] as const,
    ),
    ...role.steps.flatMap((phase, at) =>
      phase.kind !== "phase"
        ? []
        : [...inSteps(phase.steps).map(([name, steps]) => [name, { steps }] as const), ...weakerWorkers(phase)].map(
            ([name, change]) =>
              [
                `${role.name}, phase ${at}: ${name}`,
                withRole(index, { ...role, steps: role.steps.with(at, { ...phase, ...change }) }),
              ] as const,
          ),
    ),
  ]);
  const ofMeetings = meetings(kernel).map(
    ([name, isOf]) => [name, { ...kernel, roles: kernel.roles.map((role) => withoutSteps(role, isOf)) }] as const,
  );
  const ofBarriers = kernel.barriers.flatMap((barrier, index) => {
    const instead = (change: Partial<Barrier>): Kernel => ({
      ...kernel,
      barriers: kernel.barriers.with(index, { ...barrier, ...change }),
    });
    return [
      [`${barrier.name}: one arrival more`, instead({ arrivals: barrier.arrivals + 1 })] as const,
      ...(barrier.firstBytes === undefined
        ? []
        : [[`${barrier.name}: fewer bytes`, instead({ firstBytes: barrier.firstBytes - 8 })] as const]),
    ];
  });
  return [...ofRoles, ...ofMeetings, ...ofBarriers];
}

type IsStep = (step: ThreadStep | RoleStep) => boolean;

/** An arrival at the barrier of the cluster and the wait for it: without one of them alone the barrier is used wrongly, whatever it orders. */
function meetings({ roles }: Kernel): readonly (readonly [string, IsStep])[] {
  const steps = roles.flatMap(({ steps }) =>
    steps.flatMap((step): readonly (ThreadStep | RoleStep)[] => (step.kind === "phase" ? step.steps : [step])),
  );
  const [arrivals, waits] = (["arrive-cluster", "wait-cluster"] as const).map((wanted) =>
    steps.filter(({ kind }) => kind === wanted),
  );
  return (arrivals ?? []).map((arrival, index) => [
    `no meeting ${index} of the cluster`,
    (step) => step === arrival || step === waits?.[index],
  ]);
}

const withoutSteps = (role: Role, isOf: IsStep): Role => ({
  ...role,
  steps: role.steps
    .filter((step) => !isOf(step))
    .map((step) => (step.kind === "phase" ? { ...step, steps: step.steps.filter((own) => !isOf(own)) } : step)),
});
