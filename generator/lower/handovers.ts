// How what lies in shared memory changes hands: which buffers and barriers a kernel has, who does which parts of its path, who waits for
// whom. A block that works alone, a cluster with uniform warps, one with warp-specialised roles and one whose blocks have branches differ
// in this and in nothing else: one builder (lower-path.ts) asks it at each end of a part.
import type { Send } from "../kernel/access.js";
import type { Fetch, Kernel, Role, Tiles } from "../kernel/program.js";
import type { SyncStep } from "../kernel/sync.js";
import type { Side } from "./sides.js";

/** Who does which parts of a path: some threads of each block, and when they meet. */
export interface RoleSpan extends Pick<Role, "name" | "groups" | "groupThreads" | "meetings" | "deals"> {
  /** One after the other. */
  readonly parts: readonly number[];
  /** Before the first tile. */
  readonly beforeTiles: readonly SyncStep[];
  /** Of each tile: before its first phase, and behind that. */
  readonly begins: readonly SyncStep[];
  readonly behindFirst: readonly SyncStep[];
  /** Between two phases. */
  readonly meet: SyncStep;
  /** Between what it sends to the cluster and what it receives. */
  readonly crossed: readonly SyncStep[];
}

export interface Handovers extends Pick<Kernel, "cluster" | "buffers" | "barriers"> {
  readonly order: Tiles["order"];
  readonly ring: Tiles["ring"];
  /** Undefined where threads load. */
  readonly fetch: Pick<Fetch, "buffer" | "barrier" | "bytes" | "prefetches"> | undefined;
  /** Elements of a tile that the L2 cache is asked for ahead, where threads load. */
  readonly prefetchedElements: number | undefined;
  readonly send: Omit<Send, "rank">;
  /** The buffer between the phases of a part. */
  readonly bufferWithin: (part: number) => string;
  /** The buffer before its first phase. */
  readonly bufferBefore: (part: number) => string;
  /** The buffer behind its last phase. */
  readonly bufferBehind: (part: number) => string;
  /** The variables of a thread's place in what the cluster has sent, where it writes what it has read there. */
  readonly receivedPlaces: Side["places"] | undefined;
  /** What lies between phases of the front may be written. */
  readonly mayWriteBetween: readonly SyncStep[];
  /** What is fetched has been read. */
  readonly hasFetched: readonly SyncStep[];
  /** The cluster may be sent to. */
  readonly maySend: readonly SyncStep[];
  /** All is sent. */
  readonly hasSent: readonly SyncStep[];
  /** What was received has been read. */
  readonly hasReceived: readonly SyncStep[];
  readonly roles: readonly RoleSpan[];
}
