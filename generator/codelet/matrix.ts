// Butterflies as products of matrices: which number each lane of a warp holds of a matrix, as the second operand of `mma.sync`
// (PTX ISA, matrix fragments for m16n8k16 and m16n8k8). Elements are pairs of real numbers. Complex numbers are, so that the
// matrix of a DFT of length r is one of 2r times 2r real numbers: the product of a pair with [[c, s], [-s, c]] is that with
// c + i s. Of two neighbours each is multiplied by a sign; or they are transformed as well, by [[1, 1], [1, -1]].
import { WARP } from "../gpu/hardware.js";
import { rootOfUnity, type ComplexNumber } from "../arithmetic/root-of-unity.js";
import { roundedToShort, shortBits } from "../arithmetic/short-bits.js";
import { at, unreachable } from "../failure/errors.js";
import { signsOf, sylvester } from "../plan/hadamard-matrix.js";
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
  /** The neighbours are transformed as well. */
  readonly within: boolean;
  /** Magnitude of the entries, a power of two: what a transform is scaled by costs nothing here. */
  readonly entry: number;
}

export interface MatrixPlaces {
  readonly radix: number;
  readonly storage: "f16" | "bf16";
  /**
   * What each bit of a position adds to the digit: two bits of the lane, then those of the register. 0 for one that tells
   * butterflies apart: a matrix of two points stands twice on the diagonal of one of four (Kang et al. 2019, section 5.4).
   */
  readonly weights: readonly number[];
}

export const FRAGMENT_POSITIONS = 4;

/** `dft16` where lanes have the heaviest bits of the digit, else `dft16_positions_1_2_4_8`; `dft16_remainder`. */
export function matrixName(spec: MatrixSpec): string {
  const { radix, weights } = spec;
  const lanes = Math.log2(FRAGMENT_POSITIONS);
  const usual = weights.every((weight, bit) =>
    bit < lanes ? weight === (radix / FRAGMENT_POSITIONS) * 2 ** bit : weight === 2 ** (bit - lanes),
  );
  const places = usual ? "" : `_positions_${weights.join("_")}`;
  switch (spec.kind) {
    case "dft":
      return `${spec.direction === "inverse" ? "idft" : "dft"}${radix}${places}${spec.part === "remainder" ? "_remainder" : ""}`;
    case "hadamard": {
      const power = Math.log2(spec.entry);
      const scaled = power === 0 ? "" : `_by_2_to_${power < 0 ? "minus_" : ""}${Math.abs(power)}`;
      return `hadamard${radix}${places}${spec.within ? "_within" : ""}${scaled}`;
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

/** Rows and columns of a matrix: 4 at least. */
export const positionCount = ({ weights }: Pick<MatrixSpec, "weights">): number => 2 ** weights.length;

/** Registers of 32 bits that a lane holds of the operand for one block of outputs and one step of the contraction. */
export const wordsPerProduct = (radix: number): 1 | 2 => (radix === FRAGMENT_POSITIONS ? 1 : 2);

/** Products that a butterfly takes: blocks of outputs times steps of the contraction. */
export const productCount = (radix: number): number =>
  (radix / FRAGMENT_POSITIONS) * (radix / (FRAGMENT_POSITIONS * wordsPerProduct(radix)));

/**
 * The operand, word by word: for each block of outputs each step of the contraction, for each of these each lane, for each of
 * these its registers.
 */
export function matrixWords(spec: MatrixSpec): readonly number[] {
  const positions = positionCount(spec);
  const words = wordsPerProduct(positions);
  const blocks = positions / FRAGMENT_POSITIONS;
  const steps = blocks / words;
  const all: number[] = [];
  for (let block = 0; block < blocks; block++)
    for (let step = 0; step < steps; step++)
      for (let lane = 0; lane < WARP; lane++)
        for (let word = 0; word < words; word++) {
          const column = lane >> 2;
          const input = (lane % 4) + FRAGMENT_POSITIONS * (words * step + word);
          const output = (column >> 1) + FRAGMENT_POSITIONS * block;
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
      const [own, other] = [part === "re" ? entry : spec.within ? -entry : entry, spec.within ? entry : 0];
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
