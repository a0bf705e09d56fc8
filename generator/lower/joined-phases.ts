// Two phases of two parts of a kernel as one, where the way back begins in the registers that the way there leaves.
import type { Coordinate } from "../kernel/coordinates.js";
import type { PhaseStep, ThreadStep } from "../kernel/program.js";
import { invariant } from "../failure/errors.js";
import { workersOf } from "./idle-threads.js";
import type { Side } from "./sides.js";

/** The other end of a phase of which this one is in registers; nothing is moved there. */
export const alone = (side: Side): Side => ({ ...side, isGlobal: true });

export const coordinatesIn = (step: PhaseStep | undefined): readonly Coordinate[] =>
  (step?.steps ?? []).flatMap((own) => (own.kind === "coordinates" ? own.coordinates : []));

/** Two phases as one: what the first would write the second would read again. */
export function inOne(first: PhaseStep, second: PhaseStep): PhaseStep {
  const isOf = (kind: "coordinates" | "read" | "write") => (step: ThreadStep) => step.kind === kind;
  const names = coordinatesIn(first);
  const further = second.steps.flatMap((step): readonly ThreadStep[] => {
    if (step.kind === "read") return [];
    if (step.kind !== "coordinates") return [step];
    const coordinates = distinct([...names, ...step.coordinates]).slice(names.length);
    return [{ ...step, coordinates }];
  });
  const steps = [...first.steps.filter((step) => !isOf("write")(step)), ...further];
  return {
    ...first,
    comment: `${first.comment} ${second.comment}`,
    workers: workersOf(first.workers?.count, steps),
    steps,
  };
}

/** Each once; two of one name are one. */
export function distinct(coordinates: readonly Coordinate[]): readonly Coordinate[] {
  const byName = new Map<string, Coordinate>();
  for (const one of coordinates) {
    const known = byName.get(one.name);
    invariant(
      known === undefined || JSON.stringify(known) === JSON.stringify(one),
      () => `lower: two coordinates are called ${one.name}`,
    );
    byName.set(one.name, known ?? one);
  }
  return [...byName.values()];
}
