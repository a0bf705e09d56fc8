// What a call gives to expressions besides the elements: scalars, and operands, arrays of which each element takes the number at its
// indices. In numbers: of 64x512, gain[y] is 64 numbers, the same for all of a row, and filter:complex[y,x] 64 rows of 512 complex numbers,
// the same for all arrays of a batch; bias[batch] is one for each of these.
import type { Value } from "./value.js";

export type Argument = { readonly kind: "scalar"; readonly name: string } | ({ readonly kind: "operand" } & Operand);

export interface Operand {
  readonly name: string;
  readonly isComplex: boolean;
  /** The indices that it is taken at, slowest first. */
  readonly shape: readonly Extent[];
}

export interface Extent {
  readonly along: string;
  /** Elements along it; undefined for the batch, of which there are as many as the call says. */
  readonly length: number | undefined;
}

/** `filter:complex[y,x]` */
export const operandText = ({ name, isComplex, shape }: Operand): string =>
  `${name}${isComplex ? ":complex" : ""}[${shape.map(({ along }) => along).join(",")}]`;

export const argumentText = (argument: Argument): string =>
  argument.kind === "scalar" ? `$${argument.name}` : operandText(argument);

/** Numbers of an operand, but for the batch. */
export const operandLength = ({ shape }: Pick<Operand, "shape">): number =>
  shape.reduce((product, { length }) => product * (length ?? 1), 1);

export const isPerArray = ({ shape }: Pick<Operand, "shape">): boolean =>
  shape.some(({ length }) => length === undefined);

/** Where the number for an element is in an operand. */
export const operandPlace = ({ shape }: Pick<Operand, "shape">, index: (name: string) => number): number =>
  shape.reduce((place, { along, length }) => place * (length ?? 1) + index(along), 0);

/** What verifications give: multiples of 1/8, which are exact in every precision, and others for other names and places. */
export function verifiedNumber({ name, isComplex }: Operand, place: number): Value {
  const seed = seedOf(name);
  return { re: (1 + ((5 * place + seed) % 13)) / 8, im: isComplex ? (((7 * place + seed) % 11) - 5) / 8 : 0 };
}

export const verifiedScalar = (name: string): number => (5 + (seedOf(name) % 6)) / 8;

/** A number that tells names apart. */
export const seedOf = (name: string): number =>
  [...name].reduce((seed, character) => (31 * seed + (character.codePointAt(0) ?? 0)) % 1009, 7);

/**
 * Why a name is none for an argument, which is a parameter of functions in C, C++, Fortran, Julia, Rust and Python; undefined if it can be.
 */
export function argumentNameProblem(name: string): string | undefined {
  if (!/^[a-z][a-z0-9_]*$/u.test(name) || name.endsWith("_") || name.includes("__"))
    return "small letters, digits and single underscores between them are what names consist of";
  if (name.length > MOST_LETTERS) return `a name has at most ${MOST_LETTERS} letters`;
  if (TAKEN.has(name) || /^stride_|^kernel_|^(?:in|out|hann|hamming|blackman|kaiser)_/u.test(name))
    return "that is a word of the functions that take it, or of a language";
  return undefined;
}

const MOST_LETTERS = 24;

const TAKEN: ReadonlySet<string> = new Set(
  (
    "in out workspace batch output_scale stream status clusters tiles counter counters map variant grid device handle " +
    "launch misaligned needed_workspace ask_device asked constants compute_constants persistent at_first once count_clusters " +
    "make_tensor_map prepare execute workspace_bytes elements beyond transform transforms problem " +
    "alignas alignof and asm auto bool break case catch char class compl concept const constexpr continue decltype default delete do " +
    "double else enum explicit export extern false float for friend goto if inline int long mutable namespace new noexcept not " +
    "nullptr operator or private protected public register return short signed sizeof static struct switch template this throw true " +
    "try typedef typeid typename union unsigned using virtual void volatile while xor half half2 load store scale std fftgen " +
    "of over each multiply loaded stored window_weight signed_frequency complex_of complex_plus complex_minus complex_over complex_negative " +
    "as async await crate dyn fn impl let loop match mod move mut pub ref self super trait type unsafe use where yield box priv " +
    "abstract baremodule begin elseif end finally function global import local macro module primitive quote struct " +
    "def del elif except from is lambda nonlocal pass raise with assert none call subroutine program integer real complex logical"
  ).split(" "),
);
