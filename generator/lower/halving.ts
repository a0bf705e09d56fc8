// What of half a spectrum counts half, where the other half counts as zero.
import { registerSums } from "../kernel/axis-sums.js";
import type { SingleStep } from "../kernel/program.js";
import { transformedDigits, type Atom, type Digit, type DigitSet } from "../layout/digits.js";
import type { Stretch } from "../layout/stretch.js";
import type { Phase } from "../layout/phases.js";
import { axesOf, sumOf, type Field, type Use } from "./fields.js";

/**
 * Of a spectrum of which half is there and the rest counts as zero: twice the real part of its transform is that of the whole, if what
 * has no conjugate beside it, at 0 and of even lengths in the middle, counts half and has no imaginary part.
 */
export function halvingSteps(geometry: Stretch, { registers }: Phase, scope: readonly Field[]): readonly SingleStep[] {
  const { reads, digits, set, index: kernel } = geometry;
  const { content } = reads;
  const { conjugates } = set.arrays.input;
  // Of half places the end has two equal parts, which are one number.
  const isReal = conjugates?.holds === "spectrum" || conjugates?.holds === "blocks";
  if (isReal && conjugates.halfPlace !== true && conjugates.first === undefined) return realEnds(set, registers, scope);
  if (content?.kind !== "half") return [];
  // Of an axis that is cut into rows the number of an element is that of both axes, also where rows are loaded as they lie.
  const { weights } = set.arrays.input.until ?? { weights: undefined };
  if (weights === undefined && !digits.some(({ axis }) => axis === content.axis)) return [];
  // What a kernel before has summed up counts as it is.
  if (transformedDigits(set).some((digit) => digit.axis === content.axis && digit.kernel < kernel)) return [];
  const index: Use = ({ digit, weight }) => {
    const found = set.byName.get(digit);
    if (found === undefined || isLoaded(geometry, digit)) return 0;
    const own = weights === undefined ? Number(found.axis === content.axis) : (weights[found.axis] ?? 0);
    return found.inPlaceWeight * weight * own;
  };
  const first = reads.mapped.reduce(
    (number, { axis, map }) => number + (map.kind === "linear" ? map.offset * (weights?.[axis] ?? 0) : 0),
    0,
  );
  const sum = sumOf(scope, index);
  const sizes = new Map(scope.map(({ coordinate }) => [coordinate.name, coordinate.size]));
  const most = sum.reduce((total, { coordinate, weight }) => total + weight * ((sizes.get(coordinate) ?? 1) - 1), 0);
  const alone = content.of % 2 === 0 ? [0, content.of / 2] : [0];
  const points = registerSums(axesOf(registers, { weight: index })).flatMap(({ offset }, register) =>
    alone
      .map((own) => own - offset - first)
      .flatMap((value) => (value < 0 || value > most ? [] : [{ register, sum, value }])),
  );
  // Beside other axes what is its own mirror along this one is none of theirs.
  return [{ kind: "weigh", points, isReal: set.transform.axes.length === 1, weight: 1 / 2 }];
}

/** What a Hermitian step of its own reads of frequency 0 and of its mirror, the last one, is real. */
function realEnds(
  { frequencies, arrays, byName }: DigitSet,
  registers: readonly Atom[],
  scope: readonly Field[],
): readonly SingleStep[] {
  const { conjugates } = arrays.input;
  // Of several blocks it is the first's.
  const isBlock = ({ digit }: Atom): boolean => {
    const axis = byName.get(digit)?.axis;
    return conjugates?.holds === "blocks" && axis !== undefined && axis !== conjugates.axis;
  };
  const index: Use = (atom) => (isBlock(atom) ? atom.weight : indexOf(frequencies, atom));
  const sum = sumOf(scope, index);
  const points = registerSums(axesOf(registers, { weight: index })).flatMap(({ offset }, register) =>
    offset === 0 ? [{ register, sum, value: 0 }] : [],
  );
  return [{ kind: "weigh", points, isReal: true, weight: 1 }];
}

/** The weight of frequency 0 of an orthonormal cosine or sine transform, where a Hermitian step of its own has it, at this side of the step. */
export function zeroSteps(
  { set: { arrays, frequencies } }: Stretch,
  { registers, digit }: Phase,
  scope: readonly Field[],
  side: "before" | "after",
): readonly SingleStep[] {
  const weight = arrays[side === "before" ? "input" : "output"].conjugates?.zeroWeight;
  if (digit === undefined || weight === undefined || arrays.input.conjugates?.first !== undefined) return [];
  // The digit of two values has the frequency behind its mirror.
  const isOwn = ({ digit: name }: Atom): boolean => name === digit.name;
  const index: Use = (atom) => (isOwn(atom) ? -atom.weight : indexOf(frequencies, atom));
  const sum = sumOf(scope, (atom) => indexOf(frequencies, atom));
  const points = registerSums(axesOf(registers, { weight: index })).flatMap(({ offset }, register) =>
    offset === -1 ? [{ register, sum, value: 0 }] : [],
  );
  return [{ kind: "weigh", points, isReal: false, weight }];
}

const indexOf = (frequencies: readonly Digit[] | undefined, { digit, weight }: Atom): number =>
  weight * (frequencies?.find(({ name }) => name === digit)?.inPlaceWeight ?? 0);

/** Whether it is a frequency as soon as it is loaded: the digit of a branch that has no phase. */
export const isLoaded = ({ loaded }: Stretch, name: string): boolean => loaded?.name === name;
