// Places what one role of a cluster's blocks does, the front or the back: its butterflies, one phase each, on its threads and
// registers. All its threads work in each phase: they count on one another where buffers change hands.
import { invariant } from "../failure/errors.js";
import { failure, success, type Result } from "../failure/result.js";
import { isMatrixProduct } from "../plan/units.js";
import { product, type Atom, type MemoryLayout, type TransformedDigit } from "./digits.js";
import { placeFragmentPhases } from "./fragment-phases.js";
import { activeThreads, placePhase, type Phase } from "./phases.js";
import type { Tile } from "./tile.js";

/** One phase for each digit, of what a group or a block has of the tile; the last one may store. */
export function placeRole(
  tile: Tile,
  digits: readonly TransformedDigit[],
  threads: number,
  order: MemoryLayout,
  { stores }: { readonly stores: boolean },
): Result<readonly Phase[]> {
  const missing = digits.find((digit) => product(tile.atoms.filter((atom) => atom.digit === digit.name)) < digit.radix);
  invariant(missing === undefined, () => `layout: digit ${missing?.name ?? ""} is not whole in a block of a cluster`);
  const placed = placeDigits(tile, digits, threads, order);
  if (!placed.ok) return placed;
  const phases = placed.value;
  const idle = phases.map(activeThreads).find((active) => active !== threads);
  if (idle !== undefined) return failure(`only ${idle} of ${threads} threads have work`);
  return success(stores ? [...phases.slice(0, -1).map(evenLanes), ...phases.slice(-1)] : phases.map(evenLanes));
}

/** Tensor cores say where a digit lies. Elements that are sent go one by one: none are kept together as a run. */
function placeDigits(
  tile: Tile,
  digits: readonly TransformedDigit[],
  threads: number,
  order: MemoryLayout,
): Result<readonly Phase[]> {
  if (digits.some(({ subComputation }) => isMatrixProduct(subComputation))) {
    const placed = placeFragmentPhases({ tile, threads, input: order, output: order, longestRun: 1 }, digits);
    return placed.ok ? success(placed.value.phases) : placed;
  }
  const phases: Phase[] = [];
  for (const digit of digits) {
    const phase = placePhase({ tile, threads }, digit, order);
    if (!phase.ok) return phase;
    phases.push(phase.value);
  }
  return success(phases);
}

/** Threads of a phase that reads and writes shared memory only: lanes hold atoms of two, which a swizzled address tells apart. */
const evenLanes = (phase: Phase): Phase => ({ ...phase, threads: evenFirst(phase.threads) });

/** Atoms of two before all others. */
export const evenFirst = (atoms: readonly Atom[]): readonly Atom[] =>
  atoms.toSorted((a, b) => Number(a.size !== 2) - Number(b.size !== 2));
