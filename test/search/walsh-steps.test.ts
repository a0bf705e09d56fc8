// Groupings share out all digits of a Walsh-Hadamard transform; steps of a kernel transform all of its own, in orders that keep
// its accesses to memory contiguous.
import fc from "fast-check";
import { expect, test } from "vitest";
import { findGpu } from "../../generator/gpu/registry.js";
import { digitSetOf } from "../../generator/layout/digits.js";
import { placeKernel } from "../../generator/layout/geometry.js";
import { elementCount, makeWalshTransform, transformedCount, type Transform } from "../../generator/plan/transform.js";
import { transformedAxes } from "../../generator/plan/axes.js";
import { enumerateGroupings } from "../../generator/search/groupings.js";
import { isBase, sizeOf, wholeDigits, type Part } from "../../generator/search/parts.js";
import { stepLists } from "../../generator/search/walsh-steps.js";

const gpu = findGpu("H200");

/** All that is transformed, in parts that are whole axes. */
const wholeOf = (transform: Transform): readonly Part[] =>
  transformedAxes(transform).map((axis) => ({ axis, stride: 1, size: axis.length }));

const groupingsOf = (transform: Transform, keep: number): readonly (readonly (readonly Part[])[])[] =>
  enumerateGroupings(transform, gpu, keep).map(({ grouping }) => grouping);

const transforms = fc
  .record({
    lengths: fc.array(fc.constantFrom(1, 2, 8, 12, 28, 64, 1024, 2 ** 14, 5 * 2 ** 10), { minLength: 1, maxLength: 4 }),
    precision: fc.constantFrom("f32" as const, "f64" as const, "bf16" as const),
    order: fc.constantFrom("natural" as const, "dyadic" as const),
    without: fc.constantFrom("X", "Y", "none"),
  })
  .map(({ lengths, precision, order, without }) => {
    const transform = makeWalshTransform(lengths, precision, { order });
    const axes = transform.dimensions.flatMap(({ name, length }) =>
      name === without || length % 5 === 0 ? [] : [name],
    );
    return { ...transform, axes };
  })
  .filter((transform) => transformedCount(transform) > 1 && elementCount(transform) <= 2 ** 33);

test("whole digits multiply to the transformed lengths, and are bits or a base order", () => {
  fc.assert(
    fc.property(transforms, (transform) => {
      const digits = wholeDigits(wholeOf(transform));
      expect(sizeOf(digits)).toBe(transformedCount(transform));
      for (const digit of digits) expect(isBase(digit) || Number.isInteger(Math.log2(digit.size))).toBe(true);
    }),
    { seed: 3 },
  );
});

test("each grouping holds every digit once, in kernels that a block or a cluster holds", () => {
  fc.assert(
    fc.property(transforms, (transform) => {
      const groupings = groupingsOf(transform, 50);
      expect(groupings.length).toBeGreaterThan(0);
      for (const grouping of groupings) {
        expect(wholeDigits(grouping.flat())).toEqual(wholeDigits(wholeOf(transform)));
        for (const range of grouping) expect(sizeOf(range)).toBeLessThanOrEqual(2 ** 19);
      }
    }),
    { seed: 5, numRuns: 40 },
  );
});

test("each list of steps transforms what the kernel has, by radices that have codelets", () => {
  fc.assert(
    fc.property(transforms, fc.constantFrom("folklore" as const, "alman-rao" as const), (transform, algorithm) => {
      const elements = elementCount(transform);
      for (const range of groupingsOf(transform, 1).flat()) {
        const lists = stepLists(range, { elements, widest: 4, algorithm });
        expect(lists.length).toBeGreaterThan(0);
        for (const steps of lists) {
          expect(steps.reduce((total, { radix }) => total * radix, 1)).toBe(sizeOf(range));
          for (const { count, radix, stride, extent } of steps) {
            expect([2, 4, 8, 12, 16, 20, 28, 32]).toContain(radix);
            expect([count * radix, stride * radix]).toEqual([elements, extent]);
          }
        }
      }
    }),
    { seed: 7, numRuns: 40 },
  );
});

test("a contiguous kernel of three steps and more loads and stores whole sectors without another exchange", () => {
  for (const log of [10, 12, 13, 15]) {
    const transform = makeWalshTransform([2 ** log], "f32");
    const lists = stepLists(wholeOf(transform), { elements: 2 ** log, widest: 4, algorithm: "folklore" });
    const phases = lists.flatMap((subComputations) => {
      const schedule = {
        threads: 2 ** (log - 5),
        columns: 1,
        blocksPerSm: 1,
        twiddles: "table",
        stores: "default",
        width: 4,
      } as const;
      const placed = placeKernel(digitSetOf(transform, [{ subComputations }]), { subComputations, schedule }, 0, gpu);
      // Without the step that lies within the vectors.
      const own = subComputations.filter(({ radix, stride }) => radix * stride > 4).length;
      return placed.ok && own >= 3 ? [{ own, phases: placed.value.phases.length }] : [];
    });
    expect(phases.some(({ own, phases: count }) => count === own)).toBe(true);
  }
});
