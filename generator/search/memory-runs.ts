// The contiguous runs of a tile in device memory: how far apart they lie, and how many begin within a sector, parts of which others write. In
// numbers: rows of 2049 complex numbers of 8 bytes, 16 columns at a time: the runs of three rows of four begin so.
import { gcd } from "../arithmetic/factorisation.js";
import { SECTOR_BYTES } from "../gpu/hardware.js";
import { atomStride, BATCH, sameAtom, type Atom, type MemoryLayout } from "../layout/digits.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { rememberedOfTwo } from "../layout/remembered.js";
import { elementTypeBytes } from "../plan/elements.js";

/** Bytes from one run of a tile to the next in what it reads, or writes; 0 if it is all one. Columns and their mirrors are two. */
export const runDistance = (
  { tile, columns, input, output, elements }: KernelGeometry,
  end: "input" | "output",
): number => {
  const { side } = columns.kind === "across" ? columns : { side: undefined };
  const atoms = side === undefined ? tile.atoms : tile.atoms.filter((atom) => !sameAtom(atom, side));
  return distanceBetween(atoms, end === "input" ? input : output) * elementTypeBytes(elements[end]);
};

const distanceBetween = rememberedOfTwo((atoms: readonly Atom[], layout: MemoryLayout): number => {
  let run = 1;
  for (const atom of atoms.toSorted((a, b) => atomStride(layout, a) - atomStride(layout, b))) {
    const stride = atomStride(layout, atom);
    if (stride !== run) return stride;
    run *= atom.size;
  }
  return 0;
});

/** The share of the runs that a kernel stores which begin within a sector. */
export function brokenRuns({ tile, output, elements }: KernelGeometry): number {
  const bytes = elementTypeBytes(elements.output);
  const run = tile.outputRun;
  const strides = [...tile.atoms, ...tile.grid]
    .map((atom) => atomStride(output, atom))
    .filter((stride) => stride >= run);
  const steps = [run, ...strides, output.digits.get(BATCH) ?? 0];
  return 1 - steps.reduce((unit, stride) => gcd(unit, stride * bytes), SECTOR_BYTES) / SECTOR_BYTES;
}
