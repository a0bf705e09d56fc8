// What the cost models (search/) were fitted to on a GPU, beside its facts: shares of peaks that real kernels reach, and what small
// things cost. A GPU that nobody has measured borrows those of another. h200.ts says where each number is from.

export interface Calibration {
  /** The GPU that was measured, by its name. */
  readonly measuredOn: string;
  readonly terms: {
    /** Exponent of the p-norm that combines overlapping terms: a sum at 1, the largest alone at infinity. */
    readonly overlapNorm: number;
    /** What a kernel saves that starts early after a plain one, in microseconds. */
    readonly earlyStartMicroseconds: number;
    /**
     * What segments so many bytes apart or more cost, as a share of the time of accesses: each has a memory page of its own; and how much
     * of that reading them costs, the rest being what writing does.
     */
    readonly farSegments: { readonly bytes: number; readonly penalty: number; readonly readShare: number };
    readonly remoteSegments: { readonly bytes: number; readonly penalty: number };
  };
  /** Of kernels whose blocks work alone. Penalties are shares of their time. */
  readonly blocks: {
    /** The share of copy bandwidth with perfect segments: reads and writes of many blocks interleave. */
    readonly streamShare: number;
    /** The share of the issue slots that is reached; by those that exchange 16-bit numbers, too. */
    readonly issueShare: number;
    readonly shortIssueShare: number;
    /** Bytes per clock that one multiprocessor exchanges with the L2 cache. */
    readonly l2BytesPerClock: number;
    /** Nanoseconds of a barrier. */
    readonly barrierNanoseconds: number;
    /** Nanoseconds that looking up one twiddle factor adds to the latency of a block. */
    readonly lookupNanoseconds: number;
    /** What an empty multiprocessor would cost over a full one: few resident warps have little data on its way. */
    readonly emptyWarpsPenalty: number;
    /** What segments of columns and their mirrors cost, as so many more bytes of a copy each: mirrors begin one element behind a sector. */
    readonly mirroredSegmentBytes: number;
    /** What a segment of half a spectrum costs that is stored from within a sector on, as so many more bytes of a copy. */
    readonly brokenSegmentBytes: number;
    /**
     * What numbers that lie apart from lane to lane cost, in sectors that are touched, for each that they lie further apart: of loads caches
     * take most, and stores fill sectors bit by bit.
     */
    readonly apart: { readonly load: number; readonly store: number };
    /** What it costs, as a share, where the numbers between these are other tiles'. */
    readonly sharedLines: { readonly loads: number; readonly stores: number };
    /** What each line costs that a warp stores to beyond the fewest possible, as a share of the time for memory. */
    readonly scatteredLines: number;
    /**
     * Of kernels that go there and back, which have so much to do between their loads and their stores: how much of the time that issuing
     * instructions and exchanging take alone, one after the other, and how much of that of the longest chain of what waits for each other.
     */
    readonly turning: {
      readonly issue: number;
      readonly shared: number;
      readonly latency: number;
      /** Of the first two where all radices are powers of two, and where a thread has more registers of data than so many. */
      readonly even: number;
      readonly crowded: { readonly registers: number; readonly factor: number };
      /** How much longer all takes where each thread without work would be one more; and what of the time is left where few factors are looked up. */
      readonly idle: number;
      readonly powers: number;
    };
    /**
     * Blocks of a cluster that go there and back on branches of their own: how much longer than such that work alone, and how much they send
     * each other in a millisecond then.
     */
    readonly branches: { readonly factor: number; readonly bytesPerMillisecond: number };
    /**
     * Of other kernels on blocks, between complex numbers, with radices that are no powers of two: how much longer loading takes where each
     * thread that does not load would be one more, and all where registers are fewer than to fit in by such a share of them; how terms
     * overlap then; how much longer than alone exchanging takes, and what is left of the longest chain.
     */
    readonly uneven: {
      readonly loading: number;
      readonly squeezed: number;
      readonly overlapNorm: number;
      readonly shared: number;
      readonly latency: number;
      /** How much longer all takes where factors are looked up; powers of the threads of a block and of the share of threads that are there. */
      readonly tables: number;
      readonly threads: number;
      readonly occupancy: number;
      /**
       * How much longer all takes where shared memory leaves the L1 cache hardly anything: of its bytes so few, by which factor, and for each
       * sector that is touched again, up to a most.
       */
      readonly smallCache: {
        readonly bytes: number;
        readonly factor: number;
        readonly again: number;
        readonly most: number;
      };
      /** What is left of all that with so many threads, and so many of them there. */
      readonly usual: { readonly threads: number; readonly occupancy: number; readonly share: number };
    };
    /**
     * Of blocks that ask the L2 cache for what later ones load. What they take then, as a share of what they take else: of those that load
     * the parts of numbers for a Hermitian step, of others with parts, of those that go there and back, and of all others. How much longer
     * memory takes; and beyond a share of the L2 cache that is in shared memory already, for each such share, how much of the gain is lost,
     * and how much longer still memory takes.
     */
    readonly asking: {
      readonly foldedParts: number;
      readonly parts: number;
      readonly turning: number;
      readonly others: number;
      readonly memory: number;
      readonly held: number;
      readonly fading: number;
      readonly crowding: number;
    };
    /**
     * Where a Hermitian step between numbers that lie apart leaves threads without work, and a thread has more elements than so many: how much
     * longer all takes for each doubling of them.
     */
    readonly idleFold: { readonly elements: number; readonly doubling: number };
    /** How much longer blocks of one warp take, and of two of which the second is not whole. */
    readonly fewWarps: { readonly one: number; readonly partOfTwo: number };
    /** Bytes of one access of the kernels that were measured for that. */
    readonly usualAccessBytes: number;
    /** What exchanging short rows of 16-bit numbers in full costs, as a factor. */
    readonly fullExchangeFactor: number;
    /** The same of more registers of data in each thread than so many. */
    readonly crowded: { readonly registers: number; readonly factor: number };
    /** What each halving of the elements of a thread costs by exchange, below so many; 16-bit numbers, single arithmetic. */
    readonly manyThreads: { readonly elements: number; readonly penalty: number };
    /** Of the latency of 16-bit arithmetic, whose pairs of butterflies wait for each other. */
    readonly pairsLatencyFactor: number;
    /** Wavefronts of fragments over those of an even flow. */
    readonly unevenWavefronts: number;
    /** Instructions of a conversion between phases; on clusters, where few warps wait for each of them, so many times that. */
    readonly exchangeConversion: number;
    readonly clusterConversionWaits: number;
  };
  /** Of kernels on clusters. Penalties and gains are shares of their time. */
  readonly clusters: {
    /** The share of copy bandwidth that is reached when nothing else holds them back: each works through its tiles alone. */
    readonly streamShare: number;
    /** The share of the issue slots that both roles together reach with so many threads or more, the most first. */
    readonly issueShares: readonly { readonly threads: number; readonly share: number }[];
    /** Bytes per clock that a multiprocessor stores into the shared memory of others (st.async). */
    readonly remoteBytesPerClock: number;
    /** Wavefronts that one lost to a bank conflict costs a pipeline, where both roles wait behind it. */
    readonly conflictWavefronts: number;
    /** What a segment costs that is stored from within a sector on, as so many more bytes of a copy. */
    readonly brokenSegmentBytes: number;
    /** What it costs if what is stored begins or ends inside a line, or a box inside a sector. */
    readonly raggedPenalty: number;
    /** Memory takes the power of so much longer where a block stores, or a bulk copy fetches, parts of sectors that others have the rest of. */
    readonly partsOfSectors: number;
    /** How much longer memory takes where what is stored together are two elements of so many bytes. */
    readonly twoColumns: { readonly elementBytes: number; readonly factor: number };
    /**
     * The same where blocks share the rows of columns and their mirrors, which threads load: with the Hermitian step first; and last, where
     * they do more than one butterfly before they send.
     */
    readonly sharedRows: { readonly first: number; readonly lastAndLate: number };
    /** Tiles that a pipeline is busy with before its first result and after its last load; and what undivided blocks are. */
    readonly fillTiles: number;
    readonly undividedFillTiles: number;
    /** Clocks that undivided blocks lose in a phase because all threads meet before it and after it. */
    readonly meetingClocks: number;
    /** What undivided blocks lose besides when elements are real. */
    readonly undividedRealPenalty: number;
    /** What more sub-computations than so many cost a pipeline. */
    readonly manyPhases: { readonly phases: number; readonly penalty: number };
    /** What a front of several sub-computations costs whose threads load: all of them wait for that, and then for one another. */
    readonly loadingPenalty: number;
    /**
     * What parts of numbers cost, where every fourth number is the next one's: as they are loaded, and as they are stored; and so many
     * bytes over those of the neighbours that a block has of them.
     */
    readonly parts: { readonly read: number; readonly written: number; readonly sharedBytes: number };
    /** What waiting for device memory costs clusters of more than two blocks; fetching ahead saves it up to the portable size. */
    readonly waitingPenalty: number;
    /** What more blocks than the portable ones cost; fetching ahead adds to it. */
    readonly widePenalty: { readonly fetched: number; readonly prefetched: number };
    /**
     * Of fronts of one group: the share of issue slots that both roles use; the power of what segments and sectors cost; the factor of wavefronts
     * of shared memory; and what waiting costs.
     */
    readonly oneGroup: {
      readonly issueShare: number;
      readonly segments: number;
      readonly sharedFactor: number;
      readonly penalty: number;
    };
    /** What tiles that are dealt out gain for pairs that fetch ahead, and cost for four blocks. */
    readonly dealtGain: number;
    readonly dealtPenalty: number;
    /** What tables of factors cost 16-bit arithmetic: they lie in the little that is left of the L1 cache. */
    readonly pairsPenalty: number;
  };
  /** Before anything but the grouping is known, in passes over memory. */
  readonly coarse: {
    readonly exchangeCost: number;
    /** A pass on clusters over a plain one whose accesses are as contiguous. */
    readonly clusterFactor: number;
  };
}

/** Whose calibration a GPU borrows, in words behind "predictions are fitted"; undefined for one that was measured itself. */
export const borrowedText = ({
  name,
  calibration: { measuredOn },
}: {
  readonly name: string;
  readonly calibration: Calibration;
}): string | undefined =>
  name === measuredOn
    ? undefined
    : `to measurements on ${measuredOn}: the calibration is borrowed, ${name} has none of its own`;
