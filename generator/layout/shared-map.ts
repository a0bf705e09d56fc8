// Chooses the shared-memory address of every tile element so that the exchanges of a kernel meet the fewest bank conflicts:
// none for powers of two but in rare plans. Counts the first warp, which stands for all where atoms fill warps.
// The address is linear in the atoms; padding is a larger stride at some of them, found by counting conflicts, not by trial
// on a device. One map serves every exchange of a kernel, so a thread overwrites only what it has read itself and each
// exchange needs a single barrier.
import { at } from "../failure/errors.js";
import { sumsOf, type AddressMap } from "./address-map.js";
import { product, sameAtom, type Atom } from "./digits.js";
import { WARP } from "../gpu/hardware.js";
import { fixedLaneAtoms } from "./fragment-phases.js";
import { activeThreads, type Phase } from "./phases.js";

export interface SharedMap extends AddressMap {
  /** Shared-memory wavefronts of one warp's access, per phase, and the fewest possible. */
  readonly wavefronts: readonly number[];
  readonly idealWavefronts: readonly number[];
}

const BANKS = 32;
const BANK_BYTES = 4;
const PADS = [1, 2, 4, 8, 16] as const;

/** Lanes that a wavefront serves: a warp's access to wider elements is cut into parts of 128 bytes. */
const lanesPerWavefront = (elementBytes: number): number => Math.min(WARP, (BANKS * BANK_BYTES) / elementBytes);

/** What one phase's access varies over: for each atom on its lanes, the atom's position in the map and its value per lane. */
interface Access {
  readonly parts: readonly { readonly position: number; readonly values: Int32Array }[];
  readonly addresses: Int32Array;
  /** Lanes that one wavefront serves. */
  readonly group: number;
  /** Wavefronts found before, by the strides of the parts modulo `group`: banks depend on nothing else. */
  readonly known: Map<number, number>;
}

function accessOf(phase: Phase, atoms: readonly Atom[], elementBytes: number, threads: number): Access {
  const lanes = Math.min(threads, activeThreads(phase));
  const parts: Access["parts"][number][] = [];
  let period = 1;
  for (const { atom, position } of placed(phase.threads, atoms)) {
    // Lanes below this all have the atom's value 0.
    if (period >= lanes) break;
    const values = new Int32Array(lanes);
    if (position >= 0) {
      for (let lane = 0; lane < lanes; lane++) values[lane] = Math.floor(lane / period) % atom.size;
      parts.push({ position, values });
    }
    period *= atom.size;
  }
  const group = lanesPerWavefront(elementBytes);
  return { parts, addresses: new Int32Array(lanes), group, known: new Map() };
}

/** The last position of an atom that lanes differ in. */
const heaviestOf = (accesses: readonly Access[]): number =>
  Math.max(0, ...accesses.flatMap(({ parts }) => parts.map(({ position }) => position)));

/** Each of `some`, with its position among `atoms`; -1 if it is none of them. */
const placed = (some: readonly Atom[], atoms: readonly Atom[]) =>
  some.map((atom) => ({ atom, position: atoms.findIndex((other) => sameAtom(other, atom)) }));

function wavefrontsOf(access: Access, strides: readonly number[]): number {
  let key = 0;
  for (const { position } of access.parts) key = key * access.group + ((strides[position] ?? 0) % access.group);
  const known = access.known.get(key);
  if (known !== undefined) return known;
  const count = countWavefronts(access, strides);
  access.known.set(key, count);
  return count;
}

const bankLoad = new Uint8Array(BANKS);

/**
 * Wavefronts of one access: per group of lanes, the most that fall into one bank. Lanes never share an element, so every
 * second lane in a bank costs a wavefront.
 */
function countWavefronts({ parts, addresses, group }: Access, strides: readonly number[]): number {
  addresses.fill(0);
  for (const { position, values } of parts) {
    const stride = strides[position] ?? 0;
    for (let lane = 0; lane < values.length; lane++)
      addresses[lane] = (addresses[lane] ?? 0) + stride * (values[lane] ?? 0);
  }
  let total = 0;
  for (let start = 0; start < addresses.length; start += group) {
    bankLoad.fill(0);
    let worst = 0;
    for (let lane = start; lane < Math.min(start + group, addresses.length); lane++) {
      const bank = (addresses[lane] ?? 0) % group;
      const load = (bankLoad[bank] ?? 0) + 1;
      bankLoad[bank] = load;
      if (load > worst) worst = load;
    }
    total += worst;
  }
  return total;
}

/** Writes the strides of atoms laid out in order, with so many extra elements at the stride of each; the elements that they take. */
function layOut(atoms: readonly Atom[], extras: readonly number[], strides: number[]): number {
  let next = 1;
  let highest = 0;
  for (let index = 0; index < atoms.length; index++) {
    const size = atoms[index]?.size ?? 1;
    const stride = next + (extras[index] ?? 0);
    strides[index] = stride;
    highest += stride * (size - 1);
    next = stride * size;
  }
  return highest + 1;
}

/** What is counted: accesses of so many threads, and in wavefronts what else the strides of atoms cost. */
export interface Counting {
  readonly threads: number;
  readonly besides?: (atoms: readonly Atom[], strides: readonly number[]) => number;
}

const FIRST_WARP: Counting = { threads: WARP };

/**
 * The best map found: fewest wavefronts first, then least memory. At most `elementLimit` elements. Tries no padding, then
 * padding at one atom, then at two, for the atoms in each of these orders.
 */
export function chooseSharedMap(
  phases: readonly Phase[],
  orders: readonly (readonly Atom[])[],
  elementBytes: number,
  elementLimit: number,
  { threads: counted, besides }: Counting = FIRST_WARP,
): SharedMap | undefined {
  const ideal = phases.map((phase) =>
    Math.ceil(Math.min(counted, activeThreads(phase)) / lanesPerWavefront(elementBytes)),
  );
  const idealTotal = ideal.reduce((sum, value) => sum + value, 0);
  // As many elements as have banks change no element's.
  const pads = besides === undefined ? PADS.filter((pad) => pad < lanesPerWavefront(elementBytes)) : PADS;
  let best: { map: SharedMap; total: number } | undefined;

  for (const atoms of orders) {
    const accesses = phases.map((phase) => accessOf(phase, atoms, elementBytes, counted));
    // Thousands of paddings are counted for each kernel: they take turns in the same lists.
    const extras = atoms.map(() => 0);
    // Of atoms that no lane differs in, nor in any heavier one, padding is memory alone.
    const heaviest = besides === undefined ? heaviestOf(accesses) : atoms.length - 1;
    const strides = atoms.map(() => 0);
    const wavefronts = phases.map(() => 0);
    const consider = (): boolean => {
      const elements = layOut(atoms, extras, strides);
      if (elements > elementLimit) return false;
      // Nothing has fewer wavefronts than a map without conflicts, so only a smaller one is of interest.
      if (best?.total === idealTotal && elements >= best.map.elements) return true;
      let total = 0;
      for (let index = 0; index < accesses.length; index++) {
        const count = wavefrontsOf(at(accesses, index), strides);
        wavefronts[index] = count;
        total += count;
        if (best !== undefined && total > best.total) return false;
      }
      if (besides !== undefined) total += besides(atoms, strides);
      if (best === undefined || total < best.total || (total === best.total && elements < best.map.elements)) {
        const addresses = sumsOf(atoms, [...strides], elements, elementBytes);
        const map = { ...addresses, wavefronts: [...wavefronts], idealWavefronts: ideal };
        best = { map, total };
      }
      return total === idealTotal;
    };
    /** Whether one of so many paddings, each at a heavier atom than the next and none below `above`, is free of conflicts. */
    const padded = (count: number, above: number): boolean => {
      if (count === 0) return consider();
      let free = false;
      for (let position = heaviest; position > above; position--) {
        for (const extra of pads) {
          extras[position] = extra;
          free = padded(count - 1, position) || free;
        }
        extras[position] = 0;
      }
      return free;
    };
    for (const count of [0, 1, 2]) if (padded(count, 0)) return best?.map;
  }
  return best?.map;
}

/**
 * Phases whose every access is to shared memory may spread their threads in any order: each takes the first order found that
 * saves all conflicts under the given map, or the one that saves most. The first and the last phase stay as they are, because
 * their lanes follow global memory.
 */
export function spreadInnerThreads(
  phases: readonly Phase[],
  map: SharedMap,
  elementBytes: number,
  counted = WARP,
): { readonly phases: readonly Phase[]; readonly map: SharedMap } {
  const wavefronts = [...map.wavefronts];
  const spread = phases.map((phase, index) => {
    if (index === 0 || index === phases.length - 1) return phase;
    let best = phase;
    const fixed = phase.threads.slice(0, fixedLaneAtoms(phase));
    const lanes = lanesPerWavefront(elementBytes) / product(fixed);
    for (const others of threadOrders(phase.threads.slice(fixed.length), lanes)) {
      const threads = [...fixed, ...others];
      if (wavefronts[index] === map.idealWavefronts[index]) break;
      const candidate = { ...phase, threads };
      const count = countWavefronts(accessOf(candidate, map.atoms, elementBytes, counted), map.strides);
      if (count < (wavefronts[index] ?? 0)) {
        best = candidate;
        wavefronts[index] = count;
      }
    }
    return best;
  });
  return { phases: spread, map: { ...map, wavefronts } };
}

/** The map of elements, from one in which the elements of a run count as one: they lie side by side. */
export function mapOfRuns(map: SharedMap, run: readonly Atom[]): SharedMap {
  const length = product(run);
  return {
    ...map,
    masks: [...run, ...map.atoms].map(() => 0),
    atoms: [...run, ...map.atoms],
    strides: [...run.map((_, index) => product(run.slice(0, index))), ...map.strides.map((stride) => stride * length)],
    elements: map.elements * length,
  };
}

/** Orders that differ in what comes first, each set of atoms that fills the lanes of one wavefront; then exchanges of two atoms. */
function* threadOrders(threads: readonly Atom[], lanes: number): Iterable<readonly Atom[]> {
  for (const front of fillings(threads, lanes)) yield [...front, ...threads.filter((atom) => !front.includes(atom))];
  for (const [left, a] of threads.entries()) {
    for (const [right, b] of threads.entries()) if (left < right) yield threads.with(left, b).with(right, a);
  }
}

/** The subsets of atoms, in their order, whose sizes multiply to `lanes`. */
function fillings(atoms: readonly Atom[], lanes: number): readonly (readonly Atom[])[] {
  if (lanes === 1) return [[]];
  const [first, ...rest] = atoms;
  if (first === undefined) return [];
  const without = fillings(rest, lanes);
  if (lanes % first.size !== 0) return without;
  return [...fillings(rest, lanes / first.size).map((filling) => [first, ...filling]), ...without];
}
