// Messages that name the remedy: of sizes that no plan does, of words that look like options, of colours that were asked for.
import { describe, expect, test } from "vitest";
import { sweep } from "../effort.js";
import { useProject } from "./program.js";

const project = useProject();

describe("names what would be right", () => {
  const cases: readonly (readonly [readonly string[], string])[] = [
    [
      ["plan", "67", "--order", "digit-reversed"],
      "length 67 along X is prime: prime factors up to 61 have codelets, and a transform by convolution has natural order: leave out --order; the nearest lengths that have only such are 65, 66, 68, 69",
    ],
    [["plan", "101x64", "--order", "digit-reversed"], "has natural order: leave out --order; the nearest lengths"],
    [
      ["plan", "10007", "--precision", "f16", "--arithmetic", "native"],
      "length 10007 along X is prime: prime factors up to 61 have codelets, and a transform by convolution has no native 16-bit arithmetic: leave it out, or use --arithmetic f32; the nearest lengths that have only such are 10004, 10005, 10010, 10013",
    ],
    [["plan", "r2c", "c2r", "64"], "r2c and c2r are two kinds of transforms: leave out one\n"],
    [["plan", "64", "r2c"], "the kind comes before the size: r2c 64\n"],
    [["plan", "4503599627370449"], "4503599627370449 needs 2 x"],
    [["plan", "2^17x2^18"], "2^17x2^18 needs 2 x 274.9 GB"],
    [["tune", "2^36", "--dry-run"], "2^36 needs 2 x 549.8 GB"],
    [
      ["plan", "2^33", "--no-verify", "--no-compile"],
      "no legal plan for 2^33 on NVIDIA H200: it needs 3 x 68.7 GB, NVIDIA H200 has 141.0 GB; in place (--in-place) it needs one copy less",
    ],
    [["plan", "2^52"], "NVIDIA H200 has 141.0 GB; up to 2^34 elements fit in place"],
    [
      ["plan", "64", "--gpu", "sm_90"],
      '"sm_90" is an architecture, not a GPU: name one of that architecture, such as NVIDIA H100 PCIe',
    ],
    [
      ["plan", "64", "--gpu", "H200,A100"],
      "name one GPU; for several call this once for each, or `fftgen init --gpus H200,A100`",
    ],
    [["plan", "64", "--hepl"], "plan has no option --hepl; did you mean --help?"],
    [["plan", "64", "--arithmetic", "native"], "--arithmetic native requires --precision f16 or bf16"],
    [["plan", "--", "--dry-run"], "--dry-run is after --, where words are not options: leave -- out"],
    [
      ["plan", "64", "--out", "-x"],
      "--out needs a value; one that begins with - is written --out=-x, of a path better --out=./-x",
    ],
    [["plan", "64", "--out", "--dry-run"], "--out needs a value\n"],
    [["plan", "64", "--out", "x\ny"], '"x\\ny" has a control character in it'],
    [["help", "nonsense"], "unknown command nonsense"],
    [["tune", "nope"], "nope"],
    [["tune", "64", "--gpu", "nonsense"], 'unknown GPU "nonsense"'],
    [["example", "foo"], "there is no example foo. Examples: "],
    [["study", "foo"], "there is no study foo. Studies: "],
    [["bench", "nope.json"], "cannot read nope.json: there is no such file"],
  ];
  // Two look for plans, or factors, for seconds.
  const quick = sweep(cases, ([words]) => !["2^33", "4503599627370449"].includes(words[1] ?? ""));
  test.each(quick)("%j", async (words, message) => {
    const { code, stdout, stderr } = await project.run(words);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/\(\d+x\)|ENOENT/);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(project.files()).toEqual([]);
  });
});

describe("colours", () => {
  const red = "\u001B[31m";
  test.each<readonly [Readonly<Record<string, string>>, boolean]>([
    [{}, false],
    [{ FORCE_COLOR: "1" }, true],
    [{ FORCE_COLOR: "" }, true],
    [{ FORCE_COLOR: "0" }, false],
    [{ FORCE_COLOR: "1", NO_COLOR: "1" }, true],
    [{ NO_COLOR: "" }, false],
  ])("%j", async (environment, isColourful) => {
    const { stderr } = await project.run(["nonsense"], { ...environment });
    expect(stderr.includes(red)).toBe(isColourful);
  });
});
