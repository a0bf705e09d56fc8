// Hadamard codelets of powers of two: butterflies by stride, Alman & Rao's transform of length 8, and outputs in
// bit-reversed order.
import {
  butterfly,
  element,
  minus,
  plus,
  temporary,
  type Place,
  type Program,
  type Section,
  type Step,
} from "./hadamard-program.js";

/** r log2 r additions, heavy strides first (Shanks 1969; the thesis's "folklore" algorithm). */
export function folklore(radix: number): Program {
  const strides = Array.from({ length: Math.log2(radix) }, (_, stage) => radix >> (stage + 1));
  return { radix, sections: strides.map((stride) => butterflies(radix, stride)) };
}

const butterflies = (radix: number, stride: number): Section => ({
  heading: `Stride ${stride}`,
  steps: Array.from({ length: radix }, (_, index) => index)
    .filter((index) => (index & stride) === 0)
    .map((index) => butterfly(index, index + stride)),
});

/**
 * H_8 as a matrix of low rank plus a sparse one: 12 additions and 10 fused multiply-adds (Alman & Rao 2023; Andersson,
 * section 2.2.2).
 *
 * Their 23 additions want inputs 1 ... 7 doubled beforehand. A fused multiply-add doubles for nothing and exactly, so
 * that the roundings are those of the doubled form, and the exponents need no bookkeeping at all.
 */
export function almanRao(): Program {
  const [a, b, c, d, e, f, g, h] = ELEMENTS_OF_8;
  const t = temporary;
  const sum = (target: Place, ...places: readonly Place[]): Step => ({ kind: "sum", target, terms: places.map(plus) });
  const twicePlus = (target: Place, left: Place, right: Place): Step => ({ kind: "twice-plus", target, left, right });

  const pairs = [
    sum(t("bc"), b, c),
    sum(t("bf"), b, f),
    sum(t("bg"), b, g),
    sum(t("cf"), c, f),
    sum(t("cg"), c, g),
    sum(t("dh"), d, h),
    sum(t("fg"), f, g),
  ];
  const lowRank = [
    sum(t("total"), t("bc"), t("dh"), t("fg"), e),
    { kind: "sum", target: t("difference"), terms: [plus(a), minus(t("total"))] },
    sum(a, a, t("total")),
  ] as const;
  const sparse = [
    twicePlus(t("with_d"), d, t("difference")),
    twicePlus(t("with_e"), e, t("difference")),
    twicePlus(t("with_h"), h, t("difference")),
    twicePlus(b, t("cg"), t("with_e")),
    twicePlus(c, t("bf"), t("with_e")),
    twicePlus(d, t("dh"), t("with_e")),
    twicePlus(e, t("bc"), t("with_d")),
    twicePlus(f, t("cf"), t("with_h")),
    twicePlus(g, t("bg"), t("with_h")),
    twicePlus(h, t("fg"), t("with_d")),
  ];
  return {
    radix: 8,
    sections: [
      { heading: "Sums of two elements of a, b, ..., h", steps: pairs },
      { heading: "The matrix of low rank: -1 but for its first row and column", steps: lowRank },
      { heading: "The sparse matrix: 2 where H_8 has 1 and the other -1", steps: sparse },
    ],
  };
}

const ELEMENTS_OF_8 = [
  element(0),
  element(1),
  element(2),
  element(3),
  element(4),
  element(5),
  element(6),
  element(7),
] as const;

/** The same, its output k the natural output whose bits are those of k in reverse. Elements change names only. */
export function withReversedOutputs(program: Program): Program {
  const { radix, sections } = program;
  const steps = Array.from({ length: radix }, (_, index) => index)
    .filter((index) => index < bitReverse(index, radix))
    .map((index): Step => ({ kind: "exchange", first: element(index), second: element(bitReverse(index, radix)) }));
  return steps.length === 0 ? program : { radix, sections: [...sections, { heading: "Bit-reversed order", steps }] };
}

/** The bits of an index below `radix`, a power of two, in reverse. */
function bitReverse(index: number, radix: number): number {
  let [reversed, rest] = [0, index];
  for (let weight = radix >> 1; weight > 0; weight >>= 1, rest >>= 1) reversed += (rest & 1) * weight;
  return reversed;
}
