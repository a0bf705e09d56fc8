// The steps by which threads wait for one another and hand over buffers. Each is one line or two of the kernel, and the evaluator
// runs each: it finds elements that are read too early or overwritten too early, and waits that never end.

/**
 * Barriers and buffers with several copies: one for each group of threads; one for each receive buffer, which rounds use in turn;
 * one for each place of the ring of tile numbers.
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
  /** Bytes for which it also waits the first time; undefined where the fetching thread states them. */
  readonly firstBytes: number | undefined;
  /** Notes in the text: the meaning of its completion, whose arrivals it counts, and the first bytes. */
  readonly notes: { readonly says: string; readonly arrivals?: string; readonly firstBytes?: string };
}

/** Some threads of a block, and the hardware barrier at which they meet. */
export interface Meeting {
  /** Its name in the text; undefined where the text has its number. */
  readonly name: string | undefined;
  /** The number of the barrier, or of the first one where each group or buffer has its own. */
  readonly number: number;
  readonly by: "group" | "buffer" | undefined;
  readonly threads: number;
  readonly note: string | undefined;
}

/** An action of one thread for its whole team. */
export type Action =
  /** Arrives at the barrier, and states the expected bytes. */
  | { readonly kind: "expect"; readonly barrier: string; readonly bytes: number; readonly note: string }
  /** Fetches the team's part of the cluster's tile `ahead` rounds later, if there is one. */
  | { readonly kind: "fetch"; readonly ahead: number }
  /** L2 prefetch of that tile; where every block has a tile of its own, of the tile `ahead` blocks later. */
  | { readonly kind: "prefetch"; readonly ahead: number };

export type SyncStep =
  /** All threads of the block meet. */
  | { readonly kind: "sync-block" }
  | { readonly kind: "sync"; readonly meeting: Meeting }
  /** Waits until the barrier has completed in this round, or in the round that last used its buffer. */
  | {
      readonly kind: "wait";
      readonly barrier: string;
      readonly use: "this" | "last";
      readonly note: string | undefined;
    }
  /** Each warp arrives at the barrier of this block. */
  | { readonly kind: "arrive"; readonly barrier: string; readonly note: string }
  /** The first thread of the team acts; its warp then continues together. */
  | { readonly kind: "first"; readonly actions: readonly Action[] }
  /** The first warp of the team waits for the others, which go on, and acts for the team. */
  | {
      readonly kind: "handover";
      readonly meeting: Meeting;
      readonly comment: string;
      /** Whether the copy engine acts next, which must see the threads' writes. */
      readonly fence: boolean;
      readonly actions: readonly Action[];
      /** The barrier of each block of the cluster at which the first threads arrive. */
      readonly arriveAt: string | undefined;
    }
  /** Each warp arrives at the cluster's barrier, and goes on; and waits until all warps of the cluster have arrived. */
  | { readonly kind: "arrive-cluster"; readonly note: string }
  | { readonly kind: "wait-cluster"; readonly note: string }
  /** The first thread of the cluster sends all blocks the number of their tile `ahead` rounds later. */
  | { readonly kind: "deal"; readonly ahead: number }
  /** From here on the next kernel may start, once all blocks have come this far or ended. Nobody waits, and no result depends on it. */
  | { readonly kind: "let-next-start" };

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
  "let-next-start": true,
};

/** Whether a step makes threads wait for one another, and computes no numbers. */
export const isSync = (step: { readonly kind: string }): step is SyncStep => step.kind in KINDS;

/** Whether all threads of a team must come to a step. */
export const isMeeting = (step: { readonly kind: string }): boolean => isSync(step) && step.kind !== "let-next-start";
