// Where elements lie in shared memory between two phases: addresses linear in atoms. Atoms of two may also exchange bits of the bank (exclusive
// or): that is a swizzle. In numbers: rows of 16 elements of 8 bytes, one behind the other, meet in one bank each 16 rows; 17 apart, or with the
// bits of the row exchanged with those of the column, in none.
import { product, sameAtom, type Atom } from "./digits.js";
import { WARP } from "../gpu/hardware.js";
import { activeThreads, type Phase } from "./phases.js";

export interface AddressMap {
  /** Of `swizzled` ones a bit of the address below `bankElements` belongs to one atom of two, with which others are exchanged. */
  readonly kind: "sums" | "swizzled";
  readonly atoms: readonly Atom[];
  /** Element stride of each atom; of swizzled ones, if that has two values, a power of two below `bankElements`, or a multiple of them. */
  readonly strides: readonly number[];
  /** What each atom's one exchanges in the address: 0 or a power of two below `bankElements`. */
  readonly masks: readonly number[];
  /** Elements that one wavefront serves: addresses differ in their bank if they differ modulo this. */
  readonly bankElements: number;
  /** Elements of the buffer, padding included. */
  readonly elements: number;
}

/** Addresses that are sums alone. */
export const sumsOf = (
  atoms: readonly Atom[],
  strides: readonly number[],
  elements: number,
  elementBytes: number,
): AddressMap => ({
  kind: "sums",
  atoms,
  strides,
  masks: atoms.map(() => 0),
  bankElements: bankElementsOf(elementBytes),
  elements,
});

/** Addresses of atoms side by side, in this order. */
export const denseMap = (atoms: readonly Atom[], elementBytes: number): AddressMap =>
  sumsOf(
    atoms,
    atoms.map((_, index) => product(atoms.slice(0, index))),
    product(atoms),
    elementBytes,
  );

/** The stride of an atom, and what it exchanges; 0 where it has no part in the address. */
export function placeOf(
  { atoms, strides, masks }: AddressMap,
  atom: Atom,
): { readonly stride: number; readonly mask: number } {
  const position = atoms.findIndex((other) => sameAtom(other, atom));
  return { stride: strides[position] ?? 0, mask: masks[position] ?? 0 };
}

const WAVEFRONT_BYTES = 128;

/** Elements that a wavefront of shared memory serves. */
const bankElementsOf = (elementBytes: number): number => WAVEFRONT_BYTES / elementBytes;

/** Of one access of a warp, or of several: how many, and the fewest possible. */
export interface Wavefronts {
  readonly wavefronts: number;
  readonly ideal: number;
}

/**
 * Wavefronts of a phase's access for one value of the registers: per group of lanes, the most that fall into one bank. The first
 * warp stands for all where lanes hold atoms of two only; else all warps are counted.
 */
export function wavefrontsOf(phase: Phase, map: AddressMap): Wavefronts {
  const { bankElements } = map;
  const lanes = lanesCounted(phase);
  const addresses = addressesOf(phase.threads, map, lanes);
  const banks = new Uint8Array(bankElements);
  let wavefronts = 0;
  for (let start = 0; start < lanes; start += bankElements) {
    banks.fill(0);
    let worst = 0;
    for (let lane = start; lane < Math.min(start + bankElements, lanes); lane++) {
      const bank = (addresses[lane] ?? 0) % bankElements;
      const load = (banks[bank] ?? 0) + 1;
      banks[bank] = load;
      if (load > worst) worst = load;
    }
    wavefronts += worst;
  }
  return { wavefronts, ideal: Math.ceil(lanes / bankElements) };
}

/** Threads of a phase whose wavefronts are counted. */
export function lanesCounted(phase: Phase): number {
  const threads = activeThreads(phase);
  return phase.threads.some(({ size }) => size !== 2) ? threads : Math.min(WARP, threads);
}

/** Of so many lanes, those of each atom from those below it. */
export function addressesOf(threads: readonly Atom[], map: AddressMap, lanes: number): Uint32Array {
  const [sums, exchanged] = [new Uint32Array(lanes), new Uint32Array(lanes)];
  let below = 1;
  for (const atom of threads) {
    if (below >= lanes) break;
    const { stride, mask } = placeOf(map, atom);
    const end = Math.min(below * atom.size, lanes);
    for (let lane = below; lane < end; lane++) {
      const value = Math.floor(lane / below);
      sums[lane] = (sums[lane % below] ?? 0) + value * stride;
      exchanged[lane] = (exchanged[lane % below] ?? 0) ^ (value * mask);
    }
    below *= atom.size;
  }
  return sums.map((sum, lane) => sum ^ (exchanged[lane] ?? 0));
}
