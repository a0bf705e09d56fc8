// From the errors of a study to its table and its figures.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { studyText, studyValue } from "../../generator/cli/study-report.js";
import { studyFigure } from "../../generator/study/figure.js";
import { reductionTable } from "../../generator/study/reductions.js";
import { parseStudyResults, type StudyRecord, type StudyResults } from "../../generator/study/results.js";
import { THESIS_TABLE } from "../../generator/study/thesis-table.js";
import { algorithmsOf, DISTRIBUTIONS, EXPERIMENTS, NUMBER_FORMATS } from "../../generator/study/vocabulary.js";

const seeded = { seed: 20261121, numRuns: 100 } as const;
const platform = { gpu: "NVIDIA <H200>", driver: "580", toolchain: "nvcc 13.0" };

/** Errors of all algorithms in all experiments; `change` makes them differ. */
function resultsOf(
  exponents: readonly number[],
  change: (record: StudyRecord) => Partial<StudyRecord> = () => ({}),
): StudyResults {
  const records = NUMBER_FORMATS.flatMap((type) =>
    exponents.flatMap((log2Size) =>
      algorithmsOf(type).flatMap((algorithm) =>
        EXPERIMENTS.flatMap((experiment) =>
          DISTRIBUTIONS.map((distribution): StudyRecord => {
            const errors = [1e-3, 2e-3];
            const record = { type, log2Size, algorithm, experiment, distribution, drawn: errors, rounded: errors };
            const whole = { ...record, zeros: 0, missedZeros: 0 };
            return { ...whole, ...change(whole) };
          }),
        ),
      ),
    ),
  );
  return { platform, seeds: 2, records };
}

describe("the thesis's table", () => {
  test("has every size, and half precision up to 2^9", () => {
    for (const storage of NUMBER_FORMATS) {
      const largest = storage === "f16" ? 9 : 25;
      expect([...THESIS_TABLE[storage].keys()]).toEqual(Array.from({ length: largest - 2 }, (_, index) => index + 3));
    }
  });

  test("bears out what the thesis says of it: about 30% and 75% less, about 50% more", () => {
    const large = NUMBER_FORMATS.flatMap((storage) =>
      [...THESIS_TABLE[storage]].flatMap(([size, row]) => (size > 12 ? [row] : [])),
    );
    const mean = (column: 0 | 1 | 2): number => large.reduce((sum, row) => sum + row[column], 0) / large.length;
    expect(mean(0)).toBeCloseTo(32, -1);
    expect(mean(1)).toBeCloseTo(75, -1);
    expect(mean(2)).toBeGreaterThan(-50);
    expect(mean(2)).toBeLessThan(-35);
  });
});

describe("a reduction", () => {
  test("compares what was computed from the same input, and takes the median", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 4, noNaN: true }), (factor) => {
        const results = resultsOf([5], ({ algorithm, drawn }) =>
          algorithm === "kahan" ? { drawn: drawn.map((error) => (error ?? 0) * factor) } : {},
        );
        const found = reductionTable(results, "drawn")("f32", 5, "kahan");
        expect(found?.median).toBeCloseTo(1 - factor, 9);
        expect(found).toMatchObject({ count: 40, overflowed: 0 });
        expect(reductionTable(results, "rounded")("f32", 5, "kahan")?.median).toBe(0);
      }),
      seeded,
    );
  });

  test("leaves out pairs without errors and experiments that overflow", () => {
    const results = resultsOf([5], ({ experiment, distribution, algorithm }) => {
      if (experiment === "one-way") return { drawn: [0, 0] };
      if (experiment === "xor-convolution" && algorithm === "kahan") return { drawn: [undefined, undefined] };
      if (experiment === "xor-convolution") return { drawn: [1, undefined] };
      return distribution === "NORM" && algorithm === "kahan" ? { drawn: [5e-4, 1e-3] } : {};
    });
    const reductions = reductionTable(results, "drawn");
    expect(reductions("f16", 5, "kahan")).toEqual({ median: 0, count: 20, overflowed: 5 });
    expect(reductions("f16", 5, "neumaier")).toEqual({ median: 0, count: 25, overflowed: 0 });
    expect(reductions("f16", 6, "kahan")).toBeUndefined();
  });

  test("is infinitely bad where the folklore algorithm is exact", () => {
    const results = resultsOf([5], ({ algorithm }) => (algorithm === "folklore" ? { drawn: [0, 0] } : {}));
    expect(reductionTable(results, "drawn")("f64", 5, "kahan")?.median).toBe(-Infinity);
    expect(studyText(results, "drawn")).toContain("-inf");
    expect(JSON.stringify(studyValue(results, "drawn"))).toContain('"reduction":null');
  });
});

describe("the report", () => {
  test("has the thesis's figures in brackets beside ours", () => {
    const results = resultsOf([9, 10], ({ algorithm }) => (algorithm === "kahan" ? { drawn: [7e-4, 1.4e-3] } : {}));
    const text = studyText(results, "drawn");
    expect(text).toMatch(/^2\^9 +30\.0% \(35\.6%\) +0\.0% \(72\.4%\) +0\.0% \(-29\.7%\) +0\.0% +0\.0%$/m);
    // Half precision: no figures of the thesis from 2^10.
    expect(text).toMatch(/^2\^10 +30\.0% +0\.0% +0\.0% +0\.0% +0\.0% +0\.0%$/m);
    expect(text).not.toContain("*");
    expect(studyValue(results, "drawn")).toMatchObject({ seeds: 2, against: "drawn", platform });
  });
});

describe("results", () => {
  const text = JSON.stringify(resultsOf([4], () => ({ drawn: [1, undefined] })));

  test("are read as they were written, overflows as null", () => {
    expect(text).toContain("[1,null]");
    expect(parseStudyResults(text, "results.json").records[0]?.drawn).toEqual([1, undefined]);
  });

  test.each([
    ["[]", "results.json: expected an object, found an array"],
    ["{", "this is not JSON"],
    [text.replace('"gpu"', '"GPU"'), "results.json:\n  platform.gpu: it is missing"],
    [text.replace('"seeds":2', '"seeds":3'), "records[0].drawn: expected 3 errors, one for each seed, found 2"],
    [text.replace('"one-way"', '"oneway"'), "results.json: records[0].experiment: expected one-way"],
  ])("that are none are refused: %.40s", (wrong, message) => {
    expect(() => parseStudyResults(wrong, "results.json")).toThrow(message);
  });
});

describe("a figure", () => {
  const results = resultsOf([3, 4, 5], ({ log2Size, experiment, distribution }) =>
    experiment === "one-way" && distribution === "NORM" && log2Size === 4 ? { drawn: [0, 0] } : {},
  );
  const svg = studyFigure(results, "f16", "drawn") ?? "";

  test("has a panel for each experiment and distribution, a curve for each algorithm, broken where the error is 0", () => {
    expect(svg.match(/class="frame"/g)).toHaveLength(20);
    expect(svg.match(/<path [^>]*class="curve folklore"/g)).toHaveLength(21);
    expect(svg.match(/<path /g)).toHaveLength(7 * 21);
    expect(svg).toContain("NVIDIA &lt;H200&gt;");
  });

  test("keeps its curves inside its frame", () => {
    const [width, height] = [/ width="(\d+)"/, / height="(\d+)"/].map((pattern) => Number(pattern.exec(svg)?.[1]));
    for (const [, path = ""] of svg.matchAll(/<path d="M([^"]*)"/g)) {
      for (const point of path.replace("h0", "").split("L")) {
        const [x = NaN, y = NaN] = point.split(" ").map(Number);
        expect(x >= 138 && x <= (width ?? 0) && y >= 112 && y <= (height ?? 0)).toBe(true);
      }
    }
  });

  test("is not drawn of nothing", () => {
    expect(studyFigure({ ...results, records: [] }, "f16", "drawn")).toBeUndefined();
  });
});
