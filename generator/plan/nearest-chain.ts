// Turns the sub-computations of one dimension, misprints and all, into the legal ones nearest to them.
//
// Four numbers and a word per sub-computation say what the radices alone would say, so the notation is an
// error-correcting code. Two legal chains of a dimension with different radices differ in at least six fields (both
// radices, both counts, a stride and an extent), hence up to two misprinted numbers are always put right; chains that
// differ only in where their twiddle factors go differ in two words, so a wrong word may have two corrections.
import { at } from "../failure/errors.js";
import type { SubComputation, TwiddlePosition } from "./plan.js";
import { RADICES } from "./radices.js";
import { SUB_COMPUTATION_FIELDS } from "./sub-computations.js";
import type { Dimension } from "./transform.js";

/** A chain that is further from legal than this many fields was not misprinted: something else is wrong with it. */
export const MOST_MISPRINTS = 2;

/** The letters are the business of misprints.ts. */
const NUMBERS_AND_TWIDDLE = SUB_COMPUTATION_FIELDS.filter((field) => field !== "dimension");

export interface NearestChains {
  /** In how many fields each of `chains` differs from what was given, at most MOST_MISPRINTS. */
  readonly distance: number;
  readonly chains: readonly (readonly SubComputation[])[];
}

/**
 * The legal chains of the dimension, with as many sub-computations as given, that differ from them in the fewest
 * fields, letters not counted. Undefined: all differ in more than MOST_MISPRINTS.
 */
export function nearestChains(dimension: Dimension, chain: readonly SubComputation[]): NearestChains | undefined {
  let nearest: NearestChains | undefined;
  const offer = (legal: readonly SubComputation[], distance: number): void => {
    if (nearest === undefined || distance < nearest.distance) nearest = { distance, chains: [legal] };
    else if (distance === nearest.distance) nearest = { distance, chains: [...nearest.chains, legal] };
  };
  const extend = (
    done: readonly SubComputation[],
    extent: number,
    twiddles: readonly TwiddlePosition[],
    distance: number,
  ): void => {
    if (distance > (nearest?.distance ?? MOST_MISPRINTS)) return;
    if (done.length === chain.length) {
      if (extent === 1 && !twiddles.includes("tw")) offer(done, distance);
      return;
    }
    const given = at(chain, done.length);
    for (const radix of RADICES) {
      if (extent % radix !== 0) continue;
      const stride = extent / radix;
      for (const twiddle of twiddles) {
        const legal = { dimension: dimension.name, count: dimension.length / radix, radix, stride, extent, twiddle };
        const different = NUMBERS_AND_TWIDDLE.filter((field) => legal[field] !== given[field]).length;
        extend([...done, legal], stride, twiddle === "tw" ? ["tw", "no-tw"] : ["pre-tw"], distance + different);
      }
    }
  };
  extend([], dimension.length, chain.length === 0 ? [] : ["tw", "no-tw"], 0);
  return nearest;
}
