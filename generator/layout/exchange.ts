// What lies between two phases of a kernel. Threads write what they have computed to shared memory, of their own block or of others of its
// cluster, meet, and read what they are to compute with next. In numbers: 4096 = 16 * 16 * 16 on 256 threads has three phases and two
// exchanges, both in one tile with 16 elements of padding, of which each access of a warp takes two wavefronts.
import { at, invariant } from "../failure/errors.js";
import { wavefrontsOf, type AddressMap, type Wavefronts } from "./address-map.js";
import type { Atom } from "./digits.js";
import type { Phase } from "./phases.js";
import type { SharedMap } from "./shared-map.js";

export interface Exchange {
  /** The outermost place at which the thread that writes an element and the one that reads it may differ. */
  readonly through: "block" | "cluster";
  /** Where elements lie in between. */
  readonly store: AddressMap;
  /** Of a warp's accesses, as elements are written and as they are read. */
  readonly written: Wavefronts;
  readonly read: Wavefronts;
}

/** Those of a block, all by one map, so that a thread overwrites only what it has read itself: one for each phase but the last. */
export function blockExchanges({ wavefronts, idealWavefronts, ...store }: SharedMap): readonly Exchange[] {
  const accesses = wavefronts.map((count, phase) => ({ wavefronts: count, ideal: at(idealWavefronts, phase) }));
  return accesses.slice(1).map((read, index) => ({ through: "block", store, written: at(accesses, index), read }));
}

/** Those of a cluster: between phases of the front, from its last one through the cluster, and between phases of the back. */
export function clusterExchanges(
  front: readonly Phase[],
  back: readonly Phase[],
  { inFront, receive }: { readonly inFront: AddressMap; readonly receive: AddressMap },
): readonly Exchange[] {
  const phases = [...front, ...back];
  const reads = phases.map((phase, index) => wavefrontsOf(phase, index < front.length ? inFront : receive));
  return phases.slice(1).map((_, index): Exchange => {
    const isCrossing = index === front.length - 1;
    return {
      through: isCrossing ? "cluster" : "block",
      store: index < front.length - 1 ? inFront : receive,
      // Phases write where they read, but for the one that sends.
      written: isCrossing ? wavefrontsOf(at(front, index), receive) : at(reads, index),
      read: at(reads, index + 1),
    };
  });
}

/** The exchange through the cluster. */
export function crossing(exchanges: readonly Exchange[]): Exchange {
  const found = exchanges.find(({ through }) => through === "cluster");
  invariant(found !== undefined, () => "layout: a cluster that exchanges nothing");
  return found;
}

/** The accesses of phases to what lies between them: the first one's as it writes, the others' as they read. */
export const accessesOf = (exchanges: readonly Exchange[]): readonly Wavefronts[] => [
  ...exchanges.slice(0, 1).map(({ written }) => written),
  ...exchanges.map(({ read }) => read),
];

/** The map that all exchanges of a block have. */
export function tileOf(exchanges: readonly Exchange[]): AddressMap {
  const [first] = exchanges;
  invariant(first !== undefined, () => "layout: a kernel of one phase exchanges nothing");
  return first.store;
}

/** The same of atoms that are called otherwise. */
export const withAtoms = (exchange: Exchange, renamed: (atoms: readonly Atom[]) => readonly Atom[]): Exchange => ({
  ...exchange,
  store: { ...exchange.store, atoms: renamed(exchange.store.atoms) },
});

/** The same exchanges on the way back. */
export const reversed = (exchanges: readonly Exchange[]): readonly Exchange[] =>
  exchanges.toReversed().map(({ written, read, ...exchange }) => ({ ...exchange, written: read, read: written }));
