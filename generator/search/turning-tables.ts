// The tables of kernels that go there and back: factors of both ways, chirps, and the spectrum in between, each entry of which a row reads
// once. In numbers: 10007 points go through 20250 by 0.5 MB of tables for each row of 160 KB, of which no cache near holds more than 60 KB.
import { elementTypeBytes } from "../plan/elements.js";
import { codeletTable, factorSource, tableEntries } from "../kernel/factor-source.js";
import type { DigitSet } from "../layout/digits.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { twiddleExponent } from "../layout/twiddle-exponents.js";
import type { Gpu } from "../gpu/gpu.js";
import type { Schedule } from "../plan/plan.js";
import { codeletOf } from "./operations.js";

/** Of the memory that caches and shared memory divide between them, what shared memory cannot have. */
const CACHE_BYTES = 28 * 1024;
/** Entries of the spectrum for each element, and about as many of both chirps. */
const CONSTANTS_PER_ELEMENT = 2;
const WAYS = 2;
/** Of one number of a table of places (layout/gathered.ts). */
const PLACE_BYTES = 4;

/** Bytes of tables for each element of a tile that come from farther than the cache of the multiprocessor. */
export function farTableBytes(
  set: DigitSet,
  geometry: KernelGeometry,
  schedule: Schedule,
  gpu: Gpu,
  blocksPerSm: number,
): number {
  const { elements, phases, digits, sharedBytes } = geometry;
  const bytes = elementTypeBytes(elements.held);
  const length = digits.reduce((product, { radix }) => product * radix, 1);
  let [entries, read] = [CONSTANTS_PER_ELEMENT * length, CONSTANTS_PER_ELEMENT];
  for (const { digit } of phases) {
    const exponent = digit === undefined ? undefined : twiddleExponent(set, digit);
    if (digit === undefined || exponent === undefined) continue;
    const table = codeletTable(exponent, codeletOf(digit, schedule), elements.held.storage);
    const source = factorSource(schedule.twiddles, table, tableEntries(schedule));
    if (source.kind !== "table") continue;
    entries += WAYS * table.rows.length * table.count;
    read += (WAYS * table.rows.length) / digit.radix;
  }
  const places = geometry.set.gathers ? WAYS * PLACE_BYTES : 0;
  const near = Math.max(0, gpu.sharedBytesPerSm + CACHE_BYTES - blocksPerSm * sharedBytes);
  return (read * bytes + places) * Math.max(0, 1 - near / (entries * bytes + places * length));
}
