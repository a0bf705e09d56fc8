// What the evaluator is for besides numbers: it finds out every step of synchronisation that is left out or weakened, in every
// structure of kernel, in whatever order warps happen to run.
import { describe, expect, test } from "vitest";
import { InvariantError } from "../../generator/failure/errors.js";
import type { DataArray } from "../../generator/kernel/evaluate.js";
import type { HostProgram } from "../../generator/kernel/host-program.js";
import { lowered } from "../emit/named-plan.js";
import { isThorough, runs, sweep } from "../effort.js";
import { recordedPlans } from "../replay/recorded-plans.js";
import { placesOfSteps } from "./places-of-steps.js";
import { OtherNumbers, run, structures, type Structure } from "./structures.js";
import { weakened } from "./weakened.js";

const named = structures.map((structure) => [structure.name, structure] as const);

const known = new Map<Structure, DataArray>();

/** The numbers of a program as it was lowered. */
function meantBy(structure: Structure): DataArray {
  const meant = known.get(structure) ?? run(structure, structure.host.launches, 0);
  known.set(structure, meant);
  return meant;
}

test.each(named)("%s: whatever the order, the same numbers", (_, structure) => {
  const meant = meantBy(structure);
  for (let seed = 1; seed <= runs(1, 8); seed++) run(structure, structure.host.launches, seed, meant);
});

const isFound = (error: unknown): boolean => error instanceof InvariantError || error instanceof OtherNumbers;

/** Ways to weaken one kernel of a program that change nothing for one of the seeds. */
function unnoticed(structure: Structure): readonly string[] {
  const { launches } = structure.host;
  const meant = meantBy(structure);
  return launches.flatMap((launch, index) =>
    weakened(launch.kernel).flatMap(([name, kernel]) => {
      for (let seed = 1; seed <= runs(1, 2); seed++) {
        try {
          run(structure, launches.with(index, { ...launch, kernel }), seed, meant);
          return [`kernel ${index}, ${name}`];
        } catch (error) {
          if (!isFound(error)) throw error;
        }
      }
      return [];
    }),
  );
}

test.each(sweep(named, ([, { isLike }]) => isLike !== true))(
  "%s: each step that is left out or weakened is found, whatever the order",
  (_, structure) => {
    expect(unnoticed(structure)).toEqual(structure.redundant ?? []);
  },
);

describe("places of steps", () => {
  const placesIn = (programs: readonly HostProgram[]): ReadonlySet<string> =>
    new Set(programs.flatMap(({ launches }) => launches.flatMap(({ kernel }) => placesOfSteps(kernel))));
  const ours = placesIn(structures.filter(({ isLike }) => isLike !== true).map(({ host }) => host));

  test("structures that are like others have none of their own", () => {
    const like = placesIn(structures.filter(({ isLike }) => isLike === true).map(({ host }) => host));
    expect([...like].filter((place) => !ours.has(place))).toEqual([]);
  });

  test.runIf(isThorough)("drawn plans have none that no structure has", () => {
    const drawn = placesIn(recordedPlans().map((plan) => lowered(plan).host));
    expect(drawn.size).toBeGreaterThan(30);
    expect([...drawn].filter((place) => !ours.has(place))).toEqual([]);
  });
});
