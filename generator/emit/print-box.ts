// Prints the functions by which a thread fetches its block's or group's part of a tile, or prefetches it to the L2 cache. Decides
// nothing.
import { requiredArray, type BoxExtent, type Fetch, type Kernel } from "../kernel/program.js";
import { elementText } from "./element-text.js";
import { block } from "./lines.js";
import { coordinateLine, sumText } from "./print-index.js";
import { unsignedLiteral } from "./literals.js";
import { barrierText } from "./print-sync.js";
import { firstOfTile } from "./print-tile-order.js";

/** `fetch(tile)` and, if the kernel has an L2 prefetch, `prefetch(tile)`. */
export function fetchFunctions(kernel: Kernel, fetches: Fetch): readonly string[] {
  const { tiles } = kernel;
  const { element, parameter } = requiredArray(kernel, fetches.array);
  const { box, members, buffer, bytes, prefetches } = fetches;
  const landed = barrierText(kernel, fetches.barrier);
  const ofBatch = members.start.length === 0 ? "" : ` + ${sumText(members.start)}`;
  const corner = [...box.map(placeText), `${firstOfTile(tiles)}${ofBatch}`].map((at) => (at === "0u" ? "0" : at));
  const onBox = (name: string, lines: readonly string[]): readonly string[] => [
    ...block(`const auto ${name} = [&](unsigned tile)`, [
      ...tiles.coordinates.map((coordinate) => coordinateLine(coordinate, false, (source) => source)),
      ...lines,
    ]).slice(0, -1),
    "};",
  ];
  return [
    ...onBox("fetch", [
      `expect_bytes(${landed}, ${unsignedLiteral(bytes)});`,
      `load_box(${buffer}, ${parameter}, ${landed}, ${corner.join(", ")});`,
    ]),
    ...(prefetches
      ? onBox("prefetch", [`prefetch_box<${elementText(element)}>(${parameter}, ${corner.join(", ")});`])
      : []),
  ];
}

/** The start of a box, relative to the first element present, which need not be the first of the axis. */
function placeText({ start, from }: BoxExtent): string {
  if (from === 0) return sumText(start);
  return start.length === 0 ? `-${from}` : `static_cast<int>(${sumText(start)}) - ${from}`;
}
