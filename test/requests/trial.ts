// Requests by number: which one a seed gives, and what becomes of it.
import { chanceOf } from "./chance.js";
import { drawnRequest } from "./draw.js";
import { judged } from "./judge.js";
import type { Request } from "../../generator/definition/request.js";
import type { Failure, Shrunk } from "./shrink.js";

/** So many requests of a seed, and how many of them are compiled. */
export interface Trials {
  readonly count: number;
  readonly seed: number;
  readonly compiled: number;
}

/** A seed of its own for each request: those of one run are those of no other. */
export const seedOf = ({ seed }: Pick<Trials, "seed">, index: number): number => (seed * 1_000_003 + index) % 2 ** 31;

/** Whether request number `index` is compiled, too: they are spread over all. */
export const isCompiled = ({ count, compiled }: Trials, index: number): boolean =>
  Math.floor(((index + 1) * compiled) / count) > Math.floor((index * compiled) / count);

export interface Outcome {
  readonly kind: "right" | "refused" | "failed";
  readonly kernels: number;
  readonly request: Request;
  readonly seed: number;
  readonly failure?: Failure;
}

export async function outcomeOf(seed: number, compiler: string | undefined): Promise<Outcome> {
  const request = drawnRequest(chanceOf(seed));
  const verdict = await judged(request, seed, compiler);
  const kernels = verdict.kind === "refused" ? 0 : verdict.plan.length;
  return { kind: verdict.kind, kernels, request, seed, ...(verdict.kind === "failed" ? { failure: verdict } : {}) };
}

/** The first failure of each kind. */
export function firstOfEachKind(outcomes: readonly Outcome[]): readonly (Shrunk & { readonly times: number })[] {
  const kinds = new Map<string, Shrunk & { readonly times: number }>();
  for (const { request, seed, failure } of outcomes) {
    if (failure === undefined) continue;
    const known = kinds.get(failure.what);
    kinds.set(
      failure.what,
      known === undefined ? { request, seed, failure, times: 1 } : { ...known, times: known.times + 1 },
    );
  }
  return [...kinds.values()];
}
