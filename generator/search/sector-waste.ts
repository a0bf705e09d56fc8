// Counts the sectors of device memory that a kernel's accesses touch beyond what their bytes fill: those of scattered lanes, and
// those at both ends of segments that begin within a sector.
import { at } from "../failure/errors.js";
import { atomStride, product, unrank } from "../layout/digits.js";
import type { KernelGeometry } from "../layout/geometry.js";

const SECTOR_BYTES = 32;

/**
 * Sectors over the fewest possible, at least 1. A warp whose first lane begins within a sector touches one more: rows of 150
 * elements of 8 bytes begin so every second time, those of 200 never.
 */
export function sectorsWasted(geometry: KernelGeometry, access: "load" | "store", elementBytes: number): number {
  const { sectors, ideal } = access === "load" ? geometry.loadSectors : geometry.storeSectors;
  if (sectors > ideal) return sectors / ideal;
  const layout = access === "load" ? geometry.input : geometry.output;
  const { registers } = at(geometry.phases, access === "load" ? 0 : geometry.phases.length - 1);
  const count = product(registers);
  const misplaced = Array.from({ length: count }, (_, register) => {
    const values = unrank(registers, register);
    const offset = registers.reduce((sum, atom, index) => sum + at(values, index) * atomStride(layout, atom), 0);
    return (offset * elementBytes) % SECTOR_BYTES;
  }).filter((remainder) => remainder !== 0).length;
  return (sectors + misplaced / count) / ideal;
}
