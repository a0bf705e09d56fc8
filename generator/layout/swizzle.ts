// Chooses the addresses of a receive buffer, which blocks of a cluster fill and one reads: without padding, so that what a
// half-warp sends lies in one aligned segment, and swizzled, so that the phases that read it meet no bank conflicts.
// Powers of two only: an address is a number whose bits belong to one atom each; the lightest bits choose the bank and are
// exchanged (exclusive or) with bits of heavier atoms.
import { at } from "../failure/errors.js";
import { WARP } from "../gpu/hardware.js";
import { sameAtom, type Atom } from "./digits.js";
import { activeThreads, type Phase } from "./phases.js";

export interface SwizzledMap {
  readonly atoms: readonly Atom[];
  /** Element stride of each atom. */
  readonly strides: readonly number[];
  /** What each atom's one exchanges in the address: 0 or a power of two below `bankElements`. */
  readonly masks: readonly number[];
  /** Elements that one wavefront serves: addresses differ in their bank if they differ modulo this. */
  readonly bankElements: number;
}

const WAVEFRONT_BYTES = 128;

/** Elements that a wavefront of shared memory serves. */
export const bankElementsOf = (elementBytes: number): number => WAVEFRONT_BYTES / elementBytes;

/** Dense addresses for atoms in this order, swizzled for these phases, which are served in turn. */
export function swizzleFor(atoms: readonly Atom[], phases: readonly Phase[], elementBytes: number): SwizzledMap {
  const bankElements = bankElementsOf(elementBytes);
  const strides = atoms.map((_, index) => 2 ** index);
  const masks = atoms.map(() => 0);
  /** The bit of the bank that an atom decides; 0 if none as yet. */
  const bankBit = (position: number): number => {
    const stride = at(strides, position);
    return stride < bankElements ? stride : at(masks, position);
  };
  for (const phase of phases) {
    const lanes = phase.threads
      .slice(0, Math.log2(bankElements))
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
  return { atoms, strides, masks, bankElements };
}

/** The address of an atom's one. */
export function swizzledPlace(map: SwizzledMap, atom: Atom): number {
  const position = map.atoms.findIndex((other) => sameAtom(other, atom));
  return position < 0 ? 0 : at(map.strides, position) ^ at(map.masks, position);
}

/**
 * Wavefronts of the first warp's access in a phase: per group of lanes, the most that fall into one bank. `place` gives the
 * address of each thread atom's one; with powers of two, any other address is the exclusive or of these.
 */
export function wavefrontsOf(
  phase: Phase,
  place: (atom: Atom) => number,
  bankElements: number,
): { readonly wavefronts: number; readonly ideal: number } {
  const lanes = Math.min(WARP, activeThreads(phase));
  const bits = phase.threads.slice(0, Math.log2(lanes)).map(place);
  const banks = new Uint8Array(bankElements);
  let wavefronts = 0;
  for (let start = 0; start < lanes; start += bankElements) {
    banks.fill(0);
    let worst = 0;
    for (let lane = start; lane < Math.min(start + bankElements, lanes); lane++) {
      let address = 0;
      for (let index = 0; index < bits.length; index++) if ((lane >> index) % 2 === 1) address ^= bits[index] ?? 0;
      const load = (banks[address % bankElements] ?? 0) + 1;
      banks[address % bankElements] = load;
      if (load > worst) worst = load;
    }
    wavefronts += worst;
  }
  return { wavefronts, ideal: Math.ceil(lanes / bankElements) };
}
