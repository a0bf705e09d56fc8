// Prints where the tile of a block that has one begins in the batch, and how many members of it are there. In numbers: with 4 members to a
// tile, block 7 begins with member 28. Decides nothing.
import type { Tiles } from "../kernel/program.js";
import { unsignedLiteral } from "./print-index.js";

/** The first member of the batch that a block has, `blockIdx.x` or another. */
export function firstMember({ perGroup, batch }: Tiles, block: string): string {
  const group = perGroup === 1 ? block : `${block} / ${unsignedLiteral(perGroup)}`;
  return batch === 1 ? group : `std::size_t{${group}} * ${unsignedLiteral(batch)}`;
}

/** How many members there are from that one on, where there may be fewer than a tile has room for. */
export function membersThere({ batch }: Tiles, first: string): string {
  const room = unsignedLiteral(batch);
  return `batch - ${first} < ${room} ? static_cast<unsigned>(batch - ${first}) : ${room}`;
}
