// The ring in the shared memory of each block through which a cluster learns, round by round, which tile it does.
//
// A place of the ring is free again when all have read it. The receive buffers tell: the fronts send, and the backs read,
// only after they have read the number of the tile, so a buffer that all blocks have given back brings its number's place
// with it. Numbers come a few rounds ahead, hence the ring has as many places as that and the receive buffers together.
import { MBARRIER_BYTES } from "../gpu/hardware.js";
import type { Tiles } from "../kernel/program.js";

/** From `offset` bytes on: a barrier for each place, then the numbers, `ahead` rounds before their tiles are done. */
export function tileRing(ahead: number, receiveBuffers: number, offset: number): NonNullable<Tiles["ring"]> {
  const copies = { by: "place", count: ahead + receiveBuffers } as const;
  return {
    ahead,
    copies,
    barrier: {
      name: "dealt",
      copies,
      offset,
      arrivals: 1,
      firstBytes: NUMBER_BYTES,
      notes: {
        says: "of each place of the ring: its number has come",
        arrivals: "the back, which says that a number is to come",
        firstBytes: "nobody deals out the tile of round 0",
      },
    },
    offset: offset + MBARRIER_BYTES * copies.count,
  };
}

/** Bytes of a tile's number. */
export const NUMBER_BYTES = 4;
