// Rows in shared memory, as the parts of a kernel hand them on (path.ts).
import {
  atomName,
  BATCH,
  digitsAlong,
  product,
  type Atom,
  type DigitSet,
  type MemoryLayout,
} from "../layout/digits.js";
import type { Reach } from "../layout/reach.js";

/** One column behind the other. */
export const inColumns = (set: DigitSet, columns: readonly Atom[], pitch: number): MemoryLayout => ({
  digits: new Map([...set.digits.map(({ name }) => [name, 0] as const), [BATCH, 0]]),
  atoms: new Map(columns.map((atom, index) => [atomName(atom), pitch * product(columns.slice(0, index))])),
});

/** Rows in shared memory, one behind the other. */
export function inRows(
  set: DigitSet,
  weight: "inPlaceWeight" | "naturalWeight",
  columns: readonly Atom[],
  pitch: number,
): MemoryLayout {
  const { digits, atoms } = inColumns(set, columns, pitch);
  const own = digitsAlong(set).map((digit) => [digit.name, digit[weight]] as const);
  return { digits: new Map([...digits, ...own]), ...(atoms === undefined ? {} : { atoms }) };
}

/** Of what lies in shared memory. */
export const within = (distance: number): Reach => ({
  map: undefined,
  below: undefined,
  ranges: [],
  mapped: [],
  indices: [],
  parameters: new Map(),
  distance,
  planar: false,
  content: undefined,
});
