// Butterflies of which not all is needed (layout/butterfly-part.ts): what their codelets leave out, and accesses to the rest.
import type { CodeletPart, CodeletSpec, Places } from "../codelet/codelet.js";
import type { Access } from "../kernel/access.js";
import { butterflyPart } from "../layout/butterfly-part.js";
import type { KernelGeometry } from "../layout/geometry.js";
import type { Phase } from "../layout/phases.js";

/** What products with constants make of real numbers is complex: the way back to real numbers ends in one with a chirp. */
export function neededPart(geometry: KernelGeometry, phase: Phase, hasProducts: boolean): CodeletPart | undefined {
  const part = butterflyPart(geometry, phase);
  if (part?.reals === undefined || !hasProducts) return part;
  const { inputs, outputs } = part;
  return { ...(inputs === undefined ? {} : { inputs }), ...(outputs === undefined ? {} : { outputs }) };
}

/** The access to these elements of a butterfly only, one by one; to all where its digit has no axis of its own. */
export function accessWithin<A extends Access>(
  access: A,
  places: Places | undefined,
  codelet: Pick<CodeletSpec, "radix"> | undefined,
): A {
  const isOwn = access.run === 1 && access.axes[0]?.size === codelet?.radix;
  return places === undefined || !isOwn ? access : { ...access, only: { axis: 0, ...places } };
}
