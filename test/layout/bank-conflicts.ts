// Bank conflicts counted the long way: every warp, every register, byte addresses and the 32 banks of 4 bytes. Knows nothing of
// how addresses were chosen.
import { sameAtom, type Atom } from "../../generator/layout/digits.js";
import type { Phase } from "../../generator/layout/phases.js";
import { sizeOf } from "./enumerated.js";

const WARP = 32;
const BANKS = 32;
const BANK_BYTES = 4;

/** The mixed-radix digits of an index, the first atom's lightest. */
function digitsOf(atoms: readonly Atom[], index: number): readonly number[] {
  let rest = index;
  return atoms.map(({ size }) => {
    const digit = rest % size;
    rest = (rest - digit) / size;
    return digit;
  });
}

/** Wavefronts of a phase's accesses to elements at `address`, and the fewest that so many bytes need, over all warps. */
export function bankConflicts(
  phase: Phase,
  address: (value: (atom: Atom) => number) => number,
  elementBytes: number,
): { readonly wavefronts: number; readonly least: number } {
  const lanesAtOnce = Math.min(WARP, (BANKS * BANK_BYTES) / elementBytes);
  const threads = sizeOf(phase.threads);
  let [wavefronts, least] = [0, 0];
  for (let register = 0; register < sizeOf(phase.registers); register++) {
    const held = digitsOf(phase.registers, register);
    for (let first = 0; first < threads; first += lanesAtOnce) {
      const words = new Map<number, Set<number>>();
      for (let thread = first; thread < Math.min(first + lanesAtOnce, threads); thread++) {
        const placed = digitsOf(phase.threads, thread);
        const value = (atom: Atom): number =>
          placed[phase.threads.findIndex((other) => sameAtom(other, atom))] ??
          held[phase.registers.findIndex((other) => sameAtom(other, atom))] ??
          0;
        const byte = address(value) * elementBytes;
        for (let word = byte / BANK_BYTES; word < (byte + elementBytes) / BANK_BYTES; word++) {
          const bank = words.get(word % BANKS) ?? new Set();
          words.set(word % BANKS, bank.add(word));
        }
      }
      wavefronts += Math.max(...[...words.values()].map(({ size }) => size));
      least += 1;
    }
  }
  return { wavefronts, least };
}
