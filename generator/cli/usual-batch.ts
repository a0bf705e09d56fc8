// How many arrays a plan is made for where nobody says it: enough to fill any GPU, no more than have room.
import { membersWithin, sharesPlaces } from "../plan/array-overlaps.js";
import { arraysOf } from "../plan/arrays.js";
import { elementCount, type Transform } from "../plan/transform.js";

/** As many arrays as make this many points. */
const USUAL_POINTS = 2 ** 24;

/** In numbers: arrays that begin side by side between elements that lie 64 apart are 64. */
export function usualBatch(transform: Transform): number {
  const { input, output } = arraysOf(transform);
  // What begins before others end may be read, as windows of a signal are.
  const isShared = transform.placement === "out-of-place" && sharesPlaces(input, 2);
  const room = Math.min(membersWithin(output), isShared ? Infinity : membersWithin(input));
  return Math.max(1, Math.min(room, Math.floor(USUAL_POINTS / elementCount(transform))));
}
