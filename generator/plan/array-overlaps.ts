// Whether elements of arrays have places of their own: how many members of a batch there is room for.
import { parametersOf, usualStride, type ArrayAxis, type ArraySpec, type Spaced, type Stride } from "./arrays.js";
import { meet } from "./meeting-places.js";

/** Members of a batch that no two elements of which lie at one place, as many as there is room for; mostly any number. */
export function membersWithin({ axes, distance }: Spaced): number {
  const apart = usualStride(distance);
  // Strides that the caller says are the caller's to keep apart.
  if (apart === 0 || parametersOf({ axes, distance }).length > 0) return Infinity;
  let [members, reach] = [Infinity, 1];
  for (const { stride, length } of presentByStride(axes)) {
    // In numbers: rows of 3 elements begin 100 apart, arrays 4: the last of 25 arrays ends at 98.
    if (stride >= apart) members = Math.min(members, 1 + Math.floor((stride - reach) / apart));
    reach += stride * (length - 1);
    if (stride < apart && reach > apart) return 1;
  }
  return members;
}

/**
 * The array as another caller may say it: with one element more between what callers say the strides of, in the same order. In numbers:
 * 8 rows of 16 that begin 20 apart, arrays 160, are 8 that begin 21 apart, arrays 168.
 */
export function elsewhere(array: ArraySpec): ArraySpec {
  const { axes, distance } = array;
  const planned = axes.map((axis) => ({ ...axis, stride: usualStride(axis.stride) }));
  const members = membersWithin({ ...array, axes: planned, distance: usualStride(distance) });
  const byStride = [
    ...axes.map((axis) => ({
      of: axis,
      stride: axis.stride,
      count: axis.map?.kind === "rotate" ? axis.length : axis.below - axis.from,
    })),
    { of: array, stride: distance, count: members === Infinity ? 1 : members },
  ].toSorted((a, b) => usualStride(a.stride) - usualStride(b.stride));
  const said = new Map<ArrayAxis | ArraySpec, Stride>();
  let [reach, now] = [1, 1];
  for (const { of, stride, count } of byStride) {
    const usual = usualStride(stride);
    const other = typeof stride === "number" ? stride : now + (usual - reach) + 1;
    said.set(of, typeof stride === "number" ? stride : { ...stride, usual: other });
    reach += usual * (count - 1);
    now += other * (count - 1);
  }
  return {
    ...array,
    axes: axes.map((axis) => ({ ...axis, stride: said.get(axis) ?? axis.stride })),
    distance: said.get(array) ?? distance,
  };
}

/** Whether strides as planned are, from the shortest on, shorter than what lies within them. */
export function overlaps({ axes, distance }: Spaced, batch: number): boolean {
  let reach = 1;
  for (const { stride, length } of presentByStride([...axes, { stride: distance, from: 0, below: batch }])) {
    if (stride < reach) return true;
    reach += stride * (length - 1);
  }
  return false;
}

/**
 * Whether rows or arrays begin before others end, in such a batch or in one of 2: windows of a signal, which have elements in common. It can
 * be read only.
 */
export const sharesPlaces = (array: Spaced, batch: number): boolean => overlaps(array, Math.max(2, batch));

/** Why what is written cannot lie so; undefined if it can. Verification finds elements by strides none of which is shorter than what lies below. */
export function overlapProblem(array: ArraySpec, batch: number): string | undefined {
  if (!overlaps(array, batch)) return undefined;
  return meets(array, batch)
    ? `two elements lie at one place: strides must not be shorter than what lies below them${lengthText(array)}`
    : "rows or arrays lie within each other: strides of what is written must not be shorter than what lies below them";
}

/** Sides of real transforms have other lengths than a user may have in mind: a spectrum is longer than half of the real numbers. */
function lengthText({ axes, content }: ArraySpec): string {
  if (content?.kind !== "half" && content?.kind !== "reals") return "";
  const length = axes[content.axis]?.length ?? 1;
  return content.kind === "half"
    ? `; a spectrum of ${content.of} real numbers has ${length} elements`
    : `; a row has ${length} real numbers`;
}

/** Whether two elements lie at one place, strides being as planned. */
const meets = ({ axes, distance }: Spaced, batch: number): boolean =>
  meet(presentByStride([...axes, { stride: distance, from: 0, below: batch }]));

/**
 * How often an element is read at most. In numbers: of windows of 1024 that begin 256 apart 4 have the same element, where there are as
 * many.
 */
export function timesRead(array: Spaced, batch: number): number {
  if (!meets(array, batch)) return 1;
  const { axes, distance } = array;
  let [times, reach] = [1, 1];
  for (const { stride, length } of presentByStride([...axes, { stride: distance, from: 0, below: batch }])) {
    if (stride < reach) times *= Math.min(length, Math.ceil(reach / stride));
    reach += stride * (length - 1);
  }
  return times;
}

/** Of rows of which a part is there, others may begin behind that part. The shortest stride first, as planned. */
const presentByStride = (axes: readonly (Pick<ArrayAxis, "stride" | "from" | "below"> & Partial<ArrayAxis>)[]) =>
  axes
    .map(({ stride, from, below, map, length = below }) => ({
      stride: usualStride(stride),
      // What is shifted goes on at the beginning.
      length: map?.kind === "rotate" ? length : below - from,
    }))
    .filter(({ length }) => length > 1)
    .toSorted((a, b) => a.stride - b.stride);
