// How an `mma.sync` holds butterflies whose points are pairs of numbers: complex ones, or two neighbours. Rows of A are butterflies,
// columns their points; B is the matrix; the sums must lie as the operands do, so that a butterfly ends where it began. All of it
// follows from the maps. Of m16n8k16: a lane holds 2 of the 16 butterflies, and of each points t + 4 r, where t counts four
// neighbouring lanes and r registers. Of m8n8k4: each lane holds all points of one of 32 butterflies.
import { invariant } from "../failure/errors.js";
import {
  elementsOf,
  elementsOfRegister,
  fragmentInstructions,
  mapIn,
  type FragmentInstruction,
  type FragmentShape,
  type HolderBit,
} from "./fragment-maps.js";

export interface Fragment {
  readonly instruction: FragmentInstruction;
  /** Bits of a point's position that are bits of the lane: its lightest ones, those of the lane too. The others count registers. */
  readonly laneBits: number;
  /** Butterflies of one product that a lane has a part in. */
  readonly butterflies: number;
  /** Points of a butterfly that one product takes, and that it gives. */
  readonly taken: number;
  readonly given: number;
  /** Registers of 32 bits that a lane holds of the matrix for one product. */
  readonly words: number;
}

/** Undefined where it cannot hold butterflies so. */
export function fragmentOf(instruction: FragmentInstruction): Fragment | undefined {
  const [a, b, c] = [mapIn(instruction, "A"), mapIn(instruction, "B"), mapIn(instruction, "C")];
  const [pairs, taken, given] = [elementsOfRegister(a.type), a.column.slice(1), c.column.slice(1)];
  const lanes = given.filter(({ of }) => of === "lane");
  const isPair = (bit: HolderBit | undefined): boolean => bit?.of === "element" && bit.bit === 0;
  const pointsLieAlike =
    pairs === 2 &&
    [a.column, b.row, c.column].every(([lightest]) => isPair(lightest)) &&
    sameBits(
      lanes,
      taken.filter(({ of }) => of === "lane"),
    ) &&
    lanes.every(({ bit }, index) => bit === index && given[index]?.of === "lane" && taken[index]?.of === "lane");
  if (!pointsLieAlike || !sameBits(lanesOf(a.row), lanesOf(c.row)) || !sameBits(a.product, c.product)) return undefined;
  return {
    instruction,
    laneBits: lanes.length,
    butterflies: 2 ** a.row.filter(({ of }) => of === "element").length,
    taken: 2 ** taken.length,
    given: 2 ** given.length,
    words: elementsOf(b) / pairs,
  };
}

/** By lanes, with what lies in registers as such: which of them is the text's affair. */
const lanesOf = (bits: readonly HolderBit[]): readonly HolderBit[] =>
  bits.map(({ of, bit }) => ({ of, bit: of === "lane" ? bit : 0 }));

const sameBits = (some: readonly HolderBit[], others: readonly HolderBit[]): boolean =>
  some.length === others.length && some.every(({ of, bit }, i) => others[i]?.of === of && others[i].bit === bit);

/** Halves and bfloat16 lie alike. */
const known = new Map(
  fragmentInstructions
    .filter(({ type }) => type === "f16")
    .map((instruction) => [`${instruction.shape} ${instruction.sums}`, fragmentOf(instruction)]),
);

/** Of a shape that holds butterflies. */
export function fragmentOfShape(shape: FragmentShape, sums: "f16" | "f32"): Fragment {
  const fragment = known.get(`${shape} ${sums}`);
  invariant(fragment !== undefined, () => `fragments: ${shape} with sums in ${sums} holds no butterflies`);
  return fragment;
}

/** Lanes that hold a butterfly together. */
export const lanesOfButterfly = ({ laneBits }: Fragment): number => 2 ** laneBits;
