// Recorded problems: one entry for each, whatever its batches were; the heaviest first.
import { expect, test } from "vitest";
import type { Problem } from "../../generator/join/problem.js";
import { heaviest, type RecordedProblem } from "../../generator/join/recorded.js";

const rows = (length: number): Problem => ({
  kind: "c2c",
  precision: "f32",
  direction: "forward",
  scale: 1,
  dimensions: [{ length, input: 1, output: 1 }],
});

const calls = (
  length: number,
  count: number,
  made: number,
  milliseconds: number,
  distance = length,
): RecordedProblem => ({
  problem: rows(length),
  batch: { count, input: distance, output: distance },
  calls: made,
  milliseconds,
});

const shown = (recorded: readonly RecordedProblem[]): readonly string[] =>
  heaviest(recorded).map(
    ({ problem, batch, calls: made, milliseconds, share }) =>
      `${problem.dimensions[0]?.length ?? 0} x ${batch.count}: ${made} calls, ${milliseconds} ms, ${Math.round(100 * share)} %`,
  );

test("batches of one problem are merged, and planned for the heaviest of them", () => {
  expect(shown([calls(64, 5, 3, 1), calls(30, 2, 1, 4), calls(64, 1000, 2, 5)])).toEqual([
    "64 x 1000: 5 calls, 6 ms, 60 %",
    "30 x 2: 1 calls, 4 ms, 40 %",
  ]);
});

test("one array, of which nobody knows where the next would be, is like any others", () => {
  expect(shown([calls(64, 1, 3, 6, 1), calls(64, 5, 3, 1, 80), calls(64, 5, 1, 3)])).toEqual([
    "64 x 1: 4 calls, 9 ms, 90 %",
    "64 x 5: 3 calls, 1 ms, 10 %",
  ]);
});

test("arrays at other distances are another problem's", () => {
  expect(shown([calls(64, 5, 3, 1), calls(64, 5, 3, 3, 80)])).toEqual([
    "64 x 5: 3 calls, 3 ms, 75 %",
    "64 x 5: 3 calls, 1 ms, 25 %",
  ]);
});

test("columns of planes of several widths are one, whose calls say the strides", () => {
  const columns = (length: number, count: number, milliseconds: number): RecordedProblem => ({
    problem: { ...rows(length), dimensions: [{ length, input: count, output: 1 }] },
    batch: { count, input: 1, output: length },
    calls: 1,
    milliseconds,
  });
  const recorded = [columns(64, 100, 2), columns(64, 30, 3), columns(32, 30, 4), calls(64, 5, 1, 1)];
  expect(shown(recorded)).toEqual([
    "64 x 30: 2 calls, 5 ms, 50 %",
    "32 x 30: 1 calls, 4 ms, 40 %",
    "64 x 5: 1 calls, 1 ms, 10 %",
  ]);
  expect(heaviest(recorded).map(({ strides, counts }) => [strides, counts.from, counts.to])).toEqual([
    ["run-time", 30, 100],
    ["fixed", 30, 30],
    ["fixed", 5, 5],
  ]);
});

test("calls count where nothing was timed", () => {
  expect(shown([calls(64, 5, 1, 0), calls(30, 5, 3, 0)])).toEqual([
    "30 x 5: 3 calls, 0 ms, 75 %",
    "64 x 5: 1 calls, 0 ms, 25 %",
  ]);
});
