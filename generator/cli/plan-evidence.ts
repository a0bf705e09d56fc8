// Measurements of a plan: the evidence of its file, and whether it still holds for the text that the plan gives.
import { invariant } from "../failure/errors.js";
import type { JudgedEvidence } from "../tune/evidence.js";
import { keptHash } from "./kept-hash.js";
import type { LoadedPlan } from "./loaded-plan.js";

/** Gives the hash of a plan's text; throws an InputError where the plan cannot run on its GPU. */
export type TextHash = (loaded: LoadedPlan) => string;

/** The evidence in the order of the file. Plans without evidence are not emitted. */
export function judgedEvidence(loaded: LoadedPlan, textHash: TextHash): readonly JudgedEvidence[] {
  const { evidence } = loaded;
  if (evidence.length === 0) return [];
  const text = textHash(loaded);
  return evidence.map((one) => ({ ...one, stale: one.text !== text }));
}

/** For commands that only look at plans: what emits is most of fftgen, and is loaded only if one of these was never emitted before. */
export async function textHashOf(plans: readonly LoadedPlan[]): Promise<TextHash> {
  const measured = plans.filter(({ evidence }) => evidence.length > 0);
  const kept = new Map(measured.map((loaded) => [loaded, keptHash(loaded)] as const));
  if ([...kept.values()].includes(undefined)) {
    const { textHash } = await import("./text-hash.js");
    return (loaded) => kept.get(loaded) ?? textHash(loaded);
  }
  return (loaded) => {
    const hash = kept.get(loaded);
    invariant(hash !== undefined, () => `textHashOf: ${loaded.path} is none of the plans`);
    return hash;
  };
}
