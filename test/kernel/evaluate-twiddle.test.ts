// Twiddle factors as numbers: whatever they come from, factor i of a thread is the root of unity that its row and exponent say, by
// the sine and cosine of the C library. On random rows, sums over coordinates, and axes.
import fc from "fast-check";
import { expect, test } from "vitest";
import { at } from "../../generator/failure/errors.js";
import { factorsOf } from "../../generator/kernel/evaluate-twiddle.js";
import { factorSource } from "../../generator/kernel/factor-source.js";
import type { Twiddle } from "../../generator/kernel/twiddle.js";
import { runs } from "../effort.js";

/** A lane's row and exponent, and registers along rows, along exponents, and along both. */
const cases = fc.record({
  bits: fc.integer({ min: 3, max: 11 }),
  radix: fc.constantFrom(4, 8),
  turns: fc.boolean(),
  sizes: fc.tuple(fc.constantFrom(1, 2), fc.constantFrom(1, 3), fc.constantFrom(1, 2)),
  own: fc.tuple(fc.nat(1), fc.nat(2)),
  weights: fc.tuple(fc.nat(3), fc.nat(3)),
  source: fc.constantFrom("table", "product", "fast" as const),
  direction: fc.constantFrom("forward", "inverse" as const),
});

test("a factor is the root of unity of its row times its exponent", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(cases, ({ bits, radix, turns, sizes, own, weights, source, direction }) => {
      const order = radix * 2 ** bits;
      const rows = Array.from({ length: radix }, (_, row) => ({
        power: row,
        turn: { numerator: turns ? row % 4 : 0, denominator: 4 },
      }));
      const count = 2 ** bits;
      const table = { name: "roots", direction, order, count, rows, minusOne: false, storage: "f64" } as const;
      const [alongRows, alongBoth, alongExponents] = sizes;
      const twiddle: Twiddle = {
        direction,
        order,
        rows,
        row: [{ coordinate: "t", weight: 1 }],
        exponent: [{ coordinate: "x", weight: at(weights, 0) }],
        axes: [
          { size: alongRows, row: radix / 4, exponent: 0 },
          { size: alongExponents, row: 0, exponent: at(weights, 1) },
          { size: alongBoth, row: 1, exponent: 1 },
        ],
        source: factorSource(source === "fast" ? "fast-sincos" : "table", table, source === "table" ? Infinity : 0),
      };
      expect(twiddle.source.kind).toBe(source);
      const [t, x] = own;
      const last = { row: t + alongRows + alongBoth, exponent: x * weights[0] + weights[1] + alongBoth };
      fc.pre(last.row < radix && last.exponent < count);
      seen.add(source);
      const factor = factorsOf(
        twiddle,
        new Map([
          ["t", t],
          ["x", x],
        ]),
      );
      for (let c = 0; c < alongBoth; c++)
        for (let b = 0; b < alongExponents; b++)
          for (let a = 0; a < alongRows; a++) {
            const row = t + a * (radix / 4) + c;
            const exponent = x * weights[0] + b * weights[1] + c;
            const angle = 2 * Math.PI * ((row * exponent) / order + (turns ? (row % 4) / 4 : 0));
            const { re, im } = factor(a + alongRows * (b + alongExponents * c));
            expect(re).toBeCloseTo(Math.cos(angle), 12);
            expect(im).toBeCloseTo((direction === "forward" ? -1 : 1) * Math.sin(angle), 12);
          }
    }),
    { seed: 14, numRuns: runs(100, 200) },
  );
  expect([...seen].toSorted()).toEqual(["fast", "product", "table"]);
});
