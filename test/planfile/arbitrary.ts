// Random contents of plan files, for the properties of this folder.
import fc from "fast-check";
import {
  DIMENSION_NAMES,
  elementCount,
  makeTransform,
  makeWalshTransform,
  NUMBER_FORMATS,
  usualArithmetic,
  type FourierTransform,
  type Transform,
  type WalshTransform,
} from "../../generator/plan/transform.js";
import { hasArithmeticChoice } from "../../generator/plan/arithmetic-choice.js";
import { transformProblem } from "../../generator/plan/transform-problem.js";
import type { PlanFileParts } from "../../generator/planfile/contents.js";
import type { Evidence } from "../../generator/planfile/definition.js";

const positive = fc.double({ min: 1e-9, max: 1e9, noNaN: true });
const name = fc.stringMatching(/^[A-Za-z0-9 ."'\\-]{1,12}$/).filter((text) => text.trim() !== "");

const placement = fc.constantFrom("out-of-place" as const, "in-place" as const);
const scale = fc.oneof(
  fc.constant(1),
  positive,
  positive.map((value) => -value),
);
const batch = fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 1 << 20 }));

const fourierTransform: fc.Arbitrary<FourierTransform> = fc
  .record({
    kind: fc.constant("c2c" as const),
    dimensions: fc
      .array(fc.integer({ min: 1, max: 64 }), { minLength: 1, maxLength: DIMENSION_NAMES.length })
      .map((lengths) => lengths.map((length, index) => ({ name: DIMENSION_NAMES[index] ?? "X", length }))),
    precision: fc.constantFrom(...NUMBER_FORMATS),
    direction: fc.constantFrom("forward" as const, "inverse" as const),
    order: fc.constantFrom("natural" as const, "digit-reversed" as const),
    placement,
    scale,
    batch,
    isNative: fc.boolean(),
    isTransformed: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 8, maxLength: 8 }),
    gap: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 99 })),
  })
  .map(({ isNative, isTransformed, gap, ...transform }) => {
    const native = isNative && hasArithmeticChoice(transform);
    const names = transform.dimensions.map(({ name }) => name);
    return {
      ...makeTransform(transform.dimensions.map(({ length }) => length).toReversed(), transform.precision),
      ...transform,
      axes: names.filter((_, index) => isTransformed[index] !== 0),
      distance: elementCount(transform) + gap,
      arithmetic: native ? ("native" as const) : usualArithmetic(transform.precision),
    };
  })
  .filter((transform) => transformProblem(transform) === undefined);

/** Lengths with any power of two, most of them transformed; what is not transformed may have any length. */
const walshTransform: fc.Arbitrary<WalshTransform> = fc
  .record({
    lengths: fc.array(
      fc.record({ length: fc.constantFrom(2, 4, 8, 12, 20, 28, 40, 64), other: fc.integer({ min: 1, max: 9 }) }),
      { minLength: 1, maxLength: 4 },
    ),
    isTransformed: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
    precision: fc.constantFrom(...NUMBER_FORMATS),
    isNative: fc.boolean(),
    order: fc.constantFrom("natural" as const, "sequency" as const, "dyadic" as const),
    stabilisation: fc.constantFrom(
      "none" as const,
      "kahan" as const,
      "neumaier" as const,
      "semi-kahan" as const,
      "semi-neumaier" as const,
    ),
    gap: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 99 })),
    placement,
    scale,
    batch,
  })
  .map(({ lengths, isTransformed, isNative, gap, order, ...rest }): WalshTransform => {
    // At least the first dimension is transformed.
    const transformed = lengths.map((_, index) => index === 0 || isTransformed[index] === true);
    const contiguousFirst = lengths.map(({ length, other }, index) => (transformed[index] === true ? length : other));
    const usual = makeWalshTransform(contiguousFirst.toReversed(), rest.precision);
    const arePowers = contiguousFirst.every(
      (length, index) => transformed[index] !== true || Number.isInteger(Math.log2(length)),
    );
    return {
      ...usual,
      ...rest,
      arithmetic: isNative && hasArithmeticChoice(rest) ? "native" : usual.arithmetic,
      order: arePowers ? order : "natural",
      axes: usual.axes.filter((_, index) => transformed[index] === true),
      distance: usual.distance + gap,
    };
  });

const transform: fc.Arbitrary<Transform> = fc.oneof(fourierTransform, walshTransform);

/** Few different ones, so that random lists share items. */
const kernel = fc.constantFrom(
  "{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) }",
  "{ Y(16,16,16,256,no-tw) } on 512 threads, 32 columns, 2 blocks/SM, table",
  "{ Z(4,4,1,4,tw) }",
  "{ X(2,2,1,2,tw) Y(2,2,1,2,tw) } on 128 threads, 8 columns, 8 blocks/SM, fast-sincos, streaming stores",
);

const evidence: fc.Arbitrary<Evidence> = fc.record(
  {
    gpu: name,
    driver: name,
    toolchain: name,
    text: fc.stringMatching(/^[0-9a-f]{8}$/).map((digits) => `sha256:${digits}`),
    milliseconds: positive,
    ratioToCopy: positive,
    ratioToCufft: positive,
    relativeL2Error: fc.oneof(fc.constant(0), positive),
  },
  {
    requiredKeys: ["gpu", "driver", "toolchain", "text", "milliseconds", "ratioToCopy", "relativeL2Error"],
  },
);

export const planFileParts: fc.Arbitrary<PlanFileParts> = fc.record({
  transform,
  kernels: fc.array(kernel, { minLength: 1, maxLength: 4 }),
  evidence: fc.array(evidence, { maxLength: 3 }),
});

export const docComment = fc
  .array(fc.stringMatching(/^[A-Za-z0-9:,-][A-Za-z0-9 :,-]{0,20}[A-Za-z0-9.]$/), { maxLength: 3 })
  .map((lines) => lines.join("\n"));
