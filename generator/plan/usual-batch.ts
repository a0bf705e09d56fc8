// How many arrays a plan is made for where nobody says it: enough to fill any GPU, no more than have room.
import { membersWithin, sharesPlaces } from "./array-overlaps.js";
import { arraysOf, spanOf, usualStride, type ArraySpec } from "./arrays.js";
import { elementCount, type Transform } from "./transform.js";

/** As many arrays as make this many points. */
const USUAL_POINTS = 2 ** 24;

/** With the gaps between them: 2 GiB of complex numbers in single precision, which any GPU has room for twice. */
const MOST_PLACES = 2 ** 28;

/** In numbers: arrays that begin side by side between elements that lie 64 apart are 64; of arrays that begin 2^27 apart there are 2. */
export function usualBatch(transform: Transform): number {
  const arrays = arraysOf(transform);
  const [input, output] = [asPlanned(arrays.input), asPlanned(arrays.output)];
  // What begins before others end may be read, as windows of a signal are.
  const isShared = transform.placement === "out-of-place" && sharesPlaces(input, 2);
  const room = Math.min(
    membersWithin(output),
    isShared ? Infinity : membersWithin(input),
    ...[input, output].map(membersInReach),
  );
  return Math.max(1, Math.min(room, Math.floor(USUAL_POINTS / elementCount(transform))));
}

/** Strides that calls say count as those that are planned for. */
const asPlanned = (array: ArraySpec): ArraySpec => ({
  ...array,
  axes: array.axes.map((axis) => ({ ...axis, stride: usualStride(axis.stride) })),
  distance: usualStride(array.distance),
});

/** Arrays that reach no further than that from the first, or one. */
const membersInReach = (array: ArraySpec): number =>
  1 + Math.max(0, Math.floor((MOST_PLACES - spanOf(array)) / Math.max(1, usualStride(array.distance))));
