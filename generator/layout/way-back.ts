// The way back of a transform through the places of the way there. Its kernels come in the opposite order, its digits too, and each is
// transformed where it was before. In numbers: of 4096 = 16 * 16 * 16 the way there transforms digits X1, X2 and X3; what it leaves in
// registers, kX3, has the weight 256 among frequencies and is the heaviest digit of the way back, which transforms it there and then.
// So no place is computed anew: phases, tile and shared map are those of the way there, with digits called otherwise.
import { at } from "../failure/errors.js";
import { usualStride, type Arrays, type ArraySpec } from "../plan/arrays.js";
import { kernelsBack } from "../plan/bluestein.js";
import { contentElement } from "../plan/elements.js";
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
import { reversed, withAtoms } from "./exchange.js";
import type { KernelGeometry } from "./geometry.js";
import type { Phase } from "./phases.js";
import { reachAfter, type Reach } from "./reach.js";

/**
 * The geometries of the way back, in their order. `there`: those of the way there, along one axis; `transform`: of the way back.
 * `arrays`: the output is what the last one writes.
 */
export function geometriesBack(
  there: readonly KernelGeometry[],
  kernels: readonly PlanKernel[],
  transform: Transform,
  { output }: Pick<Arrays, "output">,
): readonly KernelGeometry[] {
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
  const end = endOfWayBack(set, output);
  return there.toReversed().map((geometry, index) => {
    const isLast = index === there.length - 1;
    const writes = isLast
      ? { output: end.input, writes: end.reads }
      : { output: geometry.input, writes: geometry.reads };
    const { elements } = geometry;
    const written = isLast ? contentElement(output) : elements.input;
    return geometryBack(
      { ...geometry, input: writes.output, reads: writes.writes, elements: { ...elements, input: written } },
      mirrored,
      at(back, index),
      index,
      names,
    );
  });
}

/** The first kernel of the way there, as if it read what the last of the way back is to write. */
export function endOfWayBack(set: DigitSet, output: ArraySpec): Pick<KernelGeometry, "input" | "reads"> {
  const end: DigitSet = { ...set, arrays: { ...set.arrays, input: output } };
  return { input: memoryLayout(end, 0), reads: reachAfter(end, 0) };
}

/** Of a kernel that goes there and back along one of several dimensions: the way back, in the places of the way there. */
export function geometryBackAlong(geometry: KernelGeometry, kernel: PlanKernel): KernelGeometry {
  const { set, index, digits, elements } = geometry;
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
  const [there, mirror] = [set, mirrored].map((one) => transformedDigits(one).filter(isOwn));
  const names = new Map(there?.map(({ name }, digit, own) => [name, at(mirror ?? [], own.length - 1 - digit).name]));
  // What the last butterflies leave in natural order lies where the first ones would have read it.
  const stride = usualStride(at(arrayAfter(set, index + 1).axes, axis).stride);
  const after = memoryLayout(set, index + 1).digits;
  const weights = new Map(set.digits.filter(isOwn).map((digit) => [digit.name, digit.inPlaceWeight] as const));
  const ofAxis = <T extends { readonly axis: number; readonly weights: ReadonlyMap<string, number> }>(part: T): T =>
    part.axis === axis ? { ...part, weights } : part;
  const reach = reachAfter(set, index + 1);
  const writes: Reach = { ...reach, ranges: reach.ranges.map(ofAxis), mapped: reach.mapped.map(ofAxis) };
  const output: MemoryLayout = {
    digits: new Map([...after, ...[...weights].map(([name, weight]) => [name, stride * weight] as const)]),
  };
  const written = contentElement(arrayAfter(set, index + 1));
  // What turns in registers is there, all of it.
  const turned: Reach = {
    ...geometry.writes,
    content: undefined,
    ranges: geometry.writes.ranges.filter((range) => range.axis !== axis),
    mapped: geometry.writes.mapped.filter((part) => part.axis !== axis),
  };
  return geometryBack(
    { ...geometry, input: output, reads: writes, writes: turned, elements: { ...elements, input: written } },
    mirrored,
    back,
    index,
    names,
  );
}

type Names = ReadonlyMap<string, string>;

/** What a kernel reads its mirror writes. */
function geometryBack(
  geometry: KernelGeometry,
  set: DigitSet,
  kernel: PlanKernel,
  index: number,
  names: Names,
): KernelGeometry {
  const {
    phases,
    tile,
    exchanges,
    elements,
    input,
    output,
    reads,
    writes,
    loadRun,
    storeRun,
    loadSectors,
    storeSectors,
  } = geometry;
  const { inputRun, outputRun } = tile;
  const renamed = (atoms: readonly Atom[]): readonly Atom[] =>
    atoms.map((atom) => ({ ...atom, digit: names.get(atom.digit) ?? atom.digit }));
  const digits = kernelDigits(set, kernel);
  const phase = ({ digit, vector, registers, threads }: Phase): Phase => ({
    digit: digits.find(({ name }) => name === names.get(digit?.name ?? "")),
    vector: renamed(vector),
    registers: renamed(registers),
    threads: renamed(threads),
  });
  const { branches } = geometry;
  const exit = branches === undefined ? undefined : phase(branches.exit);
  return {
    ...geometry,
    index,
    set,
    elements: { ...elements, input: elements.output, output: elements.input },
    digits,
    input: renamedLayout(output, names),
    output: renamedLayout(input, names),
    reads: renamedReach(writes, names),
    writes: renamedReach(reads, names),
    tile: { ...tile, atoms: renamed(tile.atoms), grid: renamed(tile.grid), inputRun: outputRun, outputRun: inputRun },
    phases: [...phases.map(phase).toReversed(), ...(exit === undefined ? [] : [exit])],
    branches:
      branches === undefined || exit === undefined
        ? undefined
        : {
            ...branches,
            exit,
            rank: renamed(branches.rank),
            received: { ...branches.received, atoms: renamed(branches.received.atoms) },
          },
    exchanges: reversed(exchanges).map((exchange) => withAtoms(exchange, renamed)),
    loadRun: storeRun,
    storeRun: loadRun,
    loadSectors: storeSectors,
    storeSectors: loadSectors,
  };
}

const renamedKeys = <T>(map: ReadonlyMap<string, T>, names: Names): ReadonlyMap<string, T> =>
  new Map([...map].map(([name, value]) => [names.get(name) ?? name, value]));

const renamedLayout = ({ digits }: MemoryLayout, names: Names): MemoryLayout => ({
  digits: renamedKeys(digits, names),
});

const renamedReach = (reach: Reach, names: Names): Reach => ({
  ...reach,
  ranges: reach.ranges.map((range) => ({ ...range, weights: renamedKeys(range.weights, names) })),
  mapped: reach.mapped.map((axis) => ({ ...axis, weights: renamedKeys(axis.weights, names) })),
  parameters: renamedKeys(reach.parameters, names),
});
