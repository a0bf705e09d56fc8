// Powers of two by radix 2, decimation in time, with the twiddle factors of the inputs merged into the butterflies.
import type { ComplexAlgebra, ComplexExpression, Signal } from "./complex.js";
import { signalOf } from "./complex.js";
import { QUARTER_TURN, turn } from "./turn.js";

/**
 * The factor of the butterflies of length m: z(m, k) = w^(n/m) exp(-2 pi i k/m), asked for k < m/4 (m >= 4) and k = 0.
 */
export type LevelFactor = (m: number, k: number) => ComplexExpression;

/**
 * The values of the polynomial sum x(j) z^j at the n = 2^m points z = w exp(-2 pi i k/n): the DFT of the inputs times
 * their twiddle factors w^j. Splitting into even and odd powers of z gives butterflies
 *
 *     u = a + z(m, k) b,   v = a - z(m, k) b
 *
 * that have one factor whether or not the inputs have twiddles, and only n/2 different factors in all, because
 * z(m, k + m/4) = -i z(m, k). As u = a + z b, v = 2 a - u each takes 6 fused multiply-adds (fuse.ts finds that form).
 *
 * Source: Cooley & Tukey 1965; merging the factors into the butterflies: Goedecker 1997.
 */
export function mergedRadixTwo(algebra: ComplexAlgebra, n: number, x: Signal, factor: LevelFactor): Signal {
  const { add, subtract, multiply, rotate } = algebra;
  const times = (b: ComplexExpression, m: number, k: number): ComplexExpression =>
    4 * k < m || m === 2 ? multiply(factor(m, k), b) : rotate(multiply(factor(m, k - m / 4), b), QUARTER_TURN);
  const heading = (m: number): string =>
    `Butterflies of length ${m}, twiddle factors ${n === m ? "W" : `W^${n / m}`}${m > 4 ? " and its rotations" : ""}`;
  return levels(algebra, n, x, heading, (m, k, a, b) => {
    const product = times(b, m, k);
    return [add(a, product), subtract(a, product)];
  });
}

/** The DFT of length n = 2^m without twiddle factors, by the same butterflies with constant factors. */
export function radixTwo(algebra: ComplexAlgebra, n: number, x: Signal): Signal {
  const { add, subtract, rotate } = algebra;
  return levels(
    algebra,
    n,
    x,
    (m) => `Butterflies of length ${m}`,
    (m, k, a, b) => {
      const product = rotate(b, turn(k, m));
      return [add(a, product), subtract(a, product)];
    },
  );
}

type Butterfly = (
  m: number,
  k: number,
  a: ComplexExpression,
  b: ComplexExpression,
) => readonly [ComplexExpression, ComplexExpression];

/**
 * D(m, r) is the transform of length m of the elements r, r + n/m, r + 2n/m ...; its even elements are D(m/2, r), its
 * odd ones D(m/2, r + n/m).
 */
function levels(
  algebra: ComplexAlgebra,
  n: number,
  x: Signal,
  heading: (m: number) => string,
  butterfly: Butterfly,
): Signal {
  const slot = (m: number, r: number, k: number): number => r * m + k;
  let values: readonly ComplexExpression[] = Array.from({ length: n }, (_, j) => x(j));
  for (let m = 2; m <= n; m *= 2) {
    const halves = signalOf(values);
    values = algebra.section(heading(m), () => {
      const next = new Array<ComplexExpression>(n);
      for (let k = 0; k < m / 2; k++) {
        for (let r = 0; r < n / m; r++) {
          const [u, v] = butterfly(m, k, halves(slot(m / 2, r, k)), halves(slot(m / 2, r + n / m, k)));
          next[slot(m, r, k)] = u;
          next[slot(m, r, k + m / 2)] = v;
        }
      }
      return next;
    });
  }
  return signalOf(values);
}
