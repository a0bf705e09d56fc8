// Prints the L2 prefetch of tiles that threads load: on clusters a function of the tile, for blocks with a tile each the lines by
// which one prefetches another's tile. The function is that of fftgen_prefetch.cuh. Decides nothing.
import type { Sum } from "../kernel/coordinates.js";
import { requiredArray, type GlobalArray, type Kernel, type TileOrigin } from "../kernel/program.js";
import { usualStride } from "../plan/arrays.js";
import { block as braced, comment } from "./lines.js";
import { coordinateLine, sumText, type IndexNames } from "./print-index.js";
import { unsignedLiteral } from "./literals.js";
import { firstMember, membersThere } from "./print-own-tile.js";
import { firstOfTile } from "./print-tile-order.js";
import { distanceText } from "./signature.js";

/** `prefetch(tile)`, if the threads of the kernel load and it has an L2 prefetch. */
export function askingFunctions(kernel: Kernel, { array, base, prefetches }: TileOrigin): readonly string[] {
  if (prefetches === undefined) return [];
  const { tiles } = kernel;
  const source = requiredArray(kernel, array);
  const part = [...(base.length === 0 ? [] : [sumText(base)]), `${unsignedLiteral(prefetches)} * rank`].join(" + ");
  return [
    ...braced("const auto prefetch = [&](unsigned tile)", [
      ...placeLines(kernel, base, (index) => index),
      `prefetch_part(${source.parameter} + std::size_t{${firstOfTile(tiles)}} * ${distanceText(source, unsignedLiteral)} + ${part}, ${unsignedLiteral(prefetches)});`,
    ]).slice(0, -1),
    "};",
  ];
}

/** One thread prefetches the tile of the block `ahead` blocks later, if there is one. */
export function askingLines(kernel: Kernel, ahead: number): readonly string[] {
  const { tiles, roles } = kernel;
  const asking = roles.flatMap(({ origins }) => origins).find(({ prefetches }) => prefetches !== undefined);
  if (asking?.prefetches === undefined) return [];
  const source = requiredArray(kernel, asking.array);
  const block = `blockIdx.x + ${unsignedLiteral(ahead)}`;
  const base = asking.base.length === 0 ? "" : ` + (${sumText(asking.base)})`;
  return [
    ...comment(`Prefetch to L2 what block blockIdx.x + ${ahead} loads (one wave ahead).`),
    ...braced(`if (threadIdx.x == 0 && ${block} < gridDim.x)`, [
      `const unsigned later = ${block};`,
      `const std::size_t later_first = ${firstMember(tiles, "later")};`,
      ...placeLines(kernel, asking.base, () => "later"),
      ...(tiles.batch === 1 ? [] : [`const unsigned later_present = ${membersThere(tiles, "later_first")};`]),
      `prefetch_part(${source.parameter} + later_first * ${distanceText(source, unsignedLiteral)}${base}, ${piece(kernel, source, asking.prefetches)});`,
    ]),
  ];
}

/** The coordinates of a tile for its place in the input; others matter for the output only. */
const placeLines = ({ tiles, wideOffsets }: Kernel, base: Sum, names: IndexNames): readonly string[] =>
  tiles.coordinates
    .filter(({ name }) => base.some(({ coordinate }) => coordinate === name))
    .map((coordinate) => coordinateLine(coordinate, wideOffsets, names));

/** The number of elements up to the end of the last member. */
function piece({ tiles }: Kernel, source: GlobalArray, elements: number): string {
  if (tiles.batch === 1) return unsignedLiteral(elements);
  const distance = usualStride(source.distance);
  const beyond = elements - distance;
  const end = beyond === 0 ? "" : beyond < 0 ? ` - ${unsignedLiteral(-beyond)}` : ` + ${unsignedLiteral(beyond)}`;
  return `later_present * ${unsignedLiteral(distance)}${end}`;
}
