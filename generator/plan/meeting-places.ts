// Whether two elements lie at one place: whether some steps up and down along axes, not all of them none, lead back. In numbers: of
// 8 rows that begin 5 apart, of 8 elements 8 apart, 8 steps along Y are 5 along X, and there are 7 at most: each has a place of its own.

/** Elements along an axis, two at least, and how far one lies from the next. */
export interface Steps {
  readonly stride: number;
  readonly length: number;
}

/** Exact, but where that would take too long: then elements are taken to meet. */
export function meet(all: readonly Steps[]): boolean {
  const sorted = all.toSorted((a, b) => a.stride - b.stride);
  if (sorted.some(({ stride }) => stride === 0)) return true;
  if (isNested(sorted)) return false;
  const axes = ofLoops(sorted);
  if (axes.length <= 2) return axes.length > 0;
  if (axes.some((one, index) => axes.slice(index + 1).some((other) => ofLoops([one, other]).length > 0))) return true;
  // More elements than places.
  const elements = axes.reduce((product, { length }) => product * length, 1);
  return elements > 1 + reachOf(axes) || leadBack(axes.toReversed());
}

/** Whether no stride is shorter than what lies below it. */
function isNested(sorted: readonly Steps[]): boolean {
  let reach = 0;
  return sorted.every(({ stride, length }) => {
    const isBehind = stride > reach;
    reach += stride * (length - 1);
    return isBehind;
  });
}

const reachOf = (axes: readonly Steps[]): number =>
  axes.reduce((reach, { stride, length }) => reach + stride * (length - 1), 0);

/**
 * Without axes along which no step can be undone by others: those reach not so far, or only multiples of what more steps make than there
 * are. Of two axes that are left elements meet.
 */
function ofLoops(axes: readonly Steps[]): readonly Steps[] {
  const left = axes.filter((axis) => {
    const others = axes.filter((other) => other !== axis);
    const common = others.reduce((divisor, { stride }) => gcd(divisor, stride), 0);
    const fewest = common / gcd(common, axis.stride);
    return fewest > 0 && fewest * axis.stride <= reachOf(others) && fewest < axis.length;
  });
  return left.length === axes.length || left.length === 0 ? left : ofLoops(left);
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

/** Steps that are looked at: a second's worth. */
const MOST_STEPS = 2 ** 25;

/** Tries all steps that the axes behind can undo. The longest stride first. */
function leadBack(axes: readonly Steps[]): boolean {
  const behind = axes.map((_, index) => axes.slice(index + 1));
  const reaches = behind.map(reachOf);
  const divisors = behind.map((others) => others.reduce((divisor, { stride }) => gcd(divisor, stride), 0));
  let steps = 0;
  const from = (index: number, place: number, hasStepped: boolean): boolean => {
    const axis = axes[index];
    if (axis === undefined) return hasStepped;
    const [reach, divisor] = [reaches[index] ?? 0, divisors[index] ?? 0];
    const most = axis.length - 1;
    // Back and forth are alike: the first steps go up.
    const first = hasStepped ? Math.max(-most, Math.ceil((-reach - place) / axis.stride)) : 0;
    const last = Math.min(most, Math.floor((reach - place) / axis.stride));
    for (let count = first; count <= last; count++) {
      steps += 1;
      if (steps > MOST_STEPS) return true;
      const next = place + count * axis.stride;
      if (divisor > 0 && next % divisor !== 0) continue;
      if (from(index + 1, next, hasStepped || count > 0)) return true;
    }
    return false;
  };
  return from(0, 0, false);
}
