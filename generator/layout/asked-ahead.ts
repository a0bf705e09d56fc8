// What a block asks the L2 cache for while it computes: what the block loads that comes next on its multiprocessor, behind all that are
// under way. In numbers: with 132 multiprocessors of one block each, the block of row 7 asks for row 139.
import { failure, success, type Result } from "../failure/result.js";
import type { Gpu } from "../gpu/gpu.js";
import { contentAxis, parametersOf, partsOf, presentElements, usualStride, type ArraySpec } from "../plan/arrays.js";
import { presentParts } from "../plan/parts.js";
import { mappedPlace, type PlaceMap } from "../plan/place-map.js";
import type { Schedule } from "../plan/plan.js";
import { arrayAfter, BATCH, product, type DigitSet } from "./digits.js";
import { mirroredColumns } from "./mirrored.js";
import type { Reach } from "./reach.js";
import type { Tile } from "./tile.js";

export interface AskedAhead {
  /** Of one member of the batch: so many elements of the array, one after the other. */
  readonly elements: number;
  /** How many blocks further on the block is whose tile is asked for: by default those that the GPU runs at once. */
  readonly blocks: number;
}

/** Undefined where the schedule does not ask. */
export function askedAhead(
  set: DigitSet,
  index: number,
  tile: Tile,
  reads: Reach,
  schedule: Schedule,
  gpu: Gpu,
): Result<AskedAhead | undefined> {
  if (schedule.prefetch !== true)
    return schedule.distance === undefined ? success(undefined) : failure("distance: it is that of a `prefetch`");
  const mirrored = mirroredColumns(set, index);
  if (!mirrored.ok) return mirrored;
  // Columns and their mirrors are two pieces at least.
  const elements = mirrored.value.kind === "none" ? pieceOf(arrayAfter(set, index), tile, reads) : undefined;
  if (elements === undefined)
    return failure("prefetch: the tile must be one contiguous piece of the array, and this one is not");
  return success({ elements, blocks: schedule.distance ?? gpu.multiprocessors * schedule.blocksPerSm });
}

/** Elements of the array that a tile has of one member of the batch; undefined where they are not one piece. */
function pieceOf(array: ArraySpec, tile: Tile, { content }: Reach): number | undefined {
  const isKnown = !array.planar && parametersOf(array).length === 0 && array.axes.every(({ from }) => from === 0);
  if (!isKnown) return undefined;
  // Of numbers that are the parts of complex ones there are twice as many.
  const numbers = partsOf(content) === undefined ? 1 : 2;
  if (tile.grid.length === 0) {
    const elements = spanReached(array);
    return elements <= MOST_BETWEEN * numbers * presentElements(array) ? elements : undefined;
  }
  if (content?.kind === "half" || content?.kind === "folded" || array.axes.some(({ map }) => map !== undefined))
    return undefined;
  const elements = product(tile.atoms.filter(({ digit }) => digit !== BATCH));
  return tile.inputRun === elements ? numbers * elements : undefined;
}

/** Rows may lie apart, as long as little lies between them. */
const MOST_BETWEEN = 1.25;

/** Elements to behind the last one, wherever maps have them. */
const spanReached = ({ axes, content }: ArraySpec): number =>
  axes.reduce((span, { below, stride, map }, axis) => {
    const isOwn = contentAxis(content) === axis;
    const parts = isOwn ? partsOf(content) : undefined;
    // One frequency more than there are pairs.
    const beyond = isOwn && content?.kind === "folded" && content.end && parts === undefined ? 1 : 0;
    const placed = parts === undefined ? [{ map, from: 0, below: undefined }] : presentParts(parts);
    const last = placed.map((part) => furthest(part.from, Math.min(part.below ?? below, below) + beyond, part.map));
    return span + Math.max(...last) * usualStride(stride);
  }, 1);

function furthest(from: number, below: number, map: PlaceMap | undefined): number {
  if (map === undefined) return below - 1;
  let most = 0;
  for (let index = from; index < below; index++) most = Math.max(most, mappedPlace(map, index));
  return most;
}
