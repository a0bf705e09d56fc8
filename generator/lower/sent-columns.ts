// Columns that a cluster sends to the block of their mirrors (layout/mirrored.ts): those nearer to 0 than their mirrors go by their own
// numbers, and the others by those of these.
import { axisValue, type RegisterAxis, type Write } from "../kernel/access.js";
import { sumExpression, type Sum } from "../kernel/coordinates.js";
import type { Let } from "../kernel/let.js";
import type { MirrorStep } from "../kernel/mirror-step.js";
import type { SingleStep } from "../kernel/program.js";
import { at, invariant } from "../failure/errors.js";
import { product, sameAtom, type Atom, type DigitSet } from "../layout/digits.js";
import type { MirroredColumns } from "../layout/mirrored.js";
import type { Phase } from "../layout/phases.js";
import { all, constant, isZero, minus, remainder } from "../plan/index-expression.js";
import { MIRROR } from "./columns.js";
import { denseUse, fieldsOf, sumOf, type Field, type Use } from "./fields.js";
import { belowRegisters } from "./mirrored.js";

/** A phase that sends, and what it would write were there no mirrors. */
export interface SentColumns {
  readonly set: DigitSet;
  readonly phase: Phase;
  readonly uses: readonly Use[];
  readonly rank: Use | undefined;
  readonly transformed: (digit: string) => boolean;
  readonly own: readonly Field[];
  readonly outer: readonly Field[];
  readonly write: Write;
  /** The same by other coordinates of the thread. */
  readonly access: (own: readonly Field[]) => Partial<Write>;
}

export function mirroredWrites(
  mirrored: MirroredColumns,
  { set, phase, uses, rank, transformed, own, outer, write, access }: SentColumns,
): readonly SingleStep[] {
  const below = belowRegisters(mirrored);
  const steps = mirrorSteps(mirrored, phase, own);
  if (below.length === 0) return [...steps, write];
  const fields = fieldsOf(set, below, "mirror", uses, transformed, [...own, ...outer]);
  const isBelow = ({ atoms }: Field): boolean => atoms.some((atom) => below.some((other) => sameAtom(other, atom)));
  const ofMirrors = [...own.filter((field) => !isBelow(field)), ...fields];
  const axis = axisOf(write.axes, phase.registers, mirrored.side);
  const ranks = rank === undefined ? [] : sumOf(ofMirrors, rank);
  return [
    { ...write, only: axisValue(axis, 0) },
    ...steps,
    { kind: "coordinates", coordinates: fields.map(({ coordinate }) => coordinate) },
    {
      ...write,
      ...access(ofMirrors),
      place: `${write.place}_mirrors`,
      only: axisValue(axis, 1),
      send: write.send === undefined ? undefined : { ...write.send, rank: ranks },
    },
  ];
}

const swapComment = (of: "column" | "row"): string =>
  `Swap upper-half ${of}s into the slots of their conjugates (k <-> N - k).`;

/** The mirror of what is below the registers, and the step of these. */
function mirrorSteps(mirrored: MirroredColumns, phase: Phase, own: readonly Field[]): readonly (Let | MirrorStep)[] {
  const below = belowRegisters(mirrored);
  invariant(
    below.every((atom) => phase.threads.some((other) => sameAtom(other, atom))),
    () => "lower: columns that threads do not tell apart",
  );
  const radix = product(phase.registers.filter(({ digit }) => digit === mirrored.side.digit));
  const count = product(below);
  const comment = swapComment("column");
  const registers = { radix, groups: product(phase.registers) / radix };
  if (count === 1) return [{ kind: "mirror", comment, isFirst: all([]), ...registers }];
  const number = sumExpression(sumOf(own, denseUse(below)));
  return [
    { kind: "let", name: MIRROR, value: remainder(minus(constant(count), number), count), comment },
    { kind: "mirror", isFirst: isZero(number), ...registers },
  ];
}

/**
 * Of rows inside columns that blocks share: those of the upper half of the digit that is shared go where their mirrors do, and as these are
 * there, they change places in the registers. What of a row is below the digit stays.
 */
export function sharedRowsStep(
  set: DigitSet,
  mirrored: MirroredColumns,
  { registers }: Phase,
  scope: readonly Field[],
): MirrorStep {
  const [below, along] = belowRows(set, mirrored);
  const shared = mirrored.inside.at(-1)?.digit;
  const radix = product(registers.filter(({ digit }) => digit === shared));
  const number: Sum = [...sumOf(scope, denseUse(below)), ...sumOf(scope, denseUse(along))];
  return {
    kind: "mirror",
    comment: swapComment("row"),
    isFirst: number.length === 0 ? all([]) : isZero(sumExpression(number)),
    radix,
    groups: product(registers) / radix,
  };
}

/** What of a row is below the digit that blocks share: inside its column, and of columns that lie along its dimension. */
export function belowRows(
  set: DigitSet,
  { atoms, inside }: MirroredColumns,
): readonly [inside: readonly Atom[], along: readonly Atom[]] {
  const { digit: shared } = at(inside, inside.length - 1);
  const axis = set.byName.get(shared)?.axis;
  return [
    inside.filter(({ digit }) => digit !== shared),
    atoms.filter(({ digit }) => set.byName.get(digit)?.axis === axis),
  ];
}

/** The axis that is an atom of the registers. */
function axisOf(axes: readonly RegisterAxis[], registers: readonly Atom[], atom: Atom): number {
  const before = product(
    registers.slice(
      0,
      registers.findIndex((other) => sameAtom(other, atom)),
    ),
  );
  const axis = axes.findIndex((_, index) => product(axes.slice(0, index)) === before && at(axes, index).size > 1);
  invariant(at(axes, axis).size === atom.size, () => "lower: the halves of columns have no axis of their own");
  return axis;
}
