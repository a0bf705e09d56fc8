// Where the steps of synchronisation of a kernel stand: what distinguishes one structure from another.
import type { Kernel, RoleStep, ThreadStep } from "../../generator/kernel/program.js";
import { isSync, type Action, type SyncStep } from "../../generator/kernel/sync.js";

/** For each step of synchronisation its role, the access before it, the step, and the access behind it. */
export const placesOfSteps = ({ roles }: Kernel): readonly string[] =>
  roles.flatMap(({ name, before, steps }) => {
    const parts = steps.flatMap(partsOf);
    const accessFrom = (list: readonly Part[]): string => list.find(({ isAccess }) => isAccess)?.text ?? "none";
    return [
      ...before.flatMap((step) => (syncText(step) === "" ? [] : [`${name}: before, ${syncText(step)}`])),
      ...parts.flatMap(({ isAccess, text }, index) =>
        isAccess || text === ""
          ? []
          : [`${name}: ${accessFrom(parts.slice(0, index).toReversed())}, ${text}, ${accessFrom(parts.slice(index))}`],
      ),
    ];
  });

interface Part {
  readonly isAccess: boolean;
  readonly text: string;
}

function partsOf(step: RoleStep | ThreadStep): readonly Part[] {
  if (isSync(step)) return [{ isAccess: false, text: syncText(step) }];
  if (step.kind === "phase" || step.kind === "turn") return step.steps.flatMap((own: ThreadStep) => partsOf(own));
  const isAccess = step.kind === "read" || step.kind === "write" || step.kind === "zeroth" || step.kind === "lines";
  return isAccess ? [{ isAccess, text: `${step.kind} ${step.array}` }] : [];
}

const actionsText = (actions: readonly Action[]): string =>
  actions
    .filter(({ kind }) => kind !== "prefetch")
    .map((action) => (action.kind === "expect" ? `expect ${action.barrier}` : action.kind))
    .join(" and ");

/** Empty for a step that only asks for a later tile, or lets the next kernel start. */
function syncText(step: SyncStep): string {
  switch (step.kind) {
    case "first":
      return actionsText(step.actions);
    case "handover":
      return `handover ${actionsText(step.actions)} ${step.arriveAt ?? ""}`.trim();
    case "sync":
      return `sync ${step.meeting.name ?? step.meeting.number}`;
    case "wait":
      return `wait for ${step.use} ${step.barrier}`;
    case "arrive":
      return `arrive at ${step.barrier}`;
    case "sync-block":
    case "arrive-cluster":
    case "wait-cluster":
    case "deal":
      return step.kind;
    // Nobody waits there.
    case "let-next-start":
      return "";
  }
}
