// The Hermitian step, as a codelet: what makes of the transform of pairs of real numbers the half spectrum of the numbers, and back.
// Z of M pairs and the spectrum X of N = 2 M numbers have, for 0 < k < M, k' = M - k and w = exp(-2 pi i / N),
//   X(k) = (Z(k) + conj Z(k')) / 2 - (i/2) w^k (Z(k) - conj Z(k')),
// of which the inverse, unnormalised, is Z(k) = X(k) + conj X(k') + i w^-k (X(k) - conj X(k')). In the registers of a thread (Fold in
// layout/phases.ts) v[0] ... v[radix-1] are k = t + size r, v[radix] is X(M), where t is 0, and the others are of the butterfly of
// size - t, so that v[radix + 1 + radix - 1 - r] is the mirror of v[r]. Where t is 0 the mirrors are in the same butterfly.
import { at, unreachable } from "../failure/errors.js";
import type { Direction, NumberFormat } from "../plan/transform.js";
import { complexAlgebra, tabulate, type ComplexAlgebra, type ComplexExpression } from "./complex.js";
import { cosineOf, productOf, rational } from "./constant.js";
import { evaluateStraightLine, type Complex } from "./evaluate.js";
import { negate, type Expression } from "./expression.js";
import { dft } from "./dft.js";
import { inputFactors, supplyFactors, type Factor } from "./factors.js";
import type { CodeletSpec } from "./spec.js";
import { fuse } from "./fuse.js";
import { createGraph } from "./graph.js";
import { countInstructions, type Counts, type StraightLine } from "./instruction.js";
import { printFunction } from "./print.js";
import { isRootOrder } from "./residue.js";
import { schedule } from "./schedule.js";
import { turn } from "./turn.js";

export interface HermitianSpec {
  readonly kind: "hermitian";
  readonly radix: number;
  /** Forward: of real numbers. */
  readonly direction: Direction;
  /**
   * Which threads: those of pairs of butterflies, or those where t is 0, whose second butterfly is that of size / 2 or, of odd sizes, none;
   * `edges`: where mirrors are in another row, that of 0 there, with an X(M) of its own behind it; `one`: one frequency alone, v[1], and its
   * mirror, v[0], whichever they are: the mirror of Z(0) is Z(0), and that of X(0) is X(M). Of radix 1; `columns`: the same of columns of
   * complex numbers beside one another, of an odd radix (plan/decimated-reals.ts).
   */
  readonly part: "pairs" | "ends" | "odd-ends" | "edges" | "one" | "columns";
  /** `powers`: of all factors w^(t + size r) there is w^t. */
  readonly source: "factors" | "powers";
  /**
   * Of a cosine transform: frequency k of the numbers in Makhoul's order is multiplied by 2 g^k, or of the inverse by the conjugate of g^k,
   * where g is the fourth root of w (plan/trigonometric.ts).
   */
  readonly cosine?: true;
  /** X(M) stands in the imaginary part of X(0). */
  readonly packed?: true;
}

export interface HermitianCodelet extends StraightLine {
  readonly spec: HermitianSpec;
  readonly factors: readonly Factor[];
  readonly counts: Counts;
}

/** `hermitian16`, `ihermitian16_powers`, `hermitian16_ends`: also the name of the printed function. */
export function hermitianName({ radix, direction, part, source, cosine, packed }: HermitianSpec): string {
  const name = `${direction === "forward" ? "" : "i"}${cosine === true ? "cosine" : "hermitian"}${radix}`;
  if (part === "one") return name;
  if (part === "columns") return `${name}_columns${source === "powers" ? "_powers" : ""}`;
  if (part === "pairs") return `${name}${source === "powers" ? "_powers" : ""}`;
  return `${name}_${packed === true ? "packed_" : ""}${part.replace("-", "_")}`;
}

/** What the step holds in registers. */
export const hermitianRegisters = (radix: number, isOfRows = false): number => 2 * radix + (isOfRows ? 2 : 1);

/** The same of single frequencies with their mirrors: of one column, or of all. */
export const pairRegisters = ({ part, radix }: HermitianSpec): number => (part === "columns" ? radix + 1 : 2);

const built = new Map<string, HermitianCodelet>();

export function buildHermitian(spec: HermitianSpec): HermitianCodelet {
  const name = hermitianName(spec);
  const known = built.get(name);
  if (known !== undefined) return known;
  const graph = createGraph("plain");
  const algebra = complexAlgebra(graph, spec.direction);
  const outputs = outputsOf[spec.part](algebra, spec);
  const program = schedule(fuse(outputs, graph.roleOf));
  const codelet = { ...program, spec, factors: factorsOf(spec), counts: countInstructions(program) };
  built.set(name, codelet);
  return codelet;
}

/**
 * Of t + size r: w^t turned by r / (2 radix); where t is 0 also of size / 2 + size r. Of cosine transforms g^t likewise, whose fourth powers
 * these are: factors of angles four times as fine.
 */
function factorsOf({ part, source, radix, direction, cosine }: HermitianSpec): readonly Factor[] {
  if (part === "columns") return inputFactors(butterflyOf({ radix, direction, source }));
  const rows = part === "pairs" && source === "powers" ? 1 : radix;
  const finer = cosine === true ? 4 : 1;
  const ofStep = (step: number): readonly Factor[] => {
    const own = Array.from({ length: rows }, (_, row) => ({ power: step, turn: turn(step * row, 2 * finer * radix) }));
    const others = own.map((_, row) => ({ power: step, turn: turn(step * (2 * row + 1), 4 * finer * radix) }));
    return part === "ends" ? [...own, ...others] : own;
  };
  return cosine === true ? [...ofStep(4), ...ofStep(1)] : ofStep(1);
}

/** Whether the factors of all registers can be made of one: their angles are among those that codelets know. */
export const hasPowers = ({ radix, cosine }: Pick<HermitianSpec, "radix" | "cosine">): boolean =>
  isRootOrder((cosine === true ? 8 : 2) * radix);

/** Both results of a frequency and its mirror. */
type Pair = readonly [own: ComplexExpression, mirrored: ComplexExpression];

/** What a pair is multiplied by: w^k, and of cosine transforms g^k; of the inverse by the conjugates. */
interface PairFactors {
  readonly w: ComplexExpression;
  readonly g: ComplexExpression | undefined;
}

function pairOf(algebra: ComplexAlgebra, direction: Direction, given: Pair, { w, g }: PairFactors): Pair {
  const { add, subtract, conjugate, scale, multiply } = algebra;
  // Cosine transforms have 2 of each.
  const half = (value: ComplexExpression): ComplexExpression =>
    direction === "forward" && g === undefined ? scale(rational(1, 2), value) : value;
  const [own, mirrored] = direction === "inverse" ? turnedBack(algebra, given, g) : given;
  const other = conjugate(mirrored);
  const sum = half(add(own, other));
  const turned = quarter(direction, multiply(w, half(subtract(own, other))));
  const pair: Pair = [add(sum, turned), conjugate(subtract(sum, turned))];
  return direction === "forward" ? turnedBack(algebra, pair, g) : pair;
}

const EIGHTH = turn(1, 8);

/** Times g^k, and g^(M-k), which is an eighth of a turn less that. */
const turnedBack = (
  { multiply, rotate, conjugate }: ComplexAlgebra,
  [own, mirrored]: Pair,
  g: ComplexExpression | undefined,
): Pair => (g === undefined ? [own, mirrored] : [multiply(g, own), multiply(rotate(conjugate(g), EIGHTH), mirrored)]);

/** Times -i, or of the inverse times i. */
const quarter = (direction: Direction, { re, im }: ComplexExpression): ComplexExpression =>
  direction === "forward" ? { re: im, im: negate(re) } : { re: negate(im), im: re };

function pairsOf(algebra: ComplexAlgebra, spec: HermitianSpec): readonly ComplexExpression[] {
  const { radix, direction, source, cosine } = spec;
  const { input } = algebra;
  const [step, last] = source === "powers" ? [2 * radix, 1] : [undefined, radix];
  const outputs: ComplexExpression[] = Array.from({ length: hermitianRegisters(radix) }, () => input(0));
  for (let r = 0; r < radix; r++) {
    const mirror = 2 * radix - r;
    const factor = (first: number, fine: number): ComplexExpression =>
      step === undefined ? algebra.factor(first + r) : algebra.rotate(algebra.factor(first), turn(r, fine * step));
    const factors = { w: factor(0, 1), g: cosine === true ? factor(last, 4) : undefined };
    [outputs[r], outputs[mirror]] = pairOf(algebra, direction, [input(r), input(mirror)], factors);
  }
  outputs[radix] = at(outputs, 0);
  return outputs;
}

/** Of row k of several and row -k, both at 0: X(0, k), Z(0, k) and their mirrors X(M, -k), Z(0, -k) are a pair, too. */
function edgesOf(algebra: ComplexAlgebra, { radix, direction }: HermitianSpec): readonly ComplexExpression[] {
  const { input, factor, add, scale, conjugate } = algebra;
  const outputs: ComplexExpression[] = Array.from({ length: hermitianRegisters(radix, true) }, () => input(0));
  const pair = (given: Pair, r: number): Pair => pairOf(algebra, direction, given, { w: factor(r), g: undefined });
  for (let r = 1; r < radix; r++) {
    const mirror = 2 * radix + 1 - r;
    [outputs[r], outputs[mirror]] = pair([input(r), input(mirror)], r);
  }
  const [first, last, mirroredFirst, mirroredLast] = [0, radix, radix + 1, 2 * radix + 1];
  if (direction === "forward") {
    const [own, mirrored] = pair([input(first), input(mirroredFirst)], 0);
    [outputs[first], outputs[last]] = [own, conjugate(mirrored)];
    [outputs[mirroredFirst], outputs[mirroredLast]] = [conjugate(own), mirrored];
    return outputs;
  }
  // Of what is to be conjugate and is not, the part that is: so is the real part of what is to be real.
  const part = (own: number, mirrored: number): ComplexExpression =>
    scale(rational(1, 2), add(input(own), conjugate(input(mirrored))));
  const sides: Pair = [part(first, mirroredFirst), conjugate(part(last, mirroredLast))];
  [outputs[first], outputs[mirroredFirst]] = pair(sides, 0);
  [outputs[last], outputs[mirroredLast]] = [at(outputs, first), at(outputs, mirroredFirst)];
  return outputs;
}

function endsOf(
  algebra: ComplexAlgebra,
  { radix, direction, part, cosine, packed }: HermitianSpec,
): readonly ComplexExpression[] {
  const { input, conjugate, multiply, factor, scale, graph } = algebra;
  const outputs: ComplexExpression[] = Array.from({ length: hermitianRegisters(radix) }, () => input(0));
  const finer = (index: number): ComplexExpression | undefined =>
    cosine === true ? factor((part === "ends" ? 2 * radix : radix) + index) : undefined;
  const twice = (value: ComplexExpression): ComplexExpression => scale(rational(2, 1), value);
  const middle = (value: ComplexExpression, index: number): ComplexExpression => {
    const g = finer(index);
    if (g === undefined) return direction === "forward" ? conjugate(value) : twice(conjugate(value));
    return direction === "forward" ? twice(multiply(g, conjugate(value))) : twice(conjugate(multiply(g, value)));
  };
  // Register `r` of a butterfly that begins at `first`, and its mirror; `factors`: where those of the butterfly begin.
  const fill = (first: number, r: number, mirror: number, factors: number): void => {
    const [own, other] = [first + r, first + mirror];
    if (r === mirror) outputs[own] = middle(input(own), factors + r);
    else if (r < mirror)
      [outputs[own], outputs[other]] = pairOf(algebra, direction, [input(own), input(other)], {
        w: factor(factors + r),
        g: finer(factors + r),
      });
  };
  for (let r = 1; r < radix; r++) fill(0, r, radix - r, 0);
  const { re, im } = input(0);
  const zero = graph.constant(rational(0));
  // 2 g^M is the square root of 2 times 1 - i.
  const diagonal = (value: Expression): Expression =>
    graph.multiply(graph.constant(productOf(rational(2), cosineOf(EIGHTH))), value);
  if (direction === "forward") {
    const [sum, difference] = [graph.add(re, im), graph.subtract(re, im)];
    if (cosine === true) {
      outputs[0] = { re: graph.multiply(graph.constant(rational(2)), sum), im: zero };
      outputs[radix] = { re: diagonal(difference), im: negate(diagonal(difference)) };
    } else if (packed === true) {
      outputs[0] = { re: sum, im: difference };
      outputs[radix] = outputs[0];
    } else {
      outputs[0] = { re: sum, im: zero };
      outputs[radix] = { re: difference, im: zero };
    }
  } else {
    const whole = packed === true ? im : input(radix).re;
    const last = cosine === true ? diagonal(whole) : whole;
    outputs[0] = { re: graph.add(re, last), im: graph.subtract(re, last) };
    outputs[radix] = outputs[0];
  }
  for (let r = 0; r < radix; r++)
    if (part === "ends") fill(radix + 1, r, radix - 1 - r, radix);
    // The second butterfly is the first again. What is but an input is its own: outputs are written one by one.
    else outputs[radix + 1 + r] = 2 * r === radix ? middle(input(radix + 1 + r), r) : at(outputs, r);
  return outputs;
}

/** One frequency and its mirror. */
function oneOf(algebra: ComplexAlgebra, { direction, cosine }: HermitianSpec): readonly ComplexExpression[] {
  const { input, factor } = algebra;
  const factors = { w: factor(0), g: cosine === true ? factor(1) : undefined };
  const [own, mirrored] = pairOf(algebra, direction, [input(1), input(0)], factors);
  return [mirrored, own];
}

/** The butterfly of the step of columns, and its factors. */
const butterflyOf = ({
  radix,
  direction,
  source,
}: Pick<HermitianSpec, "radix" | "direction" | "source">): CodeletSpec => ({
  ...{ radix, direction, source },
  twiddle: "pre",
});

/** X_0 ... X_(r-1) at k from the columns' Z(k) and Z(m - k), times factors, and a butterfly; or all that backwards. */
function columnsOf(algebra: ComplexAlgebra, spec: HermitianSpec): readonly ComplexExpression[] {
  const { radix, direction } = spec;
  const { input, add, subtract, conjugate, multiply, scale } = algebra;
  const columns = (radix + 1) / 2;
  const supplied = supplyFactors(algebra, butterflyOf(spec));
  const times = (j: number, value: ComplexExpression): ComplexExpression =>
    j === 0 ? value : multiply(supplied({ power: j, turn: turn(0, 1) }), value);
  const half = (value: ComplexExpression): ComplexExpression => scale(rational(1, 2), value);
  const outputs: ComplexExpression[] = Array.from({ length: radix + 1 }, () => input(1));
  if (direction === "forward") {
    const parts = Array.from({ length: radix }, (_, i): ComplexExpression => {
      const column = Math.floor(i / 2);
      // What the last column has is real numbers' alone.
      if (column === columns - 1) return input(radix);
      const [own, other] = [input(2 * column + 1), conjugate(input(2 * column))];
      return i % 2 === 0 ? half(add(own, other)) : quarter(direction, half(subtract(own, other)));
    });
    const spectrum = dft(
      algebra,
      radix,
      tabulate(radix, (i) => times(i, at(parts, i))),
      "split-radix",
    );
    for (let column = 0; column < columns; column++) {
      outputs[2 * column + 1] = spectrum(column);
      outputs[2 * column] = column === 0 ? spectrum(0) : conjugate(spectrum(radix - column));
    }
    return outputs;
  }
  const spectrum = (t: number): ComplexExpression =>
    t < columns ? input(2 * t + 1) : conjugate(input(2 * (radix - t)));
  const sums = dft(algebra, radix, spectrum, "split-radix");
  const parts = tabulate(radix, (i) => times(i, sums(i)));
  for (let column = 0; column < columns - 1; column++) {
    const [first, second] = [parts(2 * column), quarter(direction, parts(2 * column + 1))];
    [outputs[2 * column + 1], outputs[2 * column]] = [add(first, second), conjugate(subtract(first, second))];
  }
  [outputs[radix], outputs[radix - 1]] = [parts(radix - 1), conjugate(parts(radix - 1))];
  return outputs;
}

const outputsOf = {
  one: oneOf,
  columns: columnsOf,
  pairs: pairsOf,
  ends: endsOf,
  "odd-ends": endsOf,
  edges: edgesOf,
} as const satisfies Record<
  HermitianSpec["part"],
  (algebra: ComplexAlgebra, spec: HermitianSpec) => readonly ComplexExpression[]
>;

export const evaluateHermitian = (
  codelet: HermitianCodelet,
  inputs: readonly Complex[],
  factors: readonly Complex[],
): readonly Complex[] => evaluateStraightLine(codelet, inputs, factors);

/** The step as a `__device__ __forceinline__` function of v[0] ... v[2 radix] and of w. */
export function printHermitian(codelet: HermitianCodelet, numbers: NumberFormat): string {
  const { spec, counts, factors } = codelet;
  const { direction, part } = spec;
  const [title, step, root] = part === "columns" ? columnsText(spec) : pairsText(direction);
  const ofCosine = direction === "forward" ? "; the output is 2 w^(k/4) X(k)" : "; X(k) is w^(-k/4) times the input";
  return [
    `// ${title}:`,
    `//     ${step}${spec.cosine === true ? ofCosine : ""},  ${root}`,
    `// ${registersText(spec)}.`,
    `// Cost: ${counts.additions} additions, ${counts.multiplications} multiplications, ${counts.fmas} fused multiply-adds.`,
    ...printFunction(hermitianName(spec), codelet, factors.length, numbers),
    "",
  ].join("\n");
}

type StepText = readonly [title: string, step: string, root: string];

const pairsText = (direction: Direction): StepText =>
  direction === "forward"
    ? [
        "Hermitian step, from the DFT Z of M pairs of real numbers to the half spectrum X of these 2 M numbers",
        "X(k) = (Z(k) + conj Z(M-k)) / 2 - (i/2) w^k (Z(k) - conj Z(M-k))",
        "w = exp(-2 pi i / (2 M))",
      ]
    : [
        "Inverse Hermitian step, from the half spectrum X of 2 M real numbers to the DFT Z of their M pairs",
        "Z(k) = X(k) + conj X(M-k) + i w^-k (X(k) - conj X(M-k))",
        "w = exp(-2 pi i / (2 M))",
      ];

const columnsText = ({ direction, radix }: HermitianSpec): StepText =>
  direction === "forward"
    ? [
        `Hermitian step of radix ${radix}, from the DFTs Z_c of columns x(${radix}j+2c) + i x(${radix}j+2c+1) to the half spectrum X of ${radix} M numbers`,
        `X(k + M t) = sum over i of w^(i k) exp(-2 pi i i t / ${radix}) X_i(k),  X_2c = (Z_c(k) + conj Z_c(M-k)) / 2,  X_2c+1 = -(i/2) (Z_c(k) - conj Z_c(M-k))`,
        `w = exp(-2 pi i / (${radix} M))`,
      ]
    : [
        `Inverse Hermitian step of radix ${radix}, from the half spectrum X of ${radix} M real numbers to the DFTs Z_c of x(${radix}j+2c) + i x(${radix}j+2c+1)`,
        `Z_c(k) = X_2c + i X_2c+1,  X_i = w^(-i k) sum over t of exp(2 pi i i t / ${radix}) X(k + M t)`,
        `w = exp(-2 pi i / (${radix} M))`,
      ];

/** Which frequencies the registers hold. In numbers, of radix 16: 0 to 15 and their mirrors, 17 to 32; 16 has X(M), where there is one. */
function registersText({ radix, part, packed }: HermitianSpec): string {
  const all = `With T = M/${radix} and r = 0 .. ${radix - 1}: `;
  const last = packed === true ? `X(M) is the imaginary part of v[0], v[${radix}] is not used` : `v[${radix}] is X(M)`;
  switch (part) {
    case "pairs":
      return `${all}v[r] is frequency k = t + T r, and v[${2 * radix} - r] is its mirror M - k; v[${radix}] is not used and set to v[0]`;
    case "ends":
      return `${all}v[r] is frequency k = T r, v[${radix + 1} + r] is k = T/2 + T r, and ${last}`;
    case "edges":
      return `${all}v[r] is frequency k = T r and ${last}; v[${radix + 1} + r] and v[${2 * radix + 1}] are the same of the conjugate row`;
    case "one":
      return "Here v[1] is frequency k, and v[0] its mirror M - k";
    case "columns":
      return "v[2c+1] is Z_c(k), or X(k + M c), and v[2c] is Z_c(M-k), or X(M c - k); X(-k) is not used, and set to X(k)";
    case "odd-ends":
      return `${all}v[r] is frequency k = T r and ${last}; T is odd, and the registers from v[${radix + 1}] on are not used`;
    default:
      return unreachable(part);
  }
}
