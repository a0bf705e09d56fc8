// Chooses the addresses of a receive buffer, which blocks of a cluster fill and one reads: without padding, so that what a
// half-warp sends lies in one aligned segment, and swizzled, so that the phases that read it meet no bank conflicts.
// The lightest bits of an address choose the bank: each belongs to an atom of two, and is exchanged (exclusive or) with other atoms
// of two. Atoms of other sizes lie above them, side by side: their strides are multiples of what a wavefront serves, so that they
// decide no bank, and lanes that differ in one of them conflict. Where there are too few atoms of two to choose a bank, the others begin
// below it, and nothing is exchanged.
import { at } from "../failure/errors.js";
import { denseMap, type AddressMap } from "./address-map.js";
import { product, sameAtom, type Atom } from "./digits.js";
import type { Phase } from "./phases.js";

/** Dense addresses for atoms in this order, of which the first choose the bank, swizzled for these phases, served in turn. */
export function swizzleFor(atoms: readonly Atom[], phases: readonly Phase[], elementBytes: number): AddressMap {
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
  return { ...dense, kind: "swizzled", masks };
}
