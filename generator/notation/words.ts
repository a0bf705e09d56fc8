// The words of a kernel, as tables: the parser reads by them, and plans/notation.md prints them. The words of a
// schedule are in schedule-words.ts.
import type { SurroundingRule } from "../plan/kernel-rules.js";
import type { Through, TwiddlePosition, Unit } from "../plan/plan.js";

export interface WordEntry<Word extends string> {
  readonly word: Word;
  readonly meaning: string;
  /** A kernel that has it. */
  readonly example: string;
  readonly source: string;
}

export const TWIDDLE_WORDS: readonly WordEntry<TwiddlePosition>[] = [
  {
    word: "tw",
    meaning:
      "Twiddle factors after the butterfly, on its outputs: decimation in frequency. Member k of the butterfly, at place j inside its stride, is multiplied by exp(-2 pi i j k / extent)",
    example: "{ X(16,16,16,256,tw) }",
    source: "Wu & JaJa 2011, section 4.1",
  },
  {
    word: "pre-tw",
    meaning:
      "Twiddle factors before the butterfly, on its inputs: decimation in time. They are the factors of every earlier sub-computation of the dimension that is `no-tw` or `pre-tw`; of the first one after rows by convolution, those of the rows",
    example: "{ X(16,16,16,256,no-tw) X(16,16,1,16,pre-tw) }",
    source: "Li, Cheng & Lin 2021 (tcFFT), section 3.1, equation 3",
  },
  {
    word: "no-tw",
    meaning: "No twiddle factors here",
    example: "{ X(16,16,1,16,no-tw) }",
    source: "Wu & JaJa 2011, section 4.1",
  },
];

/** Before a colon: how the transform is computed through others, as far as no word behind the colon says so, the outermost rule first. */
export const RULE_WORDS: readonly WordEntry<SurroundingRule>[] = [
  {
    word: "pairs",
    meaning:
      "Real numbers are taken in pairs, as half as many complex ones; a Hermitian step tells their spectra apart, in the registers of the butterflies or by a word of its own. Here of 128 numbers",
    example: "{ pairs: X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) }",
    source: "Van Loan 1992, section 4.3",
  },
  {
    word: "real",
    meaning:
      "Real numbers are complex ones without imaginary parts; half of the spectrum is stored. Here of 67 numbers",
    example: "{ real: bluestein X(16,9,16,144,no-tw) X(9,16,1,16,pre-tw) }",
    source: "Van Loan 1992, section 4.3",
  },
  {
    word: "cosine",
    meaning:
      "A Fourier transform between products along each axis makes a cosine or sine transform; `cosine pairs` along one whose numbers are taken in pairs. Here dct-2 of 128 numbers",
    example: "{ cosine pairs: X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) }",
    source: "Makhoul 1980; Van Loan 1992, section 4.4",
  },
  {
    word: "good-thomas",
    meaning:
      "Two coprime factors are two dimensions without twiddle factors between them: butterflies of one across rows of the other. Here 1010 points as 10 rows of 101",
    example: "{ good-thomas: rader Y(1,10,1,10,no-tw) X(10,10,10,100,no-tw) X(10,10,1,10,pre-tw) }",
    source: "Good 1958, Thomas 1963",
  },
  {
    word: "four-step",
    meaning:
      "One dimension is two, rows and across them, with twiddle factors between them, in kernels of their own. Here the first of two kernels of 296 points, which are 8 rows of 37",
    example: "{ four-step: rader X(6,6,6,36,no-tw) X(6,6,1,6,pre-tw) }",
    source: "Bailey 1990",
  },
  {
    word: "by-axis",
    meaning:
      "Several dimensions are transformed one after the other, each in a way of its own. Here the first of two kernels of 4 x 101 points",
    example: "{ by-axis: rader X(10,10,10,100,no-tw) X(10,10,1,10,pre-tw) }",
    source: "Van Loan 1992, section 3.4",
  },
];

/** Before the sub-computations of a kernel. */
export const THROUGH_WORDS: readonly WordEntry<Through>[] = [
  {
    word: "bluestein",
    meaning: "A convolution of 2n - 1 points or more, between products with a chirp: any length n",
    example: "{ bluestein X(16,16,16,256,no-tw) X(16,16,1,16,pre-tw) }",
    source: "Bluestein 1970",
  },
  {
    word: "rader",
    meaning:
      "A convolution of p - 1 points, p prime: indices are powers of a primitive root. For a p points the butterflies of a come first, along one more dimension",
    example: "{ good-thomas: rader Y(1,10,1,10,no-tw) X(10,10,10,100,no-tw) X(10,10,1,10,pre-tw) }",
    source: "Rader 1968, Good 1958",
  },
  {
    word: "pairs",
    meaning:
      "The Hermitian step behind the complex transform of half as many points, of r2c and of cosine and sine transforms of types I and II; of c2r and type III before it. It is a kernel, or the end or the beginning of the only one. Its radix of 2 is that of the even and the odd numbers; an odd number of real numbers is decimated by a factor r up to 32, so that two of r sequences are the parts of complex ones, and the step of radix r is in the only kernel",
    example: "{ bluestein X(16,9,16,144,no-tw) X(9,16,1,16,pre-tw) pairs X(67,2,1,2,pre-tw) }",
    source: "Van Loan 1992, section 4.3",
  },
];

export const UNIT_WORDS: readonly WordEntry<Unit>[] = [
  {
    word: "alman-rao",
    meaning:
      "The Walsh-Hadamard transform of 8 points in 22 instructions instead of 24: fused multiply-adds take in the doublings that the 23 operations leave to scaling",
    example: "{ H(512,8@alman-rao,512,4096) }",
    source: "Alman & Rao 2023",
  },
  {
    word: "mma",
    meaning:
      "A product of matrices on tensor cores, of f16 or bf16, added up in single precision; radices 4, 8 and 16, of Walsh-Hadamard steps at stride 1 twice that",
    example: "{ X(16,16@mma,16,256,tw) }",
    source: "Li, Cheng & Lin 2021 (tcFFT)",
  },
  {
    word: "mma.f16",
    meaning: "The same for f16, added up in half precision",
    example: "{ X(16,16@mma.f16,16,256,tw) }",
    source: "Li, Cheng & Lin 2021 (tcFFT)",
  },
  {
    word: "mma.m16n8k8",
    meaning:
      "The same as `mma`, by the instruction of this shape alone, which takes half as much at a time as the largest; `mma` itself takes it for radix 4",
    example: "{ X(16,16@mma.m16n8k8,16,256,tw) }",
    source: "PTX ISA, mma.sync",
  },
  {
    word: "mma.m8n8k4",
    meaning:
      "The same as `mma.f16`, by the instruction of this shape, the only one of compute capability 7.0: each lane has whole butterflies, so that digits lie as without tensor cores; radices 4 and 8",
    example: "{ X(32,8@mma.m8n8k4,32,256,tw) }",
    source: "PTX ISA, mma.sync",
  },
  {
    word: "split",
    meaning:
      "f32 on tensor cores: every number, and every entry of the matrix, is the scaled sum of two halves, so that a product takes three; one power of two as scale for each butterfly; radices 4, 8 and 16",
    example: "{ X(16,16@split,16,256,tw) }",
    source: "fftgen; after Sorna et al. 2018",
  },
  {
    word: "sorna",
    meaning:
      "f32 on tensor cores, each number split into two halves, each with a power of two as scale; radix 4, whose matrix is exact in halves",
    example: "{ X(64,4@sorna,64,256,tw) }",
    source: "Sorna et al. 2018",
  },
  {
    word: "kang",
    meaning:
      "f32 on tensor cores, split with the largest magnitude as scale; radices 2, 4 and 8, whose matrix is rounded to halves",
    example: "{ X(64,4@kang,64,256,tw) }",
    source: "Kang et al. 2019",
  },
];
