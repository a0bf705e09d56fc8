// Names that the printed kernel keeps for itself: no coordinate may take one, in whatever scope.

export const RESERVED_NAMES: ReadonlySet<string> = new Set([
  // parameters and what a block knows
  ...["in", "out", "batch", "first", "present", "source", "target", "tile", "other_tile"],
  // what a phase defines: registers, twiddle factors, exponent, addresses
  ...["v", "w", "e", "f", "from", "to", "get", "put", "slot"],
  // and of columns and their mirrors
  ...["pair", "all", "number", "column", "inside", "row", "mirror"],
  // and the number of a complex number whose parts lie apart
  ...["k"],
  // what a thread of a pipelined kernel knows
  ...["tiles", "rank", "group", "thread", "round", "buffer", "peers", "peer", "landing", "between", "receive", "inbox"],
  ...["landed", "full", "empty", "fetch", "prefetch", "turned"],
  // and where tiles are dealt out
  ...["dealt", "ring", "counter", "deal", "deals", "take", "held", "nothing", "next", "later", "place"],
  // loops over registers and blocks
  ...["d"],
  ...["r", "s", "t", "u", "p", "q"],
]);
