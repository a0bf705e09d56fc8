// Suites: what comes with fftgen is well formed and is what its sources say; what users write is checked to the letter.
import { describe, expect, test } from "vitest";
import { findSuite, shippedSuites } from "../../generator/bench/shipped-suites.js";
import { parseSuite } from "../../generator/bench/suite-file.js";
import { expandSuite } from "../../generator/bench/suite.js";
import { elementBytes, elementCount, makeTransform, sizeText } from "../../generator/plan/transform.js";

describe("shipped suites", () => {
  test("have the names that are documented, and every case once", () => {
    expect(shippedSuites.map(({ name }) => name)).toEqual([
      "peers",
      "halves",
      "powers-of-two",
      "fftw-1d",
      "fftw-2d",
      "fftw-3d",
      "fwht",
      "real",
      "cosine",
      "every-length",
    ]);
    for (const suite of shippedSuites) {
      const labels = expandSuite(suite).cases.map(({ label }) => label);
      expect(new Set(labels).size).toBe(labels.length);
    }
  });

  test("move far more data than an L2 cache holds", () => {
    for (const { name } of shippedSuites) {
      for (const { label, transform } of findSuite(name).cases) {
        // One vector alone is as large as it is.
        if (name === "fwht" && transform.batch === 1) continue;
        const bytes = elementCount(transform) * elementBytes(transform) * transform.batch;
        // 256x256x256 is in the suites of peers as people call it, alone: 128 MiB in, 128 MiB out; of halves half of that.
        const isAlone = name === "halves" && sizeText(transform) === "256x256x256" && transform.batch === 1;
        expect(bytes, label).toBeGreaterThanOrEqual((isAlone ? 64 : 128) * 2 ** 20);
      }
    }
  });

  test("powers of two: all of them, twice", () => {
    const { cases } = findSuite("powers-of-two");
    expect(cases.length).toBe(54);
    expect(cases.map(({ transform }) => Math.log2(elementCount(transform)))).toEqual([
      ...Array.from({ length: 27 }, (_, index) => index + 1),
      ...Array.from({ length: 27 }, (_, index) => index + 1),
    ]);
  });

  test("shipped suites compare with times of one GPU, and set no targets", () => {
    for (const { name } of shippedSuites) {
      const { cases, floor, geometricMean } = findSuite(name);
      expect({ floor, geometricMean }).toEqual({ floor: undefined, geometricMean: undefined });
      for (const { label, target, peers } of cases) {
        expect(target, label).toBeUndefined();
        for (const peer of peers) expect(peer.gpu, label).toBe("NVIDIA H200");
      }
    }
  });

  test("halves: every case has 16 bits", () => {
    const suite = findSuite("halves");
    expect(suite.cases.length).toBeGreaterThan(20);
    for (const { label, transform } of suite.cases) expect(["f16", "bf16"], label).toContain(transform.precision);
  });

  test("an unknown name says which there are", () => {
    expect(() => findSuite("fftw2d")).toThrow(
      "unknown suite fftw2d; did you mean fftw-2d? Suites: peers, halves, powers-of-two",
    );
  });
});

describe("a suite file", () => {
  const parse = (value: unknown) => parseSuite(JSON.stringify(value), "my.json");
  const oneEntry = (entry: object) => parse({ name: "mine", entries: [{ size: "256", precision: "f32", ...entry }] });

  test("every size with every precision, the batch from the points", () => {
    const suite = parse({
      name: "mine",
      floor: 0.9,
      entries: [
        { size: ["2^10", "3*2^10"], precision: ["f32", "f64"], points: "2^20" },
        { size: "64x32", precision: "f64", batch: 7, direction: "inverse", target: { atLeast: 1.1, aim: 1.2 } },
        { size: "2^21", precision: "f32", points: 2 ** 20 },
        { size: "64", precision: ["f16", "bf16"], batch: 3 },
      ],
    });
    expect(suite.title).toBe("mine");
    expect(suite.cases.map(({ label }) => label)).toEqual([
      "f32 2^10 x1024",
      "f32 3*2^10 x341",
      "f64 2^10 x1024",
      "f64 3*2^10 x341",
      "f64 64x32 inverse x7",
      "f32 2^21",
      "f16 64 x3",
      "bf16 64 x3",
    ]);
    expect(suite.cases[4]?.transform).toMatchObject({ direction: "inverse", batch: 7, precision: "f64" });
    expect(suite.cases[4]?.target).toEqual({ atLeast: 1.1, aim: 1.2 });
  });

  test("layouts, of every kind: what is said of them is in the label, and what is usual in none", () => {
    const { cases } = parse({
      name: "mine",
      entries: [
        {
          size: "64x64",
          precision: "f32",
          batch: 16,
          inputStrides: { batch: 6144, Y: 96 },
          outputRange: { X: [0, 31] },
        },
        { size: "256", precision: "f32", batch: 64, outputStrides: { X: 64, batch: 1 } },
        { size: "256", precision: "f32", planar: "both", strides: "run-time" },
        { kind: "fwht", size: "64x32x16", precision: "f64", axes: ["X", "Z"] },
        { kind: "r2c", size: "64x64", precision: "f32", points: "2^20", inputRange: { X: [0, 40] } },
        { kind: "dct-2", size: "64x64", precision: "f32", axes: ["X"], outputStrides: { Y: 1, X: 64 } },
        {
          size: "8x8",
          precision: "f32",
          outputStrides: { X: 1, Y: 8, batch: 64 },
          inputRange: { X: [0, 7] },
          axes: ["Y", "X"],
        },
      ],
    });
    expect(cases.map(({ label }) => label)).toEqual([
      "f32 64x64 in-y96 to-x0-31 x16",
      "f32 256 out-batch1-x64 x64",
      "f32 256 planar-both run-time-strides",
      "fwht f64 64x32x16 along-xz",
      "r2c f32 64x64 of-x0-40 x256",
      "dct-2 f32 64x64 along-x out-y1-x64",
      "f32 8x8",
    ]);
    expect(cases[6]?.transform).toEqual(makeTransform([8, 8], "f32"));
  });

  test.each<readonly [string, () => unknown, string]>([
    ["no JSON", () => parseSuite('{\n  "name": }', "my.json"), "my.json"],
    ["a list", () => parse([]), "my.json: expected an object, found an array"],
    ["no name", () => parse({ entries: [] }), "my.json: name: it is missing; expected a string"],
    ["no entries", () => parse({ name: "mine" }), "my.json: entries: it is missing; expected an array"],
    ["nothing in it", () => parse({ name: "mine", entries: [] }), "suite mine: entries is empty"],
    ["a misspelt field", () => oneEntry({ bacth: 3 }), 'entries[0]: unknown key "bacth"; did you mean "batch"?'],
    [
      "a precision of other libraries",
      () => oneEntry({ precision: "tf32" }),
      "entries[0].precision: tf32 is not supported yet; expected f32 or f64 or f16 or bf16",
    ],
    ["one in a list", () => oneEntry({ precision: ["bf16", "f128"] }), "entries[0].precision[1]: f128 is not"],
    [
      "no precision",
      () => oneEntry({ precision: "single" }),
      'entries[0].precision: expected f32, f64, f16 or bf16, found "single"',
    ],
    ["a number for a size", () => oneEntry({ size: 256 }), "entries[0].size: expected a string or an array, found 256"],
    [
      "no size",
      () => oneEntry({ size: "12y" }),
      "entries[0]: size 12y: expected `x`, `*`, `+`, `-` or the end, found `y`",
    ],
    ["no batch", () => oneEntry({ batch: 0 }), "entries[0].batch: expected a positive integer"],
    ["half a batch", () => oneEntry({ batch: 1.5 }), "entries[0].batch: expected a positive integer"],
    ["two batches", () => oneEntry({ batch: 2, points: 512 }), "has both batch and points"],
    ["a direction", () => oneEntry({ direction: "back" }), 'direction: expected forward or inverse, found "back"'],
    [
      "an aim below",
      () => oneEntry({ target: { atLeast: 1.5, aim: 1.2 } }),
      "target.aim: the aim 1.2 is below atLeast, 1.5",
    ],
    [
      "a peer without a GPU",
      () => oneEntry({ peers: [{ library: "a", milliseconds: 1, date: "d" }] }),
      "entries[0].peers[0].gpu: it is missing",
    ],
    [
      "a peer of many",
      () => oneEntry({ size: ["2", "4"], peers: [{ library: "a", milliseconds: 1, gpu: "g", date: "d" }] }),
      "peers are times of one case",
    ],
    [
      "arrays without room for the batch",
      () => oneEntry({ batch: 65, outputStrides: { X: 64, batch: 1 } }),
      "entries[0]: f32 256: two elements lie at one place",
    ],
    ["an axis of others", () => oneEntry({ axes: ["Y"] }), "entries[0]: f32 256: the array has no dimension Y"],
    [
      "parts of real numbers",
      () => oneEntry({ kind: "r2c", planar: "both" }),
      'entries[0].planar: expected none or output, found "both"',
    ],
    [
      "what is not measured: programs time transforms out of place",
      () => oneEntry({ placement: "in-place" }),
      'entries[0]: unknown key "placement"',
    ],
    ["twice", () => oneEntry({ size: ["2^8", "256"] }), "suite mine: f32 256 is there twice, first as f32 2^8"],
  ])("%s", (_, read, message) => {
    expect(read).toThrow(message);
  });

  test("a fault of the syntax is shown in one line", () => {
    expect(() => parseSuite('{\n  "name": }', "my.json")).toThrow(/^my\.json[:\d]*: this is not JSON: [^\n]*\}[^\n]*$/);
  });
});
