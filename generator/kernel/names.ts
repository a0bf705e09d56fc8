// Names that the printed kernel reserves for itself: no coordinate may have one, in any scope.

export const RESERVED_NAMES: ReadonlySet<string> = new Set([
  // parameters, and values of a block
  ...["in", "out", "batch", "first", "present", "source", "target", "tile", "other_tile", "output_scale"],
  // variables of a phase: registers, twiddle factors, exponent, addresses
  ...["v", "w", "e", "f", "from", "to", "get", "put", "slot"],
  // variables of columns and their mirrors
  ...["pair", "all", "number", "column", "inside", "row", "mirror"],
  // the number of a complex number whose parts are not adjacent
  ...["k"],
  // variables of a thread of a pipelined kernel
  ...["tiles", "rank", "group", "thread", "round", "buffer", "peers", "peer", "landing", "between", "receive", "inbox"],
  ...["landed", "full", "empty", "fetch", "prefetch", "turned"],
  // variables of the tile queue
  ...["dealt", "ring", "counter", "deal", "deals", "take", "held", "nothing", "next", "later", "place"],
  // loops over registers and blocks
  ...["d"],
  ...["r", "s", "t", "u", "p", "q"],
]);
