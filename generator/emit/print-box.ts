// Prints the functions by which a thread fetches its block's or group's part of a tile, or brings it to the L2 cache. Decides
// nothing.
import type { ClusterKernel } from "../kernel/program.js";
import { block } from "./lines.js";
import { coordinateLine, pipelineIndices, sumText, unsignedLiteral } from "./print-index.js";

/** Where a box lands: an array and a barrier, as expressions. */
export interface BoxTarget {
  readonly type: string;
  readonly bytes: number;
  readonly landing: string;
  readonly landed: string;
}

/** `fetch(tile)` and, if the kernel asks ahead, `prefetch(tile)`. */
export function boxFunctions(kernel: ClusterKernel, target: BoxTarget): readonly string[] {
  const { box, tilesPerTransform } = kernel;
  const transform = tilesPerTransform === 1 ? "tile" : `tile / ${unsignedLiteral(tilesPerTransform)}`;
  const corner = [...box.map(({ start }) => sumText(start)), transform].map((at) => (at === "0u" ? "0" : at));
  const onBox = (name: string, lines: readonly string[]): readonly string[] => [
    ...block(`const auto ${name} = [&](unsigned tile)`, [
      ...kernel.tileCoordinates.map((coordinate) => coordinateLine(coordinate, false, pipelineIndices)),
      ...lines,
    ]).slice(0, -1),
    "};",
  ];
  return [
    ...onBox("fetch", [
      `expect_bytes(${target.landed}, ${unsignedLiteral(target.bytes)});`,
      `load_box(${target.landing}, in, ${target.landed}, ${corner.join(", ")});`,
    ]),
    ...(kernel.prefetch ? onBox("prefetch", [`prefetch_box<${target.type}>(in, ${corner.join(", ")});`]) : []),
  ];
}
