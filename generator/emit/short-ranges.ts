// The ranges of batches for a machine that takes long for large batches, the emulator: each ends as early as its plan can show
// everything that depends on the number of arrays. The kernels are the same; only the launcher's constants differ.
import { isPersistent } from "../kernel/program.js";
import { linkedTransform, type BatchRange } from "./linked-transform.js";
import type { Unit } from "./unit.js";

/** The clusters of a persistent kernel that the emulator holds at once, and the rounds after which buffers are used again. */
const RESIDENT_CLUSTERS = 2;
const ROUNDS = 3;

/** The same units with earlier ends: of plans for up to 31, up to 255 and more arrays, for up to 3, up to 6 and more. */
export function withShortRanges(name: string, units: readonly Unit[]): readonly Unit[] {
  if (units.every(({ upToBatch }) => upToBatch === undefined)) return units;
  return linkedTransform(name, units).variants.flatMap(({ ranges }) => {
    let before = 0;
    return ranges.map((range) => {
      if (range.upTo === undefined) return range.unit;
      before = Math.min(range.upTo, before + tellingBatch(range));
      return { ...range.unit, upToBatch: before };
    });
  });
}

/** An array more than blocks take twice, or enough for clusters to go round. */
function tellingBatch({ unit }: BatchRange): number {
  const kernels = unit.host.launches.map(({ kernel }) => kernel);
  const tile = Math.max(...kernels.map(({ tiles }) => tiles.batch));
  const rounds = kernels.map((kernel) =>
    isPersistent(kernel) ? Math.ceil((ROUNDS * RESIDENT_CLUSTERS + 1) / kernel.tiles.perGroup) : 1,
  );
  return Math.max(2 * tile + 1, ...rounds);
}
