// The way back of a transform through the places of the way there. Its kernels come in the opposite order, its digits too, and each is
// transformed where it was before. In numbers: of 4096 = 16 * 16 * 16 the way there transforms digits X1, X2 and X3; what it leaves in
// registers, kX3, has the weight 256 among frequencies and is the heaviest digit of the way back, which transforms it there and then.
// So no place is computed anew: phases, tile and shared map are those of the way there, with digits called otherwise.
import { at } from "../failure/errors.js";
import { usualStride, type Arrays, type ArraySpec } from "../plan/arrays.js";
import { kernelsBack } from "../plan/bluestein.js";
import { contentElement, type ElementType } from "../plan/elements.js";
import type { PlanKernel } from "../plan/plan.js";
import type { Transform } from "../plan/transform.js";
import {
  arrayAfter,
  digitsAlong,
  digitSetOf,
  kernelDigits,
  memoryLayout,
  transformedDigits,
  type Atom,
  type Digit,
  type DigitSet,
  type MemoryLayout,
} from "./digits.js";
import { reversed, withAtoms, type Exit } from "./exchange.js";
import type { Phase } from "./phases.js";
import { reachAfter, withWeights, type Reach } from "./reach.js";
import type { Stretch } from "./stretch.js";

/** A stretch, and how blocks of a cluster that have branches of their own come together behind its way back. */
export interface Branched extends Stretch {
  readonly exit: Exit | undefined;
}

/**
 * The ways back of kernels, in their order. `there`: the ways there, along one axis; `transform`: of the way back. `arrays`: the output is
 * what the last one writes.
 */
export function waysBack(
  there: readonly Branched[],
  kernels: readonly PlanKernel[],
  transform: Transform,
  { output }: Pick<Arrays, "output">,
): readonly Branched[] {
  const { set } = at(there, 0);
  const back = kernelsBack(kernels.map(({ subComputations }) => ({ subComputations })));
  const seen = digitSetOf(transform, back, { ...set.arrays, output });
  // What tells rows apart stays as it is, whatever was done across them.
  const along = new Set<Digit>(digitsAlong(set));
  const digits = [...transformedDigits(seen), ...set.digits.filter((digit) => !along.has(digit))];
  const mirrored: DigitSet = { ...seen, digits, byName: new Map(digits.map((digit) => [digit.name, digit])) };
  const names = new Map(
    [...along].map(({ name }, index, all) => [name, at(transformedDigits(seen), all.length - 1 - index).name]),
  );
  return there.toReversed().map((own, index) => {
    const { input, reads, elements } = own;
    const isLast = index === there.length - 1;
    const target = isLast ? targetOf(set, output) : { layout: input, reach: reads, element: elements.input };
    const ends = { input: own.output, reads: own.writes, target };
    return wayBack(own, ends, { set: mirrored, kernel: at(back, index), index, names });
  });
}

/** Where the first kernel of the way there would read, were this its input. */
function targetOf(set: DigitSet, output: ArraySpec): Target {
  const { input, reads } = endOfWayBack(set, output);
  return { layout: input, reach: reads, element: contentElement(output) };
}

/** The first kernel of the way there, as if it read what the last of the way back is to write. */
export function endOfWayBack(set: DigitSet, output: ArraySpec): Pick<Stretch, "input" | "reads"> {
  const end: DigitSet = { ...set, arrays: { ...set.arrays, input: output } };
  return { input: memoryLayout(end, 0), reads: reachAfter(end, 0) };
}

/** The way back of a kernel that goes there and back along one of several dimensions, in the places of the way there. */
export function wayBackAlong(there: Branched, kernel: PlanKernel): Branched {
  const { set, index, digits } = there;
  const { axis, dimension } = at(digits, 0);
  const isOwn = (digit: Digit): boolean => digit.axis === axis;
  const [back = kernel] = kernelsBack([kernel]);
  const direction = set.transform.direction === "forward" ? "inverse" : "forward";
  const transform = { ...set.transform, direction, scale: 1, scaling: "fixed" } as const;
  const alone = digitSetOf({ ...transform, axes: [dimension] }, [back], set.arrays);
  const all = [
    ...set.digits.filter((digit) => !isOwn(digit)),
    ...alone.digits.filter(isOwn).map((digit) => ({ ...digit, kernel: index })),
  ];
  const mirrored: DigitSet = {
    ...set,
    transform,
    digits: all,
    byName: new Map(all.map((digit) => [digit.name, digit])),
  };
  const [own, mirror] = [set, mirrored].map((one) => transformedDigits(one).filter(isOwn));
  const names = new Map(own?.map(({ name }, digit) => [name, at(mirror ?? [], own.length - 1 - digit).name]));
  // What the last butterflies leave in natural order lies where the first ones would have read it.
  const array = arrayAfter(set, index + 1);
  const stride = usualStride(at(array.axes, axis).stride);
  const weights = new Map(set.digits.filter(isOwn).map((digit) => [digit.name, digit.inPlaceWeight] as const));
  const reach = reachAfter(set, index + 1);
  const layout: MemoryLayout = {
    digits: new Map([
      ...memoryLayout(set, index + 1).digits,
      ...[...weights].map(([name, weight]) => [name, stride * weight] as const),
    ]),
  };
  const target = {
    layout,
    reach: withWeights(reach, (part) => (part.axis === axis ? weights : part.weights)),
    element: contentElement(array),
  };
  // What turns in registers is there, all of it.
  const { ranges, mapped } = there.writes;
  const reads: Reach = {
    ...there.writes,
    content: undefined,
    indices: [],
    ranges: ranges.filter((range) => range.axis !== axis),
    mapped: mapped.filter((part) => part.axis !== axis),
  };
  return wayBack(there, { input: there.output, reads, target }, { set: mirrored, kernel: back, index, names });
}

type Names = ReadonlyMap<string, string>;

/** Where a way back stores, in the digits of the way there. */
interface Target {
  readonly layout: MemoryLayout;
  readonly reach: Reach;
  readonly element: ElementType;
}

/** A kernel of the way back, and what the digits of the way there are called in it. */
interface Mirrored {
  readonly set: DigitSet;
  readonly kernel: PlanKernel;
  readonly index: number;
  readonly names: Names;
}

/** What a way there reads its way back writes. */
function wayBack(
  there: Branched,
  { input, reads, target }: Pick<Stretch, "input" | "reads"> & { readonly target: Target },
  { set, kernel, index, names }: Mirrored,
): Branched {
  const { phases, tile, exchanges, elements, run, loadRun, storeRun } = there;
  const renamed = (atoms: readonly Atom[]): readonly Atom[] =>
    atoms.map((atom) => ({ ...atom, digit: names.get(atom.digit) ?? atom.digit }));
  const digits = kernelDigits(set, kernel);
  const phase = ({ digit, vector, registers, threads }: Phase): Phase => ({
    digit: digits.find(({ name }) => name === names.get(digit?.name ?? "")),
    vector: renamed(vector),
    registers: renamed(registers),
    threads: renamed(threads),
  });
  const { exit } = there;
  const last =
    exit?.through !== "cluster"
      ? undefined
      : {
          ...exit,
          phase: phase(exit.phase),
          rank: renamed(exit.rank),
          store: { ...exit.store, atoms: renamed(exit.store.atoms) },
        };
  return {
    index,
    set,
    elements: { ...elements, input: elements.output, output: target.element },
    tile: {
      ...tile,
      atoms: renamed(tile.atoms),
      grid: renamed(tile.grid),
      inputRun: tile.outputRun,
      outputRun: tile.inputRun,
    },
    digits,
    phases: [...phases.map(phase).toReversed(), ...(last === undefined ? [] : [last.phase])],
    exchanges: reversed(exchanges).map((exchange) => withAtoms(exchange, renamed)),
    run: renamed(run),
    input: renamedLayout(input, names),
    output: renamedLayout(target.layout, names),
    reads: renamedReach(reads, names),
    writes: renamedReach(target.reach, names),
    loadRun: storeRun,
    storeRun: loadRun,
    loaded: undefined,
    exit: last,
  };
}

const renamedKeys = <T>(map: ReadonlyMap<string, T>, names: Names): ReadonlyMap<string, T> =>
  new Map([...map].map(([name, value]) => [names.get(name) ?? name, value]));

const renamedLayout = ({ digits }: MemoryLayout, names: Names): MemoryLayout => ({
  digits: renamedKeys(digits, names),
});

const renamedReach = (reach: Reach, names: Names): Reach => ({
  ...withWeights(reach, ({ weights }) => renamedKeys(weights, names)),
  parameters: renamedKeys(reach.parameters, names),
});
