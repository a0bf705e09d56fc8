// Numbers that nothing uses are left out of a kernel program: coordinates, and what is computed of them. A phase that moves data on chip
// only needs no number of its threads' columns.
import { definedBy, usedNames } from "../kernel/live-names.js";
import type { Let } from "../kernel/let.js";
import { isScope, type Kernel, type Scope, type SingleStep, type ThreadStep } from "../kernel/program.js";

export const withoutDeadNames = (kernel: Kernel): Kernel => ({
  ...kernel,
  roles: kernel.roles.map((role) => ({
    ...role,
    steps: role.steps.map((step) => (step.kind === "phase" ? { ...step, steps: liveSteps(step.steps) } : step)),
  })),
});

/** From the last step on: what is used behind a step is known when it is looked at. */
function liveSteps<S extends ThreadStep>(steps: readonly S[], used: ReadonlySet<string> = new Set()): readonly S[] {
  const live = new Set(used);
  const kept: S[] = [];
  for (const step of steps.toReversed()) {
    const own = livePart(step, live);
    if (own === undefined) continue;
    for (const name of definedBy(own)) live.delete(name);
    for (const name of usedNames([own])) live.add(name);
    kept.push(own);
  }
  return kept.toReversed();
}

function livePart<S extends ThreadStep>(step: S, live: ReadonlySet<string>): S | undefined {
  if (step.kind === "let") return live.has(step.name) ? step : undefined;
  if (step.kind === "coordinates") {
    const coordinates = step.coordinates.filter(({ name }) => live.has(name));
    return coordinates.length === 0 ? undefined : { ...step, coordinates };
  }
  return isScope(step) ? liveScope(step) : step;
}

function liveScope<S extends Exclude<Scope, { readonly kind: "phase" }>>(scope: S): S {
  const steps = liveSteps<SingleStep>(scope.steps);
  if (scope.kind !== "turn") return { ...scope, steps };
  const used = usedNames(steps);
  // Coordinates are parts of the number of the thread for which this one stands.
  const wanted = used.has(THREAD) ? new Set([...used, scope.thread]) : used;
  return { ...scope, numbers: liveSteps<Let>(scope.numbers, wanted), steps };
}

const THREAD = "thread";
