// Groupings share out all digits of a Walsh-Hadamard transform; steps of a kernel transform all of its own, in orders that keep
// its accesses to memory contiguous.
import fc from "fast-check";
import { expect, test } from "vitest";
import { findGpu } from "../../generator/gpu/registry.js";
import { digitSetOf } from "../../generator/layout/digits.js";
import { placeKernel } from "../../generator/layout/geometry.js";
import { elementCount, makeWalshTransform } from "../../generator/plan/transform.js";
import { walshGroupings } from "../../generator/search/walsh-groupings.js";
import { runsOf, sizeOf, walshPieces } from "../../generator/search/walsh-pieces.js";
import { stepLists } from "../../generator/search/walsh-steps.js";

const gpu = findGpu("H200");

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
  .filter((transform) => sizeOf(walshPieces(transform)) > 1 && elementCount(transform) <= 2 ** 33);

test("pieces and their runs multiply to the transformed lengths", () => {
  fc.assert(
    fc.property(transforms, (transform) => {
      const lengths = transform.dimensions.filter(({ name }) => transform.axes.includes(name));
      const product = lengths.reduce((total, { length }) => total * length, 1);
      const pieces = walshPieces(transform);
      expect(sizeOf(pieces)).toBe(product);
      expect(runsOf(pieces).reduce((total, { size }) => total * size, 1)).toBe(product);
    }),
    { seed: 3 },
  );
});

test("each grouping holds every piece once, in kernels that a block or a cluster holds", () => {
  fc.assert(
    fc.property(transforms, (transform) => {
      const pieces = walshPieces(transform);
      const groupings = walshGroupings(transform, gpu, 50);
      expect(groupings.length).toBeGreaterThan(0);
      for (const grouping of groupings) {
        expect(grouping.flat().toSorted((a, b) => a.stride - b.stride)).toEqual(pieces);
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
      for (const range of walshGroupings(transform, gpu, 1).flat()) {
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
    const lists = stepLists(walshPieces(transform), { elements: 2 ** log, widest: 4, algorithm: "folklore" });
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
