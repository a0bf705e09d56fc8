// Prints the first member of the batch in the tile of a block with one tile, and the number of members. In numbers: with 4
// members to a tile, block 7 begins with member 28. Decides nothing.
import type { Tiles } from "../kernel/program.js";
import { unsignedLiteral } from "./literals.js";

/** The first member of the batch in a block, `blockIdx.x` or another. */
export function firstMember({ perGroup, batch }: Tiles, block: string): string {
  const group = perGroup === 1 ? block : `${block} / ${unsignedLiteral(perGroup)}`;
  return batch === 1 ? group : `std::size_t{${group}} * ${unsignedLiteral(batch)}`;
}

/** The number of members from that one on, where there may be fewer than in a full tile. */
export function membersThere({ batch }: Tiles, first: string): string {
  const room = unsignedLiteral(batch);
  return `batch - ${first} < ${room} ? static_cast<unsigned>(batch - ${first}) : ${room}`;
}
