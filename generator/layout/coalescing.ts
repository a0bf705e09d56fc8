// Counts what a warp's access to global memory costs: 32-byte sectors touched against the fewest possible.
// Addresses are linear in the digits, so one register stands for all of them, and the first warp for all warps: exactly where
// atoms fill warps, as powers of two do, nearly elsewhere.
import { WARP } from "../gpu/hardware.js";
import { atomStride, type Atom, type MemoryLayout } from "./digits.js";

const SECTOR_BYTES = 32;

/** The sectors of one request so far. */
const touched = new Float64Array(WARP);

interface Placed {
  readonly threads: readonly Atom[];
}

/**
 * Sectors one full warp touches with one access, and the fewest that hold its bytes. `accessBytes` is what one lane moves: an
 * element, or a run of them.
 */
export function sectorsPerRequest(
  placed: Placed,
  layout: MemoryLayout,
  elementBytes: number,
  accessBytes = elementBytes,
): { readonly sectors: number; readonly ideal: number } {
  const threads = placed.threads.reduce((total, atom) => total * atom.size, 1);
  const lanes = Math.min(WARP, threads);
  const places = placed.threads.map((atom) => ({ size: atom.size, stride: atomStride(layout, atom) }));
  let sectors = 0;
  for (let lane = 0; lane < lanes; lane++) {
    let offset = 0;
    let rest = lane;
    for (const { size, stride } of places) {
      offset += (rest % size) * stride;
      rest = Math.floor(rest / size);
    }
    const sector = Math.floor((offset * elementBytes) / SECTOR_BYTES);
    // Neighbouring lanes mostly share one.
    let known = sectors - 1;
    while (known >= 0 && touched[known] !== sector) known -= 1;
    if (known < 0) touched[sectors++] = sector;
  }
  return { sectors, ideal: Math.max(1, Math.ceil((lanes * accessBytes) / SECTOR_BYTES)) };
}
