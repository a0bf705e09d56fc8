// A kernel's geometry, spelt out element by element: which block, thread and register touches which element. Knows atoms
// and layouts, and nothing of how they were chosen.
import { digitSetOf, BATCH, type Atom, type DigitSet, type MemoryLayout } from "../../generator/layout/digits.js";
import type { KernelGeometry } from "../../generator/layout/geometry.js";
import { kernelGeometry } from "../../generator/layout/whole-geometry.js";
import type { Phase } from "../../generator/layout/phases.js";
import type { AddressMap } from "../../generator/layout/address-map.js";
import { findGpu } from "../../generator/gpu/registry.js";
import type { ScheduledPlan } from "../../generator/plan/plan.js";

const gpu = findGpu("H200");

export interface PlacedPlan {
  readonly set: DigitSet;
  readonly geometries: readonly KernelGeometry[];
}

/** Throws when a schedule turns out to be illegal. */
export function placedPlan({ transform, kernels }: ScheduledPlan): PlacedPlan {
  const set = digitSetOf(transform, kernels);
  const geometries = kernels.map((kernel, index) => {
    const geometry = kernelGeometry(set, kernel, index, gpu);
    if (!geometry.ok) throw new Error(geometry.reason);
    return geometry.value;
  });
  return { set, geometries };
}

export const sizeOf = (atoms: readonly Atom[]): number => atoms.reduce((total, { size }) => total * size, 1);

/** Distance in memory between neighbouring values of an atom. */
export const memoryWeight =
  ({ digits, atoms }: MemoryLayout) =>
  ({ digit, weight }: Atom): number =>
    atoms?.get(`${digit}/${weight}`) ?? (digits.get(digit) ?? NaN) * weight;

/** The same in shared memory. */
export const sharedWeight =
  (map: AddressMap) =>
  (atom: Atom): number =>
    map.strides[map.atoms.findIndex(({ digit, weight }) => digit === atom.digit && weight === atom.weight)] ?? NaN;

/** The address of an element in swizzled shared memory, as kernels compute it: a sum, and exclusive or with masks. */
export function swizzledAddress({ atoms, strides, masks }: AddressMap, value: (atom: Atom) => number): number {
  let [sum, exchanged] = [0, 0];
  atoms.forEach((atom, index) => {
    sum += value(atom) * (strides[index] ?? NaN);
    exchanged ^= value(atom) * (masks[index] ?? NaN);
  });
  return sum ^ exchanged;
}

/** The place that index number `index` over some atoms, the first running fastest, has in memory. */
export function offsetOf(atoms: readonly Atom[], index: number, weightOf: (atom: Atom) => number): number {
  let [rest, offset] = [index, 0];
  for (const atom of atoms) {
    offset += (rest % atom.size) * weightOf(atom);
    rest = (rest - (rest % atom.size)) / atom.size;
  }
  return offset;
}

/** For each block of one batch tile, for each thread at work, for each register: the element's place in memory. */
export function elementsOf(geometry: KernelGeometry, phase: Phase, layout: MemoryLayout): number[][][] {
  const weightOf = memoryWeight(layout);
  const offsets = (atoms: readonly Atom[]): number[] =>
    Array.from({ length: sizeOf(atoms) }, (_, index) => offsetOf(atoms, index, weightOf));
  const [blocks, threads, registers] = [geometry.tile.grid, phase.threads, phase.registers].map(offsets);
  return (blocks ?? []).map((block) =>
    (threads ?? []).map((thread) => (registers ?? []).map((register) => block + thread + register)),
  );
}

/** The atoms of every digit, by another route than the layout's: all prime parts, once. */
export const atomCount = (set: DigitSet, geometry: KernelGeometry): number =>
  set.digits.reduce((count, digit) => count + primeParts(digit.radix), primeParts(geometry.tile.batchTile));

function primeParts(number: number): number {
  for (let factor = 2; factor * factor <= number; factor++)
    if (number % factor === 0) return 1 + primeParts(number / factor);
  return number > 1 ? 1 : 0;
}

export const isBatch = ({ digit }: Atom): boolean => digit === BATCH;
