// The steps by which threads wait for one another and hand buffers over. Each is one line or two of the kernel, and each is run
// by the evaluator, which finds what is read too early, overwritten too early or waited for in vain.

/**
 * Barriers and buffers of which there is more than one: one for each group of threads; one for each receive buffer, which rounds
 * use in turn; one for each place of the ring that tile numbers are dealt into.
 */
export interface Copies {
  readonly by: "group" | "buffer" | "place";
  readonly count: number;
}

/** A barrier in shared memory that counts arrivals and bytes (PTX, mbarrier). */
export interface Barrier {
  readonly name: string;
  readonly copies: Copies | undefined;
  /** Bytes from the beginning of the block's shared memory. */
  readonly offset: number;
  /** Arrivals that complete it. */
  readonly arrivals: number;
  /** Bytes that it waits for besides, the first time; undefined where whoever fetches says so. */
  readonly firstBytes: number | undefined;
  /** What its completion says; of whom it counts arrivals; what is to be said of the first bytes. */
  readonly notes: { readonly says: string; readonly arrivals?: string; readonly firstBytes?: string };
}

/** Some threads of a block, and the hardware barrier at which they meet. */
export interface Meeting {
  /** What the text calls it; undefined where its number is short enough. */
  readonly name: string | undefined;
  /** The number of the barrier, or of the first one where each group or buffer has its own. */
  readonly number: number;
  readonly by: "group" | "buffer" | undefined;
  readonly threads: number;
  readonly note: string | undefined;
}

/** What one thread does for all of its team. */
export type Action =
  /** Arrives at the barrier, and says how many bytes are to come. */
  | { readonly kind: "expect"; readonly barrier: string; readonly bytes: number; readonly note: string }
  /** Fetches the team's part of the tile that the cluster does so many rounds later, if there is one. */
  | { readonly kind: "fetch"; readonly ahead: number }
  /** Brings it to the L2 cache; where every block has a tile of its own, that of the block so many later. */
  | { readonly kind: "prefetch"; readonly ahead: number };

export type SyncStep =
  /** All threads of the block meet. */
  | { readonly kind: "sync-block" }
  | { readonly kind: "sync"; readonly meeting: Meeting }
  /** Waits until the barrier has completed in this round, or the time before its buffer was used. */
  | {
      readonly kind: "wait";
      readonly barrier: string;
      readonly use: "this" | "last";
      readonly note: string | undefined;
    }
  /** Each warp arrives at the barrier of this block. */
  | { readonly kind: "arrive"; readonly barrier: string; readonly note: string }
  /** The first thread of the team acts; its warp goes on together. */
  | { readonly kind: "first"; readonly actions: readonly Action[] }
  /** The first warp of the team waits for the others, which go on, and acts for all of them. */
  | {
      readonly kind: "handover";
      readonly meeting: Meeting;
      readonly comment: string;
      /** What follows is done by the copy engine, which must see what the threads have done. */
      readonly fence: boolean;
      readonly actions: readonly Action[];
      /** Or the first threads arrive at this barrier of each block of the cluster. */
      readonly arriveAt: string | undefined;
    }
  /** Each warp tells the cluster, and goes on; and waits until all warps of the cluster have. */
  | { readonly kind: "arrive-cluster"; readonly note: string }
  | { readonly kind: "wait-cluster"; readonly note: string }
  /** The first thread of the cluster tells all blocks which tile they do so many rounds later. */
  | { readonly kind: "deal"; readonly ahead: number };

const KINDS: Readonly<Record<SyncStep["kind"], true>> = {
  "sync-block": true,
  sync: true,
  wait: true,
  arrive: true,
  first: true,
  handover: true,
  "arrive-cluster": true,
  "wait-cluster": true,
  deal: true,
};

/** Whether a step makes threads wait for one another, and does nothing with numbers. */
export const isSync = (step: { readonly kind: string }): step is SyncStep => step.kind in KINDS;
