// A stretch of a kernel's path: phases one after the other, whose atoms are of one set of digits, and where their elements come from and go.
// What a plan's kernel computes is one; a kernel that does more than its butterflies has others before and behind it (lower/path.ts). In
// numbers: the kernel of 101 points has four, one that loads rows, butterflies of 100 = 10 * 10, the same back, and one that stores rows.
import type { KernelElements } from "../plan/elements.js";
import type { Atom, DigitSet, MemoryLayout, TransformedDigit } from "./digits.js";
import type { Exchange } from "./exchange.js";
import type { Phase } from "./phases.js";
import type { Reach } from "./reach.js";
import type { Tile } from "./tile.js";

/** What the atoms of phases mean. */
export interface View {
  readonly index: number;
  /** The digits of the plan as this kernel sees them: in units of its elements. */
  readonly set: DigitSet;
  readonly elements: KernelElements;
  readonly tile: Tile;
}

export interface Stretch extends View {
  /** Those that it transforms. */
  readonly digits: readonly TransformedDigit[];
  readonly phases: readonly Phase[];
  /** What lies between phases, in their order; none until addresses are chosen (whole-geometry.ts). */
  readonly exchanges: readonly Exchange[];
  /** Atoms that lie side by side in shared memory, and in the registers of every phase: one access moves them together. */
  readonly run: readonly Atom[];
  readonly input: MemoryLayout;
  readonly output: MemoryLayout;
  /** What these layouts do not say of the arrays. */
  readonly reads: Reach;
  readonly writes: Reach;
  /** Elements that one access to global memory moves. */
  readonly loadRun: number;
  readonly storeRun: number;
  /** A digit of which a block has one value, a frequency, as soon as all is loaded (branches.ts). */
  readonly loaded: TransformedDigit | undefined;
}

/** The same stretch with other ends. */
export const endingIn = (stretch: Stretch, output: MemoryLayout, writes: Reach): Stretch => ({
  ...stretch,
  output,
  writes,
});
export const beginningIn = (stretch: Stretch, input: MemoryLayout, reads: Reach): Stretch => ({
  ...stretch,
  input,
  reads,
});

export const viewOf = ({ index, set, elements, tile }: View): View => ({ index, set, elements, tile });

/** A stretch that exchanges nothing, unless it is said. */
export const MOVES = {
  digits: [],
  exchanges: [],
  run: [],
  loadRun: 1,
  storeRun: 1,
  loaded: undefined,
} as const;
