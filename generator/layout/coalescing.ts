// Counts what a warp's access to global memory costs: 32-byte sectors touched against the fewest possible.
// Addresses are linear in the digits, so one register stands for all of them, and the first warp for all warps: exactly where
// atoms fill warps, as powers of two do, nearly elsewhere.
import { LINE_BYTES, SECTOR_BYTES, WARP } from "../gpu/hardware.js";
import { partsOf } from "../plan/arrays.js";
import { atomStride, type Atom, type MemoryLayout } from "./digits.js";
import type { Reach } from "./reach.js";

/** The sectors, or the lines, of one request so far. */
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
  const lanes = lanesOf(placed);
  const sectors = partsTouched(placed, layout, elementBytes, SECTOR_BYTES);
  return { sectors, ideal: Math.max(1, Math.ceil((lanes * accessBytes) / SECTOR_BYTES)) };
}

/**
 * The same of what a kernel reads or writes. Columns of complex numbers whose parts are neighbours among real ones
 * (plan/decimated-reals.ts) are accessed part by part, and the second part is in the sectors that the first has touched.
 */
export function sectorsOfAccess(
  placed: Placed,
  layout: MemoryLayout,
  { content, mapped }: Pick<Reach, "content" | "mapped">,
  elementBytes: number,
  run: number,
): { readonly sectors: number; readonly ideal: number } {
  const [columns] = mapped;
  const parts = partsOf(content)?.map((part) => (part?.map.kind === "linear" ? part.map : undefined));
  const [re, im] = parts ?? [];
  const areNeighbours = re !== undefined && im !== undefined && re.scale === im.scale && im.offset === re.offset + 1;
  if (columns === undefined || !areNeighbours)
    return sectorsPerRequest(placed, layout, elementBytes, run * elementBytes);
  const digits = new Map(
    [...layout.digits].map(([name, stride]) => [name, columns.weights.has(name) ? re.scale * stride : stride] as const),
  );
  return sectorsPerRequest(placed, { ...layout, digits }, elementBytes / 2, elementBytes);
}

/** The same of a warp whose lanes have neighbours, the first of them at the beginning of a sector. */
export function alignedSectors(
  threads: number,
  elementBytes: number,
): { readonly sectors: number; readonly ideal: number } {
  const sectors = Math.ceil((Math.min(WARP, threads) * elementBytes) / SECTOR_BYTES);
  return { sectors, ideal: sectors };
}

/**
 * Lines of 128 bytes that the same access touches, for each that as many bytes side by side would: of rows of 88 elements a warp has 4
 * each of 8, which are 8 lines instead of 2. Where memory itself has no longer segments these are as good as lines.
 */
export function linesPerRequest(
  placed: Placed,
  layout: MemoryLayout,
  { element, access, segment }: { readonly element: number; readonly access: number; readonly segment: number },
): number {
  const ideal = Math.ceil((lanesOf(placed) * access) / Math.min(LINE_BYTES, segment));
  return Math.max(1, partsTouched(placed, layout, element, LINE_BYTES) / Math.max(1, ideal));
}

const lanesOf = ({ threads }: Placed): number =>
  Math.min(
    WARP,
    threads.reduce((total, atom) => total * atom.size, 1),
  );

/** Parts of memory of so many bytes that a warp's lanes have. */
function partsTouched(placed: Placed, layout: MemoryLayout, elementBytes: number, partBytes: number): number {
  let parts = 0;
  for (const offset of offsetsOf(placed.threads, layout, lanesOf(placed))) {
    const part = Math.floor((offset * elementBytes) / partBytes);
    // Neighbouring lanes mostly share one.
    let known = parts - 1;
    while (known >= 0 && touched[known] !== part) known -= 1;
    if (known < 0) touched[parts++] = part;
  }
  return parts;
}

/**
 * Where the first `count` values of these atoms lie, in elements from the first of them: the first atom runs fastest. In numbers: of 2
 * values 1 apart and 3 values 10 apart five lie at 0, 1, 10, 11 and 20.
 */
export function offsetsOf(atoms: readonly Atom[], layout: MemoryLayout, count: number): Float64Array {
  const offsets = new Float64Array(count);
  let filled = 1;
  for (const atom of atoms) {
    if (filled >= count) break;
    const stride = atomStride(layout, atom);
    const end = Math.min(count, filled * atom.size);
    for (let value = filled; value < end; value++) offsets[value] = (offsets[value - filled] ?? 0) + stride;
    filled = end;
  }
  return offsets;
}
