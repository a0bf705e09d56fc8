// The picture of a sweep: a dot for each length and library, well formed, inside its frame; suites too long for a row each are drawn so.
import fc from "fast-check";
import { expect, test } from "vitest";
import { chartSvg } from "../../generator/bench/chart.js";
import { lengthChartSvg } from "../../generator/bench/length-chart.js";
import { suiteResults } from "../../generator/bench/results.js";
import { findSuite } from "../../generator/bench/shipped-suites.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { faults } from "./markup-faults.js";
import { h200Platform } from "./measured-plans.js";

const speed = fc.double({ min: 1, max: 5000, noNaN: true });
const point = fc.record({
  length: fc.integer({ min: 2, max: 4096 }),
  ours: speed,
  peer: fc.option(speed, { nil: undefined }),
  copy: speed,
});

test("has a dot for each length and library, in its frame", () => {
  fc.assert(
    fc.property(fc.array(point, { maxLength: 40 }), fc.string(), (points, title) => {
      const svg = lengthChartSvg({ title, subtitle: title, description: title, peer: "cuFFT & co", points });
      expect(faults(svg)).toEqual([]);
      const dots = (name: string): readonly (readonly [number, number])[] =>
        [
          ...(new RegExp(`<path d="([^"]*)" class="${name} speck"/>`).exec(svg)?.[1] ?? "").matchAll(
            /M([\d.]+) ([\d.]+)h0/g,
          ),
        ].map(([, x, y]) => [Number(x), Number(y)] as const);
      expect(dots("ahead").length).toBe(points.length);
      expect(dots("behind").length).toBe(points.filter(({ peer }) => peer !== undefined).length);
      for (const [x, y] of [...dots("ahead"), ...dots("behind")]) {
        expect(x).toBeLessThanOrEqual(980);
        expect(y).toBeLessThanOrEqual(430);
      }
      // Faster is higher.
      for (const [index, [, y]] of dots("ahead").entries())
        for (const [other, [, z]] of dots("ahead").entries())
          if ((points[index]?.ours ?? 0) > (points[other]?.ours ?? 0)) expect(y).toBeLessThanOrEqual(z);
    }),
    { seed: 20261123, numRuns: 100 },
  );
});

test("a suite of thousands of lengths is drawn so", () => {
  const svg = chartSvg(suiteResults(findSuite("every-length"), h200Platform, findGpu("H200"), []));
  expect(faults(svg)).toEqual([]);
  expect(svg).toContain('height="430"');
  expect(svg).toContain("Every length from 2 to 4096");
});
