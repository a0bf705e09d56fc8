// Prints the functions by which a thread fetches its block's or group's part of a tile, or brings it to the L2 cache. Decides
// nothing.
import type { Fetch, Kernel, Loads } from "../kernel/program.js";
import { elementText } from "./element-text.js";
import { block } from "./lines.js";
import { coordinateLine, sumText, unsignedLiteral } from "./print-index.js";
import { barrierText } from "./print-sync.js";
import { firstOfTile } from "./print-tile-order.js";
import { distanceText } from "./signature.js";

/** Where threads load, `prefetch(tile)`, if the kernel asks ahead. */
export function askingFunctions(kernel: Kernel, { base, prefetches }: Loads): readonly string[] {
  if (prefetches === undefined) return [];
  const { tiles, source } = kernel;
  const part = [...(base.length === 0 ? [] : [sumText(base)]), `${unsignedLiteral(prefetches)} * rank`].join(" + ");
  return [
    ...block("const auto prefetch = [&](unsigned tile)", [
      ...tiles.coordinates.map((coordinate) => coordinateLine(coordinate, kernel.wideOffsets, (index) => index)),
      `prefetch_part(in + std::size_t{${firstOfTile(tiles)}} * ${distanceText(source, unsignedLiteral)} + ${part}, ${unsignedLiteral(prefetches)});`,
    ]).slice(0, -1),
    "};",
  ];
}

/** `fetch(tile)` and, if the kernel asks ahead, `prefetch(tile)`. */
export function fetchFunctions(kernel: Kernel, fetches: Fetch): readonly string[] {
  const { tiles, elements } = kernel;
  const { box, members, buffer, bytes, prefetches } = fetches;
  const landed = barrierText(kernel, fetches.barrier);
  const ofBatch = members.start.length === 0 ? "" : ` + ${sumText(members.start)}`;
  const corner = [...box.map(({ start }) => sumText(start)), `${firstOfTile(tiles)}${ofBatch}`].map((at) =>
    at === "0u" ? "0" : at,
  );
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
      `load_box(${buffer}, in, ${landed}, ${corner.join(", ")});`,
    ]),
    ...(prefetches
      ? onBox("prefetch", [`prefetch_box<${elementText(elements.input)}>(in, ${corner.join(", ")});`])
      : []),
  ];
}
