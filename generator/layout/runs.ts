// Runs: neighbouring elements that one thread holds and one access moves. Kernels of short elements move several at once, as
// wide as an access can be. Which atoms a kernel keeps together is chosen here; where they stand in registers, by the phases.
import { stridesApart } from "../plan/arrays.js";
import { arrayAfter, atomStride, product, type Atom, type DigitSet, type MemoryLayout } from "./digits.js";
import { rememberedOfTwo } from "./remembered.js";

/** Bytes that a thread moves by one access, at most. */
export const ACCESS_BYTES = 16;

/** Elements of so many bytes that one access moves. Where rows and arrays lie `strides` apart, each begins at a multiple of them. */
export function longestRun(elementBytes: number, strides: readonly number[] = []): number {
  let run = ACCESS_BYTES / elementBytes;
  while (strides.some((stride) => stride % run !== 0)) run /= 2;
  return run;
}

/** How far apart rows and arrays lie in what a kernel reads, and in what it writes. */
export const stridesAround = rememberedOfTwo((set: DigitSet, index: number): readonly number[] => [
  ...stridesApart(arrayAfter(set, index)),
  ...stridesApart(arrayAfter(set, index + 1)),
]);

/** The lightest atoms of a tile that are neighbours in memory, each of size 2, up to `longest` elements. */
export function neighbours(atoms: readonly Atom[], layout: MemoryLayout, longest: number): readonly Atom[] {
  const run: Atom[] = [];
  if (longest === 1) return run;
  for (const atom of atoms.toSorted((a, b) => atomStride(layout, a) - atomStride(layout, b))) {
    const held = product(run);
    if (atomStride(layout, atom) !== held || atom.size !== 2 || held * atom.size > longest) break;
    run.push(atom);
  }
  return run;
}

/** The same, as far as each butterfly on tensor cores still has the atoms that go on lanes. */
export function keptRun(
  atoms: readonly Atom[],
  layout: MemoryLayout,
  longest: number,
  spare: (digit: string) => number,
): readonly Atom[] {
  const left = new Map<string, number>();
  const run: Atom[] = [];
  for (const atom of neighbours(atoms, layout, longest)) {
    const rest = left.get(atom.digit) ?? spare(atom.digit);
    if (rest < 1) break;
    left.set(atom.digit, rest - 1);
    run.push(atom);
  }
  return run;
}

/** Elements that lie next to each other in the registers of a thread and in memory, up to `longest`. */
export const runLength = (registers: readonly Atom[], layout: MemoryLayout, longest: number): number =>
  product(neighbours(registers, layout, longest));
