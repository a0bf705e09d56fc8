// Chooses the addresses of a receive buffer, which blocks of a cluster fill and one reads: without padding, so that what a
// half-warp sends lies in one aligned segment, and swizzled, so that the phases that read it meet no bank conflicts.
// The lightest bits of an address choose the bank: each belongs to an atom of two, and is exchanged (exclusive or) with other atoms
// of two. Atoms of other sizes lie above them, side by side: their strides are multiples of what a wavefront serves, so that they
// decide no bank, and lanes that differ in one of them conflict. Where there are too few atoms of two to choose a bank, the others begin
// below it, and nothing is exchanged.
import { at } from "../failure/errors.js";
import { WARP } from "../gpu/hardware.js";
import { product, sameAtom, type Atom } from "./digits.js";
import { activeThreads, type Phase } from "./phases.js";
import { ACCESS_BYTES } from "./runs.js";
import type { SharedMap } from "./shared-map.js";

export interface SwizzledMap {
  readonly atoms: readonly Atom[];
  /** Element stride of each atom: if that has two values, a power of two below `bankElements`, or a multiple of them. */
  readonly strides: readonly number[];
  /** What each atom's one exchanges in the address: 0 or a power of two below `bankElements`. */
  readonly masks: readonly number[];
  /** Elements that one wavefront serves: addresses differ in their bank if they differ modulo this. */
  readonly bankElements: number;
  /** Elements of the buffer, padding included. */
  readonly elements: number;
}

/** Addresses of atoms side by side, in this order, that no swizzling changes. */
export const denseMap = (atoms: readonly Atom[], elementBytes: number): SwizzledMap => ({
  atoms,
  strides: atoms.map((_, index) => product(atoms.slice(0, index))),
  masks: atoms.map(() => 0),
  bankElements: bankElementsOf(elementBytes),
  elements: product(atoms),
});

/** Whether atoms of two below what a wavefront serves have a bit of the address each, which others may exchange. */
export const isSwizzled = ({ elements, atoms }: SwizzledMap): boolean => elements === product(atoms);

/** A map of the same form whose addresses are sums alone; what lies behind the buffer may be accessed at its widest. */
export const paddedMap = ({ atoms, strides, elements }: SharedMap, elementBytes: number): SwizzledMap => {
  const widest = ACCESS_BYTES / elementBytes;
  return {
    atoms,
    strides,
    masks: atoms.map(() => 0),
    bankElements: bankElementsOf(elementBytes),
    elements: Math.ceil(elements / widest) * widest,
  };
};

const WAVEFRONT_BYTES = 128;

/** Elements that a wavefront of shared memory serves. */
const bankElementsOf = (elementBytes: number): number => WAVEFRONT_BYTES / elementBytes;

/** Dense addresses for atoms in this order, of which the first choose the bank, swizzled for these phases, served in turn. */
export function swizzleFor(atoms: readonly Atom[], phases: readonly Phase[], elementBytes: number): SwizzledMap {
  const dense = denseMap(atoms, elementBytes);
  const { bankElements, strides } = dense;
  const masks = [...dense.masks];
  /** The bit of the bank that an atom decides; 0 if none as yet. */
  const bankBit = (position: number): number => {
    const stride = at(strides, position);
    return stride < bankElements ? stride : at(masks, position);
  };
  for (const phase of phases) {
    const lanes = phase.threads
      .filter((_, index) => product(phase.threads.slice(0, index)) < bankElements)
      .filter(({ size }) => size === 2)
      .map((atom) => atoms.findIndex((other) => sameAtom(other, atom)));
    const used = new Set(lanes.map(bankBit));
    for (const position of lanes) {
      if (bankBit(position) !== 0) continue;
      let free = 1;
      while (used.has(free)) free *= 2;
      if (free >= bankElements) break;
      masks[position] = free;
      used.add(free);
    }
  }
  return { ...dense, masks };
}

/** Of an access by so many threads. */
export interface Wavefronts {
  readonly wavefronts: number;
  readonly ideal: number;
  readonly lanes: number;
}

/**
 * Wavefronts of a phase's access for one value of the registers: per group of lanes, the most that fall into one bank. The first
 * warp stands for all where lanes hold atoms of two only; else all warps are counted.
 */
export function wavefrontsOf(phase: Phase, map: SwizzledMap): Wavefronts {
  const { bankElements } = map;
  const threads = activeThreads(phase);
  const lanes = phase.threads.some(({ size }) => size !== 2) ? threads : Math.min(WARP, threads);
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
  return { wavefronts, ideal: Math.ceil(lanes / bankElements), lanes };
}

/** Of so many lanes, those of each atom from those below it. */
export function addressesOf(threads: readonly Atom[], map: SwizzledMap, lanes: number): Uint32Array {
  const [sums, exchanged] = [new Uint32Array(lanes), new Uint32Array(lanes)];
  let below = 1;
  for (const atom of threads) {
    if (below >= lanes) break;
    const position = map.atoms.findIndex((other) => sameAtom(other, atom));
    const [stride, mask] = [map.strides[position] ?? 0, map.masks[position] ?? 0];
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
