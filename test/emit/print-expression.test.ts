// Printed expressions are what is evaluated: each is run as C++ has it, in whole numbers that are never below zero.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { conditionText, functionText, integerText, letLines } from "../../generator/emit/print-expression.js";
import { columnLets, rowPairLets, turnedLets } from "../../generator/lower/columns.js";
import { rowsInBlock, type MirroredRows } from "../../generator/layout/mirrored.js";
import {
  all,
  compare,
  constant,
  evaluate,
  isTrue,
  minus,
  named,
  plus,
  select,
  type Condition,
  type Integer,
} from "../../generator/plan/index-expression.js";
import { valuesOf, type Given } from "../arbitrary/lets.js";
import { runs } from "../effort.js";

/** Declarations and an expression of C++ in whole numbers, as quotients are cut. */
function runText(lines: readonly string[], wanted: string, given: Given): number {
  const text = (part: string): string =>
    part
      .replaceAll(/\b(\d+)(?:u|ull)?\b/g, "$1n")
      .replaceAll("==", "===")
      .replaceAll(/\^/g, "^");
  const code = lines
    .filter((line) => !line.startsWith("//"))
    .map((line) => text(line.replace(/^const (?:unsigned|bool) /, "const ")));
  const names = Object.keys(given);
  const run = new Function(...names, `${code.join("\n")}\nreturn ${text(wanted)};`) as (
    ...values: readonly bigint[]
  ) => bigint | boolean;
  return Number(run(...names.map((name) => BigInt(given[name] ?? 0))));
}

const NAMES = ["x", "y", "z"] as const;

const { integer } = fc.letrec<{ integer: Integer; condition: Condition }>((tie) => ({
  integer: fc.oneof(
    { maxDepth: 4, depthIdentifier: "depth" },
    fc.nat(70).map(constant),
    fc.constantFrom(...NAMES).map(named),
    fc.array(tie("integer"), { minLength: 1, maxLength: 3 }).map((terms) => plus(...terms)),
    fc
      .tuple(fc.constantFrom("sum", "product", "xor"), fc.array(tie("integer"), { minLength: 2, maxLength: 3 }))
      .map(([kind, terms]): Integer => ({ kind, terms })),
    // Never below zero.
    fc.tuple(tie("integer"), tie("integer")).map(([a, b]) => select(compare(a, ">=", b), minus(a, b), minus(b, a))),
    fc
      .tuple(fc.constantFrom("quotient", "remainder"), tie("integer"), fc.integer({ min: 1, max: 9 }))
      .map(([kind, left, right]): Integer => ({ kind, left, right: constant(right) })),
    fc
      .tuple(tie("condition"), tie("integer"), tie("integer"))
      .map(([condition, then, otherwise]) => select(condition, then, otherwise)),
    fc
      .tuple(tie("integer"), fc.nat(3), fc.nat(63))
      .map(([of, shift, mask]): Integer => ({ kind: "bits", of, shift, mask })),
  ),
  condition: fc.oneof(
    { maxDepth: 4, depthIdentifier: "depth" },
    fc
      .tuple(tie("integer"), fc.constantFrom("<", "<=", ">", ">=", "=="), tie("integer"))
      .map(([left, relation, right]) => compare(left, relation, right)),
    tie("condition").map((of): Condition => ({ kind: "not", of })),
    fc.array(tie("condition"), { maxLength: 3 }).map(all),
    fc
      .tuple(tie("condition"), tie("condition"), tie("condition"))
      .map(([condition, then, otherwise]): Condition => ({ kind: "if", condition, then, otherwise })),
  ),
}));

const values = fc.record({ x: fc.nat(1000), y: fc.nat(9), z: fc.nat(70) });

test("any expression is computed as it is printed", () => {
  fc.assert(
    fc.property(integer, values, (expression, given) => {
      const value = evaluate(expression, new Map(Object.entries(given)));
      // Doubles are exact so far.
      fc.pre(value < 2 ** 40);
      expect(runText([], integerText(expression), given)).toBe(value);
    }),
    { seed: 20261129, numRuns: runs(2000, 20_000) },
  );
});

describe("brackets are where they are needed, and where compilers ask for them", () => {
  const [x, y] = [named("x"), named("y")];
  test.each<readonly [string, Integer]>([
    ["(x + y) * 2u", { kind: "product", terms: [plus(x, y), constant(2)] }],
    ["x / 4u % 8u", { kind: "remainder", left: { kind: "quotient", left: x, right: constant(4) }, right: constant(8) }],
    ["8u - (x - y)", minus(constant(8), minus(x, y))],
    ["x - y + 1u", { kind: "sum", terms: [minus(x, y), constant(1)] }],
    ["(x + y) ^ x", { kind: "xor", terms: [plus(x, y), x] }],
    ["(x >> 2) & 7u", { kind: "bits", of: x, shift: 2, mask: 7 }],
    ["y + (x < 4u ? x : y)", plus(y, select(compare(x, "<", 4), x, y))],
    ["x < 4u ? x : y == 0u ? 1u : y", select(compare(x, "<", 4), x, select(compare(y, "==", 0), constant(1), y))],
  ])("%s", (text, expression) => expect(integerText(expression)).toBe(text));

  test("of conditions", () => {
    const isSmall = compare(x, "<", 4);
    const either: Condition = { kind: "if", condition: isSmall, then: isSmall, otherwise: compare(y, "==", 0) };
    expect(conditionText(all([isSmall, either]))).toBe("x < 4u && (x < 4u ? x < 4u : y == 0u)");
    expect(conditionText(all([]))).toBe("true");
    expect(isTrue(all([]), new Map())).toBe(true);
  });
});

test("what a thread computes of columns and rows is computed as it is printed", () => {
  const even = fc.integer({ min: 1, max: 5 }).map((half) => 2 * half);
  const drawn = fc.record({
    counts: fc.array(even, { minLength: 1, maxLength: 2 }),
    inside: fc.constantFrom(1, 2, 4, 6),
    blocks: fc.constantFrom(1, 2, 4),
    low: fc.integer({ min: 1, max: 3 }),
    along: fc.nat(2),
    size: fc.constantFrom(2, 4, 6),
    isMirrored: fc.boolean(),
    at: fc.nat(),
  });
  const names = { pair: "pair", column: "own_column", inside: "own_inside", place: "own_place", alone: "is_alone" };
  fc.assert(
    fc.property(drawn, ({ counts, inside: cut, blocks, low, along, size, isMirrored, at }) => {
      const count = blocks > 1 ? 2 * blocks * low : cut;
      const place = count > 1 && along < counts.length ? along : undefined;
      const rows: MirroredRows = {
        counts,
        inside: { count, along: place, blocks, radix: blocks > 1 ? 2 * blocks : count },
      };
      const columns = counts.reduce((product, one) => product * one, 1);
      const span = size * rowsInBlock(rows);
      const given = { seat: at % (columns / 2), rank: at % blocks, along: at % span, thread: at % span };
      const folded = {
        ...{ own: "pair", below: 1, size, isOuter: false },
        columns: { kind: "across", rows, near: 1, names },
      } as const;
      const lets = [
        ...columnLets("first", counts, named("seat")),
        ...rowPairLets({ names, seat: named("seat"), rank: named("rank"), row: named("along"), rows, size }),
        ...turnedLets(folded, isMirrored),
      ];
      const lines = lets.flatMap((one) => letLines(one, (name) => name));
      const value = valuesOf(lets, given);
      for (const { name } of lets) expect(runText(lines, name, given)).toBe(value(name));
    }),
    { seed: 20261128, numRuns: runs(60, 400) },
  );
});

test("a function of an index, its steps, and the sizes of its template", () => {
  const i = named("i");
  const text = functionText(
    {
      name: "folded",
      comment: "Index into an even sequence.",
      sizes: ["n", "first"],
      usual: 0,
      index: "i",
      steps: [{ kind: "xor", terms: [i, { kind: "bits", of: i, shift: 1, mask: 3 }] }],
      result: minus(named("n"), plus(i, named("first"))),
    },
    false,
  );
  expect(text).toBe(`/// Index into an even sequence.
template <unsigned n, unsigned first = 0u>
__device__ __forceinline__ constexpr unsigned folded(unsigned i) {
  i ^= (i >> 1) & 3u;
  return n - (i + first);
}`);
});
