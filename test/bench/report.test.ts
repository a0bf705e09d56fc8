// The charts and the page: they are well formed, say what was measured, stay inside their frames, and carry no foreign markup.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chartSvg } from "../../generator/bench/chart.js";
import { htmlReport } from "../../generator/bench/html-report.js";
import { escapeMarkup, raisedExponents } from "../../generator/bench/markup.js";
import { reportValue } from "../../generator/bench/report-value.js";
import { isMeasured, suiteResults } from "../../generator/bench/results.js";
import { linearScale, ratioScale } from "../../generator/bench/scale.js";
import { findSuite } from "../../generator/bench/shipped-suites.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { faults } from "./markup-faults.js";
import { h200Measurements, h200Platform } from "./measured-plans.js";

const peers = findSuite("peers");
const results = suiteResults(peers, h200Platform, findGpu("H200"), h200Measurements());
const measured = results.cases.filter(isMeasured);
const svg = chartSvg(results);
const seeded = { seed: 20261121, numRuns: 200 } as const;

const attributes = (name: string, text: string): readonly number[] =>
  [...text.matchAll(new RegExp(` ${name}="(-?[\\d.]+)"`, "g"))].map(([, value]) => Number(value));

describe("the chart", () => {
  test("is well formed, and the check can tell", () => {
    expect(faults(svg)).toEqual([]);
    expect(faults(svg.replace("</svg>", ""))).not.toEqual([]);
  });

  test("has a dot and a row of figures for every measured case, and none for the others", () => {
    expect(svg.match(/<circle [^>]*class="dot (ahead|behind)"/g)?.length).toBe(measured.length + 2);
    for (const { ratio } of measured) expect(svg).toContain(`>${(ratio ?? NaN).toFixed(2)}</text>`);
    expect(svg).not.toContain("1024x1024x1024");
    expect(svg).toContain("Not measured: 24 cases. Not supported: f32 10007 x6706.");
  });

  test("stays inside its frame", () => {
    const [width, height] = [attributes("width", svg)[0] ?? 0, attributes("height", svg)[0] ?? 0];
    for (const x of ["x", "x1", "x2", "cx"].flatMap((name) => attributes(name, svg))) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(width);
    }
    for (const y of ["y", "y1", "y2", "cy"].flatMap((name) => attributes(name, svg))) {
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(height);
    }
  });

  test("needs nothing from elsewhere", () => {
    expect(svg.replace('xmlns="http://www.w3.org/2000/svg"', "")).not.toMatch(/https?:|<script|@import|url\(/);
  });

  test("of an empty report is drawn too", () => {
    expect(faults(chartSvg(suiteResults(peers, h200Platform, findGpu("H200"), [])))).toEqual([]);
  });
});

describe("the page", () => {
  const page = htmlReport(results);

  test("is well formed, with the chart, all tried cases and the judgement of the cost model", () => {
    expect(faults(page)).toEqual([]);
    expect(page).toContain(svg.trim());
    for (const { benchCase } of measured) expect(page.split(`<td class="">${benchCase.label}</td>`).length - 1).toBe(2);
    expect(page).toContain("First choice within 10% of the best in 100% of the cases");
  });

  test("needs nothing from elsewhere", () => {
    expect(page.replaceAll("http://www.w3.org/2000/svg", "")).not.toMatch(/https?:|<script|<link|@import|url\(/);
  });

  test("shows a title as it was written, whatever is in it", () => {
    const odd = { ...results, suite: { ...peers, title: '</title><script>"&' } };
    expect(htmlReport(odd)).not.toContain("<script>");
    expect(htmlReport(odd)).toContain("&lt;/title&gt;&lt;script&gt;&quot;&amp;");
    expect(faults(chartSvg(odd))).toEqual([]);
  });
});

test("the value for programs has every case, and survives JSON", () => {
  const value = reportValue(results);
  expect(JSON.parse(JSON.stringify(value))).toEqual(value);
  expect(value.cases.map((one) => one.case)).toEqual(peers.cases.map(({ label }) => label));
  expect(value.cases.filter(({ state }) => state === "measured").length).toBe(measured.length);
  expect(value.summary.geometricMean).toBe(results.summary.geometricMean);
});

describe("scales", () => {
  const range = { from: 100, to: 400 };
  const ratios = fc.array(fc.double({ min: 0.02, max: 60, noNaN: true }), { maxLength: 30 });

  test("of ratios: all inside, faster to the right, twice as fast as far from 1 as half as fast; ticks apart", () => {
    fc.assert(
      fc.property(ratios, (values) => {
        const { position, ticks } = ratioScale(values, range);
        for (const value of [1, ...values]) {
          expect(position(value)).toBeGreaterThanOrEqual(range.from);
          expect(position(value)).toBeLessThanOrEqual(range.to);
        }
        expect(position(2) - position(1)).toBeCloseTo(position(1) - position(0.5), 9);
        expect(position(2)).toBeGreaterThan(position(1));
        expect(ticks).toContain(1);
        ticks.slice(1).forEach((tick, index) => {
          expect(position(tick) - position(ticks[index] ?? NaN)).toBeGreaterThanOrEqual(34);
        });
      }),
      seeded,
    );
  });

  test("of bandwidths: from 0, all inside, three to six round ticks", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0.01, max: 20, noNaN: true }), { minLength: 1 }), (values) => {
        const { position, ticks } = linearScale(values, range);
        expect(position(0)).toBe(range.from);
        for (const value of values) expect(position(value)).toBeLessThanOrEqual(range.to);
        expect(ticks.length).toBeGreaterThanOrEqual(3);
        expect(ticks.length).toBeLessThanOrEqual(6);
        for (const tick of ticks) expect(position(tick)).toBeLessThanOrEqual(range.to);
      }),
      seeded,
    );
  });
});

test("markup", () => {
  expect(escapeMarkup(`a < b & "c" > d`)).toBe("a &lt; b &amp; &quot;c&quot; &gt; d");
  expect(raisedExponents("2^10x3*2^20")).toBe("2¹⁰x3*2²⁰");
});
