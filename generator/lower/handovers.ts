// How what lies in shared memory changes hands: which buffers and barriers a kernel has, who does which parts of its path, who waits for
// whom. A block that works alone, a cluster with uniform warps, one with warp-specialised roles and one whose blocks have branches differ
// in this and in nothing else: one builder (lower-path.ts) asks it at each end of a part.
import type { Send } from "../kernel/access.js";
import type { Fetch, Kernel, Role, Tiles } from "../kernel/program.js";
import type { SyncStep } from "../kernel/sync.js";
import type { Side } from "./sides.js";

/** Who does which parts of a path: some threads of each block, and when they meet. */
export interface RoleSpan extends Pick<Role, "name" | "groups" | "groupThreads" | "meetings" | "deals" | "before"> {
  /** One after the other. */
  readonly parts: readonly number[];
  /** Steps before its first phase, behind that, between two phases, and between what it sends to the cluster and what it receives. */
  readonly begins: readonly SyncStep[];
  readonly behindFirst: readonly SyncStep[];
  readonly meet: SyncStep;
  readonly crossed: readonly SyncStep[];
}

export interface Handovers extends Pick<Kernel, "cluster" | "buffers" | "barriers"> {
  readonly order: Tiles["order"];
  readonly ring: Tiles["ring"];
  /** Undefined where threads load. */
  readonly fetch: Pick<Fetch, "buffer" | "barrier" | "bytes" | "prefetches"> | undefined;
  /** Elements that a block of threads that load asks the L2 cache for ahead. */
  readonly prefetched: number | undefined;
  readonly send: Omit<Send, "rank">;
  /** The buffers of a part: between its phases, before the first and behind the last. */
  readonly within: (part: number) => string;
  readonly before: (part: number) => string;
  readonly behind: (part: number) => string;
  /** The variables of a thread's place in what the cluster has sent, where it writes what it has read there. */
  readonly received: Side["places"] | undefined;
  /**
   * What lies between phases of the front may be written; what is fetched has been read; the cluster may be sent to; all is sent; what was
   * received has been read.
   */
  readonly mayLeave: readonly SyncStep[];
  readonly hasFetched: readonly SyncStep[];
  readonly maySend: readonly SyncStep[];
  readonly hasSent: readonly SyncStep[];
  readonly hasReceived: readonly SyncStep[];
  readonly roles: readonly RoleSpan[];
}
