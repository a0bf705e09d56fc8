// Arrays that lie wherever they lie, in the words of the command line and of plan files: what is asked for is written, read again and
// said in the header; what cannot be is refused with the remedy.
import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { asked as askedFor } from "../requests/judge.js";
import { useProject } from "./program.js";

const project = useProject();
beforeEach(() => project.clear());

const asked: readonly (readonly [words: readonly string[], name: string, file: string, header: readonly string[]])[] = [
  [
    ["8x16", "--axes", "Y"],
    "c2c_f32_8x16_along_y",
    'axes: ["Y"]',
    ["along Y; unnormalised", "Arrays are dense and row-major"],
  ],
  [
    ["8x16", "--input-strides", "y=20,BATCH=2^8", "--output-strides", "X=8,Y=1"],
    "c2c_f32_8x16_in_batch256_y20_out_y1_x8",
    "inputStrides: { batch: 256, Y: 20 },\n    outputStrides: { Y: 1, X: 8 },",
    ["element (y, x) of array b is in[b * 256 + y * 20 + x] of the input, out[b * 128 + y + x * 8] of the output"],
  ],
  [
    ["8x16", "--input-range", "X=0..7", "--output-range", "Y=2..5,X=1..1"],
    "c2c_f32_8x16_of_x0_7_to_y2_5_x1_1",
    "inputRange: { X: [0, 7] },\n    outputRange: { Y: [2, 5], X: [1, 1] },",
    [
      "Only elements with x = 0 .. 7 of the input are read; the others are taken as zero.",
      "Only elements with y = 2 .. 5, x = 1 .. 1 of the output are written.",
    ],
  ],
  [
    ["8x16", "--input-range", "Y=-2..1", "--output-range", "X=13..2"],
    "c2c_f32_8x16_of_y6_1_to_x13_2",
    "inputRange: { Y: [6, 1] },\n    outputRange: { X: [13, 2] },",
    [
      "Only elements with y = 0 .. 1 and 6 .. 7 of the input are read; the others are taken as zero.",
      "Only elements with x = 0 .. 2 and 13 .. 15 of the output are written.",
    ],
  ],
  [
    ["8x15", "--shift", "output"],
    "c2c_f32_8x15_shift_output",
    'shift: "output",',
    [
      "in[b * 120 + y * 15 + x] of the input, out[b * 120 + ((y + 4) % 8) * 15 + (x + 7) % 15] of the output",
      "The output has frequency 0 in the middle of each dimension",
    ],
  ],
  [
    ["8x16", "--planar", "output", "--strides", "run-time"],
    "c2c_f32_8x16_planar_output_run_time_strides",
    'planar: "output",\n    strides: "run-time",',
    [
      "in[b * stride_in_batch + y * stride_in_y + x] of the input, out_re[b * stride_out_batch + y * stride_out_y + x] and out_im[",
      "size_t stride_in_batch, size_t stride_in_y, size_t stride_out_batch, size_t stride_out_y, cudaStream_t stream",
    ],
  ],
];

test.each(asked)("%j", async (words, name, file, header) => {
  const { code, stderr } = await project.run(["plan", ...words, "--batch", "2", "--no-verify", "--no-compile"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(readFileSync(project.path("plans", `${name}.plan.ts`), "utf8")).toContain(file);
  const text = readFileSync(project.path("generated", name, `include/fftgen/${name}.h`), "utf8")
    .replaceAll(/\n \* /g, " ")
    .replaceAll(/\s+/g, " ");
  for (const sentence of header) expect(text).toContain(sentence);
  // What the file says is what was asked for.
  expect(await project.run(["emit", "--check"])).toMatchObject({ code: 0 });
  const again = await project.run(["plan", ...words, "--batch", "2", "--no-verify", "--no-compile"]);
  expect(again.stdout).toContain("(kept as it is");
});

test("plan and explain say what a layout costs, in text and as JSON", async () => {
  const words = ["plan", "64", "--batch", "2", "--planar", "input", "--no-verify", "--no-compile"];
  const cost = "planar input: loads of 4 bytes instead of 8";
  expect((await project.run(words)).stdout).toContain(`Layout: ${cost}.\n`);
  expect(JSON.parse((await project.run([...words, "--json"])).stdout)).toMatchObject({ layout: [cost] });
  const explain = ["explain", "c2c_f32_64_planar_input"];
  expect((await project.run(explain)).stdout).toContain(`layout     ${cost}\n`);
  expect(JSON.parse((await project.run([...explain, "--json"])).stdout)).toMatchObject({ layout: [cost] });
});

test("explain says what of a kernel's bytes and tiles is there", async () => {
  const words = [
    "plan",
    "64x64",
    "--batch",
    "2",
    "--axes",
    "X",
    "--input-range",
    "Y=0..15",
    "--output-range",
    "Y=0..31",
  ];
  expect(await project.run([...words, "--no-verify", "--no-compile"])).toMatchObject({ code: 0 });
  const { stdout } = await project.run(["explain", "c2c_f32_64x64_along_x_of_y0_15_to_y0_31"]);
  expect(stdout).toContain("memory     48 KiB of 128 KiB moved;");
  const [, present, all] = /; (\d+) of (\d+)\s+have something\s+to\s+write/.exec(stdout.replaceAll(/\s+/g, " ")) ?? [];
  expect(2 * Number(present)).toBe(Number(all));
});

test.each([
  ["fewer columns than lie between elements", "X=4,batch=1", "4", undefined],
  ["more of them", "X=4,batch=1", "5", "input strides batch=1,X=4: elements are read up to 2 times"],
  ["all alike", "X=1,batch=1", "5", "input strides batch=1: elements are read up to 5 times"],
])("an input may have elements in common: %s", async (_, strides, batch, cost) => {
  const words = ["plan", "64", "--input-strides", strides, "--batch", batch, "--dry-run", "--json"];
  const { code, stdout } = await project.run(words);
  expect(code).toBe(0);
  const { layout } = JSON.parse(stdout) as { readonly layout: readonly string[] };
  expect(layout.filter((one) => one.includes("are read up to"))).toEqual(cost === undefined ? [] : [cost]);
});

test("the list shows layouts where there are any, for people and for programs", async () => {
  const plan = (...words: readonly string[]) =>
    project.run(["plan", ...words, "--batch", "2", "--no-verify", "--no-compile"]);
  await plan("16");
  expect((await project.run(["list"])).stdout).not.toContain("layout");
  await plan("8x16", "--axes", "X", "--input-strides", "Y=20", "--output-range", "X=0..7", "--planar", "both");
  await plan("fwht", "16", "--row-stride", "20", "--strides", "run-time");
  const { stdout } = await project.run(["list"]);
  expect(stdout).toMatch(/^plan +size .* in place +layout +passes/);
  expect(stdout).toMatch(/^\S+ +8x16 .* along X, input strides Y=20, output X=0\.\.7, planar +1/m);
  expect(stdout).toMatch(/^\S+ +16 .* arrays 20 apart, strides at run time +1/m);
  expect(JSON.parse((await project.run(["list", "--json"])).stdout)).toMatchObject({
    plans: [
      { size: "16", layout: {} },
      { size: "8x16", layout: { axes: ["X"], inputStrides: { Y: 20 }, outputRange: { X: [0, 7] }, planar: "both" } },
      { size: "16", layout: { distance: 20, strides: "run-time" } },
    ],
  });
});

describe("without --batch", () => {
  test.each([
    ["64 --input-strides X=32,batch=1 --output-strides X=32,batch=1", 32],
    ["64 --output-strides X=32,batch=1", 32],
    ["64 --input-strides X=32,batch=1", 32],
    ["64 --in-place --input-strides X=32,batch=1 --output-strides X=32,batch=1", 32],
    // Arrays that begin before others end may be read.
    ["1024 --input-strides batch=16", 2 ** 14],
    ["1024 --input-strides batch=2048", 2 ** 14],
  ])("as many arrays as have room: %s", async (words, batch) => {
    expect((await askedFor(["plan", ...words.split(" ")])).transform.batch).toBe(batch);
  });

  test("which is what is planned for", async () => {
    const words = ["plan", "64", "--output-strides", "X=32,batch=1", "--dry-run", "--json", "--top", "1"];
    const { code, stdout } = await project.run(words);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ transform: { batch: 32 } });
  });

  test("arrays with gaps between them are as many as reach no further than 2^28 places", async () => {
    const batchAt = async (stride: string): Promise<number> =>
      (await askedFor(["plan", "8x16", "--input-strides", `batch=${stride}`])).transform.batch;
    expect(await batchAt("2^40")).toBe(1);
    expect(await batchAt("2^26")).toBe(4);
  });
});

describe("said in other words", () => {
  const named = async (...words: readonly string[]): Promise<unknown> => {
    const { code, stdout, stderr } = await project.run(["plan", ...words, "--batch", "2", "--dry-run", "--json"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    return (JSON.parse(stdout) as { readonly name: unknown }).name;
  };

  test("powers in ranges, as in strides", async () => {
    expect(await named("8x16", "--input-range", "X=0..2^2,Y=2..2^3-1")).toBe("c2c_f32_8x16_of_y2_7_x0_4");
  });

  test.each([
    ["8 --output-range X=0..7", "c2c_f32_8"],
    ["8x8 --output-strides Y=8,X=1,batch=64", "c2c_f32_8x8"],
    ["8x8 --input-strides Y=10,batch=80 --axes X,Y", "c2c_f32_8x8_in_y10"],
    ["8x8 --output-range Y=-4..3", "c2c_f32_8x8"],
    ["8x8 --output-range Y=5..4", "c2c_f32_8x8"],
    ["8x8 --output-range Y=-2..-1", "c2c_f32_8x8_to_y6_7"],
    ["8x8 --output-range Y=-2..1", "c2c_f32_8x8_to_y6_1"],
    ["r2c 8 --output-range X=0..4 --input-strides batch=8", "r2c_f32_8"],
    ["8 --row-stride 10 --input-strides batch=10", "c2c_f32_8_distance_10"],
  ])("what would be so anyway is left out: %s", async (words, name) => {
    expect(await named(...words.split(" "))).toBe(name);
  });

  test("what a transform is without its being said", async () => {
    expect(await named("r2c", "8x8", "--planar", "none")).toBe("r2c_f32_8x8");
  });
});

describe("refused", () => {
  test.each([
    ["--input-strides Y=15 --output-strides Y=15 --in-place", "--input-strides Y=15: two elements lie at one place"],
    ["--output-strides Y=16,batch=100", "--output-strides Y=16,batch=100: two elements lie at one place"],
    ["--output-strides Y=17,X=3", "--output-strides Y=17,X=3: rows or arrays lie within each other"],
    ["--input-strides Z=4", "--input-strides Z=4: expected a list such as Y=4112 or Y=4112,batch=2^20, of batch, Y, X"],
    ["--input-strides Y=20,y=21", "--input-strides Y=20,y=21: Y is given twice; give it once"],
    ["--input-strides Y=x", "--input-strides Y x: expected a number of elements, such as 512 or 2^10"],
    ["--output-strides Y=0", "--output-strides Y=0: Y: a stride of 0: all elements would be written to one place"],
    [
      "--strides run-time --output-strides Y=0",
      "--output-strides Y=0: Y: a stride of 0: all elements would be written",
    ],
    [
      "--input-strides batch=0",
      "--input-strides batch=0: batch: a stride of 0 is not planned for; calls may pass 0 for the input where strides are parameters (--strides run-time), planned for another",
    ],
    ["--strides run-time --input-strides Y=0", "--input-strides Y=0: Y: a stride of 0 is not planned for"],
    ["--input-strides Y=2^62", "--input-strides Y 2^62: it must be below 2^53"],
    [
      "--input-strides Y=2^52",
      "--input-strides Y=2^52: what follows from it lies 2^53 elements apart and more; say shorter strides",
    ],
    ["--output-range X=3", "--output-range X 3: expected the first and the last index, such as 0..127"],
    ["--output-range X=0..2^53", "--output-range X 2^53: it must be below 2^53"],
    ["--output-range X=3..16", "--output-range X=3..16: X has indices 0..15; 3..16 is no part of them"],
    ["--in-place --input-strides Y=20", "--in-place: input and output lie differently"],
    ["--output-range X=-17..3", "--output-range X=-17..3: X has indices 0..15; -17..3 is no part of them"],
    ["--shift left", "--shift left: expected none, input, output or both"],
    ["--shift output --in-place", "--in-place: input and output lie differently"],
    ["--shift output --order digit-reversed", "--shift output: digit-reversed order has frequency 0 at the beginning"],
    ["--planar real", "--planar real: expected none, input, output or both"],
    ["--strides any", "--strides any: expected fixed or run-time"],
  ])("%s", async (words, message) => {
    const { code, stdout, stderr } = await project.run(["plan", "8x16", "--batch", "2", ...words.split(" ")]);
    expect(stderr).toContain(`fftgen: ${message}`);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(project.files()).toEqual([]);
  });

  test.each([
    [
      "r2c 8x16 --output-range X=-3..3",
      "--output-range X=-3..3: X has indices 0..8; -3..3 is no part of them; negative",
    ],
    ["r2c 8x16 --output-range X=7..3", "--output-range X=7..3: X has indices 0..8; 7..3 is no part of them; negative"],
    ["c2r 8x16 --input-range X=-1..3", "--input-range X=-1..3: X has indices 0..8; -1..3 is no part of them; negative"],
    ["dct-2 16 --output-range X=-3..3", "--output-range X=-3..3: X has indices 0..15; -3..3 is no part of them; neg"],
    ["fwht 16 --input-range X=12..3", "--input-range X=12..3: X has indices 0..15; 12..3 is no part of them; negative"],
    ["r2c 8x16 --shift input", "--shift input: expected none or output"],
    ["r2c 16 --shift output", "--shift output: half a spectrum begins with frequency 0 along X, the only dimension"],
    ["fwht 16 --shift output", "--shift goes with complex Fourier transforms, Fourier transforms of real numbers"],
  ])("round the end, where nothing goes: %s", async (words, message) => {
    const { code, stderr } = await project.run(["plan", ...words.split(" "), "--batch", "2"]);
    expect(stderr).toContain(`fftgen: ${message}`);
    expect(code).toBe(2);
  });

  test.each([
    ["--input-strides Y=9 --output-range Y=0..3", "--output-range Y=0..3: not dense, but sequency order"],
    ["--strides run-time", "--strides run-time: not dense, but sequency order"],
  ])("sequency order with %s", async (words, message) => {
    const { code, stderr } = await project.run(["plan", "fwht", "8x8", "--order", "sequency", ...words.split(" ")]);
    expect(stderr).toContain(`fftgen: ${message}`);
    expect(code).toBe(2);
  });

  test("a stride of 0 in a plan file, at its place", async () => {
    await project.run(["plan", "8x16", "--input-strides", "Y=20", "--batch", "2", "--no-verify", "--no-compile"]);
    const path = "plans/c2c_f32_8x16_in_y20.plan.ts";
    const text = project.read(path);
    for (const [strides, message] of [
      ["inputStrides: { Y: 0 }", "inputStrides: Y: a stride of 0 is not planned for"],
      ["outputStrides: { Y: 0 }", "outputStrides: Y: a stride of 0: all elements would be written to one place"],
      ["inputStrides: { Y: 0.5 }", "inputStrides of Y is 0.5; it must be a number of elements"],
    ] as const) {
      project.write(path, text.replace("inputStrides: { Y: 20 }", strides));
      const { code, stderr } = await project.run(["emit"]);
      expect(stderr).toContain(message);
      expect(code).toBe(2);
    }
  });

  test("parts of real numbers", async () => {
    const { code, stderr } = await project.run(["plan", "fwht", "64", "--planar", "both"]);
    expect(stderr).toContain(
      "--planar goes with complex Fourier transforms, Fourier transforms of real numbers: 64 alone is one",
    );
    expect(code).toBe(2);
  });
});
