// Places a tile's atoms in kernels that multiply by matrices on tensor cores. There a digit is where the operands of the unit's
// instruction have it (gpu/fragments.ts): of m16n8k16 its position is t + 4 r, where t counts four neighbouring lanes and r
// registers, and the 16 rows are 16 butterflies, 8 groups of four lanes, two in each thread.
import { failure, success, type Result } from "../failure/result.js";
import { unitFragment } from "../codelet/matrix.js";
import type { Fragment } from "../gpu/fragments.js";
import { isMatrixProduct, matrixUnit } from "../plan/units.js";
import { atomStride, product, sameAtom, type Atom, type TransformedDigit } from "./digits.js";
import { WARP } from "../gpu/hardware.js";
import { activeThreads, type Phase, type PhaseRequest } from "./phases.js";
import { keptRun, neighbours } from "./runs.js";

/** Whether tensor cores transform the digit of a phase. */
export const isFragment = ({ digit }: Pick<Phase, "digit">): boolean =>
  digit !== undefined && isMatrixProduct(digit.subComputation);

/** Where tensor cores have a digit that they transform. */
export function digitFragment({ radix, subComputation }: TransformedDigit): Fragment | undefined {
  const unit = matrixUnit(subComputation);
  return unit === undefined ? undefined : unitFragment(unit, radix);
}

/** Atoms at the front of a phase's threads that must stay there: lanes that have the digit. */
export const fixedLaneAtoms = ({ digit }: Pick<Phase, "digit">): number =>
  (digit === undefined ? undefined : digitFragment(digit))?.laneBits ?? 0;

export type FragmentRequest = Pick<PhaseRequest, "tile" | "threads" | "input" | "output" | "longestRun">;

/** The phases of a kernel, and the atoms that all of them keep in registers as neighbours. */
export interface FragmentPhases {
  readonly phases: readonly Phase[];
  readonly run: readonly Atom[];
}

/**
 * One phase for each digit. The longest run that all phases can keep is the best: it makes every access to shared memory and
 * the load as wide as can be.
 */
export function placeFragmentPhases(
  request: FragmentRequest,
  digits: readonly TransformedDigit[],
): Result<FragmentPhases> {
  const { tile, input } = request;
  const spare = (name: string): number => {
    const digit = digits.find((candidate) => candidate.name === name);
    const fragment = digit === undefined ? undefined : digitFragment(digit);
    return digit === undefined || fragment === undefined
      ? Infinity
      : Math.max(0, Math.log2(digit.radix) - fragment.laneBits);
  };
  let longest = keptRun(tile.atoms, input, request.longestRun, spare);
  for (;;) {
    const placed = placeWithRun(request, digits, longest);
    if (placed.ok || longest.length === 0) return placed;
    longest = longest.slice(0, -1);
  }
}

function placeWithRun(
  request: FragmentRequest,
  digits: readonly TransformedDigit[],
  run: readonly Atom[],
): Result<FragmentPhases> {
  const phases: Phase[] = [];
  for (const [index, digit] of digits.entries()) {
    const isLast = index === digits.length - 1;
    const phase = placePhase(request, digit, isLast, isLast && index > 0, run);
    if (!phase.ok) return phase;
    phases.push(phase.value);
  }
  return success({ phases, run });
}

/** A thread also keeps what makes its stores wide, where the phase stores. */
function placePhase(
  { tile, threads, input, output, longestRun }: FragmentRequest,
  digit: TransformedDigit,
  stores: boolean,
  inOutputOrder: boolean,
  run: readonly Atom[],
): Result<Phase> {
  const order = inOutputOrder ? output : input;
  const byOrder = (a: Atom, b: Atom): number => atomStride(order, a) - atomStride(order, b);
  const isIn = (atoms: readonly Atom[]) => (atom: Atom) => atoms.some((other) => sameAtom(other, atom));
  const own = tile.atoms.filter((atom) => atom.digit === digit.name).toSorted((a, b) => a.weight - b.weight);
  const inside = [...own, ...run];
  // The heaviest: a run holds the lightest, and phases whose digits have the same places have the same matrix. A digit of two
  // shares its four lanes with another butterfly.
  const fragment = digitFragment(digit);
  const laneBits = fragment?.laneBits ?? 0;
  const ownLanes = laneBits === 0 ? [] : own.filter((atom) => !isIn(run)(atom)).slice(-laneBits);
  const filling = tile.atoms
    .filter((atom) => atom.size === 2 && !isIn(inside)(atom))
    .toSorted(byOrder)
    .slice(0, laneBits - ownLanes.length);
  const onLanes = [...ownLanes, ...filling];
  const inRegisters = own.filter((atom) => !isIn(onLanes)(atom));
  const others = tile.atoms.filter((atom) => atom.digit !== digit.name && !isIn(onLanes)(atom));

  const wanted = stores ? neighbours(tile.atoms, output, longestRun) : [];
  const preferred = [...run, ...wanted, ...others.toSorted(byOrder).toReversed()].filter(isIn(others));
  let room = product(tile.atoms) / (threads * product(inRegisters));
  const extras: Atom[] = [];
  for (const atom of preferred) {
    if (room < atom.size || room % atom.size !== 0 || isIn(extras)(atom)) continue;
    extras.push(atom);
    room /= atom.size;
  }
  if (room !== 1) return failure(`${threads} threads cannot share a tile of ${product(tile.atoms)} elements evenly`);
  if (!run.every(isIn([...inRegisters, ...extras])))
    return failure(`a thread of ${threads} cannot keep a run of ${product(run)} elements`);
  const rest = others.filter((atom) => !isIn(extras)(atom)).toSorted(byOrder);
  const registers = [...inRegisters, ...paired(extras)];
  const phase: Phase = { digit, vector: [], registers, threads: [...onLanes, ...rest] };
  return fragment === undefined ? success(phase) : checkFragment(phase, extras, fragment);
}

/** Rows of an operand go by twos in a thread: the first atom behind the digit's is one of size 2. */
function paired(extras: readonly Atom[]): readonly Atom[] {
  const first = extras.findIndex(({ size }) => size === 2);
  return first <= 0 ? extras : [...extras.slice(first, first + 1), ...extras.toSpliced(first, 1)];
}

function checkFragment(phase: Phase, extras: readonly Atom[], { laneBits, butterflies }: Fragment): Result<Phase> {
  if (butterflies === 2 && !extras.some(({ size }) => size === 2))
    return failure("on tensor cores a thread takes two butterflies at a time: it needs more elements");
  if (phase.threads.slice(0, laneBits).some(({ size }) => size !== 2))
    return failure("on tensor cores four neighbouring lanes hold a digit: the tile lacks factors of two");
  const threads = activeThreads(phase);
  if (threads % WARP !== 0) return failure(`tensor cores need whole warps, not ${threads} threads`);
  return success(phase);
}
