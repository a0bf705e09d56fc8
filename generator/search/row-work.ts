// What it takes that rows lie in shared memory in between, beside butterflies and their exchanges: points that are gathered and scattered
// (layout/gathered.ts), and numbers that are put in order before they are stored (layout/in-order.ts). In numbers: of 101 points each element is
// written and read once more on either side, and one access of either goes by a table of places.
import { buildHermitian, pairRegisters, type HermitianSpec } from "../codelet/hermitian.js";
import { storesRows, type Ends } from "../layout/exchange.js";
import { rowLength } from "../layout/gathered.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { halfLength } from "../plan/arrays.js";

export interface RowWork {
  /** For each element of a tile. */
  readonly instructions: number;
  readonly wavefronts: number;
  /** Times that all threads of a block meet. */
  readonly meetings: number;
}

const NONE: RowWork = { instructions: 0, wavefronts: 0, meetings: 0 };

/** Of both numbers of an element: written, read and stored, and the places of the former. */
const IN_ORDER: RowWork = { instructions: 14, wavefronts: 4 / 32, meetings: 2 };

/** Four accesses to shared memory for each element, two of places, and what addresses of both take; four meetings. */
const GATHERED = { instructions: 10, meetings: 4 } as const;

/** Of the elements of a tile, of which a convolution is twice as long: half of them written and read once more, and what makes spectra. */
const STEP = { instructions: 10, meetings: 2 } as const;

const WAVEFRONT_BYTES = 128;

/** `bytes`: of an element in shared memory. */
export function rowWork(
  geometry: Pick<KernelGeometry, "entry" | "exit" | "set" | "threads" | "tile">,
  bytes: number,
): RowWork {
  const own = ofRows(geometry, bytes);
  if (geometry.set.hasStep !== true) return own;
  return {
    instructions: own.instructions + STEP.instructions + butterflyOfStep(geometry),
    wavefronts: own.wavefronts + bytes / WAVEFRONT_BYTES,
    // A part that stores, or loads, has met for its rows already.
    meetings: own.meetings + (own.meetings > 0 ? 1 : STEP.meetings),
  };
}

/**
 * What the butterfly of a step of an odd radix takes, for each element, where a thread has a frequency with its mirrors in all columns: threads
 * that have none wait. In numbers: of 243 points 122 threads have one, of 126 or of 378.
 */
function butterflyOfStep({ set, threads, tile }: Pick<KernelGeometry, "set" | "threads" | "tile">): number {
  const { columnsOfStep: columns, transform } = set;
  if (columns === undefined) return 0;
  const spec: HermitianSpec = {
    ...{ kind: "hermitian", part: "columns", source: "powers" },
    ...{ radix: 2 * columns - 1, direction: transform.direction },
  };
  const frequencies = halfLength(rowLength(set)) * tile.batchTile;
  const rounds = Math.ceil(frequencies / threads);
  return ((buildHermitian(spec).counts.instructions / pairRegisters(spec)) * threads * rounds) / frequencies;
}

function ofRows({ entry, exit }: Ends, bytes: number): RowWork {
  if (entry === undefined) return storesRows(exit, "numbers") ? IN_ORDER : NONE;
  const conflicts = entry.accesses.wavefronts / entry.accesses.ideal;
  return { ...GATHERED, wavefronts: (2 * bytes * (1 + conflicts)) / WAVEFRONT_BYTES };
}
