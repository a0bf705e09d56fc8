// The names of numbers that steps use: coordinates, and what is computed of them.
import { unreachable } from "../failure/errors.js";
import { namesIn as namesOf } from "../plan/index-expression.js";
import type { Sum } from "./coordinates.js";
import { isScope, type RoleStep, type SingleStep, type ThreadStep } from "./program.js";
import { isSync } from "./sync.js";

/** Of steps in one scope; what is defined in scopes of their own is not among them. */
export function usedNames(steps: readonly (RoleStep | ThreadStep)[]): ReadonlySet<string> {
  const live = new Set<string>();
  for (const step of steps.toReversed()) {
    for (const name of definedBy(step)) live.delete(name);
    for (const name of usedBy(step)) live.add(name);
  }
  return live;
}

/** The names that a step gives to numbers of its scope. */
export function definedBy(step: RoleStep | ThreadStep): readonly string[] {
  if (step.kind === "coordinates") return step.coordinates.map(({ name }) => name);
  return step.kind === "let" ? [step.name] : [];
}

function usedBy(step: RoleStep | ThreadStep): Iterable<string> {
  if (isSync(step)) return [];
  if (isScope(step)) return usedNames(step.kind === "turn" ? [...step.numbers, ...step.steps] : step.steps);
  if (step.kind === "coordinates") return step.coordinates.map(({ source }) => source);
  if (step.kind === "let") return namesOf(step.value);
  if (step.kind === "mirror") return namesOf(step.isFirst);
  const ofSums = sumsOf(step).flatMap((sum) => sum.map(({ coordinate }) => coordinate));
  return step.kind === "hermitian" && step.rows !== undefined ? [...ofSums, step.rows.alone] : ofSums;
}

/** The sums of coordinates in a step that accesses or computes. */
function sumsOf(step: Exclude<SingleStep, { readonly kind: "coordinates" | "let" | "mirror" }>): readonly Sum[] {
  if (isSync(step)) return [];
  switch (step.kind) {
    case "read":
    case "write": {
      const { index, guards, indices = [] } = step;
      const sent = step.kind === "write" ? (step.send?.rank ?? []) : [];
      return [
        index.sum,
        index.exchanged,
        sent,
        ...index.mapped.map(({ sum }) => sum),
        ...guards.map(({ sum }) => sum),
        ...indices.map(({ sum }) => sum),
      ];
    }
    case "pointwise":
      return [step.place];
    case "zeroth":
      return [step.frequency, step.place];
    case "butterfly":
    case "matrix-butterfly":
      return step.twiddle === undefined ? [] : [step.twiddle.row, step.twiddle.exponent];
    case "hermitian":
    case "hermitian-pairs":
      return [step.twiddle.exponent];
    case "weigh":
      return step.points.map(({ sum }) => sum);
    case "lines":
    case "hadamard":
    case "scale":
    case "real":
      return [];
    default:
      return unreachable(step);
  }
}
