// Butterflies as products of matrices: which number each lane of a warp holds of a matrix, as the second operand of `mma.sync`
// Elements are pairs of real numbers. Complex numbers are, so that the
// matrix of a DFT of length r is one of 2r times 2r real numbers: the product of a pair with [[c, s], [-s, c]] is that with
// c + i s. Of two neighbours each is multiplied by a sign; or they are transformed as well, by [[1, 1], [1, -1]].
import { mapIn, placeOf, type FragmentShape } from "../gpu/fragment-maps.js";
import { fragmentOfShape, lanesOfButterfly, type Fragment } from "../gpu/fragments.js";
import { WARP } from "../gpu/hardware.js";
import { rootOfUnity, type ComplexNumber } from "../arithmetic/root-of-unity.js";
import { roundedToShort, shortBits } from "../arithmetic/short-bits.js";
import { at, unreachable } from "../failure/errors.js";
import { signsOf, sylvester } from "../plan/hadamard-matrix.js";
import type { MatrixUnit } from "../plan/plan.js";
import type { Direction } from "../plan/transform.js";

/** A matrix whose rows and columns are permuted as a kernel's layout wants it. */
export type MatrixSpec = DftMatrix | HadamardMatrix;

export interface DftMatrix extends MatrixPlaces {
  readonly kind: "dft";
  readonly direction: Direction;
  /** The entries rounded to the storage, or what that leaves of them, rounded again. */
  readonly part: "rounded" | "remainder";
}

/** Sylvester's, of elements that are two neighbours. */
export interface HadamardMatrix extends MatrixPlaces {
  readonly kind: "hadamard";
  /** Of the part of the digit that the neighbours are, at the place `vector`: 2 where they are transformed as well. */
  readonly vectorRadix: 1 | 2;
  /** Magnitude of the entries, a power of two: what a transform is scaled by costs nothing here. */
  readonly entry: number;
}

export interface MatrixPlaces {
  readonly radix: number;
  readonly storage: "f16" | "bf16";
  /**
   * What each bit of a position adds to the digit: the bits of the lane, then those of the register. 0 for one that tells
   * butterflies apart: a matrix of two points stands twice on the diagonal of one of four (Kang et al. 2019, section 5.4).
   */
  readonly weights: readonly number[];
  /** How the products hold it. */
  readonly fragment: Fragment;
}

/** By which instructions a unit multiplies: the first shape that a butterfly fills, and what sums are. */
const UNIT_INSTRUCTIONS: Readonly<
  Record<MatrixUnit, { readonly shapes: readonly FragmentShape[]; readonly sums: "f16" | "f32" }>
> = {
  mma: { shapes: ["m16n8k16", "m16n8k8"], sums: "f32" },
  "mma.f16": { shapes: ["m16n8k16", "m16n8k8"], sums: "f16" },
  "mma.m16n8k8": { shapes: ["m16n8k8"], sums: "f32" },
  "mma.m8n8k4": { shapes: ["m8n8k4"], sums: "f16" },
  split: { shapes: ["m16n8k16", "m16n8k8"], sums: "f32" },
  sorna: { shapes: ["m16n8k8"], sums: "f32" },
  kang: { shapes: ["m16n8k16", "m16n8k8"], sums: "f32" },
};

/** How the unit holds butterflies of this radix. */
export function unitFragment(unit: MatrixUnit, radix: number): Fragment {
  const { shapes, sums } = UNIT_INSTRUCTIONS[unit];
  const fragments = shapes.map((shape) => fragmentOfShape(shape, sums));
  return fragments.find(({ taken }) => radix >= taken) ?? at(fragments, fragments.length - 1);
}

/** Whether the products are of the largest shape that the matrix fills. */
export const isUsualShape = (spec: MatrixSpec): boolean =>
  spec.fragment.instruction.shape === unitFragment("mma", positionCount(spec)).instruction.shape;

/**
 * `dft16` where lanes have the heaviest bits of the digit, else `dft16_positions_1_2_4_8`; `dft16_remainder`; of another shape
 * `dft16_m16n8k8`.
 */
export function matrixName(spec: MatrixSpec): string {
  const { radix, weights, fragment } = spec;
  const { laneBits } = fragment;
  const usual = weights.every((weight, bit) =>
    bit < laneBits ? weight === (radix / lanesOfButterfly(fragment)) * 2 ** bit : weight === 2 ** (bit - laneBits),
  );
  const shape = isUsualShape(spec) ? "" : `_${fragment.instruction.shape}`;
  const places = `${shape}${usual ? "" : `_positions_${weights.join("_")}`}`;
  switch (spec.kind) {
    case "dft":
      return `${spec.direction === "inverse" ? "idft" : "dft"}${radix}${places}${spec.part === "remainder" ? "_remainder" : ""}`;
    case "hadamard": {
      const power = Math.log2(spec.entry);
      const scaled = power === 0 ? "" : `_by_2_to_${power < 0 ? "minus_" : ""}${Math.abs(power)}`;
      return `hadamard${radix}${places}${spec.vectorRadix === 2 ? "_within" : ""}${scaled}`;
    }
    default:
      return unreachable(spec);
  }
}

/** The digit's value at a position. */
export const digitAt = ({ weights }: Pick<MatrixSpec, "weights">, position: number): number =>
  weights.reduce((digit, weight, bit) => digit + ((position >> bit) % 2) * weight, 0);

/** Which butterfly a position belongs to. */
export const butterflyAt = ({ weights }: Pick<MatrixSpec, "weights">, position: number): number =>
  weights.reduce((butterfly, weight, bit) => butterfly + (weight === 0 ? position & (1 << bit) : 0), 0);

/** Points of a product's butterflies: a butterfly of fewer shares them with others. */
export const positionCount = ({ weights }: Pick<MatrixSpec, "weights">): number => 2 ** weights.length;

type MatrixSize = Pick<MatrixSpec, "weights" | "fragment">;

/** Blocks of outputs, and steps of the contraction for each. */
const blocksAndSteps = (spec: MatrixSize): readonly [number, number] => {
  const { given, taken } = spec.fragment;
  return [positionCount(spec) / given, positionCount(spec) / taken];
};

/** Products that a butterfly takes: blocks of outputs times steps of the contraction. */
export function productCount(spec: MatrixSize): number {
  const [blocks, steps] = blocksAndSteps(spec);
  return blocks * steps;
}

/**
 * The operand, word by word: for each block of outputs each step of the contraction, for each of these each lane, for each of
 * these its registers.
 */
export function matrixWords(spec: MatrixSpec): readonly number[] {
  const { given, taken, words, instruction } = spec.fragment;
  const map = mapIn(instruction, "B");
  const [blocks, steps] = blocksAndSteps(spec);
  const all: number[] = [];
  for (let block = 0; block < blocks; block++)
    for (let step = 0; step < steps; step++)
      for (let lane = 0; lane < WARP; lane++)
        for (let word = 0; word < words; word++) {
          const { row, column } = placeOf(map, lane, 2 * word);
          const [input, output] = [(row >> 1) + taken * step, (column >> 1) + given * block];
          const [low, high] = pairOf(spec, input, output, column % 2 === 0 ? "re" : "im");
          all.push(low + high * 0x10000);
        }
  return all;
}

/** What the two numbers of an input, `re` and `im`, contribute to one number of an output. */
function pairOf(spec: MatrixSpec, input: number, output: number, part: "re" | "im"): readonly [number, number] {
  if (butterflyAt(spec, input) !== butterflyAt(spec, output)) return [0, 0];
  const [low, high] = entriesOf(spec, digitAt(spec, input), digitAt(spec, output), part);
  return [shortBits(low, spec.storage), shortBits(high, spec.storage)];
}

function entriesOf(spec: MatrixSpec, input: number, output: number, part: "re" | "im"): readonly [number, number] {
  switch (spec.kind) {
    case "dft": {
      const root = rootEntry(spec, input * output, spec.radix);
      const sine = spec.direction === "forward" ? root.im : -root.im;
      return part === "re" ? [root.re, -sine] : [sine, root.re];
    }
    case "hadamard": {
      const entry = spec.entry * at(at(signsOf(sylvester(spec.radix)), output), input);
      const isBoth = spec.vectorRadix === 2;
      const [own, other] = [part === "im" && isBoth ? -entry : entry, isBoth ? entry : 0];
      return part === "re" ? [own, other] : [other, own];
    }
    default:
      return unreachable(spec);
  }
}

function rootEntry({ storage, part }: DftMatrix, numerator: number, radix: number): ComplexNumber {
  const rounded = rootOfUnity(numerator, radix, storage);
  if (part === "rounded") return rounded;
  // In double precision the root is exact enough, and the difference is exact.
  const root = rootOfUnity(numerator, radix, "f64");
  return {
    re: roundedToShort(root.re - rounded.re, storage),
    im: roundedToShort(root.im - rounded.im, storage),
  };
}
