// The simplifier and the passes behind it: the same value with fewer operations.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { at } from "../../generator/failure/errors.js";
import { cosineOf, constantValue, rational, type Constant } from "../../generator/codelet/constant.js";
import { evaluateStraightLine } from "../../generator/codelet/evaluate.js";
import { countOperations, negate, type Expression } from "../../generator/codelet/expression.js";
import { fuse } from "../../generator/codelet/fuse.js";
import { createGraph, type Graph } from "../../generator/codelet/graph.js";
import { countInstructions, operandsOf, type StraightLine } from "../../generator/codelet/instruction.js";
import { schedule } from "../../generator/codelet/schedule.js";
import { turn } from "../../generator/codelet/turn.js";

const x = (graph: Graph, j: number): Expression => graph.input(j, "re");
const compile = (graph: Graph, re: Expression, im: Expression): StraightLine => fuse([{ re, im }], graph.roleOf);

describe("the graph", () => {
  const graph = createGraph("plain");
  const { add, subtract, multiply, constant } = graph;
  const [a, b, c] = [x(graph, 0), x(graph, 1), x(graph, 2)];

  test("equal values are one node, however they were written", () => {
    expect(add(add(a, b), c).node).toBe(add(b, add(c, a)).node);
    expect(multiply(add(a, b), c).node).toBe(add(multiply(a, c), multiply(c, b)).node);
    expect(subtract(a, b)).toEqual(negate(subtract(b, a)));
    expect(multiply(negate(a), negate(b))).toEqual(multiply(a, b));
  });

  test("an opposite value is found with its sign, also when it is written quite differently", () => {
    const difference = subtract(b, c);
    expect(add(subtract(a, b), subtract(c, a))).toEqual(negate(difference));
  });

  test("what is trivial costs nothing", () => {
    const [zero, one] = [constant(rational(0)), constant(rational(1))];
    expect(add(a, zero)).toEqual(a);
    expect(multiply(one, a)).toEqual(a);
    expect(multiply(constant(rational(-1)), a)).toEqual(negate(a));
    expect(multiply(zero, a)).toEqual(zero);
    expect(subtract(add(a, b), b)).toEqual(a);
    expect(subtract(a, a)).toEqual(zero);
    expect(add(constant(rational(1, 3)), constant(rational(1, 6)))).toEqual(constant(rational(1, 2)));
  });

  test("constants are multiplied together, and a common one is taken out", () => {
    const c8 = constant(cosineOf(turn(1, 8)));
    expect(countOperations([multiply(c8, multiply(c8, a))]).multiplications).toBe(1);
    expect(countOperations([add(multiply(c8, a), multiply(c8, b))])).toEqual({ additions: 1, multiplications: 1 });
  });

  test("of nested sections the outermost holds, and it ends", () => {
    const fresh = createGraph("plain");
    const inner = fresh.section("outer", () => fresh.section("inner", () => add(x(fresh, 0), x(fresh, 1))));
    expect(inner.node.section).toBe("");
    const made = fresh.section("outer", () => fresh.section("inner", () => fresh.add(x(fresh, 3), x(fresh, 4))));
    expect(made.node.section).toBe("outer");
    expect(fresh.add(x(fresh, 3), x(fresh, 5)).node.section).toBe("");
  });
});

describe("fused multiply-adds", () => {
  test("a product that is only added disappears", () => {
    const graph = createGraph("plain");
    const product = graph.multiply(x(graph, 1), x(graph, 2));
    const program = compile(graph, graph.add(x(graph, 0), product), graph.subtract(x(graph, 3), product));
    expect(countInstructions(program)).toMatchObject({ additions: 0, multiplications: 0, fmas: 2 });
  });

  test("a product that is used otherwise, too, stays", () => {
    const graph = createGraph("plain");
    const product = graph.multiply(x(graph, 1), x(graph, 2));
    const program = compile(graph, graph.add(x(graph, 0), product), product);
    expect(countInstructions(program)).toMatchObject({ additions: 1, multiplications: 1, fmas: 0 });
  });

  test("a +- (x y + z w) takes three instructions", () => {
    const graph = createGraph("plain");
    const inner = graph.subtract(
      graph.multiply(x(graph, 1), graph.factor(0, "re")),
      graph.multiply(x(graph, 2), graph.factor(0, "im")),
    );
    const program = compile(graph, graph.add(x(graph, 0), inner), graph.subtract(inner, x(graph, 0)));
    expect(countInstructions(program)).toMatchObject({ additions: 0, multiplications: 0, fmas: 3 });
    // The sign of the base differs between the two: 7 + (3 * 6 - 2 * 11) and (3 * 6 - 2 * 11) - 7.
    const elements = [7, 3, 2].map((re) => ({ re, im: 0 }));
    const padded = { ...program, outputs: elements.map(() => at(program.outputs, 0)) };
    expect(at(evaluateStraightLine(padded, elements, [{ re: 6, im: 11 }]), 0)).toEqual({ re: 3, im: -11 });
  });

  test("an output is computed with its own sign", () => {
    const graph = createGraph("plain");
    const sum = graph.add(x(graph, 0), x(graph, 1));
    const program = compile(graph, negate(sum), graph.add(sum, x(graph, 2)));
    expect(program.outputs.map(({ re, im }) => [re.negative, im.negative])).toEqual([[false, false]]);
  });
});

/** A random expression as instructions for a stack machine: run once on symbols, once on numbers. */
type Step = { readonly kind: "load"; readonly index: number } | { readonly kind: "binary"; readonly operation: number };

const CONSTANTS: readonly Constant[] = [rational(2), rational(-1, 2), cosineOf(turn(1, 8)), cosineOf(turn(3, 16))];
const INPUTS = 4;

interface Machine<T> {
  readonly load: (index: number) => T;
  readonly add: (a: T, b: T) => T;
  readonly subtract: (a: T, b: T) => T;
  readonly multiply: (a: T, b: T) => T;
  readonly constant: (value: Constant) => T;
}

function runSteps<T>(steps: readonly Step[], machine: Machine<T>): T {
  const pool: T[] = Array.from({ length: INPUTS }, (_, index) => machine.load(index));
  steps.forEach((step, position) => {
    const [a, b] = [at(pool, (position * 7 + 3) % pool.length), at(pool, (position * 5 + 1) % pool.length)];
    if (step.kind === "load") {
      pool.push(machine.multiply(machine.constant(at(CONSTANTS, step.index)), a));
      return;
    }
    const operations = [machine.add, machine.subtract, machine.multiply];
    // Products of products would only test overflow.
    const operation = position % 9 === 8 ? 2 : step.operation;
    pool.push(at(operations, operation)(a, b));
  });
  return pool.slice(-2).reduce(machine.add);
}

test("random expressions keep their value through the simplifier, fusing, signs and scheduling", () => {
  const steps = fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant("load" as const), index: fc.integer({ min: 0, max: CONSTANTS.length - 1 }) }),
      fc.record({ kind: fc.constant("binary" as const), operation: fc.integer({ min: 0, max: 1 }) }),
    ),
    { minLength: 1, maxLength: 40 },
  );
  fc.assert(
    fc.property(steps, fc.constantFrom("plain" as const, "factored" as const), (list, style) => {
      const graph = createGraph(style);
      const symbolic = runSteps(list, { ...graph, load: (index) => x(graph, index) });
      const values = Array.from({ length: INPUTS }, (_, index) => ({ re: 0.3 + 0.21 * index, im: 0 }));
      const numeric = runSteps<number>(list, {
        load: (index) => at(values, index).re,
        add: (a, b) => a + b,
        subtract: (a, b) => a - b,
        multiply: (a, b) => a * b,
        constant: (value) => constantValue(value, "f64"),
      });
      const magnitude = runSteps<number>(list, {
        load: (index) => at(values, index).re,
        add: (a, b) => a + b,
        subtract: (a, b) => a + b,
        multiply: (a, b) => a * b,
        constant: (value) => Math.abs(constantValue(value, "f64")),
      });
      const outputs = Array.from({ length: INPUTS }, () => ({ re: symbolic, im: x(graph, 0) }));
      const program = fuse(outputs, graph.roleOf);
      for (const version of [program, schedule(program)]) {
        const result = at(evaluateStraightLine(version, values, []), 0).re;
        expect(Math.abs(result - numeric)).toBeLessThanOrEqual(1e-12 * magnitude);
      }
    }),
    { seed: 40, numRuns: 400 },
  );
});

test("a schedule is a permutation that computes operands before their uses", () => {
  const graph = createGraph("factored");
  const leaves = Array.from({ length: 16 }, (_, j) => x(graph, j));
  const sums = leaves.flatMap((a, i) => leaves.slice(i + 1).map((b) => graph.add(a, b)));
  const total = sums.reduce((a, b) => graph.multiply(a, graph.subtract(b, a)));
  const program = compile(graph, total, total);
  const ordered = schedule(program);
  expect(ordered.instructions).toHaveLength(program.instructions.length);
  expect(countInstructions(ordered).maximumLive).toBeLessThan(countInstructions(program).maximumLive / 2);
  ordered.instructions.forEach(({ operation }, position) => {
    for (const { source } of operandsOf(operation)) {
      if (source.kind === "result") expect(source.instruction).toBeLessThan(position);
    }
  });
});
