// Chooses the shared-memory address of every tile element so that all exchanges of a kernel are free of bank conflicts.
// The address is linear in the atoms; padding is a larger stride at some of them, found by counting conflicts, not by trial
// on a device. One map serves every exchange of a kernel, so a thread overwrites only what it has read itself and each
// exchange needs a single barrier.
import { at } from "../failure/errors.js";
import { atomStride, sameAtom, unrank, type Atom, type MemoryLayout } from "./digits.js";
import { activeThreads, type Phase } from "./phases.js";

export interface SharedMap {
  /** Element stride of each tile atom, in the order of `atoms`. */
  readonly atoms: readonly Atom[];
  readonly strides: readonly number[];
  /** Elements of shared memory, padding included. */
  readonly elements: number;
  /** Shared-memory wavefronts of one warp's access, per phase, and the fewest possible. */
  readonly wavefronts: readonly number[];
  readonly idealWavefronts: readonly number[];
}

const BANKS = 32;
const BANK_BYTES = 4;
const WARP = 32;
const PADS = [1, 2, 4, 8, 16] as const;

/** Lanes that a wavefront serves: a warp's access to wider elements is cut into parts of 128 bytes. */
const lanesPerWavefront = (elementBytes: number): number => Math.min(WARP, (BANKS * BANK_BYTES) / elementBytes);

/** Lane coordinates of one phase's access, prepared once: `values[atom][lane]`. */
interface Access {
  readonly values: readonly (readonly number[])[];
  readonly lanes: number;
}

function accessOf(phase: Phase, atoms: readonly Atom[], warp: number): Access {
  const lanes = Math.min(WARP, activeThreads(phase) - warp * WARP);
  const perLane = Array.from({ length: lanes }, (_, lane) => unrank(phase.threads, warp * WARP + lane));
  const values = atoms.map((atom) => {
    const position = phase.threads.findIndex((candidate) => sameAtom(candidate, atom));
    return perLane.map((lane) => (position < 0 ? 0 : at(lane, position)));
  });
  return { values, lanes };
}

/** Wavefronts of one access: per group of lanes, the largest number of different words that fall into one bank. */
function countWavefronts(access: Access, strides: readonly number[], elementBytes: number): number {
  const group = lanesPerWavefront(elementBytes);
  let total = 0;
  for (let start = 0; start < access.lanes; start += group) {
    const slots = new Map<number, Set<number>>();
    let worst = 0;
    for (let lane = start; lane < Math.min(start + group, access.lanes); lane++) {
      let address = 0;
      for (let atom = 0; atom < strides.length; atom++) {
        address += (access.values[atom]?.[lane] ?? 0) * (strides[atom] ?? 0);
      }
      const bank = address % group;
      const words = slots.get(bank) ?? new Set<number>();
      words.add(address);
      slots.set(bank, words);
      worst = Math.max(worst, words.size);
    }
    total += worst;
  }
  return total;
}

/** Strides of atoms laid out in order, with `pads[i]` extra elements at the stride of atom i. */
function stridesWith(
  atoms: readonly Atom[],
  pads: ReadonlyMap<number, number>,
): { strides: number[]; elements: number } {
  const strides: number[] = [];
  let next = 1;
  atoms.forEach((atom, index) => {
    const stride = next + (pads.get(index) ?? 0);
    strides.push(stride);
    next = stride * atom.size;
  });
  const highest = strides.reduce((sum, stride, index) => sum + stride * (at(atoms, index).size - 1), 0);
  return { strides, elements: highest + 1 };
}

/** The best map found: fewest wavefronts first, then least memory. At most `elementLimit` elements. */
export function chooseSharedMap(
  phases: readonly Phase[],
  tileAtoms: readonly Atom[],
  layouts: { readonly input: MemoryLayout; readonly output: MemoryLayout },
  elementBytes: number,
  elementLimit: number,
): SharedMap | undefined {
  const ideal = phases.map((phase) =>
    Math.ceil(Math.min(WARP, activeThreads(phase)) / lanesPerWavefront(elementBytes)),
  );
  const idealTotal = ideal.reduce((sum, value) => sum + value, 0);
  let best: { map: SharedMap; total: number } | undefined;

  const orders = [layouts.input, layouts.output].map((layout) =>
    tileAtoms.toSorted((a, b) => atomStride(layout, a) - atomStride(layout, b)),
  );
  for (const atoms of orders) {
    const accesses = phases.map((phase) => accessOf(phase, atoms, 0));
    const consider = (pads: ReadonlyMap<number, number>): boolean => {
      const { strides, elements } = stridesWith(atoms, pads);
      if (elements > elementLimit) return false;
      const wavefronts = accesses.map((access) => countWavefronts(access, strides, elementBytes));
      const total = wavefronts.reduce((sum, value) => sum + value, 0);
      if (best === undefined || total < best.total || (total === best.total && elements < best.map.elements)) {
        best = { map: { atoms, strides, elements, wavefronts, idealWavefronts: ideal }, total };
      }
      return total === idealTotal;
    };
    if (consider(new Map())) break;
    let found = false;
    for (let i = atoms.length - 1; i > 0; i--) for (const pad of PADS) if (consider(new Map([[i, pad]]))) found = true;
    for (let i = 1; i < atoms.length && !found; i++) {
      for (let j = i + 1; j < atoms.length && !found; j++) {
        for (const a of PADS)
          for (const b of PADS)
            if (
              consider(
                new Map([
                  [i, a],
                  [j, b],
                ]),
              )
            )
              found = true;
      }
    }
    if (found) break;
  }
  return best?.map;
}
