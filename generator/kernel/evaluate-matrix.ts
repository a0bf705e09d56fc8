// The butterflies that the threads of a kernel program compute together on tensor cores: the digit is on adjacent lanes and in
// their registers, in the order of the fragments. In double precision, by the definition of the transform.
import { butterflyAt, digitAt, positionCount, type MatrixSpec } from "../codelet/matrix.js";
import { rootOfUnity } from "../arithmetic/root-of-unity.js";
import { lanesOfButterfly } from "../gpu/fragments.js";
import type { Complex } from "../codelet/codelet.js";
import { at, invariant, unreachable } from "../failure/errors.js";
import { signsOf, sylvester } from "../plan/hadamard-matrix.js";
import type { Direction } from "../plan/transform.js";
import type { MatrixButterfly } from "./matrix-program.js";
import type { Element } from "./element-memory.js";
import { complexOf, numbersOf, scaledElement, type ThreadState } from "./evaluate-thread.js";
import { factorsOf } from "./evaluate-twiddle.js";
import type { Twiddle } from "./twiddle.js";

/** All threads of a phase, in order; whole warps. */
export function runMatrixButterfly(threads: readonly ThreadState[], step: MatrixButterfly): void {
  invariant(threads.length % 32 === 0, () => `evaluate: tensor cores meet ${threads.length} threads, no whole warps`);
  const turn = (when: MatrixButterfly["turned"]): void => {
    if (step.twiddle === undefined || step.turned !== when) return;
    for (const thread of threads) applyTwiddle(thread, step.twiddle, step.registers);
  };
  turn("before");
  const together = lanesOfButterfly(step.matrix.spec.fragment);
  for (let first = 0; first < threads.length; first += together)
    transformGroup(threads.slice(first, first + together), step);
  turn("after");
  for (const { registers } of threads)
    for (let i = 0; i < step.registers; i++) registers[i] = scaledElement(at(registers, i), step.factor);
}

/** The lanes that hold a butterfly together, four of them: `registers / (radix / 4)` butterflies. */
function transformGroup(lanes: readonly ThreadState[], { matrix: { spec }, registers }: MatrixButterfly): void {
  const positions = positionCount(spec);
  const perThread = positions / lanes.length;
  for (let base = 0; base < registers; base += perThread) {
    const place = (position: number): readonly [ThreadState, number] => [
      at(lanes, position % lanes.length),
      base + Math.floor(position / lanes.length),
    ];
    const inputs = Array.from({ length: positions }, (_, position) => {
      const [lane, register] = place(position);
      return at(lane.registers, register);
    });
    for (let position = 0; position < positions; position++) {
      const [lane, register] = place(position);
      const terms = inputs.flatMap((input, from) =>
        butterflyAt(spec, from) === butterflyAt(spec, position) ? [{ input, from: digitAt(spec, from) }] : [],
      );
      lane.registers[register] = outputOf(spec, digitAt(spec, position), terms);
    }
  }
}

interface Term {
  readonly input: Element;
  readonly from: number;
}

function outputOf(spec: MatrixSpec, k: number, terms: readonly Term[]): Element {
  switch (spec.kind) {
    case "dft":
      return terms
        .map(({ input, from }) => multiplyComplex(complexOf(input), root(k * from, spec.radix, spec.direction)))
        .reduce((sum, term) => ({ re: sum.re + term.re, im: sum.im + term.im }), { re: 0, im: 0 });
    case "hadamard": {
      const signs = at(signsOf(sylvester(spec.radix)), k);
      const sum = (part: number): number =>
        terms.reduce((rest, { input, from }) => rest + spec.entry * at(signs, from) * at(numbersOf(input), part), 0);
      const [low, high] = [sum(0), sum(1)];
      return spec.vectorRadix === 2 ? [low + high, low - high] : [low, high];
    }
    default:
      return unreachable(spec);
  }
}

function applyTwiddle({ registers, coordinates }: ThreadState, twiddle: Twiddle, count: number): void {
  const factor = factorsOf(twiddle, coordinates);
  for (let register = 0; register < count; register++)
    registers[register] = multiplyComplex(complexOf(at(registers, register)), factor(register));
}

function root(numerator: number, order: number, direction: Direction): Complex {
  const { re, im } = rootOfUnity(numerator, order, "f64");
  return direction === "inverse" ? { re, im: -im } : { re, im };
}

const multiplyComplex = (a: Complex, b: Complex): Complex => ({
  re: a.re * b.re - a.im * b.im,
  im: a.re * b.im + a.im * b.re,
});
