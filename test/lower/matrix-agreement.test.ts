// Plans whose butterflies are products of matrices on tensor cores: run as their notation says they give what an independent
// discrete Fourier transform gives, and so do the kernel programs lowered from them.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findGpu } from "../../generator/gpu/registry.js";
import type { MatrixButterfly } from "../../generator/kernel/matrix-program.js";
import { phasesOf } from "../../generator/kernel/program.js";
import { digitSetOf } from "../../generator/layout/digits.js";
import { kernelGeometry } from "../../generator/layout/whole-geometry.js";
import type { ScheduledPlan } from "../../generator/plan/plan.js";
import { elementCount } from "../../generator/plan/transform.js";
import { inOtherShapes, scheduledMatrixPlans } from "../arbitrary/matrices.js";
import { lowered, namedPlan, type NamedPlan } from "../emit/named-plan.js";
import { expectAgreement } from "./fourier-agreement.js";
import { runs, sweep } from "../effort.js";

const butterfliesOf = (plan: ScheduledPlan): readonly MatrixButterfly[] =>
  lowered({ name: "kinds", plan }).host.launches.flatMap(({ kernel }) =>
    phasesOf(kernel).flatMap(({ steps }) => steps.flatMap((step) => (step.kind === "matrix-butterfly" ? [step] : []))),
  );

/** What there is to be seen of a butterfly: where its factors are from, when they are applied, whether it scales. */
const kindsOf = (plan: ScheduledPlan): readonly string[] =>
  butterfliesOf(plan).flatMap(({ matrix: { spec }, twiddle, turned, factor }) => [
    `radix ${spec.radix}`,
    spec.kind === "dft" ? spec.direction : spec.kind,
    spec.storage,
    twiddle === undefined ? "no factors" : `factors ${turned}, ${twiddle.source.kind}`,
    ...(twiddle?.source.kind === "table" ? [`table run ${twiddle.source.run}`] : []),
    factor === 1 ? "not scaled" : "scaled",
  ]);

test("plan, kernel programs and an independent DFT agree on random legal plans", () => {
  const seen = new Set<string>();
  const plans = scheduledMatrixPlans({ maxElements: 1024, maxRank: 3, scales: [1, 0.25] });
  fc.assert(
    fc.property(plans, fc.integer({ min: 1, max: 3 }), fc.nat(), (plan, batch, seed) => {
      expectAgreement(plan, batch, seed);
      for (const kind of kindsOf(plan)) seen.add(kind);
    }),
    { seed: 20261121, numRuns: runs(12, 60) },
  );
  const all = [
    ...["radix 4", "radix 8", "radix 16", "forward", "inverse", "f16", "bf16", "scaled", "not scaled", "no factors"],
    ...["before", "after"].flatMap((when) => [`factors ${when}, table`, `factors ${when}, fast`]),
  ];
  expect(all.filter((kind) => !seen.has(kind))).toEqual([]);
});

test("so they do where products are of other shapes, in other lanes and registers", () => {
  const seen = new Set<string>();
  const plans = scheduledMatrixPlans({ maxElements: 512, maxRank: 2 });
  const gpu = findGpu("H200");
  fc.assert(
    fc.property(plans, fc.nat(), (drawn, seed) => {
      const plan = inOtherShapes(drawn);
      const set = digitSetOf(plan.transform, plan.kernels);
      fc.pre(plan.kernels.every((kernel, index) => kernelGeometry(set, kernel, index, gpu).ok));
      expectAgreement(plan, 2, seed);
      for (const { matrix } of butterfliesOf(plan))
        seen.add(`${matrix.spec.fragment.instruction.shape} radix ${matrix.spec.radix}`);
    }),
    { seed: 14, numRuns: runs(6, 60) },
  );
  const all = ["m8n8k4 radix 4", "m8n8k4 radix 8", ...[4, 8, 16].map((radix) => `m16n8k8 radix ${radix}`)];
  expect(all.filter((kind) => !seen.has(kind))).toEqual([]);
});

/** Too long to be drawn, and what few that are drawn have: long runs of table entries, factors that are products of two tables. */
const large: readonly NamedPlan[] = [
  namedPlan("one_kernel", [4096], "f16", [
    "{ X(256,16@mma,256,4096,tw) X(256,16@mma,16,256,tw) X(256,16@mma,1,16,no-tw) } on 256 threads, 3 blocks/SM, table",
  ]),
  namedPlan(
    "before",
    [4096],
    "bf16",
    [
      "{ X(512,8@mma,512,4096,no-tw) X(512,8@mma,64,512,pre-tw) X(512,8@mma,8,64,pre-tw) X(512,8@mma,1,8,pre-tw) } on 128 threads, fast-sincos",
    ],
    { direction: "inverse", scale: 1 / 64 },
  ),
  namedPlan("plain_beside", [8192], "f16", [
    "{ X(4096,2,4096,8192,tw) X(512,16@mma,256,4096,no-tw) X(512,16@mma,16,256,pre-tw) X(512,16@mma,1,16,pre-tw) } on 512 threads, table",
  ]),
  namedPlan("in_pieces", [2 ** 15], "bf16", [
    "{ X(2048,16@mma,2048,32768,tw) X(2048,16@mma,128,2048,tw) } on 128 threads, 16 columns, table",
    "{ X(4096,8@mma,16,128,tw) X(2048,16@mma,1,16,no-tw) } on 128 threads, 16 columns, powers",
  ]),
  namedPlan(
    "planes",
    [64, 64],
    "f16",
    [
      "{ Y(16,4@mma,16,64,tw) Y(4,16@mma,1,16,no-tw) } on 64 threads, 16 columns, table",
      "{ X(8,8@mma,8,64,no-tw) X(8,8@mma,1,8,pre-tw) } on 64 threads, 16 columns, table, streaming stores",
    ],
    { placement: "in-place", order: "digit-reversed" },
  ),
  namedPlan("interleaved", [16, 32, 16], "f16", [
    "{ Z(1,16@mma,1,16,no-tw) Y(2,16@mma,2,32,tw) } on 64 threads, 4 columns, fast-sincos",
    "{ Y(16,2,1,2,no-tw) X(4,4@mma,4,16,no-tw) X(4,4@mma,1,4,pre-tw) } on 64 threads, 32 columns, table",
  ]),
];

describe("longer ones", () => {
  // The references take the square of the length.
  const some = sweep(large, ({ plan }) => elementCount(plan.transform) <= 4096);
  test.each(some.map((named) => [named.name, named.plan] as const))("%s", (_, plan) => {
    expectAgreement(plan, 1, 7);
  });

  test("show every source of factors, and runs of table entries", () => {
    const seen = new Set(large.flatMap(({ plan }) => kindsOf(plan)));
    for (const source of ["table", "product", "fast"]) expect([...seen].join()).toContain(`, ${source}`);
    expect([...seen].filter((kind) => /^table run [^1]/.test(kind))).not.toEqual([]);
  });
});
