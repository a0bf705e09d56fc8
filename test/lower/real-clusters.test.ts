// Rows of real numbers that the blocks of a cluster hold together. To spectra, pairs are fetched, and a column and its mirror are sent to one
// block; from spectra, the threads of a block load columns with their mirrors.
import fc from "fast-check";
import { expect, test } from "vitest";
import { InputError } from "../../generator/failure/errors.js";
import { parseKernel } from "../../generator/notation/parse.js";
import { printKernel } from "../../generator/notation/print.js";
import { checkPlan } from "../../generator/plan/check.js";
import type { ScheduledPlan } from "../../generator/plan/plan.js";
import { makeMixedChain } from "../../generator/plan/sub-computations.js";
import { makeRealTransform } from "../../generator/plan/transform.js";
import { completePlan, DEFAULT_TWIDDLES } from "../../generator/search/search.js";
import { dealt, runs } from "../effort.js";
import { expectRealAgreement, gpu } from "./real-agreement.js";

const CASES: readonly (readonly [
  kind: "r2c" | "c2r",
  lengths: readonly number[],
  precision: "f32" | "f64",
  kernel: string,
])[] = [
  [
    "r2c",
    [1024],
    "f32",
    "{ X(64,8,64,512,no-tw) X(64,8,8,64,pre-tw) X(64,8,1,8,pre-tw) } on 32 threads, cluster 2 after 1, undivided, powers",
  ],
  [
    "r2c",
    [1024],
    "f64",
    "{ X(64,8,64,512,no-tw) X(64,8,8,64,pre-tw) X(64,8,1,8,pre-tw) } on 32 threads, cluster 2 after 2, undivided, prefetch, table",
  ],
  [
    "r2c",
    [4096],
    "f32",
    "{ X(128,16,128,2048,no-tw) X(128,16,8,128,pre-tw) X(256,8,1,8,pre-tw) } on 128 threads, cluster 2 after 1, powers",
  ],
  [
    "r2c",
    [8192],
    "f32",
    "{ X(512,8,512,4096,no-tw) X(512,8,64,512,pre-tw) X(512,8,8,64,pre-tw) X(512,8,1,8,pre-tw) } on 128 threads, cluster 4 after 2, prefetch, ticket, table",
  ],
  [
    "r2c",
    [4096],
    "f64",
    "{ X(128,16,128,2048,no-tw) X(256,8,16,128,pre-tw) X(1024,2,8,16,pre-tw) X(256,8,1,8,pre-tw) } on 128 threads, cluster 2 after 2, prefetch, powers",
  ],
  [
    "r2c",
    [2304],
    "f32",
    "{ X(144,8,144,1152,no-tw) X(288,4,36,144,pre-tw) X(192,6,6,36,pre-tw) X(192,6,1,6,pre-tw) } on 64 threads, cluster 2 after 2, undivided, powers",
  ],
  [
    "c2r",
    [4096],
    "f32",
    "{ X(256,8,256,2048,no-tw) X(128,16,16,256,pre-tw) X(128,16,1,16,pre-tw) } on 128 threads, cluster 2 after 1, powers",
  ],
  [
    "c2r",
    [8192],
    "f32",
    "{ X(512,8,512,4096,no-tw) X(512,8,64,512,pre-tw) X(512,8,8,64,pre-tw) X(512,8,1,8,pre-tw) } on 128 threads, cluster 4 after 2, prefetch, ticket, table",
  ],
  [
    "c2r",
    [4096],
    "f64",
    "{ X(256,8,256,2048,no-tw) X(512,4,64,256,pre-tw) X(512,4,16,64,pre-tw) X(128,16,1,16,pre-tw) } on 128 threads, cluster 2 after 2, powers",
  ],
  [
    "r2c",
    [32, 64],
    "f32",
    "{ Y(4,8,4,32,no-tw) Y(8,4,1,4,pre-tw) X(8,4,8,32,no-tw) X(4,8,1,8,pre-tw) } on 64 threads, cluster 2 after 2, undivided, powers",
  ],
  [
    "r2c",
    [64, 64],
    "f64",
    "{ Y(8,8,8,64,no-tw) Y(8,8,1,8,pre-tw) X(4,8,4,32,no-tw) X(8,4,1,4,pre-tw) } on 256 threads, cluster 2 after 2, table",
  ],
  [
    "c2r",
    [64, 64],
    "f32",
    "{ X(4,8,4,32,no-tw) X(8,4,1,4,pre-tw) Y(8,8,8,64,no-tw) Y(8,8,1,8,pre-tw) } on 256 threads, cluster 2 after 2, powers",
  ],
];

/** Those of which others have the same structure in fewer elements, or the other precision. */
const isNeeded = (_: unknown, index: number): boolean => [0, 2, 5, 6, 9, 10].includes(index);

test.each(dealt(CASES, isNeeded))("%s %j %s %s", (kind, lengths, precision, text) => {
  // More rounds than there are buffers.
  const transform = makeRealTransform(kind, [...lengths], precision, { scale: 0.5, batch: 9 });
  const kernels = [parseKernel(text)];
  expect(checkPlan({ transform, kernels })).toEqual([]);
  const { plan } = completePlan({ transform, kernels }, gpu, { twiddles: DEFAULT_TWIDDLES, keep: 1 });
  expectRealAgreement(plan, transform, { batch: 9, seed: lengths.length });
});

const drawn = fc.record({
  kind: fc.constantFrom("r2c" as const, "c2r" as const),
  /** Before the exchange and behind it. */
  front: fc.constantFrom<readonly number[]>([8], [16], [8, 8], [4, 8], [8, 4], [6, 8], [5, 4], [3, 16]),
  back: fc.constantFrom<readonly number[]>([8, 8], [4, 8], [8, 4], [16, 4], [8, 6], [4, 5, 4], [16, 3]),
  /** Columns are parts of rows, or rows along another dimension. */
  isAcross: fc.boolean(),
  size: fc.constantFrom(2, 2, 4),
  pipeline: fc.constantFrom("undivided", "undivided", "", ", ticket", ", prefetch", ", prefetch, ticket"),
  placement: fc.constantFrom("out-of-place" as const, "in-place" as const),
  precision: fc.constantFrom("f32" as const, "f64" as const),
  twiddles: fc.constantFrom("table", "powers", "fast-sincos"),
  seed: fc.nat(),
});

/** Of a block, until one suits: what has too much to hold or too little to do is refused. */
const THREADS = [32, 64, 96, 128, 192, 256, 384];

test("random rows, planes and pipelines", () => {
  const seen = { r2c: 0, c2r: 0, along: 0, across: 0, undivided: 0, ticket: 0, inPlace: 0 };
  const numRuns = runs(30, 100);
  fc.assert(
    fc.property(drawn, ({ kind, front, back, isAcross, size, pipeline, twiddles, seed, ...options }) => {
      const productOf = (radices: readonly number[]): number => radices.reduce((product, radix) => product * radix, 1);
      const [own, others] = kind === "r2c" ? [back, front] : [front, back];
      const lengths = isAcross ? [productOf(others), 2 * productOf(own)] : [2 * productOf([...front, ...back])];
      const transform = makeRealTransform(kind, lengths, options.precision, { ...options, batch: 9 });
      const chain = isAcross
        ? (kind === "r2c" ? ["Y", "X"] : ["X", "Y"]).flatMap((axis, index) =>
            makeMixedChain(axis, index === 0 ? front : back, 0),
          )
        : makeMixedChain("X", [...front, ...back], 0);
      const text = printKernel({ subComputations: chain });
      const planOn = (threads: number): ScheduledPlan | undefined => {
        const words = pipeline === "undivided" ? ", undivided" : pipeline;
        const kernel = parseKernel(
          `${text} on ${threads} threads, cluster ${size} after ${front.length}${words}, ${twiddles}`,
        );
        try {
          return completePlan({ transform, kernels: [kernel] }, gpu, { twiddles: DEFAULT_TWIDDLES, keep: 1 }).plan;
        } catch (error) {
          if (error instanceof InputError) return undefined;
          throw error;
        }
      };
      const plan = THREADS.map(planOn).find((found) => found !== undefined);
      if (plan === undefined) return;
      seen[kind] += 1;
      seen[isAcross ? "across" : "along"] += 1;
      seen.undivided += pipeline === "undivided" ? 1 : 0;
      seen.ticket += pipeline.endsWith("ticket") ? 1 : 0;
      seen.inPlace += options.placement === "in-place" ? 1 : 0;
      expectRealAgreement(plan, transform, { batch: 5, seed });
    }),
    { numRuns, seed: 1 },
  );
  // Of a few runs not all have what one in twenty has.
  const { r2c, c2r, along, across, ...rare } = seen;
  const often = { r2c, c2r, along, across };
  for (const [name, count] of Object.entries(numRuns < 100 ? often : { ...often, ...rare }))
    expect(count, name).toBeGreaterThan(0);
});
