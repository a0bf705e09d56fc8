// Rows of real numbers beside a part of another dimension, on a cluster: all its blocks have columns and their mirrors, and share the rows
// inside them, each with the mirror of each.
import fc from "fast-check";
import { expect, test } from "vitest";
import { InputError } from "../../generator/failure/errors.js";
import { parseKernel } from "../../generator/notation/parse.js";
import { printKernel } from "../../generator/notation/print.js";
import { checkPlan } from "../../generator/plan/check.js";
import type { PlanKernel, ScheduledPlan } from "../../generator/plan/plan.js";
import { makeMixedChain } from "../../generator/plan/sub-computations.js";
import { makeRealTransform } from "../../generator/plan/transform.js";
import { completePlan, DEFAULT_TWIDDLES } from "../../generator/search/search.js";
import { isThorough, runs } from "../effort.js";
import { expectRealAgreement, gpu } from "./real-agreement.js";

const drawn = fc.record({
  kind: fc.constantFrom("r2c" as const, "c2r" as const),
  row: fc.constantFrom<readonly number[]>([8, 8], [8, 4], [16, 8], [4, 4, 4], [6, 8], [5, 16]),
  /** Rows inside a column, the lighter digits first. */
  inside: fc.constantFrom<readonly number[]>([4], [8], [16], [4, 4], [2, 8], [3, 4], [5, 8]),
  /** What is left of their dimension, and of another one. */
  columns: fc.constantFrom<readonly [along: number, across: number]>(
    [2, 1],
    [4, 1],
    [8, 1],
    [1, 4],
    [1, 8],
    [2, 2],
    [2, 6],
    [4, 4],
    [6, 2],
  ),
  width: fc.constantFrom(2, 2, 2, 4, 8),
  size: fc.constantFrom(2, 2, 4, 8),
  order: fc.constantFrom("", ", ticket"),
  placement: fc.constantFrom("out-of-place" as const, "in-place" as const),
  precision: fc.constantFrom("f32" as const, "f64" as const),
  twiddles: fc.constantFrom("table", "powers", "fast-sincos"),
  seed: fc.nat(),
});

const MOST_ELEMENTS = isThorough ? 32768 : 8192;

/** Of a block, until one suits: what has too much to hold or too little to do is refused. */
const THREADS = [128, 64, 192, 256, 384, 512];

test("random columns of rows, to spectra and back", () => {
  const seen = { r2c: 0, c2r: 0, wide: 0, four: 0, alone: 0, across: 0, both: 0, ticket: 0 };
  fc.assert(
    fc.property(
      drawn,
      ({ kind, row, inside, columns: [along, across], width, size, order, twiddles, seed, ...options }) => {
        const productOf = (radices: readonly number[]): number =>
          radices.reduce((product, radix) => product * radix, 1);
        const lengths = [...(across > 1 ? [across] : []), along * productOf(inside), 2 * productOf(row)];
        fc.pre(productOf(lengths) <= MOST_ELEMENTS);
        const transform = makeRealTransform(kind, lengths, options.precision, options);
        const radices = [...(along > 1 ? [along] : []), ...inside];
        // To spectra the rest of the dimension comes first, from them it comes last.
        const y = makeMixedChain("Y", kind === "r2c" ? radices : radices.toReversed(), 0);
        const [rest, own] =
          kind === "r2c"
            ? [y.slice(0, -inside.length), y.slice(-inside.length)]
            : [y.slice(inside.length), y.slice(0, inside.length)];
        const x = makeMixedChain("X", row, 0);
        const others = [...(across > 1 ? makeMixedChain("Z", [across], 0) : []), ...rest];
        const after = kind === "r2c" ? own.length : x.length;
        const chain = printKernel({ subComputations: kind === "r2c" ? [...own, ...x] : [...x, ...own] });
        const planOn = (threads: number): ScheduledPlan | undefined => {
          const schedule = `on ${threads} threads, cluster ${size} after ${after}${order}, ${width} columns, ${twiddles}`;
          const onCluster = parseKernel(`${chain} ${schedule}`);
          const kernels: readonly PlanKernel[] =
            kind === "r2c" ? [{ subComputations: others }, onCluster] : [onCluster, { subComputations: others }];
          if (checkPlan({ transform, kernels }).length > 0) return undefined;
          try {
            return completePlan({ transform, kernels }, gpu, { twiddles: DEFAULT_TWIDDLES, keep: 1 }).plan;
          } catch (error) {
            if (!(error instanceof InputError)) throw error;
            return undefined;
          }
        };
        const plan = THREADS.map(planOn).find((one) => one !== undefined);
        fc.pre(plan !== undefined);
        expectRealAgreement(plan, transform, { batch: 1, seed });
        seen[kind]++;
        if (width > 2) seen.wide++;
        if (size > 2) seen.four++;
        if (along === 1) seen.across++;
        else if (across === 1) seen.alone++;
        else seen.both++;
        if (order !== "") seen.ticket++;
      },
    ),
    { seed: 20261126, numRuns: runs(18, 60) },
  );
  expect(Object.entries(seen).filter(([, count]) => count === 0)).toEqual([]);
});
