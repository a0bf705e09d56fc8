// What it costs that rows are gathered and scattered in shared memory (layout/gathered.ts), beside butterflies and their exchanges. In
// numbers: of 101 points each element is written and read once more on either side, and one access of either goes by a table of places.
import type { KernelGeometry } from "../layout/geometry.js";

/** Four accesses to shared memory for each element, two of places, and what addresses of both take. */
const INSTRUCTIONS = 10;
/** Times that all threads of a block meet for it. */
const MEETINGS = 4;

export interface GatheringCost {
  /** For each element of a tile. */
  readonly instructions: number;
  readonly wavefronts: number;
  readonly meetings: number;
}

const NONE: GatheringCost = { instructions: 0, wavefronts: 0, meetings: 0 };

/** `bytes`: of an element in shared memory. */
export function gatheringCost({ gathered }: Pick<KernelGeometry, "gathered">, bytes: number): GatheringCost {
  if (gathered === undefined) return NONE;
  const conflicts = gathered.wavefronts / gathered.idealWavefronts;
  return { instructions: INSTRUCTIONS, wavefronts: (2 * bytes * (1 + conflicts)) / 128, meetings: MEETINGS };
}
