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

/** Rows in shared memory at an end of a kernel, of elements in another order than butterflies have them. */
export interface OrderedRows {
  readonly through: "block";
  /** Elements from one row to the next. */
  readonly pitch: number;
  /** What they take in shared memory. */
  readonly bytes: number;
}

/**
 * Rows from which butterflies gather in the order of powers of a primitive root (gathered.ts): the phase that loads them as they lie. What is
 * loaded so is stored so.
 */
export interface Entry extends OrderedRows {
  readonly phase: Phase;
  /** Of one warp's accesses from butterflies, on average. */
  readonly accesses: Wavefronts;
  /** Of one element of each row, which lies beside them. */
  readonly termBytes: number;
}

/** How a kernel stores that does not store what its last phase has. */
export type Exit =
  /** Real numbers, parts of complex ones, in their order in memory: the phase that stores them (in-order.ts); a pitch in numbers. */
  | (OrderedRows & { readonly order: "numbers"; readonly phase: Phase })
  /** Rows that begin anywhere in a line of memory, stored in lines (whole-lines.ts). */
  | (OrderedRows & { readonly order: "lines" })
  | ClusterEnd;

/** The last butterflies behind an exchange through the cluster, before which its blocks work alone (branches.ts). */
export interface ClusterEnd {
  readonly through: "cluster";
  readonly phase: Phase;
  /** What a block receives. */
  readonly store: AddressMap;
  readonly bytes: number;
  /** Of what all blocks have together, which of them stores an element. */
  readonly rank: readonly Atom[];
}

/** Bytes of shared memory of a block whose phases exchange so many: rows take turns with these. */
export const bytesWith = (exchanged: number, { entry, exit }: Ends): number =>
  Math.max(exchanged, entry?.bytes ?? 0, exit?.bytes ?? 0) + (entry?.termBytes ?? 0);

/** What lies at the ends of a kernel whose first phase does not load, or whose last one does not store. */
export interface Ends {
  readonly entry: Entry | undefined;
  readonly exit: Exit | undefined;
}

/** Whether results are put into rows before they are stored, in this order. */
export const storesRows = (exit: Exit | undefined, order: "numbers" | "lines"): boolean =>
  exit?.through === "block" && exit.order === order;

/** The phase that loads, and the one that stores: of lines the one that has them. */
export const loadingPhase = ({ phases, entry }: Pick<Ends, "entry"> & { readonly phases: readonly Phase[] }): Phase =>
  entry?.phase ?? at(phases, 0);

export function storingPhase({ phases, exit }: Pick<Ends, "exit"> & { readonly phases: readonly Phase[] }): Phase {
  const last = at(phases, phases.length - 1);
  return exit?.through === "block" && exit.order === "numbers" ? exit.phase : last;
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
