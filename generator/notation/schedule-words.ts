// Every part that a schedule may have, as one table: the parser reads by it, and plans/notation.md prints it.
import { CLUSTER_DEFAULTS, type ClusterSchedule, type Schedule } from "../plan/plan.js";

/** What parts say of a schedule, before it is known to be whole. */
export type ScheduleDraft = Partial<Omit<Schedule, "cluster">> & {
  readonly cluster?: Pick<ClusterSchedule, "size" | "after">;
  /** What cluster's parts add to it. */
  readonly ofCluster?: Partial<ClusterSchedule>;
};

/** A positive integer in a part. Both names stand in messages. */
interface CountName {
  readonly name: string;
  /** What comes after it comes after this. */
  readonly short: string;
}

export interface SchedulePart {
  /** As it is written; `N` and `M` stand for positive integers. */
  readonly form: string;
  /** What it says; a schedule says nothing twice. */
  readonly says: string;
  /** Of `N` and `M`, in this order; none for a part that begins with its number. */
  readonly counts?: readonly CountName[];
  /** The fields that it sets. */
  readonly fields: (n: number, m: number) => ScheduleDraft;
  /** Kernels that it makes sense for; absent: all. */
  readonly of?: "Fourier" | "Walsh-Hadamard" | "clusters";
  readonly meaning: string;
  /** What holds where no part says this. */
  readonly otherwise?: string;
  /** A kernel that has it. */
  readonly example: string;
  readonly source?: string;
}

const CUDA = "CUDA C++ Programming Guide";
/** A kernel of 16 points with this schedule. */
const fourier = (schedule: string): string => `{ X(4,4,4,16,no-tw) X(4,4,1,4,pre-tw) } on ${schedule}`;
const walsh = (schedule: string): string => `{ H(16,4,16,64) H(4,16,1,16) } on ${schedule}`;

export const SCHEDULE_PARTS: readonly SchedulePart[] = [
  {
    form: "N threads",
    says: "threads",
    fields: (threads) => ({ threads }),
    meaning: "Threads of a block. Every schedule says it",
    example: fourier("256 threads, table"),
  },
  {
    form: "N columns",
    says: "columns",
    fields: (columns) => ({ columns }),
    meaning:
      "Independent transforms that share a tile: it has N times the product of the kernel's radices elements, held by a block or a cluster",
    otherwise: "1",
    example: fourier("128 threads, 32 columns, table"),
    source: "Wu & JaJa 2011, section 4.3.1",
  },
  {
    form: "N blocks/SM",
    says: "blocks/SM",
    fields: (blocksPerSm) => ({ blocksPerSm }),
    meaning:
      "Blocks that should fit on a multiprocessor at once: the second argument of `__launch_bounds__`, which caps registers",
    otherwise: "1",
    example: fourier("256 threads, 4 blocks/SM, table"),
    source: `${CUDA}, Launch Bounds`,
  },
  {
    form: "vectors of N",
    says: "vectors",
    counts: [{ name: "a number of elements", short: "the number of elements" }],
    fields: (width) => (width === 1 ? {} : { width }),
    meaning:
      "Neighbouring numbers of a real array that are moved and computed together, a power of two; complex numbers are moved only, from and to global memory. Four f32, or two complex ones, are one access of 16 bytes",
    otherwise: "1",
    example: walsh("64 threads, 16 columns, vectors of 4"),
  },
  {
    form: "cluster N after M",
    says: "cluster",
    counts: [
      { name: "the number of blocks of a cluster", short: "the size of the cluster" },
      { name: "a number of sub-computations", short: "the number of sub-computations" },
    ],
    fields: (size, after) => ({ cluster: { size, after } }),
    meaning:
      "A cluster of N blocks holds the tile in distributed shared memory; the tile crosses the cluster after M sub-computations. Half the threads of each block compute the first M, the other half the rest, as a pipeline. Compute capability 9.0",
    otherwise: "a block holds the tile",
    example: fourier("256 threads, cluster 4 after 1, table"),
    source: `${CUDA}, Thread Block Clusters`,
  },
  {
    form: "undivided",
    says: "undivided",
    fields: () => ({ ofCluster: { undivided: true } }),
    of: "clusters",
    meaning:
      "All threads of a block compute the first sub-computations, then all of them the rest, in one buffer: no pipeline, but a tile three times as large",
    otherwise: "a pipeline",
    example: fourier("256 threads, cluster 4 after 1, undivided, table"),
  },
  {
    form: "prefetch",
    says: "prefetch",
    fields: () => ({ prefetch: true }),
    meaning:
      "L2 prefetch: a hint loads a tile into the L2 cache before it is needed. On clusters it is the tile after the next one, or the next one if threads load; otherwise that of the block one wave ahead, which must be contiguous. Compute capability 9.0",
    otherwise: "no prefetch",
    example: fourier("256 threads, prefetch, table"),
    source: "PTX ISA, cp.async.bulk.prefetch",
  },
  {
    form: "distance N",
    says: "prefetch distance",
    counts: [{ name: "a number of blocks", short: "the number of blocks" }],
    fields: (distance) => ({ distance }),
    meaning:
      "With `prefetch`, where each block has a tile of its own: a block prefetches the tile of the block N further on",
    otherwise: "one wave of the GPU that the plan is for: its multiprocessors times the blocks on each",
    example: fourier("256 threads, prefetch, distance 132, table"),
  },
  {
    form: "ticket",
    says: "ticket",
    fields: () => ({ ofCluster: { order: "ticket" } }),
    of: "clusters",
    meaning:
      "Dynamic tile scheduling: a cluster takes its next tile from a counter in global memory, so that fast clusters process more tiles than slow ones",
    otherwise: "static tiles, every nth one for n clusters",
    example: fourier("256 threads, cluster 4 after 1, ticket, table"),
  },
  {
    form: "ahead N",
    says: "rounds ahead",
    counts: [{ name: "a number of rounds", short: "the number of rounds" }],
    fields: (ahead) => ({ ofCluster: ahead === CLUSTER_DEFAULTS.ahead ? {} : { ahead } }),
    of: "clusters",
    meaning:
      "With `ticket`: the scheduler sends a tile's index N rounds before the tile is computed. At least two; three with `prefetch`",
    otherwise: `${CLUSTER_DEFAULTS.ahead}`,
    example: fourier("256 threads, cluster 4 after 1, ticket, ahead 4, table"),
  },
  {
    form: "groups N",
    says: "groups",
    counts: [{ name: "a number of groups", short: "the number of groups" }],
    fields: (groups) => ({ ofCluster: groups === CLUSTER_DEFAULTS.groups ? {} : { groups } }),
    of: "clusters",
    meaning:
      "The producer warps of a block fetch the tile in N parts, each with its own bulk copy; with one they fetch together",
    otherwise: `${CLUSTER_DEFAULTS.groups}`,
    example: fourier("256 threads, cluster 4 after 1, groups 4, table"),
  },
  {
    form: "buffers N",
    says: "receive buffers",
    counts: [{ name: "a number of buffers", short: "the number of buffers" }],
    fields: (buffers) => ({ ofCluster: buffers === CLUSTER_DEFAULTS.buffers ? {} : { buffers } }),
    of: "clusters",
    meaning:
      "Receive buffers of a block, used in rotation: the number of tiles by which the producer and the consumer warps may be apart",
    otherwise: `${CLUSTER_DEFAULTS.buffers}`,
    example: fourier("256 threads, cluster 4 after 1, buffers 3, table"),
  },
  {
    form: "entries N",
    says: "largest table",
    counts: [{ name: "a number of entries", short: "the number of entries" }],
    fields: (entries) => ({ entries }),
    of: "Fourier",
    meaning: "Tables of twiddle factors have N entries at most; a larger one is replaced by a product of smaller ones",
    otherwise: "8192; 65536 on clusters",
    example: fourier("256 threads, table, entries 1024"),
  },
  {
    form: "sectors N",
    says: "wasted sectors",
    counts: [{ name: "a percentage", short: "the percentage" }],
    fields: (sectors) => ({ sectors }),
    meaning:
      "The first butterfly may load, and the last store, N percent of the fewest sectors; beyond that an extra phase does so, if it touches fewer",
    otherwise: "125",
    example: fourier("256 threads, table, sectors 200"),
  },
  {
    form: "table",
    says: "twiddle source",
    fields: () => ({ twiddles: "table" }),
    of: "Fourier",
    meaning: "Every twiddle factor correctly rounded, read from a table",
    otherwise: "`table`",
    example: fourier("256 threads, table"),
  },
  {
    form: "powers",
    says: "twiddle source",
    fields: () => ({ twiddles: "powers" }),
    of: "Fourier",
    meaning:
      "One to three correctly rounded factors from a table, the others as products of them: 3 to 12 roundoffs per factor at worst",
    otherwise: "`table`",
    example: fourier("256 threads, powers"),
  },
  {
    form: "fast-sincos",
    says: "twiddle source",
    fields: () => ({ twiddles: "fast-sincos" }),
    of: "Fourier",
    meaning: "The `__sincosf` intrinsic on the fly: an absolute error of about 2^-21 per factor",
    otherwise: "`table`",
    example: fourier("256 threads, fast-sincos"),
    source: "Wu & JaJa 2011, section 4.1",
  },
  {
    form: "streaming stores",
    says: "streaming stores",
    fields: () => ({ stores: "streaming" }),
    meaning: "Stores mark their lines as not to be read again soon (`st.global.cs`)",
    otherwise: "ordinary stores",
    example: fourier("256 threads, table, streaming stores"),
    source: "PTX ISA, Cache Operators",
  },
  {
    form: "ordered stores",
    says: "order of stores",
    fields: () => ({ storing: "ordered" }),
    meaning:
      "The block puts its results into shared memory and stores them in the order of memory, whole cache lines where rows begin anywhere in a line: for half spectra of whole rows, and numbers of cosine and sine transforms",
    otherwise:
      "in order, where numbers of a cosine or sine transform lie apart in threads, and for half spectra where eight blocks fit on a multiprocessor of the GPU that the plan is for",
    example: fourier("32 threads, 8 columns, table, ordered stores"),
  },
  {
    form: "direct stores",
    says: "order of stores",
    fields: () => ({ storing: "direct" }),
    meaning: "The last butterflies store their own results, where the block could store them in order",
    otherwise: "see `ordered stores`",
    example: fourier("32 threads, 8 columns, table, direct stores"),
  },
  {
    form: "shared N",
    says: "shared memory",
    counts: [{ name: "a number of bytes", short: "the number of bytes" }],
    fields: (shared) => ({ shared }),
    meaning:
      "The tile in shared memory takes N bytes at most, its padding included: of the paddings that fit, the one with the fewest bank conflicts is taken",
    otherwise: "232448, as many as a block of any GPU has; for a GPU whose blocks have fewer, what they have",
    example: fourier("256 threads, table, shared 65536"),
    source: `${CUDA}, Technical Specifications per Compute Capability`,
  },
  {
    form: "short exchange",
    says: "short exchange",
    fields: () => ({ exchange: "short" }),
    meaning:
      "Shared memory holds 16-bit data rounded, as global memory does: half the traffic for another rounding at each exchange. Kernels that multiply by matrices do so anyway",
    otherwise: "16-bit data is exchanged in the precision that it is computed with",
    example: fourier("256 threads, table, short exchange"),
  },
  {
    form: "early",
    says: "early start",
    fields: () => ({ early: true }),
    meaning:
      "The kernel may start while the one before it drains, and waits for its end before it touches global memory (programmatic dependent launch)",
    otherwise: "it starts when the one before it has ended",
    example: fourier("256 threads, table, early"),
    source: `${CUDA}, Programmatic Dependent Launch and Synchronization`,
  },
  {
    form: "tiled",
    says: "tiled",
    fields: () => ({ tiled: true }),
    of: "Fourier",
    meaning:
      "What the first of two kernels writes lies tile by tile: its stores are not far from each other, and the second kernel reads in one piece what the tiles of both have in common",
    otherwise: "rows lie between kernels as they do in the input",
    example: fourier("256 threads, table, tiled"),
  },
];

/** What a schedule is where the text does not say. */
export const SCHEDULE_DEFAULTS = { columns: 1, blocksPerSm: 1, twiddles: "table", stores: "default" } as const;
