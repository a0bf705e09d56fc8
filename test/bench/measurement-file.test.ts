// Files of measurements: what was written is read back, and whatever is no measurement is refused with its place.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseMeasurements } from "../../generator/bench/measurement-file.js";
import { makeTransform, makeWalshTransform } from "../../generator/plan/transform.js";
import type { Outcome } from "../../generator/tune/measurement.js";
import { h200Measurements } from "./measured-plans.js";

const measured = h200Measurements().slice(0, 20);
const [first] = measured;
if (first === undefined) throw new Error("no measurements");
const lines = measured.map((one) => JSON.stringify(one));

describe("what was written", () => {
  test("is read back, one on each line or in one list", () => {
    expect(parseMeasurements(`${lines.join("\n")}\n`, "x")).toEqual(measured);
    expect(parseMeasurements(`[${lines.join(",\n")}]`, "x")).toEqual(measured);
    expect(parseMeasurements("", "x")).toEqual([]);
  });

  test("whatever became of the plan", () => {
    const outcomes: readonly Outcome[] = [
      { kind: "wrong", relativeL2Error: 0.1, bound: 1e-7 },
      { kind: "spills", bytes: 8 },
      { kind: "failed", reason: "cudaErrorIllegalAddress" },
    ];
    const all = outcomes.map((outcome) => ({ ...first, outcome }));
    expect(parseMeasurements(all.map((one) => JSON.stringify(one)).join("\n"), "x")).toEqual(all);
  });

  test("by a later version, with more fields, is read too", () => {
    const later = { ...first, clockMegahertz: 1980, platform: { ...first.platform, host: "a" } };
    expect(parseMeasurements(JSON.stringify(later), "x")).toEqual([later]);
  });

  test("of Fourier transforms that earlier versions stored are along all dimensions, of arrays that follow each other", () => {
    const transform = makeTransform([4, 16], "f32");
    const { axes: _, distance: __, ...earlier } = transform;
    const text = JSON.stringify({ ...first, candidate: { ...first.candidate, transform: earlier } });
    expect(parseMeasurements(text, "x").map(({ candidate }) => candidate.transform)).toEqual([transform]);
  });

  test.each(["direction", "hadamard", "axes"] as const)("of Walsh-Hadamard transforms says its %s", (field) => {
    const transform = makeWalshTransform([64], "bf16", { batch: 7 });
    const walsh = { ...first, candidate: { ...first.candidate, name: "fwht_bf16_64", transform } };
    expect(parseMeasurements(JSON.stringify(walsh), "x")).toEqual([walsh]);
    const { [field]: _, ...lame } = transform;
    const text = JSON.stringify({ ...walsh, candidate: { ...walsh.candidate, transform: lame } });
    expect(() => parseMeasurements(`${text}\n${text}`, "x")).toThrow(
      `x:1: not a measurement of fftgen: candidate.transform.${field}: it is missing; expected`,
    );
  });

  test("up to an early end: half a last line is lost, nothing before it", () => {
    const text = lines.join("\n");
    fc.assert(
      fc.property(fc.integer({ min: 0, max: text.length }), (end) => {
        const cut = text.slice(0, end);
        const whole = lines.filter((_, index) => lines.slice(0, index + 1).join("\n").length <= end).length;
        // Half a number or text never closes the braces.
        expect(parseMeasurements(cut, "x")).toEqual(measured.slice(0, whole));
      }),
      { seed: 20261121, numRuns: 100 },
    );
  });
});

describe("what is no measurement", () => {
  const changed = (change: (value: Record<string, unknown>) => void): string => {
    const value = JSON.parse(JSON.stringify(first)) as Record<string, unknown>;
    change(value);
    return `${lines[0]}\n${JSON.stringify(value)}\n`;
  };
  const timing = { milliseconds: 1, copyMilliseconds: 1, repeat: 5 };

  test.each<readonly [string, string, string]>([
    [
      "half a line in the middle",
      `${lines[0]?.slice(0, 40)}\n${lines[1]}`,
      "x:1: not a measurement of fftgen: expected",
    ],
    ["a number", `${lines[0]}\n\n7\n`, "x:3: not a measurement"],
    [
      "a list with something else",
      `[${lines[0]}, {}]`,
      "x: measurement 2: not a measurement of fftgen: buildSeconds: it is missing; expected a number",
    ],
    [
      "no platform",
      changed((one) => delete one["platform"]),
      "x:2: not a measurement of fftgen: platform: it is missing; expected an object",
    ],
    ["no candidate", changed((one) => (one["candidate"] = null)), "candidate: expected an object, found null"],
    ["a size of text", changed((one) => (one["binaryBytes"] = "8")), 'binaryBytes: expected a number, found "8"'],
    [
      "an end of a comment in a name",
      changed((one) => (one["platform"] = { ...first.platform, gpu: "x */ #error" })),
      "platform.gpu: expected the name of a GPU",
    ],
    [
      "a terminal's escape sequence",
      changed((one) => (one["platform"] = { ...first.platform, driver: "\u001b[2J" })),
      "platform.driver: expected up to 80 letters, digits",
    ],
    [
      "a name of a megabyte",
      changed((one) => (one["platform"] = { ...first.platform, gpu: "x".repeat(1e6) })),
      "platform.gpu: expected the name of a GPU",
    ],
    [
      "a transform with a field that is not known",
      changed(
        (one) => (one["candidate"] = { ...first.candidate, transform: { ...first.candidate.transform, norm: "l2" } }),
      ),
      "candidate.transform",
    ],
    [
      "a dimension of another name",
      changed(
        (one) =>
          (one["candidate"] = {
            ...first.candidate,
            transform: { ...first.candidate.transform, dimensions: [{ name: 'Q"', length: 64 }] },
          }),
      ),
      "candidate.transform.dimensions[0].name: expected X, Y, Z",
    ],
    [
      "dimensions that are not X first",
      changed(
        (one) =>
          (one["candidate"] = {
            ...first.candidate,
            transform: { ...first.candidate.transform, dimensions: [{ name: "Y", length: 64 }] },
          }),
      ),
      "candidate.transform: dimensions are named X, X first",
    ],
    [
      "nine dimensions",
      changed(
        (one) =>
          (one["candidate"] = {
            ...first.candidate,
            transform: {
              ...first.candidate.transform,
              dimensions: Array.from({ length: 9 }, () => ({ name: "X", length: 2 })),
            },
          }),
      ),
      "candidate.transform.dimensions: at most 8 dimensions",
    ],
    [
      "an unknown precision",
      changed(
        (one) =>
          (one["candidate"] = { ...first.candidate, transform: { ...first.candidate.transform, precision: "f8" } }),
      ),
      'candidate.transform.precision: expected f32, f64, f16 or bf16, found "f8"',
    ],
    [
      "more elements than there can be",
      changed(
        (one) =>
          (one["candidate"] = { ...first.candidate, transform: { ...first.candidate.transform, batch: 2 ** 53 - 1 } }),
      ),
      "candidate.transform: it has more than 2^53 elements",
    ],
    ["no outcome", changed((one) => delete one["outcome"]), "outcome: it is missing"],
    [
      "a new outcome",
      changed((one) => (one["outcome"] = { kind: "lost" })),
      'outcome.kind: expected measured, stopped, wrong, spills or failed, found "lost"',
    ],
    [
      "a time of nothing",
      changed(
        (one) => (one["outcome"] = { kind: "measured", relativeL2Error: 0, timing: { ...timing, milliseconds: 0 } }),
      ),
      "outcome.timing.milliseconds: expected number to be >0, found 0",
    ],
    [
      "no timing",
      changed((one) => (one["outcome"] = { kind: "stopped", relativeL2Error: 0 })),
      "outcome.timing: it is missing",
    ],
  ])("%s", (_, text, message) => {
    expect(() => parseMeasurements(text, "x")).toThrow(message);
  });
});
