// Butterflies of which not all is needed (layout/butterfly-part.ts): what their codelets leave out, and accesses to the rest.
import { runsOf, type CodeletPart, type CodeletSpec, type Places } from "../codelet/codelet.js";
import type { Access } from "../kernel/access.js";
import { butterflyPart } from "../layout/butterfly-part.js";
import type { Stretch } from "../layout/stretch.js";
import type { Phase } from "../layout/phases.js";

/** What products with constants make of real numbers is complex: the way back to real numbers ends in one with a chirp. */
export function neededPart(geometry: Stretch, phase: Phase, hasProducts: boolean): CodeletPart | undefined {
  const part = butterflyPart(geometry, phase);
  if (part?.reals === undefined || !hasProducts) return part;
  const { inputs, outputs } = part;
  return { ...(inputs === undefined ? {} : { inputs }), ...(outputs === undefined ? {} : { outputs }) };
}

/**
 * The accesses to these elements of a butterfly only, one by one; to all, for which guards tell, where its digit has no axis of its own, and
 * of a single one where strides are the caller's: nothing would then be left that the parameter of a stride stands in.
 */
export function accessesWithin<A extends Access>(
  access: A,
  places: Places | undefined,
  codelet: Pick<CodeletSpec, "radix"> | undefined,
): readonly A[] {
  const [axis] = access.axes;
  if (places === undefined || axis === undefined || axis.size !== codelet?.radix || access.run > 1) return [access];
  const runs = runsOf(places);
  const hasSingle = runs.some(({ from, below }) => below === from + 1);
  return hasSingle && axis.strided.size > 0 ? [access] : runs.map((run) => ({ ...access, only: { axis: 0, ...run } }));
}
